// `hookbench replay`: fires recorded events through the current hooks, and prints what changed.

import { availableParallelism } from 'node:os'
import { basename, relative } from 'node:path'
import type { Command } from 'commander'
import type { Case } from '../contract/case.ts'
import { defined } from '../contract/defined.ts'
import type { Effect } from '../contract/effect.ts'
import { oneLineOf } from '../contract/entry.ts'
import { headline, runHeadline, unanswered } from '../contract/headline.ts'
import { operationWords } from '../contract/operationWords.ts'
import type { HookRun } from '../contract/outcome.ts'
import type { Difference } from '../replay/compare.ts'
import type { Replay } from '../replay/replay.ts'
import type { ReplayedEvent } from '../replay/replayedEvent.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { masked } from './masked.ts'
import { paint, plural, print, printError, printJson } from './print.ts'
import { openProgress } from './progress.ts'
import { noteRealRun } from './realRun.ts'
import { isEvent, saveRecorded } from './saveCase.ts'
import { type RecordingOrCase, targets } from './targets.ts'
import { examples, openOptions, UsageError } from './usage.ts'
import { onEdits } from './watch.ts'

type Options = ReplayVerbOptions & {
  readonly saveCase?: string
  readonly watch?: boolean
}

export type ReplayVerbOptions = {
  readonly hook?: string
  readonly event?: string
  readonly set?: readonly string[]
  readonly shard?: string
  readonly jobs?: string
  readonly json?: boolean
}

export function replay(program: Command, exit: (code: number) => void): void {
  program
    .command('replay')
    .argument(
      '<recordings...>',
      'recordings (a path, the beginning of a name, a session, `latest`) or one case',
    )
    .summary('fire recorded events again and show what changed')
    .description(
      'Fires recorded events through the hooks as they are now and compares: decision, reason, payload, answer, context, follow-ups, and each hook. Durations and output never count. Nothing is recorded. With --set, the new decision of each event is shown, and the fields set do not count as differences. Exit code 1 when anything changed or failed.',
    )
    .option('--hook <id>', 'only this hook, on what it was given then')
    .option('--event <n or name>', 'only this event: its number in the recording, or its name')
    .option('--set <path=value>', 'override a payload field (may be repeated)', collect)
    .option('--shard <i/n>', 'one part of n, for a CI matrix')
    .option('--jobs <n>', 'how many sessions or recordings at once')
    .option('--save-case <name>', 'save the event that --event names as a case')
    .option('--watch', 'repeat whenever a hook is saved')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        ['replay latest', 'all events of the newest recording'],
        ['replay latest --hook guard --watch', 'one hook, at every save'],
        ['replay latest --event 3 --set tool_input.command=ls', 'one event, changed'],
        ['replay latest --event 3 --save-case no-sudo', 'save it as a test'],
      ),
    )
    .action(async (wanted: readonly string[], options: Options, command: Command) => {
      const open = openOptions(command)
      const chosen = await targets(wanted, open.root)
      if (options.saveCase !== undefined) {
        await saveAsCase(chosen, options, open)
        return
      }
      exit(await once(chosen, options, open))
      if (options.watch !== true) return
      await onEdits(open, async () => exit(await once(chosen, options, open)))
    })
}

async function settingsFor(open: OpenOptions) {
  const { settingsOf } = await import('../workspace/settings.ts')
  return settingsOf(open)
}

async function once(
  chosen: readonly RecordingOrCase[],
  options: Options,
  open: OpenOptions,
): Promise<number> {
  const progress = openProgress(options.json === true ? undefined : 'replayed')
  const asks = (options.set ?? []).length > 0
  let unrecorded = 0
  const result = await replayTargets(chosen, options, open, (event, path) => {
    progress.tick()
    const isNew = isUnrecorded(event)
    if (isNew) unrecorded++
    const isShown = asks || !event.same || (isNew && unrecorded <= MOST_NEW)
    if (options.json !== true && isShown)
      printEvent(event, chosen.length > 1 ? path : undefined, asks || isNew)
  })
  progress.end()
  if (options.json === true) printJson(await masked(result, await settingsFor(open)))
  else {
    if (chosen[0]?.kind === 'case')
      for (const event of result.events) if (asks || !event.same) printEvent(event, undefined, asks)
    printSum(result, unrecorded)
  }
  return result.changed + result.failed > 0 ? 1 : 0
}

/** Replays the given targets in fresh workspaces; `onEvent` is called for each event when it has been compared. */
export async function replayTargets(
  chosen: readonly RecordingOrCase[],
  options: ReplayVerbOptions,
  open: OpenOptions,
  onEvent: (event: ReplayedEvent, path: string) => void,
  signal?: AbortSignal,
): Promise<Replay> {
  const { openWorkspace } = await import('../workspace/open.ts')
  const { parseSet } = await import('../replay/set.ts')
  const { parseShard } = await import('../replay/shard.ts')
  const set = parseSet(options.set ?? [])
  const jobs = jobsOf(options.jobs)
  const shard = options.shard === undefined ? undefined : parseShard(options.shard)
  const [first] = chosen
  if (first?.kind === 'case') refuseForCase(options)
  const fresh = async () => {
    const workspace = await openWorkspace({ ...open, rehearsal: true })
    if (options.json !== true) noteRealRun(workspace, open.home)
    return workspace
  }
  const result: Replay =
    first?.kind === 'case'
      ? await (await import('../replay/replayCase.ts')).replayCase(fresh, first.case, { set })
      : await (await import('../replay/many.ts')).replayRecordings(
          fresh,
          chosen.flatMap((one) => (one.kind === 'recording' ? [one.path] : [])),
          {
            set,
            jobs,
            // Unchanged events are only counted, so that a long recording needs no more memory than a short one. Where
            // fields are set, all events are kept, because their new decisions are printed.
            keep: options.json === true || Object.keys(set).length > 0 ? 'all' : 'notable',
            ...defined({ hook: options.hook, shard }),
            ...(options.event === undefined ? {} : { only: isEvent(options.event) }),
            ...defined({ signal }),
            onEvent,
          },
        )
  if (options.event !== undefined && shard === undefined && total(result) === 0) {
    const hook = options.hook === undefined ? '' : ` --hook ${options.hook}`
    throw new UsageError(
      `no event matches --event ${options.event}${hook}; \`hookbench recordings show <recording>\` lists the events.`,
    )
  }
  return result
}

function total({ same, changed, failed }: Replay): number {
  return same + changed + failed
}

// A case is a single event with a single target; options that select from several do not apply.
function refuseForCase(options: ReplayVerbOptions): void {
  for (const name of ['hook', 'event', 'shard'] as const) {
    if (options[name] !== undefined)
      throw new UsageError(`--${name} chooses from a recording; a case is a single event.`)
  }
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Each session has processes or threads of its own. */
export const MOST_JOBS = 256

function jobsOf(text: string | undefined): number {
  if (text === undefined) return availableParallelism()
  const jobs = Number(text)
  if (Number.isInteger(jobs) && jobs > 0 && jobs <= MOST_JOBS) return jobs
  throw new UsageError(`--jobs expects a whole number from 1 to ${MOST_JOBS}, got "${text}".`)
}

async function saveAsCase(
  chosen: readonly RecordingOrCase[],
  options: Options,
  open: OpenOptions,
): Promise<void> {
  const [target] = chosen
  const { event, hook, saveCase: name } = options
  if (target?.kind !== 'recording' || event === undefined || name === undefined) {
    throw new UsageError('--save-case keeps one event: name one recording and the event with --event <n>.')
  }
  const request = { recording: target.path, event, name, ...defined({ hook }) }
  const saved = await saveRecorded(request, open)
  if (options.json === true) printJson(saved)
  else {
    const where = relative('.', saved.path)
    print(`Saved ${where}. It expects: ${expectedLine(saved.case)}. \`hookbench test\` runs it.`)
  }
  if (saved.note !== undefined) printError(saved.note)
}

/** The expectation of a case, in one line. */
function expectedLine({ expect }: Case): string {
  const { decision, reason, payload, answer, effect } = expect
  const { operation } = (effect ?? {}) as Pick<Effect, 'operation'>
  if (operation !== undefined) return operationWords(operation)
  const more = [
    ...(payload === undefined ? [] : ['a changed payload']),
    ...(answer === undefined ? [] : ['an answer in its place']),
  ]
  const why = typeof reason === 'string' ? ` (${oneLineOf(reason, 80)})` : ''
  return [`${String(decision)}${why}`, ...more].join(', ')
}

/** `asks`: fields were set, so the new decision is printed. */
function printEvent(event: ReplayedEvent, path: string | undefined, asks: boolean): void {
  const where = path === undefined ? '' : paint('dim', ` ${basename(path)}`)
  const word = event.same
    ? paint('green', isUnrecorded(event) ? 'new' : 'same')
    : event.failed === undefined
      ? paint('yellow', 'changed')
      : paint('red', 'failed')
  print(`${word} ${paint('bold', event.event)} ${paint('dim', `${event.dialect}, event ${event.n}`)}${where}`)
  if (event.failed !== undefined) print(`  ${event.failed}`)
  // Printed first because it explains the differences: a hook that did not run decides nothing.
  const runs = runsOf(event)
  for (const line of unanswered(runs)) print(`  ${line}`)
  if (asks) print(`  now: ${nowOf(event)}`)
  for (const difference of newsOf(event.differences ?? [], runs)) print(`  ${paths(difference)}`)
}

// An imported event without an outcome cannot be compared: only the new decision is shown. In bulk replay, unchanged
// events keep neither side.
function isUnrecorded({ recorded, replayed, failed }: ReplayedEvent): boolean {
  return recorded === null && replayed !== null && failed === undefined
}

// Leaves out rows of hooks that failed or were not run, which have a line above, and effects of hooks that have rows of
// their own.
function newsOf(differences: readonly Difference[], runs: readonly HookRun[]): readonly Difference[] {
  const paths = runs.filter((run) => unanswered([run]).length > 0).map(({ id }) => `hooks.${id}.`)
  const isReported = ({ path }: Difference) =>
    /\.(status|failure)$/.test(path) && paths.some((start) => path.startsWith(start))
  const isEffect = ({ path }: Difference) => /^effect\.(hooks|unknown)\b/.test(path)
  const own = differences.some(({ path }) => path.startsWith('hooks.'))
  return differences.filter((one) => !isReported(one) && !(own && isEffect(one)))
}

function runsOf({ replayed }: ReplayedEvent): readonly HookRun[] {
  if (replayed === null) return []
  return 'hooks' in replayed ? replayed.hooks : [replayed]
}

function nowOf({ replayed }: ReplayedEvent): string {
  if (replayed === null) return 'not fired'
  return 'hooks' in replayed ? headline(replayed) : `${runHeadline(replayed)} (${replayed.name})`
}

function paths({ path, recorded, replayed, masked }: Difference): string {
  const note = masked === true ? paint('dim', ' (masked in the recording)') : ''
  return `${path}: ${paint('red', shown(recorded))} → ${paint('green', shown(replayed))}${note}`
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

/** Maximum number of events without a recorded outcome to show. */
const MOST_NEW = 20

function printSum(result: Replay, unrecorded: number): void {
  const { same, changed, failed, stopped } = result
  if (total(result) === 0) {
    print('Nothing to replay: no event matches.')
    return
  }
  const compared = [`${same - unrecorded} same`, `${changed} changed`, `${failed} failed`]
  const parts = [...compared, ...(unrecorded === 0 ? [] : [`${unrecorded} not recorded before`])].join(', ')
  const colour = changed + failed === 0 ? 'green' : 'yellow'
  print(
    `${paint(colour, parts)} of ${plural(total(result), 'event')}${stopped === true ? '; stopped before the end' : ''}`,
  )
}
