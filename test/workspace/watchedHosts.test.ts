// Watching a host's folders: changes to files that the host reads are noticed, and the host's constant other writes are
// not.

import assert from 'node:assert/strict'
import fs, { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'

const stop = (command: string) =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })

async function open(t: TestContext, files: string) {
  const tree = writeTree(`//- /ws/\n//- /home/\n${files}`)
  const workspace = await openWorkspace({
    root: tree.at('ws'),
    home: tree.at('home'),
    trust: 'workspace',
    watch: true,
  })
  let looks = 0
  workspace.onReload(() => {
    looks++
  })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const names = () =>
    workspace.list().flatMap(({ name, entry, listedAs }) => (entry && listedAs === undefined ? [name] : []))
  const soon = async (expected: readonly string[]) => {
    for (let left = 200; left > 0 && String(names()) !== String(expected); left--) await sleep(50)
    assert.deepEqual(names(), expected)
  }
  return { tree, soon, looks: () => looks }
}

test('an entry is live as its file is saved, comes and goes, with its folder too', async (t) => {
  const { tree, soon } = await open(t, `//- /home/.claude/settings.json\n${stop('one')}\n`)
  await soon(['one'])
  writeFileSync(tree.at('/home/.claude/settings.json'), stop('two'))
  await soon(['two'])
  mkdirSync(tree.at('/ws/.claude'))
  writeFileSync(tree.at('/ws/.claude/settings.local.json'), stop('three'))
  await soon(['two', 'three'])
  rmSync(tree.at('/home/.claude'), { recursive: true })
  await soon(['three'])
  mkdirSync(tree.at('/home/.claude'))
  writeFileSync(tree.at('/home/.claude/settings.json'), stop('four'))
  await soon(['four', 'three'])
})

test('a skill that comes brings its hooks', async (t) => {
  const { tree, soon } = await open(t, '//- /ws/.claude/settings.json\n{}\n')
  mkdirSync(tree.at('/ws/.claude/skills/review'), { recursive: true })
  writeFileSync(
    tree.at('/ws/.claude/skills/review/SKILL.md'),
    '---\nname: review\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: checked\n---\n',
  )
  await soon(['checked'])
})

test('10,000 writes to transcripts and history cost no look, and no call of the disk for them', async (t) => {
  const { tree, soon, looks } = await open(
    t,
    `//- /home/.claude/settings.json\n${stop('one')}\n//- /home/.claude/history.jsonl\n//- /home/.claude/projects/p/1.jsonl\n`,
  )
  await soon(['one'])
  await sleep(500)
  const before = looks()
  const files = ['/home/.claude/history.jsonl', '/home/.claude/projects/p/1.jsonl'].map(tree.at)
  const written = files.map((path) => fs.openSync(path, 'a'))
  const counted = countCalls(tree.at('/home'))
  t.after(counted.end)
  for (let at = 0; at < 10_000; at++) {
    fs.writeSync(written[at % 2] as number, '{}\n')
    if (at % 500 === 0) await sleep(1)
  }
  await sleep(700)
  for (const file of written) fs.closeSync(file)
  assert.equal(looks(), before)
  assert.deepEqual(counted.calls, [])
  // A control: the watch works, and file system calls are counted.
  appendFileSync(tree.at('/home/.claude/settings.json'), '\n')
  for (let left = 100; left > 0 && looks() === before; left--) await sleep(50)
  assert.ok(looks() > before)
  assert.ok(counted.calls.length > 0)
})

// Records every file system call on a path below a folder, by any caller.
function countCalls(below: string) {
  const calls: string[] = []
  const kept = new Map<object, Map<string, unknown>>()
  for (const where of [fs, fs.promises] as unknown as Record<string, unknown>[])
    for (const name of Object.keys(where).filter((one) =>
      /^l?stat|^readdir|^read|^open|^exists|^access|^realpath/.test(one),
    )) {
      const own = where[name]
      if (typeof own !== 'function') continue
      const before = kept.get(where) ?? new Map<string, unknown>()
      kept.set(where, before.set(name, own))
      where[name] = Object.assign((...given: unknown[]) => {
        if (String(given[0]).startsWith(below)) calls.push(`${name} ${String(given[0])}`)
        return Reflect.apply(own, where, given) as unknown
      }, own)
    }
  syncBuiltinESMExports()
  return {
    calls,
    end() {
      for (const [where, before] of kept) Object.assign(where, Object.fromEntries(before))
      syncBuiltinESMExports()
    },
  }
}
