// Writes a new hook: its file and, for a host configured by entries, the entry that runs it. The rest of the
// configuration stays byte-identical. Writes everything or nothing, and never overwrites an existing file.

import { basename, join } from 'node:path'
import { jsonWithItem } from './jsonItem.ts'
import { type ConfigurationList, type ItemFormat, NotWritten } from './listItem.ts'
import { isAbsent, readUtf8, whyUnreadable } from './read.ts'
import { holdsLists, tomlWithItem } from './tomlItem.ts'
import { checkInside, deleteFile, replaceFile, writeNew } from './write.ts'

export { NotWritten }

/** The hook to write. Paths are relative to the workspace. */
export type NewHook = {
  readonly path: string
  readonly text: string
  readonly executable: boolean
  readonly entry?: NewListItem | undefined
}

/** A value to append to a list in a configuration file. */
export type NewListItem = ConfigurationList & {
  /** The format of the file; default: JSON. */
  readonly format?: ItemFormat | undefined
  /** A TOML file that gets the value instead, if it contains entries and `file` does not exist. */
  readonly instead?: string | undefined
  /** Other content of the file if it is created. */
  readonly fresh?: Readonly<Record<string, unknown>> | undefined
}

/** The new text of a configuration file; `before` is undefined if the file does not exist yet. */
export type ChangedText = {
  /** Relative to the workspace. */
  readonly file: string
  /** An absolute path. */
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

/** Writes a hook; returns the absolute paths. Throws a NotWritten. */
export async function writeNewHook(
  root: string,
  { path, text, executable, entry }: NewHook,
): Promise<{ readonly path: string; readonly configuration: string | undefined }> {
  const script = join(root, path)
  const changed = entry === undefined ? undefined : await changedBy(root, [entry])
  const isLeft = changed !== undefined && isLeftWithoutEntry(script, text, changed)
  if (!isLeft) createNew(root, script, text, `${path} already exists; choose another name.`, executable)
  try {
    if (changed !== undefined) writeChanged(root, changed)
  } catch (error) {
    if (!isLeft) deleteFile(root, script)
    throw error
  }
  return { path: script, configuration: changed?.path }
}

/** The text of one configuration file with values appended to its lists. Writes nothing. Throws a NotWritten. */
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

/** The file that the value would be added to, relative to the workspace. Throws a NotWritten. */
export async function fileOfItem(root: string, item: NewListItem): Promise<string> {
  return (await placeOf(root, item)).file
}

/** Writes a changed text to its file. Throws a NotWritten if it was changed since it was read. */
export function writeChanged(root: string, { file, path, before, after }: ChangedText): void {
  const changed = `${file} was changed by another program meanwhile; nothing was written. Try again.`
  if (before === undefined) createNew(root, path, after, changed)
  else
    replaceFile(root, path, after, () => {
      if (configurationText(path, file) !== before) throw new NotWritten(changed)
    })
}

// Entries belong together: if they are in a TOML file, a new JSON file would be read in addition to it.
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

// A run that was killed after it wrote the script left exactly this text, and a configuration that does not name it.
function isLeftWithoutEntry(script: string, text: string, { before = '' }: ChangedText): boolean {
  if (before.includes(basename(script))) return false
  try {
    return readUtf8(script) === text
  } catch {
    return false
  }
}

// Throws a NotWritten with `taken` where a file exists.
function createNew(root: string, path: string, text: string, taken: string, executable = false): void {
  try {
    writeNew(root, path, text, { executable })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new NotWritten(taken)
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
