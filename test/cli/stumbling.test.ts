// Common mistakes of newcomers: files that do not parse, hooks that cannot start, names that match several hooks. Each
// is reported where it is encountered, in one line, with a matching exit code.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)
const guard = '{"type":"command","command":"sh guard.sh"}'
const gone = '{"type":"command","command":"sh gone.sh"}'
const tree = writeTree(`
  //- /home/
  //- /ws/guard.sh
  exit 0
  //- /ws/.cursor/hooks.json
  {"version":1,"hooks":{"preToolUse":[{"command":"sh guard.sh"}]}}
  //- /ws/.github/hooks/hooks.json
  {"version":1,"hooks":{"preToolUse":[${guard}]}}
  //- /ws/.claude/settings.json
  {"hooks":{"PreToolUse":[{"hooks":[${guard}]}],"PreTolUse":[{"hooks":[${guard}]}],"Stop":[{"hooks":[${gone}]}]}}
  //- /ws/.gemini/settings.json
  {"hooks":{"BeforeTool":[{"hooks":[${guard}]}],}}
  //- /ws/.hookbench/cases/d.json
  {"v":1,"name":"d","dialect":"cursor","event":"preToolUse","payload":{},"expect":{"decision":"pass"}}
  //- /misspelt/.claude/settings.json
  {"hooks":{"PreTolUse":[{"hooks":[${guard}]}]}}
  //- /fresh/.claude/settings.json
  {"hooks":{"PreToolUse":[{"hooks":[${guard}]}]}}
`)
after(tree.remove)
const run = (folder: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(folder), '--home', tree.at('/home'), ...args], { cwd: tree.at(folder) })
const TRUST = '--trust-workspace'
const COMMA = '.gemini/settings.json:1:80: Trailing comma. Gemini CLI does not start.'

const rows: readonly {
  readonly does: string
  readonly in?: string
  readonly args: readonly string[]
  readonly says: string | RegExp
  readonly never?: RegExp
  readonly code: number
}[] = [
  {
    does: '--dialect says which of several hooks of one name is meant',
    args: [TRUST, 'run', 'preToolUse', '--dialect', 'cursor', '--hook', 'guard.sh'],
    says: /^preToolUse cursor\n +guard\.sh +workspace +pass/,
    code: 0,
  },
  {
    does: 'the same for an entry of a file of another host, gate by gate',
    args: [TRUST, 'explain', 'preToolUse', '--dialect', 'copilot', '--hook', 'guard.sh'],
    says: /^guard\.sh preToolUse of copilot\n/,
    code: 0,
  },
  ...[['run', 'BeforeTool'] as const, ['explain', 'BeforeTool'] as const, ['trust', '--yes'] as const].map(
    (verb) => ({
      does: `${verb[0]} names the file with a comma too many, and where`,
      args: verb,
      says: `hookbench: ${COMMA}\n`,
      code: verb[0] === 'run' ? 1 : 0,
    }),
  ),
  {
    does: 'convert names it too, in place of saying that there are no entries',
    args: ['convert', 'gemini', 'codex'],
    says: `hookbench: ${COMMA}\n`,
    never: /there are no hook entries/,
    code: 2,
  },
  {
    does: 'list says the place of an error once, in front',
    args: ['list'],
    says: COMMA,
    never: /line 1/,
    code: 0,
  },
  {
    does: 'list shows the entry of a misspelt event that it counts',
    args: [TRUST, 'list', '--dialect', 'claude-code'],
    says: /no event of it\n +guard\.sh .* broken .*PreTolUse[\s\S]*\n3 hooks, 2 active, 1 broken\./,
    code: 0,
  },
  {
    does: 'list says that an entry whose script is missing cannot start',
    args: [TRUST, 'list', '--dialect', 'claude-code'],
    says: /gone\.sh .* cannot start [\s\S]* 1 of the active cannot start\./,
    code: 0,
  },
  {
    does: 'run of an entry whose script is missing is no success',
    args: [TRUST, 'run', 'Stop', '--dialect', 'claude-code'],
    says: /^Stop claude-code\n/,
    code: 1,
  },
  {
    does: 'nor is one where every entry is broken',
    in: '/misspelt',
    args: [TRUST, 'run', 'PreToolUse', '--dialect', 'claude-code'],
    says: /no hook answers this event here/,
    code: 1,
  },
  {
    does: 'test takes the path of a case',
    args: [TRUST, 'test', '.hookbench/cases/d.json'],
    says: /^✓ d/,
    code: 0,
  },
  {
    does: 'a hook that is not trusted is unknown, said once',
    in: '/fresh',
    args: ['run', 'PreToolUse', '--dialect', 'claude-code'],
    says: /guard\.sh +workspace +unknown +not trusted yet/,
    never: /skipped +unknown|unknown: untrusted/,
    code: 1,
  },
]
for (const { does, in: folder = '/ws', args, says, never, code } of rows)
  test(does, async () => {
    const got = await run(folder, ...args)
    const all = `${got.stdout}${got.stderr}`
    if (typeof says === 'string') assert.ok(all.includes(says), all)
    else assert.match(got.stdout, says)
    if (never !== undefined) assert.doesNotMatch(all, never)
    assert.equal(got.code, code, all)
  })

test('--save-case says what the case expects', async () => {
  await run('/ws', TRUST, 'run', 'preToolUse', '--dialect', 'cursor', '--record')
  const { stdout } = await run('/ws', 'replay', 'latest', '--event', '1', '--save-case', 'passes')
  assert.equal(
    stdout,
    'Saved .hookbench/cases/passes.json. It expects: the tool runs. `hookbench test` runs it.\n',
  )
})
