// A working hook file for an event, written from its record: what `hookbench new` writes and the editor's snippets hold.
// Nothing is written to disk here, and no event is known by name.

import type { Dialect, Exports } from './dialect.ts'
import { executableFile } from './templates/executable.ts'
import { type Facts, factsOf } from './templates/facts.ts'
import { classFile, extensionFile, listsFile } from './templates/module.ts'
import { pythonClassFile } from './templates/python.ts'

export type TemplateLanguage = 'typescript' | 'javascript' | 'python' | 'shell'

export type HookFile = {
  /** Where it belongs, relative to the workspace. */
  readonly path: string
  readonly text: string
  readonly executable: boolean
}

type Writer = (facts: Facts) => string

// What one file of a dialect may hold decides how it is written.
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

const ENDINGS: Readonly<Record<TemplateLanguage, string>> = {
  typescript: '.ts',
  javascript: '.js',
  python: '.py',
  shell: '.sh',
}

/** The languages hooks of this dialect are written in, the usual one first. */
export function languagesOf(dialect: Dialect): readonly TemplateLanguage[] {
  return Object.keys(WRITERS[dialect.exports]) as TemplateLanguage[]
}

/** A complete hook file. Throws a RangeError for an event or a language that the dialect does not have. */
export function template(
  dialect: Dialect,
  event: string,
  language: TemplateLanguage,
  name: string,
): HookFile {
  const write = WRITERS[dialect.exports][language]
  if (write === undefined) {
    const known = languagesOf(dialect).join(', ')
    throw new RangeError(`${dialect.title} hooks are not written in ${language}; expected ${known}`)
  }
  if (!Object.hasOwn(dialect.events, event)) throw new RangeError(`${dialect.title} has no event ${event}`)
  const executable = dialect.exports === 'executable'
  const folder = dialect.places.find((place) => place.source === 'workspace')?.folder ?? '.'
  // A Python file is imported by its name.
  const file = executable
    ? name
    : `${language === 'python' ? name.replaceAll(/\W/g, '_') : name}${ENDINGS[language]}`
  const path = `${folder}/${file}`
  return { path, text: write(factsOf(dialect, event, name, path)), executable }
}
