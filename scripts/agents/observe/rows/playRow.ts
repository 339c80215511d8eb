// Plays one row of the recall table to the real program: its files unchanged, a tour of common calls, and shells that
// record each hook's input and output. Yields cases, one per occurrence of an event with its hooks, and all starts of
// the hooks.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { HookAnswer, ObservedCase } from '../case.ts'
import { casesOf } from '../cases.ts'
import type { CommandHost } from '../host.ts'
import { neutralOf } from '../neutral.ts'
import { occurrences } from '../occurrences.ts'
import { type AgentRun, runAgent } from '../run.ts'
import { type RunFolders, recorderOf, SILENT } from '../runFolders.ts'
import type { Situation } from '../scenario.ts'
import { type ObservedCall, readCalls } from '../standIn.ts'
import { hooksOf, type RowHook } from './commands.ts'
import { type RecallRow, type RowFiles, textOf } from './row.ts'
import { watchHooks } from './watchedShells.ts'

/** One start of a hook of the row. */
export type HookStart = ObservedCall & {
  readonly answer: HookAnswer
  /** Names of its environment variables. */
  readonly variables: readonly string[]
}

export type PlayedRow = {
  readonly hooks: readonly RowHook[]
  readonly starts: readonly HookStart[]
  readonly cases: readonly ObservedCase[]
  /**
   * How often each event of the row occurred in the same tour without its hooks; absent for events the host does not
   * have.
   */
  readonly came: Readonly<Record<string, number>>
  /** What the program wrote or logged about configuration that it rejected. */
  readonly complaints: readonly string[]
  readonly run: AgentRun
  /** The program stopped earlier than it does without the row. */
  readonly ended: boolean
}

/** Longest run in milliseconds; with some hosts a stop that is blocked each time never ends. */
const MOST_MS = 20_000
/** Delay of the hooks in rows about time-outs, in milliseconds. */
export const SLOW_MS = 7000

export async function playRow(
  host: CommandHost,
  program: string,
  shells: string,
  row: RecallRow,
  plainOf: (situation: Situation) => Promise<AgentRun>,
): Promise<PlayedRow> {
  const files = trusted(host, row.files)
  const { hooks, marked } = hooksOf(files)
  const situation = host.tour(Object.entries(files).flat().map(asText).join('\n'))
  const plain = await plainOf(situation)
  let starts: readonly HookStart[] = []
  let log = ''
  const scenario = { name: row.id, situation, event: '', files: [], answers: {} }
  const run = await runAgent(host, program, situation, scenario, {
    before(folders) {
      writeFiles(folders, files)
      watchHooks(shells, hooks, folders.hooks, row.finds?.code === 'entry.timeout' ? SLOW_MS : 0)
    },
    after(folders) {
      starts = startsIn(folders)
      log = logIn(join(folders.hooks, 'log'))
    },
    log: 'log',
    mostMs: MOST_MS,
  })
  const bare = neutralOf(run).text
  const named = starts.map((start) => ({
    ...start,
    answer: { ...start.answer, stdout: bare(start.answer.stdout), stderr: bare(start.answer.stderr) },
    callId: run.calls.find(({ hook, nth }) => hook === start.hook && nth === start.nth)?.callId,
  })) as readonly HookStart[]
  const events = [...new Set(hooks.flatMap((hook) => hook.events))]
  const came = Object.fromEntries(
    events
      .filter((event) => host.events.includes(event))
      .map((event) => [event, occurrences(plain, [recorderOf(event)]).length]),
  )
  const cases = events
    .filter((event) => (came[event] ?? 0) > 0)
    .flatMap((event) => {
      const mine = hooks.filter((hook) => hook.events.includes(event))
      const answers = Object.fromEntries(mine.map(({ id }) => [id, answersOf(named, id)]))
      // The same command line may be listed under several events.
      const calls = run.calls.filter(({ hook, payload: { hook_event_name: of } }) =>
        isOther(of, event) ? !(hook in answers) : true,
      )
      const own = { ...scenario, event, files: marked, answers }
      return casesOf({ host, scenario: own, run: { ...run, calls }, plain })
    })
  const ended = run.requests.length === 0 && plain.requests.length > 0 && run.exit !== 0
  const lines = `${run.stdout}\n${run.stderr}\n${log}`
    .split('\n')
    .flatMap((line) => host.complains.exec(line)?.[0] ?? [])
  return {
    hooks,
    starts: named,
    cases,
    came,
    run,
    ended,
    complaints: [...new Set(lines.map((line) => bare(line).slice(0, 300)))].slice(0, 5),
  }
}

const isOther = (of: unknown, event: string) => typeof of === 'string' && of !== event

/** The contents of a file, or of all files in a folder. */
function logIn(path: string): string {
  if (!existsSync(path)) return ''
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n')
}

const asText = (file: RowFiles[string]) => textOf(file)

function trusted({ trusting }: CommandHost, files: RowFiles): RowFiles {
  if (trusting === undefined) return files
  const own = textOf(files[trusting.path] ?? '')
  return { ...files, [trusting.path]: `${own}\n${trusting.text}` }
}

function writeFiles({ project, home }: RunFolders, files: RowFiles): void {
  // Excluded from git, so that the host describes the repository as it would without the files.
  appendFileSync(join(project, '.git/info/exclude'), '/*\n!/README.md\n')
  for (const [path, file] of Object.entries(files)) {
    const place = path.startsWith('~/') ? join(home, path.slice(2)) : join(project, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, textOf(file).replaceAll('{{project}}', project))
    if (typeof file !== 'string') chmodSync(place, Number.parseInt(file.mode, 8))
  }
}

function startsIn({ hooks: folder }: RunFolders): readonly HookStart[] {
  return readCalls(folder)
    .filter(({ hook }) => !hook.startsWith(recorderOf('')))
    .map((call) => {
      const read = (name: string) => {
        const path = join(folder, 'calls', call.hook, String(call.nth), name)
        return existsSync(path) ? readFileSync(path, 'utf8') : ''
      }
      const { startedAt, endedAt } = call
      const answer =
        endedAt === undefined
          ? { ...SILENT, ms: MOST_MS }
          : {
              exit: Number(read('exit')),
              stdout: read('stdout'),
              stderr: read('stderr'),
              ms: Math.max(0, Math.round(endedAt - startedAt)),
            }
      const variables = read('environ')
        .split('\0')
        .map((line) => line.slice(0, line.indexOf('=')))
      return { ...call, answer, variables }
    })
}

/** Its answers to the first, second, … call. */
function answersOf(starts: readonly HookStart[], id: string): readonly HookAnswer[] {
  const mine = starts.filter(({ hook }) => hook === id).toSorted((one, other) => one.nth - other.nth)
  return mine.length === 0 ? [SILENT] : mine.map(({ answer }) => answer)
}
