// The attributes of spans and measurements: names of events, hooks, tools and sessions, and the outcome.
// Includes no other content of payloads and results, no reasons and no output.

import type { DialectId } from '../contract/dialectId.ts'
import { momentOf, recordOf } from '../contract/dialects/index.ts'
import type { Lifecycle } from '../contract/eventRecord.ts'
import { valueAt } from '../contract/json.ts'
import type { HookRun, Step } from '../contract/outcome.ts'
import type { Attributes } from './openTelemetry.ts'

type Fired = Step & { readonly kind: 'fired' }
type Settled = (Step & { readonly kind: 'settled' })['outcome']

/** The operation in the GenAI conventions that a lifecycle point belongs to. */
const OPERATION: { readonly [L in Lifecycle]?: string } = {
  'model.before': 'chat',
  'model.after': 'chat',
  'model.chunk': 'chat',
  'tool.before': 'execute_tool',
  'tool.after': 'execute_tool',
  'subagent.before': 'invoke_agent',
  'subagent.after': 'invoke_agent',
}

/** Attributes of a firing when it starts. */
export function firingAttributes({ firing, dialect, event, session, payload }: Fired): Attributes {
  const record = recordOf(dialect, event)
  const point = momentOf(dialect, event)
  const tool = record?.common.tool === undefined ? undefined : valueAt(payload, record.common.tool)
  return stated({
    'hookbench.firing.id': firing,
    'hookbench.dialect': dialect,
    'hookbench.event': event,
    'gen_ai.conversation.id': session,
    'gen_ai.operation.name': point && OPERATION[point],
    'gen_ai.tool.name': typeof tool === 'string' ? tool : undefined,
  })
}

/** Attributes of a firing when it has settled. */
export function outcomeAttributes(outcome: Settled, failures: number): Attributes {
  return stated({
    'hookbench.decision': outcome.decision,
    'hookbench.by': outcome.by,
    'hookbench.changed': outcome.changed,
    'hookbench.failures': failures,
  })
}

/** Attributes of one hook in a firing. */
export function runAttributes(run: HookRun): Attributes {
  return stated({
    'hookbench.hook.id': run.id,
    'hookbench.hook.name': run.name,
    'hookbench.hook.source': run.source,
    'hookbench.hook.status': run.status,
    'hookbench.hook.decision': run.verdict?.decision,
    'process.exit.code': run.exitCode,
    'error.type': run.failure,
  })
}

/** The low-cardinality dimensions of measurements. */
export function eventDimensions(dialect: string, event: string): Attributes {
  // The number of custom events is unbounded.
  const known = recordOf(dialect as DialectId, event) !== undefined
  return { 'hookbench.dialect': dialect, 'hookbench.event': known ? event : '_OTHER' }
}

function stated(all: { readonly [name: string]: string | number | boolean | undefined }): Attributes {
  return Object.fromEntries(
    Object.entries(all).filter((one): one is [string, string | number | boolean] => one[1] !== undefined),
  )
}
