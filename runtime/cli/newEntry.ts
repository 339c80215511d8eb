// `hookbench new` for a host: the script that an entry calls, and the entry in the host's configuration, the rest of
// which stays as it is to the byte.

import { join } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { Host, NewEntry } from '../contract/host.ts'
import { isObject } from '../contract/json.ts'
import { didYouMean } from '../contract/suggest.ts'
import { ENTRY_ENDINGS, type EntryLanguage, entryScript } from '../contract/templates/entryScript.ts'
import { isAbsent, MOST_TEXT, readText, whyUnreadable } from '../files/read.ts'
import { checkInside, replaceFile, writeNew } from '../files/write.ts'
import { UsageError } from './usage.ts'

export type WrittenEntry = {
  readonly script: string
  readonly settings: string
  /** What the entry is called. */
  readonly name: string
}

/** Writes both. Nothing is written where the configuration cannot take the entry. */
export async function writeEntry(
  root: string,
  dialect: Dialect & { readonly host: Host },
  event: string,
  name: string,
  wanted: string | undefined,
): Promise<WrittenEntry> {
  const language = languageOf(dialect, wanted)
  const file = `${name}${ENTRY_ENDINGS[language]}`
  if (dialect.host.newEntry === undefined)
    throw new UsageError(`new hooks of ${dialect.id} cannot be written yet; add the entry by hand.`)
  const entry = dialect.host.newEntry(event, file)
  const settings = join(root, entry.file)
  const script = join(root, entry.script)
  checkInside(root, settings)
  const before = configurationText(settings, entry.file)
  const after = await withEntry(before ?? '{}\n', entry)
  try {
    writeNew(root, script, entryScript(dialect, event, language, name, entry.script), { executable: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new UsageError(`${entry.script} exists already; give another name.`)
  }
  if (before === undefined) writeNew(root, settings, after)
  else replaceFile(root, settings, after)
  return { script, settings, name: file }
}

function languageOf(dialect: Dialect, wanted: string | undefined): EntryLanguage {
  const known = Object.keys(ENTRY_ENDINGS) as EntryLanguage[]
  const found = wanted === undefined ? known[0] : known.find((one) => one === wanted)
  if (found !== undefined) return found
  throw new UsageError(
    `hooks of ${dialect.id} are written in ${known.join(', ')}, not in "${wanted}".${didYouMean(wanted ?? '', known)}`,
  )
}

function configurationText(path: string, named: string): string | undefined {
  try {
    return readText(path, MOST_TEXT)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw new UsageError(`cannot read ${named}: ${whyUnreadable(error)}. Nothing was written.`)
  }
}

/** The text with the entry at the end of its list. Throws where it is no JSON, or holds something else there. */
async function withEntry(text: string, { file, at, value }: NewEntry): Promise<string> {
  const { applyEdits, modify } = await import('jsonc-parser')
  let whole: unknown
  try {
    whole = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(
      `${file} is not JSON: ${(error as Error).message}. Mend it first; nothing was written.`,
    )
  }
  let found = whole
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
  const edits =
    found === undefined
      ? modify(text, [...at], [value], { formattingOptions })
      : modify(text, [...at, -1], value, { formattingOptions, isArrayInsertion: true })
  return applyEdits(text, edits)
}

function expected(file: string, at: NewEntry['at'], what: string): UsageError {
  const where = at.length === 0 ? file : `"${at.join('.')}" in ${file}`
  return new UsageError(`${where} is not ${what}. Mend it first; nothing was written.`)
}
