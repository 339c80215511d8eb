// The door to all readers: picks one by what the file is, and hands on what it says.
// Never runs anything, and has an answer for every text.

import { problem } from '../contract/problems.ts'
import type { DocumentInput, HookDocument, Language } from './document.ts'
import { baseName, languageOf, readShebang, shebangProblems } from './shebang.ts'

/** Reads a hook file's text. Parsers are loaded when the first file needs them, and kept. */
export async function readDocument(input: DocumentInput): Promise<HookDocument> {
  const language = languageFor(input)
  try {
    const document = await readAs(input, language)
    if (input.exports !== 'executable' || isBinary(input.text)) return document
    return { ...document, problems: [...shebangProblems(input.path, input.text), ...document.problems] }
  } catch (error) {
    // Text nested deeper than the stack. Anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error
    const message = 'The text is nested too deeply to be read.'
    return {
      ...unread(input, language, 'undecided'),
      problems: [problem('syntax.error', input.path, message)],
    }
  }
}

async function readAs(input: DocumentInput, language: Language): Promise<HookDocument> {
  switch (language) {
    case 'typescript':
    case 'javascript':
      return (await import('./typescript/read.ts')).readModule(input, language)
    case 'python':
      return (await import('./python/read.ts')).readPython(input)
    case 'shell':
      return (await import('./shell/read.ts')).readShell(input)
    case 'other':
      return unread(input, language, input.exports === 'executable' ? 'undecided' : 'none')
  }
}

function unread({ path }: DocumentInput, language: Language, shape: 'undecided' | 'none'): HookDocument {
  return { path, language, shape, sites: [], imports: [], tools: [], problems: [] }
}

// What runs an executable is its first line, whatever it is called; a module is what its name says.
function languageFor({ path, text, exports }: DocumentInput): Language {
  const ending = /\.(\w+)$/.exec(baseName(path))?.[1]?.toLowerCase() ?? ''
  const named = ENDINGS.get(ending) ?? 'other'
  if (exports !== 'executable') return READS[exports].includes(named) ? named : 'other'
  if (isBinary(text)) return 'other'
  const shebang = readShebang(text)
  if (shebang === undefined) return named
  const run = languageOf(shebang)
  // Node runs both; the name tells which it is.
  if (run === 'javascript' && named === 'typescript') return named
  return run ?? 'other'
}

const ENDINGS: ReadonlyMap<string, Language> = new Map([
  ...['ts', 'mts', 'cts'].map((ending) => [ending, 'typescript'] as const),
  ...['js', 'mjs', 'cjs'].map((ending) => [ending, 'javascript'] as const),
  ...['py', 'pyw'].map((ending) => [ending, 'python'] as const),
  ...['sh', 'bash', 'zsh', 'ksh'].map((ending) => [ending, 'shell'] as const),
])

const MODULES = ['typescript', 'javascript'] as const

const READS: Readonly<Record<Exclude<DocumentInput['exports'], 'executable'>, readonly Language[]>> = {
  extension: MODULES,
  lists: MODULES,
  classes: [...MODULES, 'python'],
  settings: [],
}

function isBinary(text: string): boolean {
  return text.slice(0, 8192).includes('\0')
}
