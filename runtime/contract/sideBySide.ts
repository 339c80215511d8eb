// What several hosts make of one moment, in sentences: who differs from whom, what one of them does not read in an answer
// that another takes, entries that one runs and another passes over, and scripts that are started more than once for it.
// Says nothing where they do not differ.

import type { Dialect } from './dialect.ts'
import type { Hook } from './hook.ts'
import { listed } from './listed.ts'
import { notTakenIn } from './notTaken.ts'
import { operationWords } from './operationWords.ts'
import type { Outcome } from './outcome.ts'
import { rewriteOf, rewriteWords } from './rewrites.ts'

/** Hosts with what they made of it. */
export type JudgedByHost = { readonly host: Dialect; readonly outcome: Outcome }

/** One sentence where hosts whose hooks ran come to different ends. */
export function differenceLine(all: readonly JudgedByHost[]): readonly string[] {
  const judged = all.flatMap(({ host, outcome }) => {
    const { operation, fired } = outcome.effect ?? {}
    const hasRun = outcome.hooks.some(({ status }) => status !== 'skipped')
    if (operation === undefined || fired !== true || !hasRun) return []
    const rewritten = rewriteOf(host, outcome)
    const unread = rewritten === undefined ? unreadIn(host, outcome) : undefined
    return [{ title: host.title, outcome, fate: operationWords(operation), rewritten, unread }]
  })
  const rewrites = new Set(judged.flatMap(({ fate, rewritten }) => (rewritten === undefined ? [] : [fate])))
  const groups = Map.groupBy(judged, ({ outcome, fate, rewritten }) =>
    rewrites.has(fate) ? fate + rewriteWords(outcome, rewritten) : fate,
  )
  if (groups.size < 2) return []
  const parts = [...groups].map(([fate, hosts]) => {
    const why = hosts.flatMap(({ title, unread }) =>
      unread === undefined ? [] : [hosts.length === 1 ? `it ${unread}` : `${title} ${unread}`],
    )
    return `${listed(hosts.map(({ title }) => title))}: ${fate}${why.length === 0 ? '' : ` (${why.join('; ')})`}`
  })
  return [`They differ. ${parts.join('. ')}.`]
}

/** What a host passes over in how its hooks ended, as a clause after its name. */
function unreadIn(host: Dialect, { event, hooks }: Outcome): string | undefined {
  for (const run of hooks) {
    const clause = notTakenIn(host, event, run)
    if (clause !== undefined) return clause
    if (run.status === 'failed' && run.failure === 'invalid')
      return `drops the answer of ${run.name}: ${run.why}`
  }
  return undefined
}

/** What is known of the hooks that outcomes name, and of the files of which a host takes nothing. */
export type KnownHooks = {
  readonly hookOf: (id: string) => Hook | undefined
  /** Why the host takes nothing of a file, with the place; undefined where it does. */
  readonly refusalOf: (host: Dialect, path: string) => string | undefined
}

/** Entries that one host runs, and another that reads the same file does not: a sentence for those of one reason. */
export function passedOverLines(
  all: readonly JudgedByHost[],
  { hookOf, refusalOf }: KnownHooks,
): readonly string[] {
  const plans = all.map(({ host, outcome }) => ({ host, planned: plannedIn(outcome, hookOf) }))
  const keys = new Map(plans.flatMap(({ planned }) => [...planned].map(([key, { hook }]) => [key, hook])))
  const found = [...keys].flatMap(([key, hook]) => {
    const runs = plans.flatMap(({ host, planned }) => (planned.get(key)?.ran === true ? host.title : []))
    const not = plans.flatMap(({ host, planned }) => {
      const own = planned.get(key)
      const why = own?.ran === true ? undefined : (refusalOf(host, hook.path) ?? own?.why)
      return why === undefined ? [] : `${host.title} does not: ${why.replace(/\.$/, '')}`
    })
    return runs.length === 0 || not.length === 0 ? [] : [{ runs, not: not.join('; '), name: hook.name }]
  })
  return [...Map.groupBy(found, ({ runs, not }) => `${runs}\0${not}`).values()].map((same) => {
    const [{ runs, not }] = same as [(typeof same)[number]]
    // A command without a script is called by itself.
    const names = [...new Set(same.map(({ name }) => (/\s/.test(name) ? `"${name}"` : name)))]
    return `${listed(runs)} ${runs.length === 1 ? 'runs' : 'run'} ${listed(names)}; ${not}.`
  })
}

type Planned = { readonly hook: Hook; readonly ran: boolean; readonly why?: string | undefined }

// What a host itself does with each entry, by the entry; what Hookbench keeps from running is nobody's rule.
function plannedIn({ effect, hooks }: Outcome, hookOf: KnownHooks['hookOf']): ReadonlyMap<string, Planned> {
  const rows = (effect?.hooks ?? []).flatMap(({ id, ran, why }): [string, Planned][] => {
    const hook = hookOf(id)
    if (hook?.entry === undefined || (ran !== true && (why === undefined || why === 'duplicate'))) return []
    const judged = hooks.find((one) => one.id === id)?.why ?? hook.why
    return [[`${hook.path}\0${JSON.stringify(hook.entry.at)}`, { hook, ran: ran === true, why: judged }]]
  })
  return new Map(rows)
}

/** A script that is started more than once for one moment, and by whom; `shown` is how paths are written. */
export function sharedScriptLines(
  running: readonly { readonly host: Dialect; readonly hook: Hook }[],
  shown: (path: string) => string,
): readonly string[] {
  const scripts = Map.groupBy(
    running.filter(({ hook }) => hook.entry?.scripts.length === 1),
    ({ hook }) => hook.entry?.scripts[0] ?? '',
  )
  return [...scripts].flatMap(([script, calls]) => {
    if (calls.length < 2) return []
    const times = Map.groupBy(calls, ({ host }) => host.title)
    const by = [...times].map(([title, { length }]) => (length === 1 ? title : `${title} (${length} times)`))
    return [
      `${shown(script)} is called by ${listed(by)} for the same moment, each time with a payload of its own.`,
    ]
  })
}
