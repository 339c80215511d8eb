// Reads a hook file: chooses the reader by the file's language and role, and returns its result. Runs nothing; every
// text gets a result.

import { type Problem, problem } from '../contract/problems.ts'
import { type Budget, budgetFor } from './budget.ts'
import type { DocumentInput, HookDocument, Language } from './document.ts'
import { factsOf, languageWhere } from './languages.ts'
import { NOT_READ } from './opaque.ts'
import { baseName, languageOf, readShebang, shebangLoads, shebangProblems } from './shebang.ts'
import { SlowText } from './treeSitter.ts'

/** Reads a hook file's text. Parsers are loaded when the first file needs them, and cached. */
export async function readDocument(
  input: DocumentInput,
  budget = budgetFor(input.text),
): Promise<HookDocument> {
  const language = languageFor(input)
  try {
    const document = withShebang(await readAs(input, language, budget), input)
    if (input.exports !== 'executable' || input.called !== undefined || isBinary(input.text)) return document
    return { ...document, problems: [...shebangProblems(input.path, input.text), ...document.problems] }
  } catch (error) {
    // The text is nested deeper than the stack allows. Any other error is a bug.
    if (!(error instanceof RangeError)) throw error
    return {
      ...unread(input, language, 'undecided'),
      opaque: [NOT_READ],
      problems: [error instanceof SlowText ? tooSlow(input.path) : tooDeep(input.path)],
    }
  }
}

const tooDeep = (path: string): Problem =>
  problem('syntax.error', path, 'The text is nested too deeply to be read.')

function tooSlow(path: string): Problem {
  const message = 'Parsing it takes too long, so it is not analyzed.'
  return { ...problem('file.too-large', path, message), severity: 'info' }
}

async function readAs(input: DocumentInput, language: Language, budget: Budget): Promise<HookDocument> {
  const reader = await factsOf(language)?.reader()
  if (reader !== undefined) return reader.read(input, budget)
  return unread(input, language, input.exports === 'executable' ? 'undecided' : 'none')
}

// What the first line runs or loads, where that is a separate file: `#!./run`, `env -S node -r ./setup.js`.
function withShebang(document: HookDocument, { exports, text }: DocumentInput): HookDocument {
  const shebang = exports === 'executable' && !isBinary(text) ? readShebang(text) : undefined
  const loads = shebang === undefined ? [] : shebangLoads(shebang)
  return loads.length === 0
    ? document
    : { ...document, imports: [...document.imports, ...loads], fromCwd: true }
}

function unread({ path }: DocumentInput, language: Language, shape: 'undecided' | 'none'): HookDocument {
  return { path, language, shape, sites: [], imports: [], tools: [], problems: [] }
}

// The language of an executable follows from its first line, whatever its name; that of a module from its name.
function languageFor({ path, text, exports, called }: DocumentInput): Language {
  const ending = /\.(\w+)$/.exec(baseName(path))?.[1]?.toLowerCase() ?? ''
  const named = languageWhere(({ endings }) => endings.includes(ending)) ?? 'other'
  if (exports !== 'executable') return READS[exports].includes(named) ? named : 'other'
  if (isBinary(text)) return 'other'
  const shebang = readShebang(text)
  if (shebang === undefined) return named === 'other' ? (called?.language ?? named) : named
  const run = languageOf(shebang)
  // Node runs both languages; the file name decides.
  if (run === 'javascript' && named === 'typescript') return named
  return run ?? 'other'
}

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
