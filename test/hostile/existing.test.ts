// Existing configuration that a verb adds to: a file that cannot be kept byte for byte is not touched, and no part of a
// new hook is left if its entry could not be written.

import assert from 'node:assert/strict'
import fs, { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { convertAnswersOf } from '../../runtime/cli/convertScript.ts'
import { changedBy, NotWritten, writeChanged } from '../../runtime/files/newHook.ts'
import { openCli } from '../support/cli.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

function stage(t: TestContext): Tree {
  const tree = writeTree(`
    //- /home/
    //- /ws/.gemini/
    //- /ws/.claude/settings.json
    { "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "sh guard.sh" }] }] } }
  `)
  t.after(tree.remove)
  return tree
}

for (const [what, bytes] of [
  ['a letter of Latin-1', Buffer.from('{ "author": "M\u00fcller" }', 'latin1')],
  ['UTF-16', Buffer.from('\ufeff{ "author": "me" }', 'utf16le')],
] as const)
  test(`a file with ${what} is left as it is, and no hook is written`, async (t) => {
    const tree = stage(t)
    const file = tree.at('/ws/.gemini/settings.json')
    writeFileSync(file, bytes)
    for (const args of [
      ['convert', 'claude-code', 'gemini', '--write'],
      ['new', 'gemini', 'BeforeTool', 'guard'],
    ]) {
      const { code, stderr } = await cli.run([
        '--workspace',
        tree.at('/ws'),
        '--home',
        tree.at('/home'),
        ...args,
      ])
      assert.equal(code, 2)
      assert.match(
        stderr,
        /^hookbench: cannot read \.gemini\/settings\.json: it is not UTF-8.*Nothing was written\.$/m,
      )
      assert.deepEqual(readFileSync(file), bytes)
      assert.equal(existsSync(tree.at('/ws/.gemini/hooks')), false)
    }
  })

test('a file that another program has changed since it was read is not written over', async (t) => {
  const tree = stage(t)
  const item = { file: '.claude/settings.json', at: ['hooks', 'Stop'], value: { hooks: [] } }
  const change = await changedBy(tree.at('/ws'), [item])
  assert.ok(change)
  writeFileSync(change.path, '{ "theirs": true }')
  assert.throws(() => writeChanged(tree.at('/ws'), change), NotWritten)
  assert.equal(readFileSync(change.path, 'utf8'), '{ "theirs": true }')
})

test('a file that another program creates after it was found missing is not written over', async (t) => {
  const tree = stage(t)
  const item = { file: '.gemini/settings.json', at: ['hooks', 'BeforeTool'], value: { hooks: [] } }
  const change = await changedBy(tree.at('/ws'), [item])
  assert.ok(change)
  writeFileSync(change.path, '{}')
  assert.throws(() => writeChanged(tree.at('/ws'), change), NotWritten)
  assert.equal(readFileSync(change.path, 'utf8'), '{}')
})

test('a file that another program changes while the new text is written to the disk is not written over', async (t) => {
  const tree = stage(t)
  const file = tree.at('/ws/.claude/settings.json')
  const item = { file: '.claude/settings.json', at: ['hooks', 'Stop'], value: { hooks: [] } }
  const change = await changedBy(tree.at('/ws'), [item])
  assert.ok(change)
  const sync = fs.fsyncSync
  t.mock.method(fs, 'fsyncSync', (opened: number) => {
    sync(opened)
    writeFileSync(file, '{ "theirs": true }')
  })
  syncBuiltinESMExports()
  try {
    assert.throws(() => writeChanged(tree.at('/ws'), change), NotWritten)
  } finally {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  }
  assert.equal(readFileSync(file, 'utf8'), '{ "theirs": true }')
  assert.deepEqual(readdirSync(dirname(file)), ['settings.json'])
})

test('a script whose answers are converted is not written over if another program has changed it meanwhile', async (t) => {
  const script = 'import json\nprint(json.dumps({"decision": "block", "reason": "no"}))\n'
  const tree = writeTree(`
//- /home/
//- /ws/.claude/settings.json
{ "hooks": { "PostToolUse": [{ "hooks": [{ "type": "command", "command": "python3 guard.py" }] }] } }
//- /ws/guard.py
${script}`)
  t.after(tree.remove)
  const path = tree.at('/ws/guard.py')
  const before = readFileSync(path, 'utf8')
  const request = {
    root: tree.at('/ws'),
    home: tree.at('/home'),
    from: 'claude-code',
    to: 'gemini',
    script: 'guard.py',
  }
  const preview = await convertAnswersOf({ ...request, preview: true })
  assert.ok(preview.change, 'it has an answer to convert')
  const converted = convertAnswersOf({ ...request, write: true, seen: before })
  // It has read the script, and is looking through the configuration.
  writeFileSync(path, `${before}# an edit\n`)
  await assert.rejects(converted, {
    message: 'guard.py was changed by another program meanwhile; nothing was written. Try again.',
  })
  assert.equal(readFileSync(path, 'utf8'), `${before}# an edit\n`)
})
