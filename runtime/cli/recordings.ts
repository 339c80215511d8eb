// `hookbench recordings`: lists, shows, imports and prunes recordings.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { defined } from '../contract/defined.ts'
import { verdictWord } from '../contract/headline.ts'
import { operationWords } from '../contract/operationWords.ts'
import { didYouMean } from '../contract/suggest.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { duration, paint, plural, print, printError, printJson, table } from './print.ts'
import { examples, openOptions, readStdin, UsageError, workspaceRoot } from './usage.ts'

type Json = { readonly json?: boolean }

export function recordings(program: Command): void {
  const group = program.command('recordings').summary('list, show, import or prune recordings')
  group.description(
    'Recordings are files of steps in .hookbench/recordings, one per session, secrets masked.',
  )
  group.addHelpText(
    'after',
    examples(
      ['recordings', 'what there is'],
      ['recordings show latest', 'the events of the newest'],
      ['recordings show latest 3', 'its third event in full'],
      ['recordings import captured.ndjson', 'payloads from elsewhere'],
    ),
  )

  group
    .command('list', { isDefault: true })
    // Otherwise a misspelled verb would be reported as an excess argument of this one.
    .allowExcessArguments()
    .summary('every recording, newest first')
    .description('Lists the recordings of this workspace, newest first.')
    .option('--json', 'as JSON')
    .action(async (options: Json, command: Command) => {
      const [word] = command.args
      if (word !== undefined) {
        const known = group.commands.map((one) => one.name())
        throw new UsageError(
          `there is no "recordings ${word}".${didYouMean(word, known)} Known: ${known.join(', ')}.`,
        )
      }
      const counted = await listCounted(await folderOf(command))
      if (options.json === true) return printJson(counted)
      if (counted.length === 0)
        return print('Nothing was recorded here yet. `hookbench run … --record` records one firing.')
      print(
        table(
          counted.map(({ name, header, events, bytes, problem }) => [
            name,
            paint('dim', header?.session ?? ''),
            problem === undefined ? plural(events, 'event') : paint('red', problem),
            paint('dim', `${(bytes / 1024).toFixed(1)} KiB`),
          ]),
        ),
      )
    })

  group
    .command('show')
    .argument('<recording>', 'a path, the beginning of a name, a session, or `latest`')
    .argument('[event]', 'the number of one event, to show it in full')
    .summary('the events of a recording')
    .description('Shows what happened, event by event; with a number, one event in full.')
    .option('--json', 'as JSON')
    .action(async (wanted: string, number: string | undefined, options: Json, command: Command) => {
      const { header, events, problems } = await loadNamed(await folderOf(command), wanted)
      const shown = number === undefined ? events : [eventOf(events, number)]
      if (options.json === true) printJson(number === undefined ? { header, events, problems } : shown[0])
      else if (number !== undefined) printJson(shown[0])
      else print(table(shown.map(row)))
      for (const { message } of problems) printError(message)
    })

  group
    .command('import')
    .argument('<file>', 'payloads as JSON (one, or a list) or as lines of JSON; - for standard input')
    .summary('make a recording of payloads captured elsewhere')
    .description(
      'Makes a recording of payloads captured elsewhere. Event and dialect are detected; payloads of unknown events are skipped and listed.',
    )
    .option('--dialect <id>', 'the dialect of all payloads')
    .option('--event <name>', 'the event of all payloads')
    .option('--session <name>', 'the name of the recording')
    .option('--json', 'as JSON')
    .action(
      async (
        file: string,
        options: Json & { dialect?: string; event?: string; session?: string },
        command: Command,
      ) => {
        const text = file === '-' ? { text: await readStdin() } : { path: resolve(file) }
        const imported = await importInto(workspaceRoot(command), text, options, openOptions(command))
        if (options.json === true) printJson(imported)
        else if (imported.path !== undefined)
          print(`Imported ${plural(imported.events, 'event')} into ${imported.path}.`)
        for (const line of imported.problems) printError(line)
        if (imported.events === 0) throw new Error('nothing was imported')
      },
    )

  group
    .command('prune')
    .summary('delete old recordings')
    .description('Deletes all but the newest recordings.')
    .option('--keep <n>', 'how many of the newest to keep', '10')
    .option('--json', 'as JSON')
    .action(async (options: Json & { keep: string }, command: Command) => {
      const keep = Number(options.keep)
      if (!Number.isInteger(keep) || keep < 0)
        throw new UsageError(`--keep expects a whole number, got "${options.keep}".`)
      const { pruneRecordings } = await import('../recordings/folder.ts')
      const gone = pruneRecordings(workspaceRoot(command), await folderOf(command), keep)
      if (options.json === true) printJson({ deleted: gone })
      else print(`Deleted ${plural(gone.length, 'recording')}.`)
    })
}

/** The recordings folder of a command's workspace. */
export async function folderOf(command: Command): Promise<string> {
  const { recordingsFolder } = await import('../recordings/folder.ts')
  return recordingsFolder(workspaceRoot(command))
}

/** Every recording of a folder with its number of events, newest first. */
export async function listCounted(folder: string) {
  const { countEvents } = await import('../recordings/read.ts')
  const { listRecordings } = await import('../recordings/folder.ts')
  return Promise.all(
    listRecordings(folder).map(async (one) => ({
      ...one,
      events: one.header === undefined ? 0 : await countEvents(one.path),
    })),
  )
}

/** A recording by its path, the beginning of its name, its session, or `latest`. */
export async function loadNamed(folder: string, wanted: string) {
  const { loadRecording } = await import('../recordings/read.ts')
  return loadRecording(await recordingNamed(folder, wanted))
}

/** The path of that recording. Throws a usage error where there is none. */
export async function recordingNamed(folder: string, wanted: string): Promise<string> {
  const { findRecording } = await import('../recordings/folder.ts')
  const found = findRecording(folder, wanted)
  if ('problem' in found) throw new UsageError(found.problem)
  return found.path
}

/** The event with this number. Throws a usage error where there is none. */
export function eventOf(events: readonly RecordedEvent[], number: string): RecordedEvent {
  const event = events.find(({ n }) => String(n) === number)
  if (event === undefined)
    throw new UsageError(`there is no event ${number}; the recording has ${plural(events.length, 'event')}.`)
  return event
}

function row({ n, event, dialect, outcome, settled }: RecordedEvent): string[] {
  const runs = outcome.hooks.filter(({ status }) => status !== 'skipped')
  const texts = runs.map(
    (run) => `${run.name} ${run.status === 'failed' ? (run.failure ?? 'failed') : verdictWord(run.verdict)}`,
  )
  return [
    paint('dim', String(n).padStart(3)),
    event,
    paint('dim', dialect),
    settled ? outcomeWords(outcome) : paint('yellow', 'never settled'),
    settled ? duration(outcome.durationMs) : '',
    paint('dim', texts.join(', ')),
  ]
}

// For a host, the effect is shown rather than the decision of its hooks.
function outcomeWords({ decision, effect }: RecordedEvent['outcome']): string {
  if (effect?.fired === false) return 'not fired'
  return effect?.operation === undefined ? decision : operationWords(effect.operation)
}

/** Creates a recording from payloads captured elsewhere. */
export async function importInto(
  root: string,
  text: { readonly text: string } | { readonly path: string },
  options: { dialect?: string; event?: string; session?: string },
  open: Pick<OpenOptions, 'home' | 'trust' | 'settings'>,
) {
  const { recordingsFolder } = await import('../recordings/folder.ts')
  const { importRecording } = await import('../recordings/import.ts')
  const { settingsOf } = await import('../workspace/settings.ts')
  const { version } = await import('../version.ts')
  const settings = settingsOf({ ...open, root })
  const { dialect, event, session } = options
  return importRecording(text, {
    root,
    folder: recordingsFolder(root),
    version,
    redaction: settings.redaction,
    ...settings.recording,
    ...defined({ dialect, event, session }),
  })
}
