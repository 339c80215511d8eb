// A payload names another folder as the agent's working directory: files there with the names of a trusted entry's
// files are different code, and do not run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace, type Workspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { writeTree } from '../support/tree.ts'

const windows = process.platform === 'win32' && 'shell scripts'

const guards = (folder: string, who: string) => `
//- /${folder}/guard.sh 755
#!/bin/sh
cat > /dev/null
echo ${who} >&2
//- /${folder}/guard.cjs
console.error('${who}')
//- /${folder}/json.py
import sys
print('${who}', file=sys.stderr)
`
const config = (event: string, entry: object) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', ...entry }] }] } })

async function trustOwn(one: Workspace, root: string, home: string): Promise<void> {
  const own = one.list().filter(({ source }) => source === 'workspace')
  assert.equal(own.length, 1)
  assert.ok((await openLedger({ file: ledgerFile(home), root, home }).trust(own, 'exact')).ok)
  await one.reload()
}

type Row = {
  readonly dialect: DialectId
  readonly event: string
  readonly file: string
  readonly command: string
  /** Variables that the entry sets. */
  readonly env?: Readonly<Record<string, string>>
  /** The agent's working directory: inside the workspace, beside it, or where no such file exists. */
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
  // What a command loads other than as its script.
  { ...codex, command: 'BASH_ENV=./guard.sh bash -c :', cwd: 'ws', runs: true },
  { ...codex, command: 'BASH_ENV=./guard.sh bash -c :', cwd: 'other', runs: false },
  { ...codex, command: 'export BASH_ENV=./guard.sh; bash -c :', cwd: 'other', runs: false },
  { ...codex, command: 'node -r ./guard.cjs -e 0', cwd: 'ws', runs: true },
  { ...codex, command: 'node -r ./guard.cjs -e 0', cwd: 'ws/sub', runs: false },
  { ...codex, command: 'NODE_OPTIONS="-r ./guard.cjs" node -e 0', cwd: 'other', runs: false },
  { ...codex, command: 'echo a | xargs sh ./guard.sh', cwd: 'ws', runs: true },
  { ...codex, command: 'echo a | xargs sh ./guard.sh', cwd: 'other', runs: false },
  { ...codex, command: 'echo "$(sh ./guard.sh)"', cwd: 'ws/sub', runs: false },
  { ...codex, command: 'python3 -c "import json"', cwd: 'ws', runs: true },
  { ...codex, command: 'python3 -c "import json"', cwd: 'other', runs: false },
  { ...gemini, command: 'bash -c :', env: { BASH_ENV: './guard.sh' }, cwd: 'ws', runs: true },
  { ...gemini, command: 'bash -c :', env: { BASH_ENV: './guard.sh' }, cwd: 'other', runs: false },
  { ...gemini, command: 'sh "$GEMINI_PROJECT_DIR/guard.sh"', cwd: '/proc/self/root{other}', runs: false },
  { ...gemini, command: 'sh "$GEMINI_PROJECT_DIR/guard.sh"', cwd: '/proc/self/cwd', runs: false },
  { ...codex, command: 'sh ./guard.sh', cwd: '/proc/self/root{other}', runs: false },
  { ...codex, command: 'sh ./guard.sh', cwd: '/dev/fd/../../self/root{other}', runs: false },
  {
    ...claude,
    command: 'cd "$CLAUDE_PROJECT_DIR" && echo a | xargs sh ./guard.sh',
    cwd: 'ws/sub',
    runs: true,
  },
]

for (const { dialect, event, file, command, env, cwd, runs } of ROWS)
  test(`${dialect}, ${command}, where the agent works in ${cwd}: ${runs ? 'runs' : 'does not run'}`, {
    skip: windows,
  }, async (t) => {
    const entry = { command, ...defined({ env }) }
    const tree = writeTree(
      ['//- /home/', `//- /ws/${file}`, config(event, entry)].join('\n') +
        guards('ws', 'trusted') +
        guards('ws/sub', 'foreign') +
        guards('other', 'foreign'),
    )
    const [root, home] = [tree.at('ws'), tree.at('home')]
    const one = await openWorkspace({ root, home, dialects: [dialect] })
    t.after(async () => {
      await one.close()
      tree.remove()
    })
    await trustOwn(one, root, home)
    const payload = {
      ...(recordOf(dialect, event)?.example as object),
      cwd: cwd.startsWith('/') ? cwd.replace('{other}', tree.at('other')) : tree.at(cwd),
    }
    const [run] = (await one.fire(event, payload, { dialect, timeoutMs: 60_000 })).hooks
    assert.doesNotMatch(JSON.stringify(run), /foreign\\n/)
    if (runs) assert.match(String(run?.stderr), /trusted/)
    else {
      assert.equal(run?.failure, 'untrusted')
      assert.match(
        String(run?.why),
        /started in .*(ws.sub|other), it would run .*(guard\.(sh|cjs)|json\.py), which trust does not cover|started in \/(proc|dev)\/.*, it would run files that cannot be determined/,
      )
    }
  })

// A debug configuration of the workspace may name the folder in which a hook starts.
for (const named of [undefined, 'missing'])
  test(`an entry that is debugged in another folder does not run the code there, where its payload names ${named ?? 'no'} folder`, {
    skip: windows,
  }, async (t) => {
    const { dialect, event, file } = codex
    const tree = writeTree(
      ['//- /home/', `//- /ws/${file}`, config(event, { command: 'sh ./guard.sh' })].join('\n') +
        guards('ws', 'trusted') +
        guards('ws/sub', 'foreign'),
    )
    const [root, home] = [tree.at('ws'), tree.at('home')]
    const one = await openWorkspace({ root, home, dialects: [dialect] })
    t.after(async () => {
      await one.close()
      tree.remove()
    })
    await trustOwn(one, root, home)
    const payload = {
      ...(recordOf(dialect, event)?.example as object),
      cwd: named === undefined ? undefined : tree.at(named),
    }
    const { outcome } = one.inspect(event, payload, { dialect, cwd: tree.at('ws/sub'), traced: () => {} })
    const [run] = (await outcome).hooks
    assert.doesNotMatch(JSON.stringify(run), /foreign\\n/)
    assert.equal(run?.failure, 'untrusted')
  })
