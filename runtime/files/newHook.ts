// A new hook on disk: its file and, where a host is configured by entries, the entry that calls it, the rest of the
// configuration kept to the byte. Either everything is written or nothing; an existing file is never overwritten.

import { join } from 'node:path'
import { jsonWithItem } from './jsonItem.ts'
import { type ConfigurationList, type ItemFormat, NotWritten } from './listItem.ts'
import { isAbsent, readUtf8, whyUnreadable } from './read.ts'
import { holdsLists, tomlWithItem } from './tomlItem.ts'
import { checkInside, deleteFile, replaceFile, writeNew } from './write.ts'

export { NotWritten }

/** What is to be written. Paths are relative to the workspace. */
export type NewHook = {
  readonly path: string
  readonly text: string
  readonly executable: boolean
  readonly entry?: NewListItem | undefined
}

/** A value at the end of a list in a configuration file. */
export type NewListItem = ConfigurationList & {
  /** What its file may hold; JSON unless given. */
  readonly format?: ItemFormat | undefined
  /** A TOML file that gets the value instead, where that holds entries and `file` is not there. */
  readonly instead?: string | undefined
  /** What a file that is made for it holds besides. */
  readonly fresh?: Readonly<Record<string, unknown>> | undefined
}

/** What a configuration file would hold; `before` is undefined where there is no such file yet. */
export type ChangedText = {
  /** From the workspace. */
  readonly file: string
  /** Absolute. */
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** Writes a hook; answers with the absolute paths. Throws a NotWritten. */
export async function writeNewHook(
  root: string,
  { path, text, executable, entry }: NewHook,
): Promise<{ readonly path: string; readonly configuration: string | undefined }> {
  const script = join(root, path)
  const changed = entry === undefined ? undefined : await changedBy(root, [entry])
  create(root, path, text, executable)
  try {
    if (changed !== undefined) writeChanged(root, changed)
  } catch (error) {
    deleteFile(root, script)
    throw error
  }
  return { path: script, configuration: changed?.path }
}

/** The text of one configuration file with values added to its lists; nothing is written. Throws a NotWritten. */
export async function changedBy(
  root: string,
  items: readonly NewListItem[],
): Promise<ChangedText | undefined> {
  const [first] = items
  if (first === undefined) return undefined
  const { file, format = 'json' } = await placeOf(root, first)
  const path = join(root, file)
  checkInside(root, path)
  const before = configurationText(path, file)
  let after = before ?? `${JSON.stringify(first.fresh ?? {}, undefined, 2)}\n`
  for (const { at, value } of items) {
    const item = { file, at, value }
    after = await (format === 'toml' ? tomlWithItem(after, item) : jsonWithItem(after, item, format))
  }
  return { file, path, before, after }
}

/** The file that values would be added to, from the workspace. Throws a NotWritten. */
export async function fileOfItem(root: string, item: NewListItem): Promise<string> {
  return (await placeOf(root, item)).file
}

/** Writes what a configuration file is to hold. Throws a NotWritten where it was changed since it was read. */
export function writeChanged(root: string, { file, path, before, after }: ChangedText): void {
  if (before === undefined) writeNew(root, path, after)
  else if (configurationText(path, file) === before) replaceFile(root, path, after)
  else
    throw new NotWritten(
      `${file} was changed by another program meanwhile; nothing was added to it. Try again.`,
    )
}

// Entries stand together: where all of them are in a TOML file, a second file would be read beside it.
async function placeOf(
  root: string,
  { file, format, instead, at }: NewListItem,
): Promise<{ readonly file: string; readonly format?: ItemFormat | undefined }> {
  if (instead === undefined) return { file, format }
  const own = join(root, file)
  const other = join(root, instead)
  checkInside(root, own)
  checkInside(root, other)
  if (configurationText(own, file) !== undefined) return { file, format }
  const text = configurationText(other, instead)
  const [key] = at
  return text !== undefined && (await holdsLists(text, String(key)))
    ? { file: instead, format: 'toml' }
    : { file, format }
}

function create(root: string, path: string, text: string, executable: boolean): void {
  try {
    writeNew(root, join(root, path), text, { executable })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new NotWritten(`${path} exists already; give another name.`)
  }
}

function configurationText(path: string, named: string): string | undefined {
  try {
    return readUtf8(path)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw new NotWritten(`cannot read ${named}: ${whyUnreadable(error)}. Nothing was written.`)
  }
}
