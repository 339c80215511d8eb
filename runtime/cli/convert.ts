// `hookbench convert`: translates hook entries of one host to entries of another. Losses are shown before anything is
// written; with --write, the entries are added to the other host's file, and the rest of it is kept byte for byte.

import { join, relative } from 'node:path'
import type { Command } from 'commander'
import {
  type ConversionState,
  type ConvertedEntry,
  type MadeEntry,
  stateOf,
} from '../contract/convert/conversion.ts'
import { convertFile, fileOf, isWritable, listsOf } from '../contract/convert/convert.ts'
import type { WritableHost } from '../contract/convert/places.ts'
import { defined } from '../contract/defined.ts'
import { dialectIds, dialectOf } from '../contract/dialects/index.ts'
import { listed } from '../contract/listed.ts'
import { printable } from '../contract/printable.ts'
import { unknownAgent } from '../contract/suggest.ts'
import { type SourceFiles, sourceFiles } from '../discovery/conversionSources.ts'
import {
  type ChangedText,
  changedBy,
  fileOfItem,
  type NewListItem,
  NotWritten,
  writeChanged,
} from '../files/newHook.ts'
import { paint, print, printJson } from './print.ts'
import { placesIn } from './unreadFiles.ts'
import { calledAgain, examples, openOptions, UsageError } from './usage.ts'

/** The hosts whose configuration can be converted. */
const convertible: readonly string[] = dialectIds.filter((id) => isWritable(dialectOf(id) as never))

type Options = { readonly write?: boolean; readonly json?: boolean }

export type Converted = {
  readonly from: string
  readonly to: string
  /** The other host's file, relative to the workspace. */
  readonly file: string
  readonly entries: readonly (Omit<ConvertedEntry, 'made'> & {
    readonly state: ConversionState
    readonly into: readonly MadeEntry[]
  })[]
  /** Remarks that do not concern a single entry. */
  readonly remarks: readonly string[]
  /** How many entries the other host already has, and in which of its files, relative to the workspace. */
  readonly there: number
  readonly thereIn: readonly string[]
  /** The content of the file if it were new. */
  readonly value: unknown
  readonly wrote: boolean
  /** The text of the file before and after, where requested. */
  readonly change?: TextChange
}

/** `before` is null where the file is created. */
export type TextChange = { readonly before: string | null; readonly after: string }

export function convert(program: Command): void {
  program
    .command('convert')
    .argument('<from>', `the host that has them: ${convertible.join(', ')}`)
    .argument('<to>', 'the host that gets them')
    .argument('[file]', 'only the entries of this configuration file')
    .summary("translate a host's hook entries into another host's")
    .description(
      "Shows what each hook entry of the workspace becomes in another host's configuration, what changes and what is lost. Nothing is written without --write. With --write, the entries are added to the other host's file, and the rest of the file is kept. Scripts stay where they are and are not changed.",
    )
    .option('--write', "add the entries to the other host's file")
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        ['convert claude-code codex', 'show what the entries would become'],
        ['convert claude-code codex --write', 'and write them'],
      ),
    )
    .action(
      async (from: string, to: string, file: string | undefined, options: Options, command: Command) => {
        const { root, home } = openOptions(command) as { readonly root: string; readonly home?: string }
        const converted = await convertHooks({ root, home, from, to, file, write: options.write === true })
        if (options.json === true) printJson(converted)
        else for (const line of report(converted, { colored: true, again: calledAgain(command) })) print(line)
      },
    )
}

export type ConvertRequest = {
  readonly root: string
  readonly home?: string | undefined
  readonly from: string
  readonly to: string
  /** Only this file: absolute, or relative to the workspace. */
  readonly file?: string | undefined
  readonly write?: boolean | undefined
  /** Also returns the text before and after. */
  readonly preview?: boolean | undefined
  /**
   * Content of the target file when the user approved the change; null where there was no file; undefined where nobody
   * reviewed it.
   */
  readonly seen?: string | null | undefined
}

/** Converts the entries, and writes them where requested. */
export async function convertHooks(request: ConvertRequest): Promise<Converted> {
  const { root, home } = request
  const [from, to] = [host(request.from), host(request.to)]
  if (from === to)
    throw new UsageError(`${from.title} is both source and target: name another host to convert to.`)
  const sources = await sourceFiles(from, to, { root, ...defined({ home }) })
  const files = chosen(sources, request.file, root, from)
  const entries = files.flatMap((file) =>
    convertFile(from, file, to, {
      platform: process.platform,
      named: ({ path }) => relative(root, path),
      scripts: sources.scripts,
    }),
  )
  const all = entries.flatMap(({ made }) => made)
  const places = new Map(all.map((one) => [one, sources.thereIn(one)]))
  const missing = all.filter((one) => places.get(one) === undefined)
  // Entries that differ only in what the target has no word for become equal, and would run twice.
  const added = [...new Map(missing.map((one) => [JSON.stringify(one), one])).values()]
  const target = fileOf(to, added)
  const items = itemsOf(to, added)
  const change = request.write === true || request.preview === true ? await changeOf(root, items) : undefined
  const file = change?.file ?? (await fileFor(root, items)) ?? relative('/project', target.path)
  const isWritten = request.write === true && change !== undefined
  if (isWritten) {
    checkSeen(change, request.seen)
    // Another program may have added them since they were looked for. Later changes are noticed when writing.
    const now = await sourceFiles(from, to, { root, ...defined({ home }) })
    if (added.some((one) => now.thereIn(one) !== undefined)) throw changed(change)
    await orMistake(() => writeChanged(root, change))
  }
  return {
    from: from.id,
    to: to.id,
    file,
    entries: entries.map(({ made, ...entry }) => ({
      ...entry,
      state: stateOf({ made, notes: entry.notes }),
      into: made,
    })),
    remarks: [
      ...sources.remarks(files, join(root, file)),
      ...(added.length === missing.length
        ? []
        : [`${missing.length} entries are ${added.length} in ${to.title}: equal ones are written once.`]),
    ],
    there: all.length - missing.length,
    thereIn: [...new Set([...places.values()].filter((one) => one !== undefined))],
    value: target.value,
    wrote: isWritten,
    ...(change === undefined || request.preview !== true ? {} : { change: textsOf(change) }),
  }
}

// All entries are written to the same file.
function itemsOf(to: WritableHost, made: readonly MadeEntry[]): readonly NewListItem[] {
  const [first] = made
  if (first === undefined) return []
  const { place } = fileOf(to, [])
  const { file, fresh, instead } = to.host.newEntry(first.event, 'script')
  const format = place.format === 'jsonc' || place.format === 'commented' ? place.format : 'json'
  return listsOf(to, made).flatMap(({ at, values }) =>
    values.map((value) => ({ file, at, value, format, fresh, instead })),
  )
}

// Whether the file can be written is reported only when it is to be written.
async function fileFor(root: string, [first]: readonly NewListItem[]): Promise<string | undefined> {
  try {
    return first === undefined ? undefined : await fileOfItem(root, first)
  } catch (error) {
    if (error instanceof NotWritten) return undefined
    throw error
  }
}

/** The change to write; a target that is not a valid configuration is reported as a usage error. */
async function changeOf(root: string, items: readonly NewListItem[]): Promise<ChangedText | undefined> {
  return orMistake(() => changedBy(root, items))
}

/** What cannot be written is reported as a usage error. */
export async function orMistake<T>(what: () => T | Promise<T>): Promise<T> {
  try {
    return await what()
  } catch (error) {
    if (error instanceof NotWritten) throw new UsageError(error.message)
    throw error
  }
}

/** Throws if the file does not have the text any more that was reviewed. */
export function checkSeen({ file, before }: ChangedText, seen: string | null | undefined): void {
  if (seen !== undefined && seen !== (before ?? null)) throw changed({ file })
}

function changed({ file }: Pick<ChangedText, 'file'>): UsageError {
  const what = `${file} has changed in the meantime. Review the conversion again. Nothing was written.`
  return new UsageError(what)
}

export function textsOf({ before, after }: ChangedText): TextChange {
  return { before: before ?? null, after }
}

export function host(id: string): WritableHost {
  const dialect = dialectOf(id)
  if (dialect !== undefined && isWritable(dialect)) return dialect
  if (dialect !== undefined)
    throw new UsageError(
      `${dialect.title} is configured by files of code, not by entries; expected ${convertible.join(', ')}.`,
    )
  throw new UsageError(unknownAgent(id, convertible))
}

function chosen(
  { files, problems }: SourceFiles,
  named: string | undefined,
  root: string,
  { title, id }: WritableHost,
) {
  const found =
    named === undefined ? files : files.filter(({ path }) => path === named || path === join(root, named))
  if (found.length > 0) return found
  const [broken] = problems.filter(
    ({ path }) => named === undefined || path === named || path === join(root, named),
  )
  if (broken !== undefined) throw new UsageError(`${placesIn(root)(broken)}: ${broken.message}`)
  if (named !== undefined)
    throw new UsageError(`${named} is not a configuration file of ${title} in this workspace.`)
  throw new UsageError(
    `there are no hook entries of ${title} in this workspace; hookbench list --dialect ${id} shows what it reads.`,
  )
}

const SIGNS: Readonly<Record<ConversionState, string>> = { kept: '=', changed: '~', partly: '!', lost: '✗' }

/** The report for users: one line per entry, and one per note. */
export function report(
  converted: Converted,
  { colored = false, again = 'hookbench' }: { readonly colored?: boolean; readonly again?: string } = {},
): readonly string[] {
  const { entries, remarks, file, wrote, there, thereIn, from, to } = converted
  const bold = (text: string) => (colored ? paint('bold', text) : text)
  const dim = (text: string) => (colored ? paint('dim', text) : text)
  const counts = (['kept', 'changed', 'partly', 'lost'] as const).flatMap((state) => {
    const count = entries.filter((one) => one.state === state).length
    return count === 0 ? [] : [`${count} ${COUNTED[state]}`]
  })
  const title = (id: string) => dialectOf(id)?.title ?? id
  // A note that applies to several entries is printed once.
  const counted = Map.groupBy(
    entries.flatMap(({ notes }) => notes.map(noteText)),
    (text) => text,
  )
  const shared = new Map(
    [...counted].flatMap(([text, all]) => (all.length > 1 ? [[text, all.length] as const] : [])),
  )
  const lines = entries.flatMap(({ state, event, text, notes, into, file: source }) => {
    const events = [...new Set(into.map((one) => one.event))].join(', ')
    const head = `${SIGNS[state]} ${bold(event)} ${printable(text)}${events === '' || events === event ? '' : ` → ${bold(events)}`} ${dim(`(${source})`)}`
    const own = notes.filter((note) => !shared.has(noteText(note)))
    return [head, ...own.map((note) => `    ${noteText(note)}`)]
  })
  const once = [...shared].map(([text, count]) => `${count} entries, ${text}`)
  const adding = entries.reduce((sum, { into }) => sum + into.length, 0) - there
  const last = wrote
    ? `Wrote ${adding} to ${bold(file)}. Next: ${again} check, then ${again} trust.`
    : adding === 0
      ? 'Nothing to write.'
      : `Nothing was written. --write adds ${adding} to ${bold(file)}.`
  return [
    `${title(from)} → ${title(to)}: ${counts.join(', ') || 'no entries'}.`,
    ...lines,
    ...once,
    ...remarks.map((one) => `note: ${printable(one)}`),
    ...(there === 0
      ? []
      : [`note: ${there === 1 ? '1 entry is' : `${there} entries are`} already in ${listed(thereIn)}.`]),
    last,
  ]
}

function noteText({ kind, message }: ConvertedEntry['notes'][number]): string {
  return `${kind}: ${printable(message)}`
}

const COUNTED: Readonly<Record<ConversionState, string>> = {
  kept: 'unchanged',
  changed: 'adapted',
  partly: 'with losses',
  lost: 'without an equivalent',
}
