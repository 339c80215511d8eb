// Three Claude Code events and two Codex events, small and local to this file: the contract's types must express what
// real hosts do before anything builds on them. If a row cannot be written here, the types are wrong, not the row.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { attemptFrom, type Dialect, dialect } from '../../runtime/contract/dialect.ts'
import { type EventRecord, event, type Flow } from '../../runtime/contract/eventRecord.ts'
import { capped, flowOf, mergeVerdicts } from '../../runtime/contract/flow.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import type { Raw, ReadEnd, Verdict } from '../../runtime/contract/verdict.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

// ---- Claude Code: exit 2 with stderr, `allow`, plain text as context, rewrites that race, `continue: false`

const claudeBase = {
  session_id: Type.String({ description: 'Id of the session.' }),
  cwd: Type.String({ description: 'Working directory.' }),
}

const claudeResult = <S extends TSchema>(specific: S) =>
  Type.Object({
    continue: Type.Optional(Type.Boolean({ description: 'False stops the agent.' })),
    stopReason: text('Why it stops.'),
    systemMessage: text('Shown to the user.'),
    decision: Type.Optional(Type.Union([Type.Literal('approve'), Type.Literal('block')])),
    reason: text('Why it is blocked.'),
    hookSpecificOutput: Type.Optional(specific),
  })

const universal = (result: {
  continue?: boolean
  stopReason?: string
  systemMessage?: string
}): Verdict<never> => ({
  ...(result.continue === false ? { decision: 'stop', reason: result.stopReason } : {}),
  ...(result.systemMessage === undefined ? {} : { notes: [result.systemMessage] }),
})

/** Exit 0 with JSON is a result, exit 2 is what the event derives from stderr, any other exit code is a crash. */
function hearClaude(
  raw: Raw,
  exit2: (stderr: string) => Verdict,
  plain?: (stdout: string) => Verdict,
): ReadEnd {
  if (raw.exitCode === 2) return { kind: 'verdict', verdict: exit2(raw.stderr.trim()) }
  if (raw.exitCode !== 0) return { kind: 'failed', reason: 'crashed', message: `exit code ${raw.exitCode}` }
  const stdout = raw.stdout.trim()
  if (stdout.startsWith('{')) return { kind: 'returned', result: JSON.parse(stdout) }
  return plain === undefined || stdout === ''
    ? { kind: 'returned', result: undefined }
    : { kind: 'verdict', verdict: plain(stdout) }
}

/** A rewrite counts only from a hook whose decision won; among those, the last to finish wins. */
const lastFinished: Flow['merge'] = (soFar, next, by) => {
  const merged = mergeVerdicts(soFar, next)
  const holds = soFar.payload !== undefined && soFar.decision === merged.decision
  const rewrites = next.payload !== undefined && next.decision === merged.decision
  if (rewrites && (!holds || by.finished > by.before)) return { ...merged, payload: next.payload }
  return { ...merged, payload: holds ? soFar.payload : undefined }
}

const together: Partial<Flow> = { run: 'parallel', sees: 'original', endsAt: 'never', merge: lastFinished }

const claude = dialect({
  id: 'claude-code',
  title: 'Claude Code',
  summary: 'Hooks of a settings file.',
  source: 'test',
  version: '2.1.330',
  exports: 'settings',
  files: [],
  places: [{ source: 'user', base: 'home', folder: '.claude' }],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 600_000,
  signal: 'argument',
  wire: { argv: [] },
  readEnd: (raw) => hearClaude(raw, (stderr) => ({ decision: 'deny', reason: stderr })),
  flow: { observe: together, transform: together, veto: together },
  events: {
    PreToolUse: event({
      summary: 'Runs before a tool.',
      source: 'contracts, "Claude Code"',
      semantics: 'veto',
      lifecycle: 'tool.before',
      common: { session: 'session_id', cwd: 'cwd', tool: 'tool_name', input: 'tool_input' },
      matches: 'tool_name',
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object({
        ...claudeBase,
        hook_event_name: Type.Literal('PreToolUse'),
        tool_name: Type.String({ description: 'Name of the tool.' }),
        tool_input: Type.Unknown({ description: 'Open: every tool has its own.' }),
      }),
      result: claudeResult(
        Type.Object({
          hookEventName: Type.Literal('PreToolUse'),
          permissionDecision: Type.Optional(
            Type.Union([Type.Literal('allow'), Type.Literal('deny'), Type.Literal('ask')]),
          ),
          permissionDecisionReason: text('Why.'),
          updatedInput: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
          additionalContext: text('For the model.'),
        }),
      ),
      verdict: (result, payload) => {
        const output = result.hookSpecificOutput
        return {
          ...(output?.permissionDecision === undefined
            ? {}
            : { decision: output.permissionDecision, reason: output.permissionDecisionReason }),
          ...(output?.updatedInput === undefined
            ? {}
            : { payload: { ...payload, tool_input: output.updatedInput } }),
          ...(output?.additionalContext === undefined ? {} : { context: [output.additionalContext] }),
          ...universal(result),
        }
      },
      example: {
        session_id: 's',
        cwd: '/srv/shop',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
      },
    }),

    UserPromptSubmit: event({
      summary: 'Runs when the user sends a prompt.',
      source: 'contracts, "Claude Code"',
      semantics: 'veto',
      lifecycle: 'prompt',
      common: { session: 'session_id', prompt: 'prompt' },
      empty: 'pass',
      onFailure: 'pass',
      readEnd: (raw) =>
        hearClaude(
          raw,
          (stderr) => ({ decision: 'deny', notes: [stderr] }),
          (stdout) => ({ context: [stdout] }),
        ),
      payload: Type.Object({ ...claudeBase, prompt: Type.String({ description: 'What the user wrote.' }) }),
      result: claudeResult(Type.Object({ additionalContext: text('For the model.') })),
      verdict: (result) => ({
        ...(result.decision === 'block' ? { decision: 'deny', reason: result.reason } : {}),
        ...(result.hookSpecificOutput?.additionalContext === undefined
          ? {}
          : { context: [result.hookSpecificOutput.additionalContext] }),
        ...universal(result),
      }),
      example: { session_id: 's', cwd: '/srv/shop', prompt: 'Fix the tests.' },
    }),

    PostToolUse: event({
      summary: 'Runs after a tool; too late to stop it.',
      source: 'contracts, "Claude Code"',
      semantics: 'transform',
      lifecycle: 'tool.after',
      common: { session: 'session_id', tool: 'tool_name', output: 'tool_response' },
      matches: 'tool_name',
      empty: 'pass',
      onFailure: 'pass',
      readEnd: (raw) => hearClaude(raw, (stderr) => ({ context: [stderr] })),
      payload: Type.Object({
        ...claudeBase,
        tool_name: Type.String({ description: 'Name of the tool.' }),
        tool_response: Type.Unknown({ description: 'Open: every tool has its own.' }),
      }),
      result: claudeResult(
        Type.Object({
          updatedToolOutput: Type.Optional(Type.Unknown({ description: 'Open: every tool has its own.' })),
        }),
      ),
      verdict: (result, payload) => ({
        ...(result.hookSpecificOutput?.updatedToolOutput === undefined
          ? {}
          : { payload: { ...payload, tool_response: result.hookSpecificOutput.updatedToolOutput } }),
        ...(result.decision === 'block' && result.reason !== undefined ? { context: [result.reason] } : {}),
        ...universal(result),
      }),
      example: { session_id: 's', cwd: '/srv/shop', tool_name: 'Bash', tool_response: '42 passing' },
    }),
  },
})

// ---- Codex: closed objects, exit 2 with an empty stderr fails, stops beat blocks and block reasons are follow-ups

const codexUniversal = {
  continue: Type.Optional(Type.Boolean({ description: 'False stops the agent.' })),
  stopReason: text('Why it stops.'),
  systemMessage: text('Shown to the user.'),
  decision: Type.Optional(Type.Literal('block')),
  reason: text('Why it is blocked.'),
}
const closed = { additionalProperties: false } as const

function hearCodex(raw: Raw, exit2: (stderr: string) => Verdict, plain: 'ignored' | 'failed'): ReadEnd {
  const stderr = raw.stderr.trim()
  if (raw.exitCode === 2 && stderr !== '') return { kind: 'verdict', verdict: exit2(stderr) }
  if (raw.exitCode !== 0) return { kind: 'failed', reason: 'crashed', message: `exit code ${raw.exitCode}` }
  const stdout = raw.stdout.trim()
  if (stdout.startsWith('{')) return { kind: 'returned', result: JSON.parse(stdout) }
  return stdout === '' || plain === 'ignored'
    ? { kind: 'returned', result: undefined }
    : { kind: 'failed', reason: 'unreadable', message: 'printed no JSON' }
}

const codex = dialect({
  id: 'codex',
  title: 'Codex',
  summary: 'Hooks of hooks.json.',
  source: 'test',
  version: '0.169.0',
  exports: 'settings',
  files: [],
  places: [{ source: 'workspace', base: 'workspace', folder: '.codex' }],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 600_000,
  signal: 'argument',
  wire: { argv: [] },
  readEnd: (raw) => hearCodex(raw, (stderr) => ({ decision: 'deny', reason: stderr }), 'ignored'),
  flow: { veto: together },
  events: {
    PreToolUse: event({
      summary: 'Runs before a tool.',
      source: 'contracts, "OpenAI Codex"',
      semantics: 'veto',
      lifecycle: 'tool.before',
      common: { session: 'session_id', tool: 'tool_name', input: 'tool_input' },
      matches: 'tool_name',
      empty: 'pass',
      onFailure: 'pass',
      payload: Type.Object(
        {
          session_id: Type.String({ description: 'Id of the session.' }),
          tool_name: Type.String({ description: 'Name of the tool.' }),
          tool_input: Type.Unknown({ description: 'Open: every tool has its own.' }),
        },
        closed,
      ),
      result: Type.Object(codexUniversal, closed),
      verdict: (result) => (result.decision === 'block' ? { decision: 'deny', reason: result.reason } : {}),
      example: { session_id: 's', tool_name: 'shell', tool_input: { command: ['ls'] } },
    }),

    Stop: event({
      summary: 'Runs when the agent would stop. A block keeps it going.',
      source: 'contracts, "OpenAI Codex"',
      semantics: 'veto',
      lifecycle: 'stop',
      common: { session: 'session_id' },
      empty: 'pass',
      onFailure: 'pass',
      readEnd: (raw) => hearCodex(raw, (stderr) => ({ followUps: [stderr] }), 'failed'),
      flow: {
        // A stop overrides every block, because after it nothing keeps the agent going.
        merge: (soFar, next) => {
          const merged = mergeVerdicts(soFar, next)
          return merged.decision === 'stop' ? { ...merged, followUps: undefined } : merged
        },
      },
      payload: Type.Object({ session_id: Type.String({ description: 'Id of the session.' }) }, closed),
      result: Type.Object(codexUniversal, closed),
      verdict: (result) =>
        result.continue === false
          ? { decision: 'stop', reason: result.stopReason }
          : result.decision === 'block' && result.reason !== undefined
            ? { followUps: [result.reason] }
            : {},
      example: { session_id: 's' },
    }),
  },
})

// ---- One firing: what each hook printed, in plan order, and the rank in which it finished

type FinishedRun = { readonly raw: Raw; readonly finished: number }

const prints = (result: unknown, finished = 0): FinishedRun => ({
  raw: { exitCode: 0, stdout: typeof result === 'string' ? result : JSON.stringify(result), stderr: '' },
  finished,
})
const exits = (exitCode: number, stderr: string, finished = 0): FinishedRun => ({
  raw: { exitCode, stdout: '', stderr },
  finished,
})

function fold(
  host: Dialect,
  name: string,
  runs: readonly FinishedRun[],
): { verdict: Verdict; failures: string[] } {
  const record = host.events[name] as EventRecord
  const flow = flowOf(host, record)
  const failures: string[] = []
  let verdict: Verdict = {}
  let before = -1
  runs.forEach(({ raw, finished }, plan) => {
    const next = judge(attemptFrom(host, record, raw))
    const merged = flow.merge(verdict, next, { plan, finished, before })
    if (merged.payload !== undefined && merged.payload !== verdict.payload) before = finished
    verdict = merged
  })
  return { verdict: JSON.parse(JSON.stringify(verdict)) as Verdict, failures }

  function judge(what: ReadEnd): Verdict {
    if (what.kind === 'verdict') return capped(what.verdict, record.semantics)
    if (what.kind === 'failed') return fail(`${what.reason}: ${what.message}`)
    if (what.result === undefined) return {}
    const wrong = mismatchText(record.result, what.result)
    if (wrong !== undefined) return fail(`invalid: ${wrong}`)
    const verdict = record.verdict(what.result as never, record.example as never)
    if ('rejected' in verdict) return fail(`invalid: ${verdict.rejected}`)
    return capped(verdict, record.semantics)
  }

  function fail(message: string): Verdict {
    failures.push(message)
    return {}
  }
}

function check(
  host: Dialect,
  name: string,
  runs: readonly FinishedRun[],
  verdict: Verdict,
  failures: string[] = [],
) {
  assert.deepEqual(fold(host, name, runs), { verdict, failures })
}

const pre = (output: Record<string, unknown>) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...output },
})
const rewrites = (command: string, decision = 'allow') =>
  pre({ permissionDecision: decision, updatedInput: { command } })
const bash = (command: string) => ({ ...claude.events.PreToolUse.example, tool_input: { command } })

test('Claude Code: exit 2 denies with stderr as the reason, whatever is on stdout', () => {
  const run = { raw: { exitCode: 2, stdout: '{"continue":true}', stderr: 'no sudo here\n' }, finished: 0 }
  check(claude, 'PreToolUse', [run], { decision: 'deny', reason: 'no sudo here' })
})

test('Claude Code: exit 1 fails and the tool runs', () => {
  check(claude, 'PreToolUse', [exits(1, 'boom')], {}, ['crashed: exit code 1'])
})

test('Claude Code: after the tool, exit 2 only tells the model', () => {
  check(claude, 'PostToolUse', [exits(2, 'the tests are flaky')], { context: ['the tests are flaky'] })
})

test('Claude Code: allow is a decision of its own, with a reason', () => {
  const allow = pre({ permissionDecision: 'allow', permissionDecisionReason: 'read only' })
  check(claude, 'PreToolUse', [prints(allow)], { decision: 'allow', reason: 'read only' })
})

test('Claude Code: deny beats ask beats allow, in any order', () => {
  const hooks = ['allow', 'deny', 'ask'].map((permissionDecision) => prints(pre({ permissionDecision })))
  check(claude, 'PreToolUse', hooks, { decision: 'deny' })
  check(claude, 'PreToolUse', [...hooks].reverse(), { decision: 'deny' })
})

test('Claude Code: plain text is context for a prompt and nothing for a tool', () => {
  check(claude, 'UserPromptSubmit', [prints('The branch is main.')], { context: ['The branch is main.'] })
  check(claude, 'PreToolUse', [prints('The branch is main.')], {})
})

test('Claude Code: of two rewrites the last to finish wins, not the last in the plan', () => {
  check(claude, 'PreToolUse', [prints(rewrites('one'), 1), prints(rewrites('two'), 0)], {
    decision: 'allow',
    payload: bash('one'),
  })
  check(claude, 'PreToolUse', [prints(rewrites('one'), 0), prints(rewrites('two'), 1)], {
    decision: 'allow',
    payload: bash('two'),
  })
})

test('Claude Code: with three rewrites the race is against the one that holds', () => {
  const hooks = [prints(rewrites('one'), 1), prints(rewrites('two'), 0), prints(rewrites('three'), 2)]
  check(claude, 'PreToolUse', hooks, { decision: 'allow', payload: bash('three') })
})

test('Claude Code: a rewrite by a hook whose decision lost is dropped', () => {
  const ask = pre({ permissionDecision: 'ask' })
  check(claude, 'PreToolUse', [prints(rewrites('one'), 5), prints(ask, 0)], { decision: 'ask' })
  check(claude, 'PreToolUse', [prints(ask, 0), prints(rewrites('one'), 5)], { decision: 'ask' })
  check(claude, 'PreToolUse', [prints(rewrites('one'), 5), prints(rewrites('two', 'ask'), 0)], {
    decision: 'ask',
    payload: bash('two'),
  })
})

test('Claude Code: continue false stops the agent, on every kind of event', () => {
  const stop = { continue: false, stopReason: 'budget spent', systemMessage: 'Stopped by policy.' }
  for (const name of Object.keys(claude.events)) {
    check(claude, name, [prints(stop)], {
      decision: 'stop',
      reason: 'budget spent',
      notes: ['Stopped by policy.'],
    })
  }
})

test('Codex: an unknown key fails the hook and the action goes ahead', () => {
  check(codex, 'PreToolUse', [prints({ decision: 'block', reason: 'no', resaon: 'typo' })], {}, [
    'invalid: resaon is not a field of this object. Did you mean "reason"?',
  ])
})

test('Codex: exit 2 blocks with stderr and fails without', () => {
  check(codex, 'PreToolUse', [exits(2, 'no shell')], { decision: 'deny', reason: 'no shell' })
  check(codex, 'PreToolUse', [exits(2, '')], {}, ['crashed: exit code 2'])
})

test('Codex: block reasons at the end of a turn become follow-ups, and a stop beats them all', () => {
  const block = (reason: string) => prints({ decision: 'block', reason })
  const stop = prints({ continue: false, stopReason: 'enough' })
  check(codex, 'Stop', [block('run the tests'), exits(2, 'write the docs')], {
    followUps: ['run the tests', 'write the docs'],
  })
  check(codex, 'Stop', [block('run the tests'), stop], { decision: 'stop', reason: 'enough' })
  check(codex, 'Stop', [stop, block('run the tests')], { decision: 'stop', reason: 'enough' })
})

test('Codex: plain text at the end of a turn is a failure, before a tool it is nothing', () => {
  check(codex, 'Stop', [prints('done')], {}, ['unreadable: printed no JSON'])
  check(codex, 'PreToolUse', [prints('done')], {})
})

test('the output of an entry is read by its event or else by its dialect, and has failed without either', () => {
  const mute = { id: 'secureyeoman' } as const
  const raw: Raw = { exitCode: 0, stdout: '{}', stderr: '' }
  assert.equal(attemptFrom(claude, claude.events.PreToolUse, raw).kind, 'returned')
  assert.equal(attemptFrom(mute, claude.events.PreToolUse, raw).kind, 'failed')
})
