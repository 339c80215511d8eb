// Predicts an agent's effect at one decision point: discovers the case's configuration on an in-memory disk and fires
// the event with recorded answers instead of processes and a virtual clock.

import type { Call, Executor } from '../../runtime/contract/call.ts'
import { gaveUp } from '../../runtime/contract/call.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Effect } from '../../runtime/contract/effect.ts'
import type { HostFacts } from '../../runtime/contract/facts.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Host } from '../../runtime/contract/host.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import { openCache } from '../../runtime/discovery/cache.ts'
import { cachedReadFor } from '../../runtime/discovery/cachedRead.ts'
import { closureOver } from '../../runtime/discovery/closure.ts'
import { discoverEntries } from '../../runtime/discovery/entries.ts'
import { readDocument } from '../../runtime/documents/read.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { createEngine } from '../../runtime/engine/engine.ts'
import type { AgentCase, CaseAnswer } from './agentCase.ts'
import { memoryDisk } from './memoryDisk.ts'
import { virtualTime } from './virtualTime.ts'

const ROOT = '/project'
const HOME = '/home/user'

/** A hook of a case: its id, and the command line that contains the id. */
export type CaseHook = { readonly id: string; readonly command: string }

export type Prediction = {
  readonly effect: Effect
  /** The hooks of the case, in its order. */
  readonly hooks: Effect['hooks']
  /** The order in which they start, by id. */
  readonly order: readonly string[] | undefined
  readonly commands: readonly CaseHook[]
}

/** Predicts a case; undefined for an unknown host or event. */
export async function predictCase(one: AgentCase): Promise<Prediction | undefined> {
  const dialect = dialectOf(one.host.name)
  const record = recordOf(one.host.name, one.event.name)
  if (dialect?.host === undefined || record === undefined) return undefined
  const facts = factsOf(one, dialect.host)
  const placed = placing(dialect.host)
  const disk = memoryDisk(new Map(one.files.map((file) => [placed(file.path), textOf(file)])))
  const study = cachedReadFor(dialect, disk, openCache(), readDocument)
  const found = await discoverEntries(dialect, dialect.host, {
    root: ROOT,
    home: HOME,
    environment: {},
    flags: facts.flags,
    disk,
    study,
    closure: closureOver(disk, study, [ROOT, HOME]),
    read: readDocument,
    facts,
  })
  const time = virtualTime()
  const engine = createEngine({
    clock: time.clock,
    trusts: () => undefined,
    executorOf: () => recordedAnswers(one, time.after),
  })
  const chain = chainOf(dialect as Dialect, one.event.name, record, found.hooks, found.settings)
  const outcome = await time.until(
    Promise.resolve(engine.fire(chain, one.event.payload ?? {}, { facts, emit: () => undefined })),
  )
  const effect = outcome.effect as Effect
  return {
    effect,
    hooks: byCaseHook(one, found.hooks, effect, rejectedText(one, found.problems, placed)),
    order: effect.order?.flatMap((id) => idIn(found.hooks.find((hook) => hook.id === id) as Hook) ?? []),
    commands: commandsOf(one, found.hooks),
  }
}

function factsOf({ environment, event, host: { version } }: AgentCase, host: Host): HostFacts {
  const { happening, before } = event
  return {
    ...host.facts,
    version,
    ...environment,
    flags: environment.flags ?? [],
    ...(before?.blocksInARow === undefined ? {} : { blocksInARow: before.blocksInARow }),
    ...(happening === undefined ? {} : { happening }),
  }
}

/** Maps a case's path to the disk. */
function placing({ userData }: Host): (path: string) => string {
  const folders: Readonly<Record<string, string>> = {
    project: ROOT,
    home: HOME,
    'user-data': `${HOME}/${userData?.[process.platform] ?? 'user-data'}`,
  }
  return (path) => {
    const [top = '', ...rest] = path.split('/')
    return [folders[top] ?? `/${top}`, ...rest].join('/')
  }
}

function textOf({ json, text }: AgentCase['files'][number]): string {
  return text ?? JSON.stringify(json)
}

// The case's hook id that a command line contains.
function idIn({ entry }: Hook): string | undefined {
  if (entry === undefined) return undefined
  return /\bhook-\d+\b/.exec(
    [entry.command, ...(entry.args ?? []), JSON.stringify(entry.fields)].join(' '),
  )?.[0]
}

function recordedAnswers(one: AgentCase, after: (ms: number, call: () => void) => void): Executor {
  return {
    run(call: Call) {
      const answer = one.hooks.find(({ id }) => id === idIn(call.hook))?.answer
      const { exit, stdout, stderr, ms } = answer ?? NOTHING
      const raw = { exitCode: exit, stdout, stderr }
      after(START_MS + ms, () => call.done({ kind: 'returned', result: undefined, raw }))
    },
    cancel: (call, reason) => call.done(gaveUp(call, reason)),
    close: async () => {},
  }
}

/**
 * Typical startup of a small script in milliseconds, which a case does not include: a shorter time-out ends the script
 * first.
 */
const START_MS = 40

const NOTHING: CaseAnswer = { exit: 0, stdout: '', stderr: '', ms: 0 }

// A hook of the case may occur in several entries.
function byCaseHook(
  one: AgentCase,
  hooks: readonly Hook[],
  effect: Effect,
  rejected: string,
): Effect['hooks'] {
  const ids = new Map(hooks.map((hook) => [hook.id, idIn(hook)]))
  return one.hooks.map(({ id }) => {
    const mine = effect.hooks.filter((hook) => ids.get(hook.id) === id)
    const ran = mine.filter((hook) => hook.ran === true)
    if (ran.length === 0) {
      const [first] = mine
      const why = first === undefined ? elsewhere(hooks, id, rejected) : first.why
      return { id, ran: mine.some((hook) => hook.ran === 'unknown') ? 'unknown' : false, why }
    }
    const [first] = ran
    const times = ran.reduce((sum, hook) => sum + (hook.times ?? 1), 0)
    return { id, ran: true, times, waited: first?.waited, failed: ran.some((hook) => hook.failed === true) }
  })
}

// Why a hook is not in the event's chain: its file is not read or is rejected, or it belongs to no known event.
function elsewhere(hooks: readonly Hook[], id: string, rejected: string): Effect['hooks'][number]['why'] {
  const found = hooks.find((hook) => idIn(hook) === id)
  if (found === undefined && new RegExp(`\\b${id}\\b`).test(rejected)) return 'file-rejected'
  return found?.entry?.off ?? (found === undefined ? 'file-not-read' : 'unknown-event')
}

// The texts of rejected configuration files.
function rejectedText(
  one: AgentCase,
  problems: readonly Problem[],
  placed: (path: string) => string,
): string {
  const paths = new Set(
    problems.flatMap(({ code, path }) => (code === 'configuration.rejected' ? [path] : [])),
  )
  return one.files
    .filter(({ path }) => paths.has(placed(path)))
    .map(textOf)
    .join('\n')
}

function commandsOf(one: AgentCase, hooks: readonly Hook[]): readonly CaseHook[] {
  return one.hooks.flatMap(({ id }) => {
    const entry = hooks.find((hook) => idIn(hook) === id)?.entry
    return entry === undefined ? [] : [{ id, command: [entry.command, ...(entry.args ?? [])].join(' ') }]
  })
}
