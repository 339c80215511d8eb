// One payload translated for another host: a row is a payload, the event it becomes, and fields of the translation, or
// why there is none. Fields that the payload does not provide are marked as taken from the example.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { valueAt } from '../../runtime/contract/json.ts'
import { changeOf, patchThatAdds } from '../../runtime/contract/patch.ts'
import { eventsThere, translate } from '../../runtime/contract/translate/translate.ts'

const known: Readonly<Record<string, Dialect>> = dialects
const base = { session_id: 'S1', transcript_path: '/t', cwd: '/w', permission_mode: 'default' }
const PAYLOADS: Readonly<Record<string, object>> = {
  bash: { ...base, tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'U1' },
  described: { ...base, tool_name: 'Bash', tool_input: { command: 'ls', description: 'List' } },
  read: { ...base, tool_name: 'Read', tool_input: { file_path: '/w/a' } },
  write: { ...base, tool_name: 'Write', tool_input: { file_path: '/w/a', content: 'x\ny\n' } },
  edit: { ...base, tool_name: 'Edit', tool_input: { file_path: '/w/a', old_string: 'a', new_string: 'b' } },
  fetch: { ...base, tool_name: 'WebFetch', tool_input: { url: 'https://a.b', prompt: 'p' } },
  mcp: { ...base, tool_name: 'mcp__demo__ping', tool_input: { n: 1 }, tool_use_id: 'U1' },
  grep: { ...base, tool_name: 'Grep', tool_input: { pattern: 'x', path: 'src' } },
  olderGrep: { ...base, tool_name: 'search_file_content', tool_input: { pattern: 'x' } },
  glob: { ...base, tool_name: 'Glob', tool_input: { pattern: '*.ts' } },
  task: { ...base, tool_name: 'Task', tool_input: { prompt: 'Look.', description: 'look' } },
  ran: {
    ...base,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_response: { stdout: 'a\n', stderr: '', interrupted: false },
  },
  pong: {
    ...base,
    tool_name: 'mcp__demo__ping',
    tool_input: {},
    tool_response: [{ type: 'text', text: 'pong' }],
  },
  wrote: { ...base, tool_name: 'Write', tool_input: { file_path: '/w/a', content: '' }, tool_response: {} },
  patch: {
    ...base,
    tool_name: 'apply_patch',
    tool_input: { command: '*** Begin Patch\n*** Update File: a\n@@\n x\n-a\n+b\n*** End Patch\n' },
  },
  patches: {
    ...base,
    tool_name: 'apply_patch',
    tool_input: { command: '*** Begin Patch\n*** Delete File: a\n*** End Patch\n' },
  },
  gemini: { ...base, tool_name: 'mcp_my_server_ping', tool_input: {} },
  context: {
    ...base,
    tool_name: 'mcp_my_server_ping',
    tool_input: {},
    mcp_context: { server_name: 'my_server', tool_name: 'ping' },
  },
  pascal: { session_id: 'S1', cwd: '/w', tool_name: 'demo-ping', tool_input: { n: 1 } },
  shell: { session_id: 'S1', cwd: '/w', command: 'ls' },
  opened: { session_id: 'S1', file_path: '/w/a', content: 'x' },
  edited: { session_id: 'S1', file_path: '/w/a', edits: [{ old_string: 'a', new_string: 'b' }] },
  twice: { session_id: 'S1', file_path: '/w/a', edits: [{ old_string: 'a' }, { old_string: 'b' }] },
  served: { session_id: 'S1', tool_name: 'ping', tool_input: '{"n":1}', mcp_server_name: 'demo' },
  bare: { session_id: 'S1', cwd: '/w', tool_name: 'MCP:ping', tool_input: { n: 1 } },
  started: { ...base, source: 'startup' },
  resumed: { ...base, source: 'resume' },
  fresh: { ...base, source: 'new' },
  compacted: { ...base, source: 'compact' },
  ended: { ...base, reason: 'prompt_input_exit' },
  manual: { ...base, trigger: 'manual', custom_instructions: null },
  permission: { ...base, message: 'm', notification_type: 'permission_prompt' },
  waiting: { ...base, message: 'm', notification_type: 'idle_prompt' },
  subagent: { ...base, agent_id: 'A1', agent_type: 'mine' },
  stopped: { ...base, stop_hook_active: true, last_assistant_message: 'Done.' },
  broken: { ...base, tool_name: 'Bash', tool_input: { command: 'ls' }, error: 'boom' },
}

type Row = readonly [
  from: string,
  event: string,
  payload: string,
  to: string,
  there: string,
  expected: RegExp | Readonly<Record<string, unknown>>,
]

const ROWS: readonly Row[] = [
  [
    'claude-code',
    'PreToolUse',
    'bash',
    'codex',
    'PreToolUse',
    { tool_name: 'Bash', tool_use_id: 'U1', transcript_path: '/t' },
  ],
  [
    'claude-code',
    'PreToolUse',
    'bash',
    'cursor',
    'beforeShellExecution',
    { command: 'ls', cwd: '/w', hook_event_name: 'beforeShellExecution' },
  ],
  ['claude-code', 'PreToolUse', 'described', 'copilot', 'preToolUse', { 'toolArgs.description': 'List' }],
  ['claude-code', 'PreToolUse', 'described', 'codex', 'PreToolUse', { 'tool_input.description': undefined }],
  ['claude-code', 'PreToolUse', 'read', 'codex', 'PreToolUse', /Codex has no known tool like "Read"/],
  [
    ...(['claude-code', 'PreToolUse', 'grep', 'gemini', 'BeforeTool'] as const),
    { tool_name: 'grep_search', 'tool_input.pattern': 'x', 'tool_input.dir_path': 'src' },
  ],
  [
    ...(['claude-code', 'PreToolUse', 'grep', 'vscode', 'PreToolUse'] as const),
    { tool_name: 'grep_search', 'tool_input.query': 'x', 'tool_input.path': undefined },
  ],
  [
    ...(['claude-code', 'PreToolUse', 'glob', 'copilot', 'preToolUse'] as const),
    { toolName: 'glob', 'toolArgs.pattern': '*.ts' },
  ],
  [
    ...(['claude-code', 'PreToolUse', 'task', 'codex', 'PreToolUse'] as const),
    { tool_name: 'spawn_agent', 'tool_input.message': 'Look.' },
  ],
  [
    ...(['claude-code', 'PreToolUse', 'task', 'vscode', 'PreToolUse'] as const),
    { tool_name: 'runSubagent', 'tool_input.prompt': 'Look.', 'tool_input.description': 'look' },
  ],
  [
    ...(['gemini', 'BeforeTool', 'olderGrep', 'claude-code', 'PreToolUse'] as const),
    { tool_name: 'Grep', 'tool_input.pattern': 'x' },
  ],
  [
    ...(['claude-code', 'PreToolUse', 'grep', 'cursor', 'preToolUse'] as const),
    /it is unknown what Cursor gives its Grep for "Grep"/,
  ],
  ['claude-code', 'PreToolUse', 'read', 'cursor', 'beforeReadFile', { file_path: '/w/a', content: '' }],
  [
    'claude-code',
    'PreToolUse',
    'write',
    'codex',
    'PreToolUse',
    {
      tool_name: 'apply_patch',
      'tool_input.command': patchThatAdds('/w/a', 'x\ny\n'),
      'tool_input.content': undefined,
    },
  ],
  [
    'claude-code',
    'PreToolUse',
    'edit',
    'codex',
    'PreToolUse',
    /it is unknown what Codex gives its apply_patch for "Edit"/,
  ],
  [
    'claude-code',
    'PreToolUse',
    'edit',
    'cursor',
    'preToolUse',
    /it is unknown what Cursor gives its Write for "Edit"/,
  ],
  [
    'claude-code',
    'PostToolUse',
    'edit',
    'cursor',
    'afterFileEdit',
    { file_path: '/w/a', 'edits.0.old_string': 'a', 'edits.0.new_string': 'b' },
  ],
  [
    'claude-code',
    'PreToolUse',
    'fetch',
    'vscode',
    'PreToolUse',
    { tool_name: 'fetch_webpage', 'tool_input.urls': ['https://a.b'] },
  ],
  [
    'claude-code',
    'PreToolUse',
    'fetch',
    'gemini',
    'BeforeTool',
    /it is unknown what Gemini CLI gives its web_fetch for "WebFetch"/,
  ],
  [
    'claude-code',
    'PreToolUse',
    'mcp',
    'gemini',
    'BeforeTool',
    { tool_name: 'mcp_demo_ping', 'mcp_context.server_name': 'demo', 'mcp_context.tool_name': 'ping' },
  ],
  ['claude-code', 'PreToolUse', 'mcp', 'copilot', 'preToolUse', { toolName: 'demo-ping', 'toolArgs.n': 1 }],
  [
    'claude-code',
    'PreToolUse',
    'mcp',
    'copilot',
    'PreToolUse',
    { tool_name: 'demo-ping', 'tool_input.n': 1 },
  ],
  ['claude-code', 'PreToolUse', 'mcp', 'cursor', 'preToolUse', { tool_name: 'MCP:ping', 'tool_input.n': 1 }],
  [
    'claude-code',
    'PreToolUse',
    'mcp',
    'cursor',
    'beforeMCPExecution',
    { tool_name: 'ping', tool_input: '{"n":1}', mcp_server_name: 'demo', command: undefined },
  ],
  ['claude-code', 'PreToolUse', 'mcp', 'codex', 'PreToolUse', { tool_name: 'mcp__demo__ping' }],
  ['claude-code', 'PostToolUse', 'ran', 'copilot', 'postToolUse', { 'toolResult.textResultForLlm': 'a\n' }],
  ['claude-code', 'PostToolUse', 'ran', 'vscode', 'PostToolUse', { tool_response: 'a\n' }],
  ['claude-code', 'PostToolUse', 'ran', 'cursor', 'afterShellExecution', { command: 'ls', output: 'a\n' }],
  ['claude-code', 'PostToolUse', 'pong', 'gemini', 'AfterTool', { 'tool_response.llmContent': 'pong' }],
  ['claude-code', 'PostToolUse', 'wrote', 'vscode', 'PostToolUse', { tool_response: '' }],
  ['claude-code', 'Stop', 'stopped', 'cursor', 'stop', { workspace_roots: ['/w'] }],
  [
    'codex',
    'PreToolUse',
    'patch',
    'claude-code',
    'PreToolUse',
    {
      tool_name: 'Edit',
      'tool_input.file_path': '/w/a',
      'tool_input.old_string': 'x\na',
      'tool_input.new_string': 'x\nb',
    },
  ],
  ['codex', 'PreToolUse', 'patches', 'claude-code', 'PreToolUse', /only if it is one change of one file/],
  [
    'gemini',
    'BeforeTool',
    'gemini',
    'claude-code',
    'PreToolUse',
    /it is unknown what Claude Code calls "mcp_my_server_ping"/,
  ],
  ['gemini', 'BeforeTool', 'gemini', 'vscode', 'PreToolUse', { tool_name: 'mcp_my_server_ping' }],
  ['gemini', 'BeforeTool', 'context', 'claude-code', 'PreToolUse', { tool_name: 'mcp__my_server__ping' }],
  [
    'copilot',
    'PreToolUse',
    'pascal',
    'claude-code',
    'PreToolUse',
    { tool_name: 'mcp__demo__ping', 'tool_input.n': 1 },
  ],
  [
    'cursor',
    'beforeShellExecution',
    'shell',
    'claude-code',
    'PreToolUse',
    { tool_name: 'Bash', 'tool_input.command': 'ls' },
  ],
  [
    'cursor',
    'beforeReadFile',
    'opened',
    'gemini',
    'BeforeTool',
    { tool_name: 'read_file', 'tool_input.file_path': '/w/a', 'tool_input.content': undefined },
  ],
  [
    'cursor',
    'afterFileEdit',
    'edited',
    'claude-code',
    'PostToolUse',
    { tool_name: 'Edit', 'tool_input.old_string': 'a', 'tool_input.content': undefined },
  ],
  ['cursor', 'afterFileEdit', 'twice', 'claude-code', 'PostToolUse', /: "edits" has more than one/],
  [
    'cursor',
    'beforeMCPExecution',
    'served',
    'codex',
    'PreToolUse',
    { tool_name: 'mcp__demo__ping', 'tool_input.n': 1 },
  ],
  [
    'cursor',
    'preToolUse',
    'bare',
    'claude-code',
    'PreToolUse',
    /it is unknown what Claude Code calls "MCP:ping"/,
  ],
  [
    'cursor',
    'preToolUse',
    'bare',
    'cursor',
    'beforeMCPExecution',
    /it is unknown what Cursor calls "MCP:ping"/,
  ],
  ['claude-code', 'SessionStart', 'started', 'vscode', 'SessionStart', { source: 'new' }],
  ['claude-code', 'SessionStart', 'started', 'copilot', 'sessionStart', { source: 'startup' }],
  [
    'claude-code',
    'SessionStart',
    'resumed',
    'vscode',
    'SessionStart',
    /VS Code has no SessionStart for the source "resume"/,
  ],
  ['claude-code', 'SessionStart', 'resumed', 'gemini', 'SessionStart', { source: 'resume' }],
  [
    'claude-code',
    'SessionStart',
    'resumed',
    'cursor',
    'sessionStart',
    /Cursor has no sessionStart for the source "resume"/,
  ],
  [
    'claude-code',
    'SessionStart',
    'compacted',
    'copilot',
    'SessionStart',
    /has no SessionStart for the source "compact"/,
  ],
  ['vscode', 'SessionStart', 'fresh', 'codex', 'SessionStart', { source: 'startup' }],
  ['claude-code', 'SessionEnd', 'ended', 'codex', 'SessionEnd', { reason: 'other' }],
  ['claude-code', 'SessionEnd', 'ended', 'gemini', 'SessionEnd', { reason: 'prompt_input_exit' }],
  [
    'claude-code',
    'PreCompact',
    'manual',
    'vscode',
    'PreCompact',
    /VS Code has no PreCompact for the trigger "manual"/,
  ],
  ['claude-code', 'PreCompact', 'manual', 'cursor', 'preCompact', { trigger: 'manual' }],
  [
    'claude-code',
    'Notification',
    'permission',
    'gemini',
    'Notification',
    { notification_type: 'ToolPermission' },
  ],
  [
    'claude-code',
    'Notification',
    'waiting',
    'gemini',
    'Notification',
    /no Notification for the notification_type "idle_prompt"/,
  ],
  [
    'claude-code',
    'SubagentStart',
    'subagent',
    'cursor',
    'subagentStart',
    { subagent_id: 'A1', subagent_type: 'mine' },
  ],
  ['claude-code', 'SubagentStart', 'subagent', 'copilot', 'subagentStart', { agentName: 'mine' }],
  [
    'claude-code',
    'Stop',
    'stopped',
    'gemini',
    'AfterAgent',
    { prompt_response: 'Done.', stop_hook_active: true },
  ],
  [
    'claude-code',
    'PostToolUseFailure',
    'broken',
    'cursor',
    'postToolUseFailure',
    { error_message: 'boom', tool_name: 'Shell' },
  ],
]

test('a payload is translated to the names of another host, or reported as unknown there', () => {
  for (const [from, event, name, to, there, expected] of ROWS) {
    const what = `${from} ${event} ${name} → ${to} ${there}`
    const [source, target] = [known[from] as Dialect, known[to] as Dialect]
    const made = translate(PAYLOADS[name], source, event, target, there, '/w')
    if (expected instanceof RegExp) assert.match('why' in made ? made.why : 'known', expected, what)
    else {
      assert.ok(!('why' in made), what)
      for (const [path, value] of Object.entries(expected))
        assert.deepEqual(valueAt(made.payload, path), value, `${what}: ${path}`)
    }
  }
})

test('what the payload does not say is left out, or named as taken from the example', () => {
  const translated = (from: string, event: string, payload: string, to: string, there: string) => {
    const made = translate(
      PAYLOADS[payload],
      known[from] as Dialect,
      event,
      known[to] as Dialect,
      there,
      '/w',
    )
    assert.ok(!('why' in made))
    return made
  }
  const codex = translated('claude-code', 'PreToolUse', 'bash', 'codex', 'PreToolUse')
  assert.deepEqual(codex.notes, ['not in the payload, so taken from the example: model, turn_id'])
  const vscode = translated('claude-code', 'SessionStart', 'started', 'vscode', 'SessionStart')
  assert.equal(valueAt(vscode.payload, 'model'), undefined)
  const cursor = translated('cursor', 'sessionStart', 'bare', 'copilot', 'sessionStart')
  assert.deepEqual(cursor.notes, ['not in the payload, so taken from the example: timestamp'])
})

test('matchers are held against a field that may be unknown', () => {
  const made = translate(
    PAYLOADS.opened,
    known.cursor as Dialect,
    'sessionEnd',
    known.gemini as Dialect,
    'SessionEnd',
  )
  assert.ok(!('why' in made))
  assert.equal(made.unmatched, 'it is unknown what Gemini CLI sends as "reason"')
})

test('all events of one moment come up in order, those that hooks wait for', () => {
  const check = (payload: string, awaited: readonly string[], expected: readonly string[]) => {
    const { events = [] } = eventsThere(
      PAYLOADS[payload],
      known['claude-code'] as Dialect,
      'PreToolUse',
      known.cursor as Dialect,
      (name) => awaited.includes(name),
    ) as { readonly events?: readonly string[] }
    assert.deepEqual(events, expected)
  }
  check(
    'bash',
    ['beforeShellExecution', 'preToolUse', 'beforeReadFile'],
    ['preToolUse', 'beforeShellExecution'],
  )
  check('bash', ['beforeShellExecution'], ['beforeShellExecution'])
  check('bash', ['beforeMCPExecution'], ['preToolUse'])
  check('mcp', ['beforeMCPExecution', 'beforeShellExecution'], ['beforeMCPExecution'])
  check('read', ['beforeReadFile', 'preToolUse'], ['preToolUse', 'beforeReadFile'])
  check('edit', ['preToolUse', 'afterFileEdit'], ['preToolUse'])
})

test('a patch is translated to the one change that it makes', () => {
  const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
  const ROWS: readonly (readonly [string, unknown])[] = [
    [patchThatAdds('a', 'x\ny\n'), { tool: 'write', path: 'a', content: 'x\ny\n' }],
    [patchThatAdds('a', ''), { tool: 'write', path: 'a', content: '' }],
    [patch('*** Update File: a', '-x', '+y'), { tool: 'edit', path: 'a', before: 'x', after: 'y' }],
    [
      patch('*** Update File: a', '@@ f()', ' k', '+y'),
      { tool: 'edit', path: 'a', before: 'k', after: 'k\ny' },
    ],
    [patch('*** Update File: a', '-x', '@@', '-z'), undefined],
    [patch('*** Update File: a', '*** Move to: b', '-x'), undefined],
    [patch('*** Add File: a', '+x', '*** Add File: b', '+y'), undefined],
    [patch('*** Delete File: a'), undefined],
    ['rm a', undefined],
  ]
  for (const [text, change] of ROWS) assert.deepEqual(changeOf(text), change, text)
})
