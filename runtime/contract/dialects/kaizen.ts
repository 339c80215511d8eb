// Kaizen's hooks (ADR-010): Python classes and functions that observe an agent and report on it.
// Its callers ignore the reports, so every event is an observer; the one exception was added later and is marked.

import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { dialect } from '../dialect.ts'
import { type EventRecord, event } from '../eventRecord.ts'
import { count, milliseconds, openObject, openValue } from '../shapes.ts'
import type { Verdict } from '../verdict.ts'

const TYPES = 'ADR-010, "1. Event Types"'
const CALLS = 'ADR-010, "Integration with BaseAgent"'
const LATER = 'kailash-kaizen, HookEvent'

const text = (description: string) => Type.String({ description })

const arguments_ = (description: string) =>
  openObject(`${description}; open because every agent has its own.`)

const toolInput = (description: string) => openObject(`${description}; open because every tool has its own.`)

// Corresponds to Python's None.
const orNull = <S extends TSchema>(shape: (description: string) => S, description: string) =>
  Type.Union([shape(description), Type.Null()], { description })

const base = {
  agent_id: text('Id of the agent.'),
  timestamp: Type.Number({
    description: 'When the event was fired, in seconds since 1970-01-01 UTC, with fractions.',
  }),
  metadata: Type.Optional(
    orNull(
      openObject,
      'Notes from the code that fired the event, or null; open because that code defines them.',
    ),
  ),
  trace_id: Type.Optional(orNull(text, 'Id of the trace the event belongs to; later upstream only.')),
}

const HookResult = Type.Object(
  {
    success: Type.Boolean({ description: 'False reports that something is wrong.' }),
    data: Type.Optional(
      orNull(
        openObject,
        'The findings of the hook, for logs and statistics; open because every hook has its own.',
      ),
    ),
    error: Type.Optional(orNull(text, 'What is wrong, when success is false.')),
    duration_ms: Type.Optional(milliseconds('How long the hook took; the manager sets it')),
  },
  { title: 'HookResult', description: 'What a hook reports.' },
)

const Status = Type.Union(
  [Type.Literal('running'), Type.Literal('completed'), Type.Literal('failed'), Type.Literal('interrupted')],
  { description: 'The status of the agent.' },
)

/** `pre_tool_use` -> `PreToolUse`, for the titles of its context and its data. */
const pascal = (name: string) =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const context = <const E extends string, D extends TProperties>(name: E, about: string, data: D) =>
  Type.Object(
    {
      event_type: Type.Literal(name, { description: 'Name of the event.' }),
      data: Type.Object(data, { title: `${pascal(name)}Data`, description: about }),
      ...base,
    },
    { title: `${pascal(name)}Context`, description: `Payload of ${name} hooks: ${about.toLowerCase()}` },
  )

type OwnFields<P extends TObject> = Omit<
  EventRecord<P>,
  'semantics' | 'empty' | 'onFailure' | 'result' | 'verdict' | 'say'
>

/** An event whose hook results only the user gets to see. */
const observe = <P extends TObject>(fields: OwnFields<P>) =>
  event<P, typeof HookResult>({
    ...fields,
    semantics: 'observe',
    empty: 'invalid',
    onFailure: 'pass',
    result: HookResult,
    verdict: (result) => (result.success ? {} : { notes: [complaint(result)] }),
  })

// Upstream rejects a failure without an error; here it is still reported in one line.
const complaint = (result: { readonly error?: string | null }): string =>
  result.error || 'reported a failure and no error'

const common = { session: 'agent_id' } as const
const tool = { ...common, tool: 'data.tool_name', input: 'data.tool_input' } as const
const remembered = { session: 'data.session_id' } as const

const at = { agent_id: 'research-agent', timestamp: 1_760_875_200.25 } as const

const toolUse = {
  tool_name: text('Name of the tool.'),
  tool_input: toolInput("The tool's input"),
}

const specialist = {
  specialist_name: text('Name of the specialist.'),
  inputs: arguments_('The inputs of the specialist'),
}

const permission = {
  tool_name: text('Name of the tool that needs permission.'),
  tool_input: toolInput("The tool's input"),
  permission_mode: text('Mode of the permission system, such as default, plan or bypass.'),
  estimated_cost_usd: Type.Number({
    minimum: 0,
    description: 'What the call is expected to cost, in US dollars.',
  }),
}

const checkpoint = {
  agent_id: text('Id of the agent whose state is saved.'),
  step_number: count('How many steps the agent has taken.'),
  status: Status,
  timestamp: Type.Union([Type.String(), Type.Number()], {
    description: 'When the state was taken: ISO 8601, or seconds since 1970-01-01 UTC.',
  }),
}

const upstreamCheckpoint =
  'ADR-010 leaves the data open; these fields are those that later upstream sends, with their types made plain.'

export const kaizen = dialect({
  id: 'kaizen',
  title: 'Kaizen',
  summary:
    'Classes with an async `handle(context)` that report a HookResult; nothing they report stops the agent.',
  source: 'ADR-010 (hooks system), with the later events of kailash-kaizen; the user folder is ours',
  version: 'proposed 2025-10-19; later events at e5e220aa',
  exports: 'classes',
  files: ['.py', '.ts', '.js', '.mjs', '.cjs'],
  // The ADR only has the project's `.kaizen/hooks`. Hookbench's own: the user's first, general before specific.
  places: [
    { source: 'user', base: 'home', folder: '.kaizen/hooks' },
    { source: 'workspace', base: 'workspace', folder: '.kaizen/hooks' },
  ],
  wins: 'both',
  order: 'by-place',
  timeoutMs: 5000,
  signal: 'argument',
  // HookManager.trigger awaits the handlers one after the other.
  flow: { observe: { run: 'sequential' } },
  events: {
    pre_tool_use: observe({
      summary: 'Runs before a tool. Observes only: what a hook reports does not stop the tool.',
      source: CALLS,
      note: 'Later upstream sends tool_params instead of tool_input, and a cycle number.',
      upstream: {
        adds: ['data.tool_params', 'data.cycle'],
        lacks: { 'data.tool_input': 'data.tool_params' },
      },
      lifecycle: 'tool.before',
      common: tool,
      payload: context('pre_tool_use', 'A tool about to run.', toolUse),
      example: {
        event_type: 'pre_tool_use',
        ...at,
        data: { tool_name: 'DatabaseQuery', tool_input: { sql: 'select email from customers' } },
      },
    }),

    post_tool_use: observe({
      summary: 'Runs after a tool. Observes only.',
      source: CALLS,
      note: 'Later upstream sends tool_result instead of result, success and a cycle number, and neither tool_input nor estimated_cost_usd, so that its own cost hook always counts 0.',
      upstream: {
        adds: ['data.tool_result', 'data.success', 'data.cycle'],
        lacks: {
          'data.tool_input': null,
          'data.result': 'data.tool_result',
          'data.estimated_cost_usd': null,
        },
      },
      lifecycle: 'tool.after',
      common: { ...tool, output: 'data.result' },
      payload: context('post_tool_use', 'A tool that has run, and its result.', {
        ...toolUse,
        result: openValue('What the tool returned; open because every tool has its own.'),
        estimated_cost_usd: Type.Number({
          minimum: 0,
          description: 'What the call cost by estimate, in US dollars.',
        }),
      }),
      example: {
        event_type: 'post_tool_use',
        ...at,
        data: {
          tool_name: 'DatabaseQuery',
          tool_input: { sql: 'select count(*) from customers' },
          result: { rows: [[42]] },
          estimated_cost_usd: 0.002,
        },
      },
    }),

    pre_agent_loop: observe({
      summary: 'Runs before the agent loop. Observes only.',
      source: CALLS,
      note: 'Later upstream also sends signature.',
      upstream: { adds: ['data.signature'] },
      lifecycle: 'turn.before',
      common,
      payload: context('pre_agent_loop', 'A run of the agent about to begin.', {
        inputs: arguments_('What the agent was called with'),
      }),
      example: {
        event_type: 'pre_agent_loop',
        ...at,
        data: { inputs: { question: 'Who bought twice this week?' } },
      },
    }),

    post_agent_loop: observe({
      summary: 'Runs after the agent loop. Observes only.',
      source: CALLS,
      note: 'Later upstream sends signature instead of inputs.',
      upstream: { adds: ['data.signature'], lacks: { 'data.inputs': null } },
      lifecycle: 'turn.after',
      common: { ...common, output: 'data.result' },
      payload: context('post_agent_loop', 'A run of the agent that has ended, and its result.', {
        inputs: arguments_('What the agent was called with'),
        result: arguments_('What it answered'),
      }),
      example: {
        event_type: 'post_agent_loop',
        ...at,
        data: { inputs: { question: 'Who bought twice this week?' }, result: { answer: '17 customers' } },
      },
    }),

    pre_specialist_invoke: observe({
      summary: 'Runs before a specialist is called. Observes only.',
      source: TYPES,
      note: 'ADR-010 leaves the data open and later upstream never fires the event; the fields are ours.',
      ours: true,
      lifecycle: 'subagent.before',
      common,
      payload: context('pre_specialist_invoke', 'A specialist about to be called.', specialist),
      example: {
        event_type: 'pre_specialist_invoke',
        ...at,
        data: { specialist_name: 'sql-writer', inputs: { goal: 'customers with two orders this week' } },
      },
    }),

    post_specialist_invoke: observe({
      summary: 'Runs after a specialist has answered. Observes only.',
      source: TYPES,
      note: 'ADR-010 leaves the data open and later upstream never fires the event; the fields are ours.',
      ours: true,
      lifecycle: 'subagent.after',
      common: { ...common, output: 'data.result' },
      payload: context('post_specialist_invoke', 'A specialist that has answered.', {
        ...specialist,
        success: Type.Boolean({ description: 'Whether the specialist succeeded.' }),
        result: Type.Optional(arguments_('What it answered, when it succeeded')),
        error: Type.Optional(text('The error, if it failed.')),
        duration_ms: milliseconds('How long it took'),
      }),
      example: {
        event_type: 'post_specialist_invoke',
        ...at,
        data: {
          specialist_name: 'sql-writer',
          inputs: { goal: 'customers with two orders this week' },
          success: true,
          result: { sql: 'select customer_id from orders group by 1 having count(*) > 1' },
          duration_ms: 812.5,
        },
      },
    }),

    pre_permission_check: observe({
      summary: 'Runs before the permission system decides on a tool. Observes only.',
      source: TYPES,
      note: 'ADR-010 leaves the data open and later upstream never fires the event; the fields are ours.',
      ours: true,
      lifecycle: 'permission.before',
      common: tool,
      payload: context('pre_permission_check', 'A request to the permission system.', permission),
      example: {
        event_type: 'pre_permission_check',
        ...at,
        data: {
          tool_name: 'FileWrite',
          tool_input: { path: 'report.md' },
          permission_mode: 'default',
          estimated_cost_usd: 0,
        },
      },
    }),

    post_permission_check: observe({
      summary: 'Runs when the permission system has decided on a tool. Observes only.',
      source: TYPES,
      note: 'ADR-010 leaves the data open and later upstream never fires the event; the fields are ours.',
      ours: true,
      lifecycle: 'permission.after',
      common: tool,
      payload: context('post_permission_check', 'What the permission system decided.', {
        ...permission,
        allowed: Type.Boolean({ description: 'Whether the tool may run.' }),
        reason: Type.Optional(text('Why this was decided.')),
      }),
      example: {
        event_type: 'post_permission_check',
        ...at,
        data: {
          tool_name: 'FileWrite',
          tool_input: { path: 'report.md' },
          permission_mode: 'default',
          estimated_cost_usd: 0,
          allowed: true,
          reason: 'approved by the user',
        },
      },
    }),

    pre_checkpoint_save: observe({
      summary: "Runs before the agent's state is saved. Observes only.",
      source: TYPES,
      note: upstreamCheckpoint,
      ours: true,
      lifecycle: 'checkpoint.before',
      common,
      payload: context('pre_checkpoint_save', 'A state about to be saved.', checkpoint),
      example: {
        event_type: 'pre_checkpoint_save',
        ...at,
        data: {
          agent_id: 'research-agent',
          step_number: 12,
          status: 'running',
          timestamp: '2025-10-19T12:00:00Z',
        },
      },
    }),

    post_checkpoint_save: observe({
      summary: "Runs after the agent's state has been saved. Observes only.",
      source: TYPES,
      note: upstreamCheckpoint,
      ours: true,
      lifecycle: 'checkpoint.after',
      common,
      payload: context('post_checkpoint_save', 'A state that has been saved.', {
        checkpoint_id: text('Id the state was saved under.'),
        ...checkpoint,
      }),
      example: {
        event_type: 'post_checkpoint_save',
        ...at,
        data: {
          checkpoint_id: 'ckpt-0012',
          agent_id: 'research-agent',
          step_number: 12,
          status: 'running',
          timestamp: '2025-10-19T12:00:00Z',
        },
      },
    }),

    pre_interrupt: event({
      summary: 'Runs before an interrupt is carried out. A hook that reports success false prevents it.',
      source: LATER,
      note: 'The only event whose results upstream reads. Every hook runs; one that crashes, times out or returns no HookResult prevents the interrupt too.',
      later: true,
      semantics: 'veto',
      lifecycle: 'interrupt.before',
      common,
      empty: 'invalid',
      // Upstream turns each of these into a failed result; a hook that is not trusted does not run and decides nothing.
      onFailure: { crashed: 'deny', timeout: 'deny', unreadable: 'deny', invalid: 'deny' },
      flow: { sees: 'original', endsAt: 'never' },
      payload: context('pre_interrupt', 'An interrupt about to be carried out.', {
        interrupt_mode: text(
          'How it stops the agent: graceful or immediate. In Python a member of InterruptMode, which never equals a string: compare its value.',
        ),
        interrupt_source: text(
          'The source of the request: signal, timeout, budget, user or programmatic. In Python a member of InterruptSource.',
        ),
        interrupt_message: text('Why, in words.'),
        interrupt_metadata: openObject('Notes from the source of the request; open because it defines them.'),
      }),
      result: HookResult,
      verdict: (result): Verdict<never> =>
        result.success ? {} : { decision: 'deny', reason: complaint(result) },
      example: {
        event_type: 'pre_interrupt',
        agent_id: 'interrupt_manager',
        timestamp: at.timestamp,
        data: {
          interrupt_mode: 'graceful',
          interrupt_source: 'user',
          interrupt_message: 'Stop after this step',
          interrupt_metadata: {},
        },
      },
    }),

    post_interrupt: observe({
      summary: 'Runs when an interrupt has been carried out. Observes only.',
      source: LATER,
      later: true,
      lifecycle: 'interrupt.after',
      common,
      payload: context('post_interrupt', 'An interrupt that has been carried out.', {
        interrupted: Type.Boolean({ description: 'Whether the agent was interrupted.' }),
        checkpoint_id: orNull(text, 'Id of the state that was saved, or null when none was.'),
        interrupt_reason: text('Why it was interrupted.'),
      }),
      example: {
        event_type: 'post_interrupt',
        ...at,
        data: { interrupted: true, checkpoint_id: 'ckpt-0013', interrupt_reason: 'Stop after this step' },
      },
    }),

    pre_plan_generation: observe({
      summary: 'Runs before the agent makes a plan. Observes only.',
      source: LATER,
      later: true,
      common: { ...common, prompt: 'data.task' },
      payload: context('pre_plan_generation', 'A plan about to be made.', {
        task: text('What the plan is for.'),
        planning_enabled: Type.Boolean({ description: 'Whether the agent plans at all.' }),
      }),
      example: {
        event_type: 'pre_plan_generation',
        ...at,
        data: { task: 'Report on repeat customers', planning_enabled: true },
      },
    }),

    post_plan_generation: observe({
      summary: 'Runs when the agent has made a plan. Observes only.',
      source: LATER,
      later: true,
      common: { ...common, prompt: 'data.task' },
      payload: context('post_plan_generation', 'A plan that has been made.', {
        task: text('What the plan is for.'),
        plan: openValue('The plan; open because its shape is up to the agent.'),
        plan_steps: count('How many steps it has.'),
      }),
      example: {
        event_type: 'post_plan_generation',
        ...at,
        data: { task: 'Report on repeat customers', plan: ['query orders', 'write report'], plan_steps: 2 },
      },
    }),

    pre_memory_save: observe({
      summary: 'Runs before a turn is written to memory. Observes only.',
      source: LATER,
      later: true,
      lifecycle: 'memory.save.before',
      common: remembered,
      payload: context('pre_memory_save', 'A turn about to be written to memory.', {
        session_id: text('Id of the session.'),
        turn_size: count('Size of the turn.'),
      }),
      example: { event_type: 'pre_memory_save', ...at, data: { session_id: 'sess-9', turn_size: 2 } },
    }),

    post_memory_save: observe({
      summary: 'Runs when a turn has been written to memory. Observes only.',
      source: LATER,
      later: true,
      lifecycle: 'memory.save.after',
      common: remembered,
      payload: context('post_memory_save', 'A turn that has been written to memory.', {
        session_id: text('Id of the session.'),
        turn_saved: Type.Boolean({ description: 'Whether the turn was saved.' }),
      }),
      example: { event_type: 'post_memory_save', ...at, data: { session_id: 'sess-9', turn_saved: true } },
    }),

    pre_memory_load: observe({
      summary: 'Runs before memory is read. Observes only.',
      source: LATER,
      later: true,
      lifecycle: 'memory.recall.before',
      common: remembered,
      payload: context('pre_memory_load', 'A memory about to be read.', {
        session_id: text('Id of the session.'),
      }),
      example: { event_type: 'pre_memory_load', ...at, data: { session_id: 'sess-9' } },
    }),

    post_memory_load: observe({
      summary: 'Runs when memory has been read. Observes only.',
      source: LATER,
      later: true,
      common: remembered,
      payload: context('post_memory_load', 'A memory that has been read.', {
        session_id: text('Id of the session.'),
        context_size: count('Size of what was read.'),
      }),
      example: { event_type: 'post_memory_load', ...at, data: { session_id: 'sess-9', context_size: 14 } },
    }),
  },
})
