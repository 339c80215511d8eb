// Evaluates the run of a row: first, whether every occurrence of an event went as Hookbench predicts from the recorded
// answers; then, whether the run exhibits what the row's finding is about. An ambiguous run counts as not seen.

import { recordOf } from '../../../../runtime/contract/dialects/index.ts'
import type { AgentCase } from '../../agentCase.ts'
import { compareCase } from '../../compareCase.ts'
import { type Prediction, predictCase } from '../../predictCase.ts'
import type { RowHook } from './commands.ts'
import { type HookStart, type PlayedRow, SLOW_MS } from './playRow.ts'
import { type RecallRow, textOf } from './row.ts'

export type Judged =
  | { readonly shows: string }
  | { readonly differs: readonly string[] }
  | { readonly open: string }

export type Played = Pick<PlayedRow, 'hooks' | 'starts' | 'cases' | 'came' | 'complaints' | 'ended'> & {
  readonly run: { readonly exit: number | null; readonly stderr: string }
}

/** Most occurrences compared: a stop that is blocked each time never ends. */
const MOST_CASES = 12

export async function judged(row: RecallRow, played: Played): Promise<Judged> {
  if (played.ended) return unstarted(row, played)
  const { starts, run } = played
  if (run.exit === null && starts.length > 0 && starts.every(({ endedAt }) => endedAt === undefined))
    return { open: 'the run was cut before a hook had ended' }
  const differs: string[] = []
  // If the run was cut off, its last occurrence was too.
  const cases = run.exit === null ? played.cases.slice(0, -1) : played.cases
  for (const one of cases.slice(0, MOST_CASES)) {
    const prediction = await predictCase(one as AgentCase)
    if (prediction === undefined) return { open: `${one.event.name} is not predicted` }
    if (prediction.hooks.some(({ why }) => why === 'untrusted')) return { open: 'its files are not trusted' }
    for (const { field, predicted, observed } of differences(one as AgentCase, withoutIds(prediction)))
      differs.push(`${one.event.name} ${field}: ${JSON.stringify({ predicted, observed })}`)
  }
  if (differs.length > 0) return { differs }
  const open = lacks(row, played)
  return open === undefined ? { shows: shown(played) } : { open }
}

/** Ignores reasons, and hooks predicted not to fire because they depend on something earlier. */
function differences(one: AgentCase, prediction: Prediction): ReturnType<typeof compareCase> {
  const late = prediction.hooks.flatMap(({ id, why }) => (why === 'not-fired' ? [`hooks.${id}.`] : []))
  return compareCase(one, prediction).filter(
    ({ field }) => !field.endsWith('.why') && !late.some((hook) => field.startsWith(hook)),
  )
}

/** The program itself stopped: its message decides. */
function unstarted({ finds }: RecallRow, { run }: Played): Judged {
  const [line = ''] = run.stderr.trim().split('\n')
  if (finds?.code !== 'configuration.rejected')
    return { differs: [`the program ended with ${run.exit}: ${line}`] }
  return { shows: `the program ends with ${run.exit}: ${line}` }
}

/** Removes the ids that were appended to the command lines. */
const withoutIds = (prediction: Prediction): Prediction =>
  JSON.parse(JSON.stringify(prediction).replaceAll(/ # hook-\d+/g, '')) as Prediction

/** What the run lacks to exhibit the row's finding; undefined if nothing. */
function lacks(row: RecallRow, played: Played): string | undefined {
  const { hooks, starts } = played
  const code = row.finds?.code ?? ''
  const sign = SIGNS[code]
  if (row.finds === undefined) return cleanLacks(starts)
  if (hooks.length === 0 && sign !== refused) return 'no command line is found in its files'
  if (sign === undefined) return `nothing tells ${code} in a run`
  return (OF_CODE.test(code) ? lostProgram(starts) : undefined) ?? sign(row, played)
}

/** Findings about what a script does, which a run shows only if the script was run. */
const OF_CODE = /^(?:exit|field|value|result|output)\./

/** A clean row counts only if a hook started and every hook found its program. */
function cleanLacks(starts: readonly HookStart[]): string | undefined {
  return starts.length === 0 ? 'no hook started' : lostProgram(starts)
}

function lostProgram(starts: readonly HookStart[]): string | undefined {
  const lost = starts.find(({ answer: { exit } }) => exit === 126 || exit === 127)
  return lost === undefined ? undefined : `a program is missing here: ${lost.answer.stderr.trim()}`
}

type Sign = (row: RecallRow, played: Played) => string | undefined

const isNever = ({ host }: RecallRow, { starts, came }: Played, { id, events }: RowHook) =>
  starts.every(({ hook }) => hook !== id) &&
  events.every((event) => recordOf(host, event) === undefined || (came[event] ?? 0) > 0)

const keptOut: Sign = (row, played) =>
  played.hooks.some((hook) => isNever(row, played, hook)) ? undefined : 'no hook was kept from running'

/** A complaint of the host about the row's file counts as well. */
const refused: Sign = (row, played) => {
  const [file = ''] = (row.finds?.in ?? '').split('/').slice(-1)
  if (played.starts.length === 0 && played.complaints.some((line) => line.includes(file))) return undefined
  return keptOut(row, played)
}

/**
 * The hook was stopped early, or the host waited for it although the number, in another unit, would have stopped it.
 */
const cutOrWaited: Sign = ({ finds, files }, { starts }) => {
  const [first] = starts
  if (first === undefined) return 'no hook started'
  if (first.endedAt === undefined) return undefined
  const value = Number(
    /\btimeout(?:Sec)?"?\s*[:=]\s*"?([\d.]+)/.exec(textOf(files[finds?.in ?? ''] ?? ''))?.[1],
  )
  return value < SLOW_MS ? undefined : `a time-out of ${value} can not be waited for`
}

const started: Sign = (_, { starts }) => (starts.length > 0 ? undefined : 'no hook started')

const eitherWay: Sign = (row, played) =>
  keptOut(row, played) === undefined ? undefined : started(row, played)

const failing: Sign = (_, { starts }) =>
  starts.some(({ answer: { exit } }) => exit !== 0) ? undefined : 'no hook ended with an error'

/** The hook ended with an error, and the operation was refused, or continued. */
const failedWith = (isRefused: boolean, { cases }: Played): boolean =>
  cases.some(
    ({ hooks, observed }) =>
      observed.hooks.some(
        ({ id, ran }) => ran && hooks.some((one) => one.id === id && one.answer.exit !== 0),
      ) && REFUSED.includes(observed.operation?.fate ?? '') === isRefused,
  )

const unheeded: Sign = (_, played) =>
  failedWith(false, played) || refusedInWords(played)
    ? undefined
    : 'no hook ended with an error that changed nothing'

/** A hook wrote that it blocks, but ended without an error, and nothing was refused. */
const refusedInWords = ({ starts, cases }: Played): boolean =>
  starts.some(
    ({ answer: { exit, stdout, stderr } }) => exit === 0 && /^\W*blocked\b/im.test(`${stderr}\n${stdout}`),
  ) && cases.every(({ observed }) => !REFUSED.includes(observed.operation?.fate ?? ''))

const refusing: Sign = (_, played) =>
  failedWith(true, played) ? undefined : 'no hook ended with an error that refused something'

const REFUSED = ['blocked', 'denied', 'continued', 'not-called']

const complaining: Sign = (_, { starts }) =>
  starts.some(({ answer: { exit, stderr } }) => exit !== 0 || stderr !== '')
    ? undefined
    : 'no shell complained'

const answering: Sign = (_, { starts }) =>
  starts.some(({ answer: { exit, stdout } }) => exit !== 0 || stdout.trim() !== '')
    ? undefined
    : 'no hook answered'

/** Two hooks answered one occurrence; its input, as predicted, has the change of one of them. */
const bothAnswering: Sign = (_, { cases }) =>
  cases.some(({ hooks }) => hooks.filter(({ answer }) => answer.stdout.trim() !== '').length > 1)
    ? undefined
    : 'no two hooks answered'

const again: Sign = (_, { starts, hooks }) =>
  hooks.some(({ id }) => starts.filter(({ hook }) => hook === id).length > 2)
    ? undefined
    : 'no hook was asked again and again'

const twice: Sign = (_, { starts, came }) =>
  starts.length > Math.max(...Object.values(came)) ? undefined : 'nothing ran twice'

/** The last name in the text that the finding refers to. */
const nameIn = ({ finds }: RecallRow): string | undefined =>
  /[A-Za-z_]\w*$/.exec((finds?.at ?? '').replace(/\W+$/, ''))?.[0]

/** The name in the finding is not a variable that the hook received; or it is one, and the command failed anyway. */
const unset: Sign = (row, played) => {
  if (keptOut(row, played) === undefined) return undefined
  if (played.starts.length === 0) return 'no hook started'
  const name = nameIn(row) ?? ''
  const isSet = played.starts.some(({ variables }) => name !== '' && variables.includes(name))
  return isSet && failing(row, played) !== undefined ? `${name} is set` : undefined
}

/** No payload has the field that the finding is about. */
const absent: Sign = (row, { starts }) => {
  if (starts.length === 0) return 'no hook started'
  const name = nameIn(row) ?? ''
  const has = starts.some(({ payload }) => new RegExp(`"${name}":`).test(JSON.stringify(payload)))
  return has || name === '' ? `"${name}" stands in the payload` : undefined
}

/** What a run must exhibit, by the finding's code. */
const SIGNS: Readonly<Record<string, Sign>> = {
  'configuration.rejected': refused,
  'configuration.misplaced': keptOut,
  'entry.off': keptOut,
  'entry.condition': eitherWay,
  'entry.kind': refused,
  'entry.matcher': eitherWay,
  'entry.key': eitherWay,
  'entry.timeout': cutOrWaited,
  'entry.twice': twice,
  'entry.rewrite': bothAnswering,
  'entry.script': failing,
  'import.missing': complaining,
  'entry.shell': complaining,
  'syntax.error': complaining,
  'entry.variable': unset,
  'entry.secret': started,
  'entry.writable': started,
  'entry.loop': again,
  'exit.ignored': unheeded,
  'exit.refuses': refusing,
  'field.unknown': absent,
  'value.impossible': failing,
  'result.unknown': answering,
  'result.ignored': answering,
  'result.type': answering,
  'output.unreadable': answering,
  'output.lost': answering,
}

/**
 * A short summary: for each hook, its starts relative to the occurrences of its events, its exit codes, and the
 * operation's fate.
 */
function shown({ hooks, starts, cases, came, complaints }: Played): string {
  if (hooks.length === 0) return complaints[0] ?? ''
  return hooks
    .map(({ id, events }) => {
      const mine = starts.filter(({ hook }) => hook === id)
      const times = events.map((event) => came[event]).filter((count) => count !== undefined)
      const of = times.length === 0 ? '' : ` of ${times.reduce((sum, count) => sum + count, 0)}`
      const ends = mine.map(({ answer: { exit }, endedAt }) =>
        endedAt === undefined ? 'cut off' : `exit ${exit}`,
      )
      const exits = [...new Set(ends)].join(', ')
      const fates = new Set(
        cases
          .filter(({ event: { name } }) => events.includes(name))
          .flatMap(({ observed: { operation } }) => (operation === undefined ? [] : [operation.fate])),
      )
      const how = mine.length === 0 ? 'not started' : `started ${mine.length}${of}, ${exits}`
      return [`${events.join(' and ')}: ${how}`, ...fates].join(', ')
    })
    .join('; ')
}
