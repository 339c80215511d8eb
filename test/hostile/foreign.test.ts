// A payload names another folder as where the agent works: what stands there under the names of a trusted entry is other
// code, and does not run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { writeTree } from '../support/tree.ts'

const windows = process.platform === 'win32' && 'shell scripts'

const script = (who: string) => `#!/bin/sh
cat > /dev/null
echo ${who} >&2
`
const config = (event: string, command: string) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } })

type Row = {
  readonly dialect: DialectId
  readonly event: string
  readonly file: string
  readonly command: string
  /** Where the agent works: within the workspace, beside it, or where there is nothing of that name. */
  readonly cwd: string
  readonly runs: boolean
}

const codex = { dialect: 'codex', event: 'PreToolUse', file: '.codex/hooks.json' } as const
const gemini = { dialect: 'gemini', event: 'BeforeTool', file: '.gemini/settings.json' } as const
const claude = { dialect: 'claude-code', event: 'PreToolUse', file: '.claude/settings.json' } as const
const ROWS: readonly Row[] = [
  { ...codex, command: 'sh ./guard.sh', cwd: 'ws', runs: true },
  { ...codex, command: 'sh ./guard.sh', cwd: 'other', runs: false },
  { ...codex, command: 'sh ./guard.sh', cwd: 'ws/sub', runs: false },
  { ...gemini, command: 'sh "$GEMINI_PROJECT_DIR/guard.sh"', cwd: 'ws', runs: true },
  { ...gemini, command: 'sh "$GEMINI_PROJECT_DIR/guard.sh"', cwd: 'other', runs: false },
  { ...claude, command: 'sh "$CLAUDE_PROJECT_DIR/guard.sh"', cwd: 'ws/sub', runs: true },
]

for (const { dialect, event, file, command, cwd, runs } of ROWS)
  test(`${dialect}, ${command}, where the agent works in ${cwd}: ${runs ? 'runs' : 'does not run'}`, {
    skip: windows,
  }, async (t) => {
    const tree = writeTree(`//- /home/
//- /ws/${file}
${config(event, command)}
//- /ws/guard.sh 755
${script('trusted')}
//- /ws/sub/guard.sh 755
${script('foreign')}
//- /other/guard.sh 755
${script('foreign')}
`)
    const [root, home] = [tree.at('ws'), tree.at('home')]
    const one = await openWorkspace({ root, home, dialects: [dialect] })
    t.after(async () => {
      await one.close()
      tree.remove()
    })
    const own = one.list().filter(({ source }) => source === 'workspace')
    assert.equal(own.length, 1)
    assert.ok((await openLedger({ file: ledgerFile(home), root, home }).trust(own, 'exact')).ok)
    await one.reload()
    const payload = { ...(recordOf(dialect, event)?.example as object), cwd: tree.at(cwd) }
    const [run] = (await one.fire(event, payload, { dialect, timeoutMs: 60_000 })).hooks
    assert.doesNotMatch(JSON.stringify(run), /foreign\\n/)
    if (runs) assert.match(String(run?.stderr), /trusted/)
    else {
      assert.equal(run?.failure, 'untrusted')
      assert.match(
        String(run?.why),
        /started in .*(ws.sub|other), it would run .*guard\.sh, which is no part of what is trusted/,
      )
    }
  })
