// A new hook on disk: its file and, where a host is configured by entries, the entry that calls it, the rest of the
// configuration kept to the byte. Either everything is written or nothing; an existing file is never overwritten.

import { join } from 'node:path'
import type { Node, ParseError } from 'jsonc-parser'
import { isAbsent, MOST_TEXT, readText, whyUnreadable } from './read.ts'
import { checkInside, replaceFile, writeNew } from './write.ts'

/** What is to be written. Paths are relative to the workspace. */
export type NewHook = {
  readonly path: string
  readonly text: string
  readonly executable: boolean
  readonly entry?: NewListItem | undefined
}

/** A value at the end of a list in a JSON file. */
export type NewListItem = {
  readonly file: string
  /** Keys from the root of the file to the list; what is missing of them is made. */
  readonly at: readonly (string | number)[]
  readonly value: unknown
  /** The file may hold comments and trailing commas. */
  readonly comments?: true | undefined
  /** What a file that is made for it holds besides. */
  readonly fresh?: Readonly<Record<string, unknown>> | undefined
}

/** Why a new hook was not written. The message is one line and says what to do. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

/** Writes a hook; answers with the absolute paths. Throws a NotWritten. */
export async function writeNewHook(
  root: string,
  { path, text, executable, entry }: NewHook,
): Promise<{ readonly path: string; readonly configuration: string | undefined }> {
  const script = join(root, path)
  if (entry === undefined) {
    create(root, path, text, executable)
    return { path: script, configuration: undefined }
  }
  const configuration = join(root, entry.file)
  checkInside(root, configuration)
  const before = configurationText(configuration, entry.file)
  const fresh = `${JSON.stringify(entry.fresh ?? {}, undefined, 2)}\n`
  const after = await withItem(before ?? fresh, entry)
  create(root, path, text, executable)
  if (before === undefined) writeNew(root, configuration, after)
  else replaceFile(root, configuration, after)
  return { path: script, configuration }
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
    return readText(path, MOST_TEXT)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw new NotWritten(`cannot read ${named}: ${whyUnreadable(error)}. Nothing was written.`)
  }
}

/** The text with the value at the end of its list. Throws where it is no JSON, or holds something else there. */
async function withItem(text: string, { file, at, value, comments }: NewListItem): Promise<string> {
  const { applyEdits, findNodeAtLocation, modify, parse, parseTree } = await import('jsonc-parser')
  let found: unknown
  try {
    found = comments === true ? withComments(parse, text) : JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new NotWritten(
      `${file} is not JSON: ${(error as Error).message}. Mend it first; nothing was written.`,
    )
  }
  for (const [level, key] of at.entries()) {
    if (!isObject(found)) throw expected(file, at.slice(0, level), 'an object')
    found = found[String(key)]
    if (found === undefined) break
  }
  if (found !== undefined && !Array.isArray(found)) throw expected(file, at, 'a list')
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(text),
    tabSize: /^( +)\S/m.exec(text)?.[1]?.length ?? 2,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  const list = found === undefined ? undefined : findNodeAtLocation(parseTree(text) as Node, [...at])
  const last = list?.children?.at(-1)
  if (last !== undefined) return afterItem(text, last, value, formattingOptions)
  const edits =
    found === undefined
      ? modify(text, [...at], [value], { formattingOptions })
      : modify(text, [...at, -1], value, { formattingOptions, isArrayInsertion: true })
  return applyEdits(text, edits)
}

// The list's other items stay as they are written: an editing library would lay them out anew.
function afterItem(text: string, last: Node, value: unknown, format: Format): string {
  const end = last.offset + last.length
  const before = text.slice(text.lastIndexOf('\n', last.offset - 1) + 1, last.offset)
  if (!/^[ \t]*$/.test(before)) return `${text.slice(0, end)}, ${JSON.stringify(value)}${text.slice(end)}`
  const lines = JSON.stringify(value, undefined, format.insertSpaces ? format.tabSize : '\t').split('\n')
  const added = lines.map((line) => `${before}${line}`).join(format.eol)
  return `${text.slice(0, end)},${format.eol}${added}${text.slice(end)}`
}

type Format = { readonly insertSpaces: boolean; readonly tabSize: number; readonly eol: string }

function withComments(parse: typeof import('jsonc-parser').parse, text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) throw new Error(`it goes wrong at character ${first.offset + 1}`)
  return value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function expected(file: string, at: NewListItem['at'], what: string): NotWritten {
  const where = at.length === 0 ? file : `"${at.join('.')}" in ${file}`
  return new NotWritten(`${where} is not ${what}. Mend it first; nothing was written.`)
}
