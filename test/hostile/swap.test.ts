// A file that is exchanged in a loop while its hook is fired: an answer of other bytes is never accepted, and in the
// strict sandbox other bytes never run.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { noSandbox } from '../../runtime/contract/sandbox.ts'
import { sandboxObstacle } from '../../runtime/executors/sandbox/obstacle.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const obstacle = sandboxObstacle()
const noBox = obstacle === undefined ? false : `no sandbox on this machine: ${obstacle.replace(/, $/, '')}`
const windows = process.platform === 'win32' && 'shell scripts'
const FIRINGS = 40

const guard = (who: string) => `#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
cat > /dev/null
. "$(dirname "$0")/lib.sh"
printf '{"input": {"ran": "${who} %s"}}' "$lib"
`
const entry = (who: string) => `#!/bin/sh
cat > /dev/null
printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "${who}"}}'
`
const FILES = `//- /home/
//- /ws/.kodelet/hooks/guard 755
${guard('trusted')}
//- /ws/.kodelet/hooks/lib.sh
lib=own
//- /ws/.claude/settings.json
{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/guard.sh" }] }] } }
//- /ws/.claude/guard.sh 755
${entry('trusted own')}
//- /other/guard 755
${guard('foreign')}
//- /other/lib.sh
lib=foreign
//- /other/guard.sh 755
${entry('foreign')}
`

type Row = {
  readonly dialect: DialectId
  readonly event: string
  readonly payload: object
  readonly file: string
}

const kodelet = { dialect: 'kodelet', event: 'before_tool_call', payload: {} } as const
const rows: readonly Row[] = [
  { ...kodelet, file: '.kodelet/hooks/guard' },
  { ...kodelet, file: '.kodelet/hooks/lib.sh' },
  {
    dialect: 'claude-code',
    event: 'PreToolUse',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' } },
    file: '.claude/guard.sh',
  },
]

const BELIEF = {
  off: 'is not believed where other bytes may have run',
  strict: 'never runs with other bytes in the strict sandbox',
}

for (const row of rows)
  for (const mode of ['off', 'strict'] as const)
    test(`${row.file}, exchanged in a loop, ${BELIEF[mode]}`, {
      skip: windows || (mode === 'strict' && noBox),
    }, async (t) => {
      const answers = await fired(t, row, mode)
      const believed = answers.filter(({ status }) => status === 'returned')
      assert.deepEqual(
        believed.filter(({ text }) => !text.includes('trusted own')),
        [],
      )
      for (const { status, why } of answers)
        if (status !== 'returned') assert.match(String(why), /changed|replaced|trusted/)
      if (mode === 'strict')
        assert.deepEqual(
          answers.filter(({ text }) => text.includes('foreign')),
          [],
        )
    })

// The hook reports where it is and waits for a signal to go on, so that no timing matters.
const waits = (answer: string) => `#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
cat > /dev/null
at=$(dirname "$0")
touch TALK/begun; until [ -e TALK/go ]; do sleep 0.02; done
. "$at/lib.sh"
touch TALK/loaded; until [ -e TALK/end ]; do sleep 0.02; done
${answer}
`
const WAITING = `//- /home/
//- /talk/
//- /ws/.kodelet/hooks/guard 755
${waits(`printf '{"input": {"ran": "%s"}}' "$lib"`)}
//- /ws/.kodelet/hooks/lib.sh
lib=own
//- /ws/.claude/settings.json
{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/guard.sh" }] }] } }
//- /ws/.claude/guard.sh 755
${waits(`printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "%s"}}' "$lib"`)}
//- /ws/.claude/lib.sh
lib=own
`

/** Replaces a file with `lib=foreign`; the returned function restores it without a trace. */
const exchanges: Readonly<Record<string, (path: string) => () => void>> = {
  'exchanged and put back by renaming': (path) => {
    writeFileSync(`${path}.new`, 'lib=foreign\n')
    linkSync(path, `${path}.old`)
    renameSync(`${path}.new`, path)
    return () => renameSync(`${path}.old`, path)
  },
  'written over and back, with its times': (path) => {
    const { atime, mtime } = statSync(path)
    const before = readFileSync(path)
    writeFileSync(path, 'lib=foreign\n')
    return () => {
      writeFileSync(path, before)
      utimesSync(path, atime, mtime)
    }
  },
}

for (const [how, exchange] of Object.entries(exchanges))
  for (const [row, lib] of [
    [rows[0], '.kodelet/hooks/lib.sh'],
    [rows[2], '.claude/lib.sh'],
  ] as const)
    test(`${lib}, ${how} while its hook runs, is not believed`, { skip: windows }, async (t) => {
      const tree = writeTree()
      t.after(tree.remove)
      tree.write(WAITING.replaceAll('TALK', tree.at('talk')))
      const { fire, close } = await opened(tree, row as Row, 'off')
      t.after(close)
      const firing = fire()
      await until(() => existsSync(tree.at('talk/begun')))
      const undo = exchange(tree.at(`ws/${lib}`))
      tree.write('//- /talk/go\n')
      await until(() => existsSync(tree.at('talk/loaded')))
      undo()
      tree.write('//- /talk/end\n')
      const { status, why } = await firing
      assert.equal(status, 'failed')
      assert.match(String(why), /lib\.sh was replaced/)
    })

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function fired(t: TestContext, row: Row, mode: 'off' | 'strict') {
  const tree = writeTree(FILES)
  const { fire, close } = await opened(tree, row, mode)
  const first = await fire()
  assert.ok(first.text.includes('trusted own'), first.text)
  const swapping = swap(tree.at('ws'), row.file, tree.at('other'))
  t.after(async () => {
    swapping.kill('SIGKILL')
    await close()
    tree.remove()
  })
  await once(swapping.stdout as NodeJS.ReadableStream, 'data')
  const answers = []
  for (let n = 0; n < FIRINGS; n++) answers.push(await fire())
  return answers
}

/** A workspace whose hooks are trusted in their current form. */
async function opened(tree: Tree, { dialect, event, payload }: Row, mode: 'off' | 'strict') {
  const root = tree.at('ws')
  const home = tree.at('home')
  const one = await openWorkspace({
    root,
    home,
    dialects: [dialect],
    settings: { sandbox: { ...noSandbox, workspace: mode } },
  })
  const ledger = openLedger({ file: ledgerFile(home), root, home })
  const own = one.list().filter(({ source }) => source === 'workspace')
  assert.ok((await ledger.trust(own, 'exact')).ok)
  await one.reload()
  const given = { ...(recordOf(dialect, event)?.example as object), cwd: root, ...payload }
  return {
    async fire() {
      const [run] = (await one.fire(event, given, { dialect, timeoutMs: 60_000 })).hooks
      return { status: run?.status, why: run?.why, text: JSON.stringify(run) }
    },
    close: () => one.close(),
  }
}

// Puts the foreign file in place of the trusted one by renaming, for about two of every twenty milliseconds.
function swap(root: string, file: string, other: string): ChildProcess {
  const path = join(root, file)
  const foreign = join(other, file.split('/').at(-1) as string)
  assert.ok(existsSync(foreign))
  const program = `
    import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs'
    const [path, foreign] = process.argv.slice(1)
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    process.stdout.write('ready')
    for (;;) {
      copyFileSync(foreign, path + '.new')
      linkSync(path, path + '.old')
      renameSync(path + '.new', path)
      wait(Math.random() * 4)
      renameSync(path + '.old', path)
      wait(Math.random() * 40)
    }
  `
  return spawn(process.execPath, ['--input-type=module', '-e', program, path, foreign], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
