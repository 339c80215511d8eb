// Replays one hook on its last payload, for an editor's code lens. Each replay opens a new workspace and closes it;
// trust applies as always, and nothing is recorded.

import { realpathSync } from 'node:fs'
import type { DialectId } from '../contract/dialectId.ts'
import { answersTo, recordOf } from '../contract/dialects/index.ts'
import { effectLine } from '../contract/effectWords.ts'
import { verdictWord } from '../contract/headline.ts'
import type { Hook } from '../contract/hook.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { listRecordings, recordingsFolder } from '../recordings/folder.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { OpenOptions, Workspace } from '../workspace/workspace.ts'
import { eventsOf, MOST_BYTES } from './lastEvents.ts'
import { plural } from './print.ts'
import { UsageError } from './usage.ts'

/** The handler to replay: a file and, where it contains several hooks, the part and the event. */
export type ReplayLastHandler = { readonly path: string; readonly part?: string; readonly event?: string }

export type ReplayedHook = { readonly summary: string; readonly outcome?: Outcome }

/** Replays the last payload of this hook, or its event's example where none was recorded. */
export async function replayLast(
  open: OpenOptions,
  target: ReplayLastHandler,
  signal: AbortSignal,
): Promise<ReplayedHook> {
  const { openWorkspace } = await import('../workspace/open.ts')
  const workspace = await openWorkspace({ ...open, rehearsal: true })
  try {
    const hook = hookOf(workspace, target)
    const events = target.event === undefined ? hook.events : [target.event]
    const recorded = await lastRecorded(open.root, hook, events)
    signal.throwIfAborted()
    return recorded === undefined
      ? await onExample(workspace, hook, events[0], signal)
      : await onRecorded(workspace, hook, recorded, signal)
  } finally {
    await workspace.close()
  }
}

function hookOf(workspace: Workspace, { path, part, event }: ReplayLastHandler): Hook {
  const inFile = workspace.list().filter((hook) => hook.path !== '' && isSameFile(hook.path, path))
  const candidates = inFile.filter((hook) => part === undefined || hook.part === part)
  const answering = candidates.filter((hook) => event === undefined || answersTo(hook, event))
  const [hook] = answering
  if (hook === undefined) {
    const isOther = event !== undefined && candidates.some(({ events }) => events.length > 0)
    const why = isOther ? `none answers ${event}` : candidates[0]?.why
    throw new UsageError(`${path} has no hook that can be replayed${why === undefined ? '.' : `: ${why}`}`)
  }
  if (hook.events.length === 0)
    throw new UsageError(`${hook.id} cannot be replayed: ${hook.why ?? 'it answers no event.'}`)
  return hook
}

function isSameFile(one: string, two: string): boolean {
  return one === two || realOf(one) === realOf(two)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

async function lastRecorded(
  root: string,
  hook: Hook,
  events: readonly string[],
): Promise<RecordedEvent | undefined> {
  let bytes = 0
  let last: RecordedEvent | undefined
  for (const recording of listRecordings(recordingsFolder(root))) {
    bytes += recording.bytes
    if (bytes > MOST_BYTES) break
    for await (const event of eventsOf(recording.path)) {
      if (event.dialect !== hook.dialect || !answersTo({ dialect: hook.dialect, events }, event.event))
        continue
      if (last === undefined || event.at >= last.at) last = event
    }
    // Recordings are listed newest first, so older ones cannot contain a later event.
    if (last !== undefined) return last
  }
  return undefined
}

async function onExample(
  workspace: Workspace,
  hook: Hook,
  event: string | undefined,
  signal: AbortSignal,
): Promise<ReplayedHook> {
  const record = event === undefined ? undefined : recordOf(hook.dialect, event)
  if (event === undefined || record === undefined)
    throw new UsageError(`${hook.dialect} has no event "${event ?? ''}".`)
  const example = structuredClone(record.example) as Record<string, unknown>
  const { cwd } = record.common
  const payload = cwd === undefined ? example : { ...example, [cwd]: workspace.root }
  const outcome = await workspace.fire(event, payload, only(hook, signal))
  return {
    summary: `${summaryOf(hook, outcome)} on the example of ${event}; nothing is recorded yet`,
    outcome,
  }
}

async function onRecorded(
  workspace: Workspace,
  hook: Hook,
  recorded: RecordedEvent,
  signal: AbortSignal,
): Promise<ReplayedHook> {
  const { replayerOf } = await import('../replay/replayer.ts')
  const latest: { outcome?: Outcome } = {}
  const listening = {
    settings: workspace.settings,
    list: workspace.list,
    fire: async (...given: Parameters<Workspace['fire']>) => {
      latest.outcome = await workspace.fire(...given)
      return latest.outcome
    },
  }
  const replayer = replayerOf(listening, { hook: hook.id, signal })
  const { same, differences = [], failed, recorded: before } = await replayer.replay(recorded)
  const { outcome } = latest
  if (outcome === undefined) throw new UsageError(`${hook.name}: ${failed ?? 'it could not be fired'}`)
  const compared =
    before === null
      ? 'it was not recorded before'
      : same
        ? 'as recorded'
        : `recorded otherwise, ${plural(differences.length, 'difference')}`
  return {
    summary: `${summaryOf(hook, outcome)} on event ${recorded.n} (${recorded.event}), ${compared}`,
    outcome,
  }
}

function only(hook: Hook, signal: AbortSignal) {
  return { dialect: hook.dialect as DialectId, signal, only: (one: Hook) => one.id === hook.id }
}

function summaryOf(hook: Hook, outcome: Outcome): string {
  const run = outcome.hooks.find(({ id }) => id === hook.id)
  // For a host, the effect is more informative than the answer.
  if (outcome.effect !== undefined && run?.status === 'returned')
    return `${hook.name}: ${effectLine(outcome.effect)}`
  return `${hook.name}: ${run === undefined ? 'did not run' : runText(run)}`
}

function runText(run: HookRun): string {
  const why = run.why ?? run.verdict?.reason
  const word = run.status === 'returned' ? verdictWord(run.verdict) : (run.failure ?? run.status)
  return why === undefined ? word : `${word} (${why})`
}
