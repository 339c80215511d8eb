// The output of `run` for one situation per row: the effect of a hook's answer, and which parts of it the host ignores.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

type Row = readonly [
  it: string,
  /** Configuration files and scripts, by path. */
  files: Readonly<Record<string, unknown>>,
  args: readonly string[],
  present: readonly string[],
  absent?: readonly string[],
  code?: number,
]

const answering = (answer: unknown) => `#!/bin/sh\necho '${JSON.stringify(answer)}'\n`
const own = (hookEventName: string, more: object) => ({ hookSpecificOutput: { hookEventName, ...more } })
/** Entries in the format of Claude Code and the hosts that share it. */
const grouped = (event: string, ...commands: readonly string[]) => ({
  hooks: { [event]: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
})
const flat = (event: string, ...commands: readonly string[]) => ({
  version: 1,
  hooks: { [event]: commands.map((command) => ({ command })) },
})

const CLAUDE = '.claude/settings.json'
const CODEX = '.codex/hooks.json'
const GEMINI = '.gemini/settings.json'
const CURSOR = '.cursor/hooks.json'
const GITHUB = '.github/hooks/hooks.json'

const rewriting = answering(
  own('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'echo safe' } }),
)
const rewritingCursor = answering({ permission: 'allow', updated_input: { command: 'echo safe' } })
const rewritingOtherwise = answering(
  own('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'echo other' } }),
)
const SAYING = 'cat > /dev/null'
const PAYLOAD = (tool_name: string, tool_input: object) => ({
  ...{ session_id: 's', transcript_path: '/t', cwd: '/ws', permission_mode: 'default' },
  ...{ hook_event_name: 'PreToolUse', tool_name, tool_input, tool_use_id: 't1' },
})
const all = ['--all', '--dialect', 'claude-code']

const THIRD = ['--setting', 'include-third-party-configs=true']
/** The same command in Claude Code's file and in Cursor's. */
const twice = {
  [CLAUDE]: grouped('PreToolUse', './g.sh'),
  [CURSOR]: flat('preToolUse', './g.sh'),
  'g.sh': '#!/bin/sh\necho no >&2\nexit 2\n',
}
const unmatchable = {
  [GEMINI]: { hooks: { BeforeTool: [{ matcher: ['x'], hooks: [{ type: 'command', command: 'true' }] }] } },
}
const switchedOff = {
  [GEMINI]: { hooksConfig: { disabled: ['true'] }, ...grouped('BeforeTool', 'true') },
}
const DOUBLE = "A file of Cursor's has the same command, and that one runs."

const broken = { [CODEX]: '{"hooks":{"PreToolUse":[],}}' }
const REFUSED = 'Codex drops the whole file.'

const rows: readonly Row[] = [
  [
    'where hooks are turned off, nothing is looked for',
    { [CLAUDE]: grouped('PreToolUse', 'true') },
    ['--no-hooks', 'list'],
    ['All hooks are turned off by --no-hooks, so none were searched for.'],
    ['Hooks are looked for in'],
    0,
  ],
  [
    'whose file cannot be read is asked where nobody else is',
    broken,
    ['PreToolUse'],
    [`hookbench: ${CODEX}:`, REFUSED, 'PreToolUse codex\n  no hook answers this event here'],
    [],
    1,
  ],
  [
    'and beside others',
    { ...broken, [CLAUDE]: grouped('PreToolUse', 'true') },
    ['PreToolUse'],
    [REFUSED, 'PreToolUse claude-code\n', 'PreToolUse codex\n'],
    [],
    1,
  ],
  ['explain names it as well', broken, ['explain', 'PreToolUse'], [REFUSED, 'PreToolUse codex, veto']],
  [
    'a hook is explained as the reader sees it that has the event',
    { [GITHUB]: flat('preToolUse', './g.sh'), 'g.sh': '#!/bin/sh\n' },
    ['explain', 'preToolUse', '--hook', 'g.sh'],
    ['g.sh preToolUse of copilot', 'Nothing prevents it from running on this payload.'],
    [],
    0,
  ],
  [
    'and files that cannot be read are named beside it',
    { [GITHUB]: flat('preToolUse', './g.sh'), 'g.sh': '#!/bin/sh\n', '.github/hooks/z.json': '{' },
    ['explain', 'PreToolUse', '--hook', 'g.sh'],
    ['hookbench: .github/hooks/z.json:', 'g.sh PreToolUse of vscode'],
  ],
  [
    'what Cursor drops of the files of Claude Code is listed so',
    twice,
    [...THIRD, 'list', '--dialect', 'cursor'],
    [`workspace  disabled  60 s  ${DOUBLE}`, '2 hooks, 1 active, 1 disabled.'],
  ],
  ['no more than that runs', twice, [...THIRD, 'run', 'preToolUse'], [`skipped`, DOUBLE]],
  ['and Cursor is not said to run it twice', twice, [...THIRD, 'check'], ['run g.sh too'], ['each time']],
  [
    'another text is another entry, which Cursor runs as well',
    { ...twice, [CURSOR]: flat('preToolUse', 'sh ./g.sh') },
    [...THIRD, 'check'],
    ['Cursor runs g.sh here and for an entry of .cursor/hooks.json, each time.'],
  ],
  [
    'a matcher that keeps all hooks of an event from running is bad news',
    unmatchable,
    ['BeforeTool'],
    ['A matcher of this event is not a string, so no hook of it runs.'],
    [],
    1,
  ],
  ['and listed so', unmatchable, ['list'], ['workspace  broken', '1 hook, 0 active, 1 broken.']],
  [
    'what an agent has switched off by name is listed so',
    switchedOff,
    ['list'],
    ['workspace  disabled  60 s  It is switched off in "hooksConfig.disabled".'],
  ],
  ['and is no bad news', switchedOff, ['BeforeTool'], ['switched off in "hooksConfig.disabled"'], [], 0],
  [
    'an input that one agent takes and another does not is a difference',
    {
      [CLAUDE]: grouped('PreToolUse', './r.sh'),
      [GEMINI]: grouped('BeforeTool', './r.sh'),
      'r.sh': rewriting,
    },
    ['PreToolUse', ...all],
    [
      'Claude Code  PreToolUse  the tool runs with its input changed; the session goes on',
      'Copilot CLI  PreToolUse  the tool runs with its input changed; the session goes on',
      'Gemini CLI   BeforeTool  the tool runs; the session goes on',
      'They differ. Claude Code and Copilot CLI: the tool runs with {"command":"echo safe"}. Gemini CLI: the tool runs with its input as it was (it does not read "hookSpecificOutput.permissionDecision" and "hookSpecificOutput.updatedInput" at BeforeTool).',
    ],
  ],
  [
    'an input that a tool of the agent does not accept is dropped, which is said',
    { [CODEX]: grouped('PreToolUse', './r.sh'), [GITHUB]: flat('PreToolUse', './r.sh'), 'r.sh': rewriting },
    ['PreToolUse', '--dialect', 'vscode'],
    ['r.sh  workspace  allow', 'VS Code drops this "updatedInput"'],
  ],
  [
    'two inputs that mean the same in the words of two agents are no difference',
    {
      [CODEX]: grouped('PreToolUse', './r.sh'),
      [CURSOR]: flat('preToolUse', './c.sh'),
      'r.sh': rewriting,
      'c.sh': rewritingCursor,
    },
    ['PreToolUse', ...all],
    [
      'Codex        PreToolUse  the tool runs with its input changed',
      'Cursor       preToolUse  the tool runs with its input changed',
    ],
    ['They differ'],
  ],
  [
    'two others are one',
    {
      [CODEX]: grouped('PreToolUse', './o.sh'),
      [CURSOR]: flat('preToolUse', './c.sh'),
      'o.sh': rewritingOtherwise,
      'c.sh': rewritingCursor,
    },
    ['PreToolUse', ...all],
    [
      'They differ. Codex: the tool runs with {"command":"echo other"}. Cursor: the tool runs with {"command":"echo safe"}.',
    ],
  ],
  [
    'one payload is translated for agents that have no file in common',
    {
      [CLAUDE]: grouped('PreToolUse', SAYING),
      [CODEX]: grouped('PreToolUse', SAYING),
      'p.json': PAYLOAD('Bash', { command: 'ls' }),
    },
    ['PreToolUse', '--payload', 'p.json'],
    [
      '\nCodex: the payload of Claude Code is translated\nCodex: not in the payload, so taken from the example: model, turn_id\n',
      'turn_id',
    ],
    [],
    0,
  ],
  [
    'a payload is that of the agent that has its tool',
    { [GITHUB]: flat('PreToolUse', SAYING), 'p.json': PAYLOAD('run_in_terminal', { command: 'ls' }) },
    ['PreToolUse', '--payload', 'p.json'],
    ['\nCopilot CLI: the payload of VS Code is translated\n'],
  ],
  [
    'an agent that lacks the tool is left out',
    {
      [CLAUDE]: grouped('PreToolUse', SAYING),
      [CODEX]: grouped('PreToolUse', SAYING),
      'p.json': PAYLOAD('Glob', { pattern: '*.ts' }),
    },
    ['PreToolUse', '--payload', 'p.json'],
    ['hookbench: Codex is left out: Codex has no known tool like "Glob".', 'PreToolUse claude-code'],
    ['PreToolUse codex'],
    1,
  ],
  [
    'explain asks who can be told of it alone',
    {
      [CLAUDE]: grouped('PreToolUse', SAYING),
      [CODEX]: grouped('PreToolUse', SAYING),
      'p.json': PAYLOAD('Glob', { pattern: '*.ts' }),
    },
    ['explain', 'PreToolUse', '--payload', 'p.json'],
    ['hookbench: Codex is left out', 'PreToolUse claude-code'],
    ['PreToolUse codex'],
  ],
  [
    'searches, subagents and their like are known tools, and who has no entry and no such tool has no verdict',
    {
      [CLAUDE]: grouped('PreToolUse', SAYING),
      [GEMINI]: grouped('BeforeTool', SAYING),
      'p.json': PAYLOAD('Grep', { pattern: 'x', path: 'src' }),
    },
    ['PreToolUse', '--all', '--payload', 'p.json'],
    [
      'VS Code      PreToolUse  the tool runs; the session goes on',
      'Gemini CLI   BeforeTool  the tool runs; the session goes on',
      'Codex        PreToolUse  nothing runs',
      '\nCodex: no entry of its configuration here is for this event\nCodex has no known tool like "Grep"\n',
    ],
    [],
    0,
  ],
  [
    'what the model may choose from is said',
    {
      [GEMINI]: grouped('BeforeToolSelection', './n.sh'),
      'n.sh': answering(own('BeforeToolSelection', { toolConfig: { mode: 'NONE' } })),
    },
    ['BeforeToolSelection'],
    ['n.sh  workspace  changed', 'the model chooses from its tools\n  with {"mode":"NONE"}\n'],
  ],
  [
    'a refusal by exit code that decides nothing is said',
    { [GEMINI]: grouped('SessionStart', 'echo no >&2; exit 2') },
    ['SessionStart'],
    ['Gemini CLI ignores exit code 2 at SessionStart'],
    ['does not read'],
    0,
  ],
  [
    'a refusal in an answer that decides nothing is said',
    {
      [CLAUDE]: grouped('SessionStart', './b.sh', './c.sh'),
      'b.sh': answering({ decision: 'block', reason: 'x' }),
      'c.sh': answering({ continue: false }),
    },
    ['SessionStart'],
    [
      'Claude Code ignores "decision": "block" at SessionStart',
      'Claude Code ignores "continue": false at SessionStart',
    ],
  ],
  [
    'a refusal in words of another agent is said',
    { [CLAUDE]: grouped('PreToolUse', './b.sh'), 'b.sh': answering({ permission: 'deny' }) },
    ['PreToolUse'],
    ['Claude Code does not read "permission" at PreToolUse'],
  ],
  [
    'a refusal that counts is not said to be passed over',
    {
      [CLAUDE]: grouped('PreToolUse', './b.sh'),
      'b.sh': answering(own('PreToolUse', { permissionDecision: 'deny' })),
    },
    ['PreToolUse'],
    ['b.sh  workspace  deny'],
    ['does not read', 'passes over'],
  ],
  [
    'a worktree is not made where its hook fails, whatever the exit code',
    { [CLAUDE]: grouped('WorktreeCreate', 'echo "no disk" >&2; exit 1') },
    ['WorktreeCreate'],
    ['no disk', 'the operation fails'],
    ['as if it had not run'],
    0,
  ],
]

for (const [it, files, args, present, absent = [], code] of rows)
  test(it, async () => {
    const text = Object.entries(files).map(([path, held]) =>
      typeof held === 'string'
        ? `//- /ws/${path} 755\n${held}\n`
        : `//- /ws/${path}\n${JSON.stringify(held)}\n`,
    )
    const tree = writeTree(`//- /home/\n//- /ws/\n${text.join('')}`)
    const where = ['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace']
    const verb = /^[a-z-]+$/.test(args[0] ?? '') ? [] : ['run']
    const given = args.map((one) => (one === 'p.json' ? tree.at('/ws/p.json') : one))
    const result = await cli.run([...where, ...verb, ...given])
    tree.remove()
    const out = result.stdout + result.stderr
    for (const one of present) assert.ok(out.includes(one), `${one}\nis missing in\n${out}`)
    for (const one of absent) assert.ok(!out.includes(one), `${one}\nis in\n${out}`)
    if (code !== undefined) assert.equal(result.code, code, out)
  })
