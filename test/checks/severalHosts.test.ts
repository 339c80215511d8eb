// One script that several hosts call: each finding about its answers, its exits and its entries names all hosts
// concerned in one message.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsIn, type SeededFiles } from '../support/seeded.ts'

const group = (command: string) => [{ hooks: [{ type: 'command', command }] }]
const claude = (event: string, command = './h.sh') => ({
  '.claude/settings.json': JSON.stringify({ hooks: { [event]: group(command) } }),
})
const codex = (event: string, command = './h.sh') => ({
  '.codex/hooks.json': JSON.stringify({ hooks: { [event]: group(command) } }),
})
const github = (event: string, bash = './h.sh') => ({
  '.github/hooks/h.json': JSON.stringify({ version: 1, hooks: { [event]: [{ type: 'command', bash }] } }),
})
const cursor = (event: string, more: object = {}) => ({
  '.cursor/hooks.json': JSON.stringify({ version: 1, hooks: { [event]: [{ command: './h.sh', ...more }] } }),
})
const gemini = (event: string, command = './h.sh') => ({
  '.gemini/settings.json': JSON.stringify({ hooks: { [event]: group(command) } }),
})
const script = (line: string) => ({ 'h.sh': { text: `#!/bin/sh\n${line}\n`, mode: '755' } })
const print = (answer: unknown) => script(`echo '${JSON.stringify(answer)}'`)

const context = (hookEventName: string) =>
  print({ hookSpecificOutput: { hookEventName, additionalContext: 'Mind the style guide.' } })

const rows: readonly (readonly [
  what: string,
  files: SeededFiles,
  of: string,
  messages: readonly string[],
])[] = [
  [
    'a file in which no host finds entries',
    { '.github/hooks/h.json': '{"hooks": []}\n' },
    'configuration.rejected',
    ['error "hooks" is not an object, so VS Code ignores the file; Copilot drops the whole file.'],
  ],
  [
    'a field that only an event of one host has',
    {
      '.github/hooks/h.json': JSON.stringify({
        hooks: { PreToolUse: [{ type: 'command', command: './h.sh' }] },
      }),
      ...script('jq -r .prompt'),
    },
    'field.unknown',
    [
      'error Neither PreToolUse of VS Code nor PreToolUse of Copilot CLI has "prompt", so reading it gives null. UserPromptSubmit of VS Code does.',
    ],
  ],
  [
    'a missing script',
    {
      '.github/hooks/h.json': JSON.stringify({
        hooks: { SessionStart: [{ type: 'command', command: './gone.sh' }] },
      }),
    },
    'entry.script',
    [
      'error There is no file gone.sh, so this entry does nothing: VS Code shows what the shell says, and goes on; Copilot goes on as if it had not run.',
    ],
  ],
  [
    'a missing script after which both hosts do the same',
    {
      '.github/hooks/h.json': JSON.stringify({
        hooks: { PreToolUse: [{ type: 'command', command: 'python3 gone.py' }] },
      }),
    },
    'entry.script',
    ['error There is no file gone.py, and python3 exits with status 2: every matching call is blocked.'],
  ],
  [
    'an answer that nobody takes',
    {
      ...claude('PreToolUse'),
      ...codex('PreToolUse'),
      ...github('preToolUse'),
      ...print({ decision: 'ask' }),
    },
    'result.ignored',
    [
      'warning Claude Code drops this answer to PreToolUse: decision: expected "approve" or "block", got "ask". Codex drops this answer to PreToolUse: decision: expected "approve", "block" or null, got "ask". Copilot CLI blocks nothing at preToolUse because of this answer: it does not read "decision" there.',
    ],
  ],
  [
    'a time-out in the wrong unit and a doubled command, in a file that two hosts read',
    {
      '.github/hooks/h.json': JSON.stringify({
        version: 1,
        hooks: {
          PreToolUse: [
            { type: 'command', command: 'true', timeout: 30000 },
            { type: 'command', command: 'true' },
          ],
        },
      }),
    },
    'entry.timeout',
    [
      'warning VS Code expects seconds: it waits 8.3 hours for a hook that hangs. The same applies to Copilot CLI.',
    ],
  ],
  [
    'an answer that one drops and one passes over',
    { ...codex('SessionStart'), ...claude('SessionStart'), ...print({ decision: 'block', reason: 'no' }) },
    'result.ignored',
    [
      'warning Claude Code blocks nothing at SessionStart because of this answer. Codex drops this answer to SessionStart: decision is not a field of this object; reason is not a field of this object.',
    ],
  ],
  [
    'a text that one of three does not read',
    { ...claude('PostToolUse'), ...github('postToolUse'), ...context('PostToolUse') },
    'result.ignored',
    [
      'info Copilot CLI does not pass the text of this answer to the model at postToolUse: it does not read "hookSpecificOutput" there.',
    ],
  ],
  [
    'a text that all read',
    { ...claude('SessionStart'), ...codex('SessionStart'), ...context('SessionStart') },
    'result.ignored',
    [],
  ],
  [
    'an end that stops nothing in two of three',
    {
      ...claude('PreToolUse'),
      ...codex('PreToolUse'),
      ...github('preToolUse'),
      ...script('echo "blocked: not allowed" >&2; exit 1'),
    },
    'exit.ignored',
    ['info Status 1 blocks nothing at PreToolUse in Claude Code and Codex; only status 2 does.'],
  ],
  [
    'one script of four files',
    {
      ...claude('PreToolUse'),
      ...codex('PreToolUse'),
      ...github('preToolUse'),
      ...cursor('preToolUse'),
      ...script('exit 0'),
    },
    'entry.twice',
    [
      'info .claude/settings.json Copilot CLI runs h.sh here and for an entry of .github/hooks/h.json, each time; Codex (.codex/hooks.json), VS Code (.github/hooks/h.json) and Cursor (.cursor/hooks.json) run it too, with their own payload.',
      'info .codex/hooks.json Claude Code and Copilot CLI (.claude/settings.json), VS Code and Copilot CLI (.github/hooks/h.json) and Cursor (.cursor/hooks.json) run h.sh too, with their own payload.',
    ],
  ],
  [
    'an end that keeps nobody going',
    { ...cursor('stop'), ...script('echo no >&2\nexit 2') },
    'entry.loop',
    [],
  ],
  [
    'an answer that keeps another host going',
    { ...claude('Stop'), ...cursor('stop', { loop_limit: null }), ...print({ followup_message: 'on' }) },
    'entry.loop',
    [
      'warning The end of every turn is blocked, even after an earlier block: without a "loop_limit" nothing ends the loop.',
    ],
  ],
  [
    'an answer that keeps another host going until its own limit',
    { ...claude('Stop'), ...cursor('stop'), ...print({ followup_message: 'on' }) },
    'entry.loop',
    [],
  ],
  [
    'a name of another event where nobody looks at it',
    { ...gemini('AfterTool'), ...context('PostToolUse') },
    'result.type',
    [],
  ],
  [
    'a name of another event where it counts',
    { ...claude('PostToolUse'), ...context('AfterTool') },
    'result.type',
    [
      'error "hookSpecificOutput.hookEventName" must be "PostToolUse", not "AfterTool", so the whole answer is invalid.',
    ],
  ],
]

for (const [what, files, code, messages] of rows)
  test(what, async () => {
    const found = (await findingsIn(files)).filter((one) => one.code === code)
    const reported = found.map(
      ({ severity, at, message }) => `${severity} ${code === 'entry.twice' ? `${at} ` : ''}${message}`,
    )
    if (code === 'entry.twice')
      for (const message of messages) assert.ok(reported.includes(message), reported.join('\n'))
    else assert.deepEqual(reported, messages)
  })

const matched = (at: Readonly<Record<string, string>>) => {
  const [claudeMatcher, githubEvent, githubMatcher] = [at.claude, at.event ?? 'PreToolUse', at.github]
  const run = { type: 'command', command: at.command ?? './h.sh' }
  return {
    '.claude/settings.json': JSON.stringify({
      hooks: { PreToolUse: [{ matcher: claudeMatcher, hooks: [run] }] },
    }),
    '.github/hooks/h.json': JSON.stringify({
      version: 1,
      hooks: { [githubEvent]: [{ ...run, matcher: githubMatcher }] },
    }),
  }
}
const steps = (hooks: Readonly<Record<string, string | undefined>>) => ({
  '.cursor/hooks.json': JSON.stringify({
    version: 1,
    hooks: Object.fromEntries(
      Object.entries(hooks).map(([step, matcher]) => [step, [{ command: './h.sh', matcher }]]),
    ),
  }),
})
const again = (title: string) => new RegExp(`^${title} runs .* each time`)

const pairs: readonly (readonly [what: string, files: SeededFiles, twice: RegExp, is: boolean])[] = [
  ['in a list and alone', matched({ claude: 'Bash|Edit', github: 'Bash' }), again('Copilot CLI'), true],
  [
    'by two names',
    matched({ claude: 'Bash', event: 'preToolUse', github: 'bash' }),
    again('Copilot CLI'),
    true,
  ],
  ['by none', matched({ claude: 'Write', github: 'Bash' }), again('Copilot CLI'), false],
  [
    'by none of two names',
    matched({ claude: 'Write', event: 'preToolUse', github: 'bash' }),
    again('Copilot CLI'),
    false,
  ],
  [
    'without a script',
    matched({ claude: 'Bash', github: 'Bash', command: 'npm test' }),
    again('Copilot CLI'),
    true,
  ],
  [
    'by two tools of two hosts',
    { ...matched({ claude: 'Write', github: 'Edit' }), ...codex('Stop') },
    /Claude Code by/,
    false,
  ],
  ['at two steps', steps({ preToolUse: 'Shell', beforeShellExecution: undefined }), again('Cursor'), true],
  [
    'at two steps of other tools',
    steps({ beforeReadFile: undefined, beforeShellExecution: undefined }),
    again('Cursor'),
    false,
  ],
  [
    'at the step of a tool and of none',
    steps({ preToolUse: 'Read', beforeShellExecution: undefined }),
    again('Cursor'),
    false,
  ],
  ['after an edit', steps({ postToolUse: undefined, afterFileEdit: undefined }), again('Cursor'), true],
]

for (const [what, files, twice, is] of pairs)
  test(`one script for one call, ${what}: ${is ? 'twice' : 'once'}`, async () => {
    const found = (await findingsIn({ ...files, ...script('exit 0') })).filter(
      ({ code }) => code === 'entry.twice',
    )
    const messages = found.map(({ message }) => message)
    assert.equal(
      messages.some((message) => twice.test(message)),
      is,
      messages.join('\n'),
    )
  })
