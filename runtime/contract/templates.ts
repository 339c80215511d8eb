// Generates a working hook file for an event from its record, for `hookbench new` and the editor's snippets.
// Does not write to disk; contains no event names.

import { defined } from './defined.ts'
import type { Dialect, Exports } from './dialect.ts'
import type { EventRecord } from './eventRecord.ts'
import type { Host, NewEntry } from './host.ts'
import { ENTRY_ENDINGS, entryScript, STARTED_BY } from './templates/entryScript.ts'
import { executableFile } from './templates/executable.ts'
import { factsOf, snakeCase, type TemplateFacts } from './templates/facts.ts'
import { classFile, extensionFile, listsFile } from './templates/module.ts'
import { pythonClassFile } from './templates/python.ts'

export type TemplateLanguage = 'typescript' | 'javascript' | 'python' | 'shell' | 'powershell'

export type HookFile = {
  /** Path of the file, relative to the workspace. */
  readonly path: string
  readonly text: string
  readonly executable: boolean
  /** The entry that calls the script, where the dialect is a host. */
  readonly entry?: NewEntry & {
    /** The format of the configuration file; JSON unless given. */
    readonly format?: 'commented' | 'jsonc'
  }
}

type Writer = (facts: TemplateFacts) => string

// What a file of a dialect may contain determines its template.
const WRITERS: Readonly<Record<Exports, { readonly [L in TemplateLanguage]?: Writer }>> = {
  executable: {
    python: (facts) => executableFile(facts, 'python'),
    shell: (facts) => executableFile(facts, 'shell'),
    javascript: (facts) => executableFile(facts, 'javascript'),
  },
  extension: {
    typescript: (facts) => extensionFile(facts, true),
    javascript: (facts) => extensionFile(facts, false),
  },
  classes: {
    python: pythonClassFile,
    typescript: (facts) => classFile(facts, true),
    javascript: (facts) => classFile(facts, false),
  },
  lists: {
    typescript: (facts) => listsFile(facts, true),
    javascript: (facts) => listsFile(facts, false),
  },
  settings: {},
}

/** The languages of a dialect's hook files, the most common first; none where hooks are entries. */
export function languagesOf({ exports }: Dialect): readonly TemplateLanguage[] {
  return Object.keys(WRITERS[exports]) as TemplateLanguage[]
}

/** The languages a new hook of a dialect can be written in: a hook file, or the script of a new entry. */
export function newHookLanguages(dialect: Dialect): readonly TemplateLanguage[] {
  if (dialect.host?.newEntry === undefined) return languagesOf(dialect)
  return Object.keys(ENTRY_ENDINGS) as TemplateLanguage[]
}

/**
 * The events in the order in which they are offered for a new hook: the one before a tool runs, then the rest in
 * contract order.
 */
export function offeredEvents({ events }: Dialect): readonly string[] {
  const names = Object.keys(events)
  const asksFirst = names.filter((name) => {
    const { semantics, common } = events[name] as EventRecord
    return semantics === 'veto' && common.tool !== undefined && common.output === undefined
  })
  // The first of several such events is the tool's own; later ones are a dialog or a special kind of tool.
  const [first] = asksFirst
  return first === undefined ? names : [first, ...names.filter((name) => name !== first)]
}

/** The default name of a hook for an event. */
export function defaultName({ host }: Dialect, event: string): string {
  return `my_${host === undefined ? event : snakeCase(event)}`
}

/** A complete hook file. Throws a RangeError for an event or a language that the dialect does not have. */
export function template(
  dialect: Dialect,
  event: string,
  language: TemplateLanguage,
  name: string,
): HookFile {
  const known = newHookLanguages(dialect)
  if (!known.includes(language)) {
    throw new RangeError(
      `${dialect.title} hooks are not written in ${language}; expected ${known.join(', ')}`,
    )
  }
  if (!Object.hasOwn(dialect.events, event)) throw new RangeError(`${dialect.title} has no event ${event}`)
  if (dialect.host !== undefined) return entryFile(dialect, dialect.host, event, language, name)
  const write = WRITERS[dialect.exports][language] as Writer
  const executable = dialect.exports === 'executable'
  const folder = dialect.places.find((place) => place.source === 'workspace')?.folder ?? '.'
  // Python imports a file by its name, so the name must be an identifier.
  const file = executable
    ? name
    : `${language === 'python' ? name.replaceAll(/\W/g, '_') : name}${ENTRY_ENDINGS[language]}`
  const path = `${folder}/${file}`
  return { path, text: write(factsOf(dialect, event, name, path)), executable }
}

function entryFile(
  dialect: Dialect,
  { newEntry, places }: Host,
  event: string,
  language: TemplateLanguage,
  name: string,
): HookFile {
  const entry = newEntry?.(event, `${name}${ENTRY_ENDINGS[language]}`, STARTED_BY[language]) as NewEntry
  const { script, file } = entry
  const format = places
    .filter(({ path }) => matches(path, file))
    .map((place) => place.format)
    .find((one) => one === 'jsonc' || one === 'commented')
  return {
    path: script,
    text: entryScript(dialect, event, language, name, script),
    executable: true,
    entry: { ...entry, ...defined({ format }) },
  }
}

/** Whether a file matches the pattern of a place: `*` is part of a name, `**` is any folders. */
function matches(pattern: string, path: string): boolean {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?'
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`).test(path)
}
