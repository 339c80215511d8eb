// A workspace of functions: hooks that answer at once, so that replay is tested independently of other rooms.

import { openCosts } from '../../runtime/builtin/costs.ts'
import { defined } from '../../runtime/contract/defined.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import { silentExtensions } from '../../runtime/contract/extensions.ts'
import { mergeVerdicts } from '../../runtime/contract/flow.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import type { Verdict } from '../../runtime/contract/verdict.ts'
import type { RecordedEvent } from '../../runtime/recordings/rebuild.ts'
import type { FireOptions } from '../../runtime/workspace/firing.ts'
import type { Workspace } from '../../runtime/workspace/workspace.ts'

export type FakeHook = {
  readonly id: string
  readonly events?: readonly string[]
  readonly dialect?: DialectId
  readonly state?: Hook['state']
  /** Throwing counts as a crash. */
  readonly answer?: (payload: never) => Verdict | undefined | Promise<Verdict | undefined>
}

export type Fake = Workspace & {
  readonly fired: readonly { event: string; payload: unknown; session?: string }[]
  readonly closed: boolean
}

/** A workspace whose hooks are these functions. */
export function fakeWorkspace(hooks: readonly FakeHook[] = []): Fake {
  const list = hooks.map(hookOf)
  const fired: { event: string; payload: unknown; session?: string }[] = []
  let closed = false
  return {
    root: '/w',
    home: '/h',
    settingsNeed: undefined,
    refusedBy: () => [],
    settings: defaultSettings,
    extensions: silentExtensions,
    webhookStats: () => [],
    problems: [],
    fired,
    get closed() {
      return closed
    },
    list: () => list,
    builtin: { metrics: async () => '', costs: () => openCosts().costs() },
    explain: () => {
      throw new Error('not asked')
    },
    async fire(event, payload, options) {
      if (recordOf(options.dialect, event) === undefined) throw new Error(`no event "${event}"`)
      fired.push({ event, payload, ...defined({ session: options.session }) })
      return fold(event, payload, options, hooks, list)
    },
    onStep: () => {
      throw new Error('a replay listens to nothing')
    },
    forThread: () => undefined,
    onReload: () => () => {},
    inspect: () => {
      throw new Error('a replay inspects nothing')
    },
    reload: async () => {},
    close: async () => {
      closed = true
    },
  }
}

/** A recorded event with typical values. */
export function recordedEvent(more: Partial<RecordedEvent> = {}): RecordedEvent {
  const { dialect = 'kodelet', event = 'before_tool_call', payload = { tool_name: 'bash' }, ...rest } = more
  return {
    n: 1,
    dialect,
    event,
    payload,
    session: 's1',
    at: 1000,
    outcome: outcomeOf({ dialect, event, payload }),
    settled: true,
    masked: [],
    ...rest,
  }
}

/** An outcome with typical values. */
export function outcomeOf(more: Partial<Outcome> = {}): Outcome {
  return {
    v: 1,
    dialect: 'kodelet',
    event: 'before_tool_call',
    decision: 'pass',
    payload: {},
    changed: false,
    context: [],
    notes: [],
    followUps: [],
    durationMs: 1,
    hooks: [],
    ...more,
  }
}

/** Fires events in a workspace and returns them with their outcomes, as if recorded. */
export async function recordIn(
  workspace: Workspace,
  events: readonly (Partial<RecordedEvent> & { readonly payload: unknown })[],
): Promise<readonly RecordedEvent[]> {
  const recorded: RecordedEvent[] = []
  for (const [i, one] of events.entries()) {
    const event = recordedEvent({ ...one, n: i + 1 })
    const dialect = dialectOf(event.dialect)?.id as DialectId
    recorded.push({ ...event, outcome: await workspace.fire(event.event, event.payload, { dialect }) })
  }
  return recorded
}

function hookOf(
  { id, events = ['before_tool_call'], dialect = 'kodelet', state = 'active' }: FakeHook,
  order: number,
): Hook {
  const name = id.split(':').at(-1) ?? id
  return {
    id,
    name,
    dialect,
    events,
    source: 'workspace',
    path: `/w/${name}`,
    runner: 'in-process',
    state,
    order,
    timeoutMs: 1000,
    files: [],
  }
}

async function fold(
  event: string,
  given: unknown,
  { dialect, only }: FireOptions,
  hooks: readonly FakeHook[],
  list: readonly Hook[],
): Promise<Outcome> {
  const runs: HookRun[] = []
  let verdict: Verdict = {}
  let by: string | undefined
  for (const [i, hook] of list.entries()) {
    if (hook.dialect !== dialect || !hook.events.includes(event) || only?.(hook) === false) continue
    const { id, name, source, path } = hook
    const about = { id, name, source, path, durationMs: Math.random() }
    if (hook.state !== 'active') {
      runs.push({ ...about, status: 'skipped', why: hook.state })
      continue
    }
    try {
      const next = (await hooks[i]?.answer?.((verdict.payload ?? given) as never)) ?? {}
      runs.push({ ...about, status: 'returned', verdict: next, stdout: String(Math.random()) })
      verdict = mergeVerdicts(verdict, next)
      if (next.decision !== undefined) by = id
    } catch (error) {
      runs.push({ ...about, status: 'failed', failure: 'crashed', why: (error as Error).message })
    }
  }
  const { decision = 'pass', context = [], notes = [], followUps = [], payload = given, ...rest } = verdict
  const changed = payload !== given
  return {
    v: 1,
    dialect,
    event,
    decision,
    by,
    payload,
    changed,
    context,
    notes,
    followUps,
    durationMs: Math.random(),
    hooks: runs,
    ...rest,
  }
}
