// Compares how several hosts handle one event, in sentences: differing outcomes, parts of an answer that only some
// read, entries that only some run, and scripts that are started more than once. Returns nothing where they agree.

import type { Dialect } from './dialect.ts'
import type { Hook } from './hook.ts'
import { ignoredIn } from './ignored.ts'
import { listed } from './listed.ts'
import { operationWords } from './operationWords.ts'
import type { Outcome } from './outcome.ts'
import { rewriteOf, rewriteWords } from './rewrites.ts'

/** A host with its outcome. */
export type JudgedByHost = { readonly host: Dialect; readonly outcome: Outcome }

/** One sentence where the operation ends differently at hosts whose hooks ran. */
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

/** What a host ignores in the results of its hooks, as a clause after its name. */
function unreadIn(host: Dialect, { event, hooks }: Outcome): string | undefined {
  for (const run of hooks) {
    const clause = ignoredIn(host, event, run)
    if (clause !== undefined) return clause
    if (run.status === 'failed' && run.failure === 'invalid')
      return `drops the answer of ${run.name}: ${run.why}`
  }
  return undefined
}

/** Lookups for the hooks that outcomes name, and for the files that a host ignores. */
export type KnownHooks = {
  readonly hookOf: (id: string) => Hook | undefined
  /** Why the host ignores a file, with its place; undefined where it reads the file. */
  readonly refusalOf: (host: Dialect, path: string) => string | undefined
}

/** Entries that one host runs and another host of the same file does not: one sentence per reason. */
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
    // A hook without a script is named by its command line.
    const names = [...new Set(same.map(({ name }) => (/\s/.test(name) ? `"${name}"` : name)))]
    return `${listed(runs)} ${runs.length === 1 ? 'runs' : 'run'} ${listed(names)}; ${not}.`
  })
}

type Planned = { readonly hook: Hook; readonly ran: boolean; readonly why?: string | undefined }

// Each entry with the host's own decision; hooks that only Hookbench keeps from running are left out.
function plannedIn({ effect, hooks }: Outcome, hookOf: KnownHooks['hookOf']): ReadonlyMap<string, Planned> {
  const rows = (effect?.hooks ?? []).flatMap(({ id, ran, why }): [string, Planned][] => {
    const hook = hookOf(id)
    if (hook?.entry === undefined || (ran !== true && (why === undefined || why === 'duplicate'))) return []
    const judged = hooks.find((one) => one.id === id)?.why ?? hook.why
    return [[`${hook.path}\0${JSON.stringify(hook.entry.at)}`, { hook, ran: ran === true, why: judged }]]
  })
  return new Map(rows)
}

/** Scripts that are started more than once for one event, and by which hosts; `shown` formats paths. */
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
    return [`${shown(script)} is called by ${listed(by)} at the same moment, each time with its own payload.`]
  })
}
