// The built-in hooks. Each is off until the settings enable it, and is listed by `list` in either case.
// Counters are kept in memory for the lifetime of the workspace.

import type { BuiltinName } from '../contract/builtin.ts'
import type { Executor } from '../contract/call.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import type { Hook } from '../contract/hook.ts'
import type { Settings } from '../contract/settings.ts'
import { openAudit } from './audit.ts'
import { type BuiltinLook, resultOf, verdictOf } from './builtin.ts'
import { type Costs, openCosts } from './costs.ts'
import { guard } from './guardrail.ts'
import { logEvent } from './logging.ts'
import { openMetrics } from './metrics.ts'

/** A built-in hook as it is listed, in firing order. */
export type Builtin = {
  readonly name: BuiltinName
  readonly summary: string
  /** Whether it handles an event; all events where absent. */
  readonly answers?: (record: EventRecord) => boolean
}

const builtins: readonly Builtin[] = [
  { name: 'logging', summary: 'Logs every event, one line each.' },
  { name: 'metrics', summary: 'Counts every event, for Prometheus.' },
  { name: 'auditTrail', summary: 'Writes every event to a file, masked, one line of JSON each.' },
  {
    name: 'costTracking',
    summary: 'Adds up what tools and models cost.',
    answers: ({ lifecycle }) => lifecycle === 'tool.after' || lifecycle === 'model.after',
  },
  {
    name: 'securityGuardrail',
    summary: 'Denies tool calls with dangerous commands.',
    answers: ({ lifecycle }) => lifecycle === 'tool.before',
  },
]

/** One hook per built-in and dialect, bound to the events that it handles, ordered before all other hooks. */
export function builtinHooks(dialects: readonly Dialect[], settings: Settings): readonly Hook[] {
  return dialects.flatMap((dialect) =>
    builtins.flatMap(({ name, answers = () => true }, index): Hook[] => {
      const records = Object.entries<EventRecord>(dialect.events)
      const events = records.flatMap(([event, record]) => (answers(record) ? [event] : []))
      if (events.length === 0) return []
      const on = settings.builtin[name] !== false
      const hook: Hook = {
        id: `${dialect.id}:builtin:${name}`,
        name,
        dialect: dialect.id,
        events,
        source: 'builtin',
        path: '',
        runner: 'builtin',
        state: on ? 'active' : 'disabled',
        ...(on
          ? {}
          : { why: `off; turn it on with "builtin": { "${name}": {} } in .hookbench/settings.json` }),
        order: index - builtins.length,
        timeoutMs: dialect.timeoutMs,
        files: [],
      }
      return [hook]
    }),
  )
}

/** The counters of the built-in hooks so far; zero while they are off. */
export type BuiltinState = {
  /** The counters of `metrics` in Prometheus text format. */
  metrics(): Promise<string>
  /** The totals of `costTracking`. */
  costs(): Costs
}

export type BuiltinsOptions = {
  readonly root: string
  readonly settings: () => Settings
  readonly say: (line: string) => void
  /** Masks secrets in what is written to disk. */
  readonly redact: (value: unknown) => unknown
  /** Events are fired again for a replay: nothing is logged or written. */
  readonly rehearsal?: boolean
}

export type Builtins = Executor & { readonly state: BuiltinState }

/** Runs built-in hooks in this process. */
export function openBuiltins({ root, settings, say, redact, rehearsal = false }: BuiltinsOptions): Builtins {
  const metrics = openMetrics()
  const book = openCosts()
  const audit = openAudit({ root, redact })
  const looks: Readonly<Record<BuiltinName, BuiltinLook>> = {
    logging(call, now) {
      if (!rehearsal) logEvent(call, now, say)
      return undefined
    },
    metrics: metrics.look,
    costTracking: book.look,
    auditTrail(call, now) {
      if (!rehearsal) audit.look(call, now)
      return undefined
    },
    securityGuardrail: guard,
  }

  return {
    state: { metrics: metrics.text, costs: book.costs },
    run(call) {
      try {
        const finding = looks[call.hook.name as BuiltinName](call, settings()) ?? {}
        const { record } = call
        call.done({
          kind: 'returned',
          result: resultOf(finding, record),
          verdict: verdictOf(finding, record),
        })
      } catch (error) {
        call.done({ kind: 'failed', reason: 'crashed', message: (error as Error).message })
      }
    },
    cancel(call, reason) {
      call.done({ kind: 'failed', reason, message: 'was cancelled' })
    },
    async close() {
      audit.close()
    },
  }
}
