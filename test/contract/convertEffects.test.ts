// Every effect that an answer has at one host and not at the other is reported before anything is written: the fate of
// the operation, questions, rewritten inputs and results, texts for the model and the person, ends of the run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertFile, fileOf, isWritable } from '../../runtime/contract/convert/convert.ts'
import type { WritableHost } from '../../runtime/contract/convert/places.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'

const hosts = new Map<string, WritableHost>(
  Object.values<Dialect>(dialects)
    .filter(isWritable)
    .map((one) => [one.id, one]),
)

type Row = {
  readonly from: readonly [host: string, event: string, matcher?: string]
  readonly to: string
  /** The JSON that the command prints, or the command itself. */
  readonly says: Readonly<Record<string, unknown>> | string
  /** A note that names the loss, or `kept`. */
  readonly lost: RegExp | 'kept'
  /** The converted command, or the matcher. */
  readonly becomes?: string
}

const claude = (event: string, answer: object) => ({
  hookSpecificOutput: { hookEventName: event, ...answer },
})

const ROWS: readonly Row[] = [
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'gemini',
    says: claude('PreToolUse', { additionalContext: 'careful' }),
    lost: /Claude Code tells the model its "additionalContext", Gemini CLI changes nothing/,
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'cursor',
    says: claude('PreToolUse', { additionalContext: 'careful' }),
    lost: 'kept',
    becomes: '{"additional_context":"careful"}',
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'gemini',
    says: claude('PreToolUse', { updatedInput: { command: 'ls' } }),
    lost: 'kept',
    becomes: '{"hookSpecificOutput":{"tool_input":{"command":"ls"}}}',
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'vscode',
    says: claude('PreToolUse', { updatedInput: { command: 'ls' } }),
    lost: /Claude Code rewrites the input, VS Code changes nothing/,
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'gemini',
    says: claude('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'ls' } }),
    lost: /Claude Code allows it without asking, Gemini CLI does not/,
    becomes: '{"hookSpecificOutput":{"tool_input":{"command":"ls"}}}',
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'codex',
    says: claude('PreToolUse', { permissionDecision: 'ask' }),
    lost: /Claude Code asks the user, Codex changes nothing/,
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'copilot',
    says: { continue: false, stopReason: 'enough' },
    lost: /Claude Code ends the run, Copilot CLI changes nothing/,
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'copilot',
    says: { systemMessage: 'by the way' },
    lost: /Claude Code tells the person its "systemMessage", Copilot CLI changes nothing/,
  },
  {
    from: ['claude-code', 'PostToolUse'],
    to: 'codex',
    says: { decision: 'block', reason: 'lint first' },
    lost: 'kept',
    becomes: '"additionalContext":"lint first"',
  },
  {
    from: ['claude-code', 'PostToolUse'],
    to: 'gemini',
    says: claude('PostToolUse', { updatedToolOutput: { stdout: 'x', stderr: '', interrupted: false } }),
    lost: 'kept',
    becomes: '"reason":"x"',
  },
  {
    from: ['claude-code', 'SessionStart'],
    to: 'codex',
    says: claude('SessionStart', { additionalContext: 'on main', sessionTitle: 'Mend' }),
    lost: /Claude Code reads "sessionTitle", which Codex does not know/,
  },
  {
    from: ['claude-code', 'UserPromptSubmit'],
    to: 'copilot',
    says: "echo 'Today is Monday'",
    lost: /prints plain text: Claude Code tells the model that, Copilot CLI changes nothing/,
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'cursor',
    says: "echo 'checked'",
    lost: /prints plain text: Claude Code changes nothing, Cursor blocks it/,
  },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'copilot',
    says: 'echo no >&2; exit 2',
    lost: /Claude Code tells the model what it writes to standard error, Copilot CLI does not/,
  },
  { from: ['claude-code', 'PreToolUse'], to: 'codex', says: 'echo no >&2; exit 2', lost: 'kept' },
  {
    from: ['claude-code', 'PreToolUse'],
    to: 'codex',
    says: 'exit 2',
    lost: /Claude Code blocks it, Codex changes nothing/,
  },
  {
    from: ['copilot', 'preToolUse'],
    to: 'claude-code',
    says: { modifiedArgs: { command: 'ls' } },
    lost: /|/,
    becomes: '"updatedInput":{"command":"ls"}',
  },
  {
    from: ['copilot', 'userPromptSubmitted'],
    to: 'claude-code',
    says: { modifiedPrompt: 'shorter' },
    lost: /Copilot CLI rewrites the prompt, Claude Code changes nothing/,
  },
  {
    from: ['gemini', 'AfterAgent'],
    to: 'claude-code',
    says: { decision: 'deny', reason: 'again', hookSpecificOutput: { clearContext: true } },
    lost: /Gemini CLI reads "clearContext", which Claude Code does not know/,
  },
  {
    from: ['cursor', 'sessionStart'],
    to: 'gemini',
    says: { env: { A: 'b' }, additional_context: 'hi' },
    lost: /Cursor reads "env", which Gemini CLI does not know/,
    becomes: '"additionalContext":"hi"',
  },
  {
    from: ['cursor', 'beforeShellExecution'],
    to: 'claude-code',
    says: { permission: 'deny', user_message: 'no', agent_message: 'use make' },
    lost: 'kept',
    becomes: '"permissionDecisionReason":"use make"},"systemMessage":"no"}',
  },
  {
    from: ['cursor', 'beforeShellExecution'],
    to: 'copilot',
    says: { permission: 'deny', user_message: 'no', agent_message: 'use make' },
    lost: /Cursor tells the person its "user_message", Copilot CLI does not/,
    becomes: '"permissionDecision":"deny"',
  },
  {
    from: ['cursor', 'beforeReadFile'],
    to: 'gemini',
    says: { permission: 'deny', user_message: 'secret' },
    lost: 'kept',
    becomes: '"matcher":"read_file"',
  },
  {
    from: ['cursor', 'afterFileEdit'],
    to: 'claude-code',
    says: 'true',
    lost: 'kept',
    becomes: '"matcher":"Edit|Write"',
  },
  {
    from: ['cursor', 'afterFileEdit'],
    to: 'claude-code',
    says: 'jq -r .file_path | xargs cat >&2',
    lost: /reads "file_path", which Claude Code has at "tool_input\.file_path"/,
  },
  {
    from: ['cursor', 'afterShellExecution'],
    to: 'claude-code',
    says: 'jq -r .output >&2',
    lost: /reads "output", which Claude Code calls "tool_response\.stdout"/,
  },
  {
    from: ['cursor', 'beforeShellExecution', '^rm '],
    to: 'claude-code',
    says: 'true',
    lost: /Cursor matches "\^rm " against "command", Claude Code against the tool name/,
    becomes: '"matcher":"Bash"',
  },
  {
    from: ['cursor', 'beforeMCPExecution', 'MCP:query'],
    to: 'claude-code',
    says: 'true',
    lost: 'kept',
    becomes: '"matcher":"mcp__.*__query"',
  },
  {
    from: ['cursor', 'beforeMCPExecution'],
    to: 'codex',
    says: 'jq .tool_input >&2',
    lost: /reads "tool_input", which Codex sends as an object and not as text/,
  },
  {
    from: ['cursor', 'beforeTabFileRead'],
    to: 'claude-code',
    says: 'true',
    lost: /Claude Code has no event for beforeTabFileRead/,
  },
  { from: ['copilot', 'preToolUse'], to: 'claude-code', says: 'npm test', lost: 'kept' },
  {
    from: ['copilot', 'preToolUse'],
    to: 'claude-code',
    says: 'jq -r ".tool_name // .toolName" >&2',
    lost: 'kept',
  },
  {
    from: ['copilot', 'preToolUse'],
    to: 'claude-code',
    says: 'jq -r .toolName >&2',
    lost: /reads "toolName", which Claude Code calls "tool_name"/,
  },
]

for (const { from, to, says, lost, becomes } of ROWS) {
  const command = typeof says === 'string' ? says : `echo '${JSON.stringify(says)}'`
  test(`${from.join(' ')} to ${to}: ${command}`, () => {
    const [id, event, matcher] = from
    const [source, target] = [hosts.get(id), hosts.get(to)]
    assert.ok(source !== undefined && target !== undefined)
    const { hooks, matcher: _, ...rest } = source.host.newEntry(event, 'x').value as Record<string, unknown>
    const [inner] = Array.isArray(hooks) ? (hooks as object[]) : [rest]
    const entry = { ...inner, command }
    const matched = matcher === undefined ? {} : { matcher }
    const value = Array.isArray(hooks) ? { ...matched, hooks: [entry] } : { ...entry, ...matched }
    const [converted] = convertFile(source, fileOf(source, [{ event, matcher, value }]), target, {
      platform: 'linux',
      named: ({ path }) => path,
      scripts: () => [],
    })
    const notes = (converted?.notes ?? []).filter(({ kind }) => kind === 'lost').map(({ message }) => message)
    if (lost === 'kept') assert.deepEqual(notes, [])
    else assert.match(notes.join('\n'), lost)
    const made = JSON.stringify(converted?.made.map((one) => one.value)).replaceAll('\\"', '"')
    if (becomes !== undefined) assert.ok(made.includes(becomes), made)
  })
}
