// Reads a hook file: chooses the reader by the file's language and role, and returns its result. Runs nothing; every
// text gets a result.

import { type Problem, problem } from '../contract/problems.ts'
import { type Budget, budgetFor } from './budget.ts'
import type { DocumentInput, HookDocument, Language } from './document.ts'
import { factsOf, languageWhere } from './languages.ts'
import { NOT_READ, opaqueAt, withOpaque } from './opaque.ts'
import { namesItsScript } from './plainLine.ts'
import { startingLines } from './programText.ts'
import { baseName, languageOf, readShebang, shebangLine, shebangProblems } from './shebang.ts'
import { SlowText } from './treeSitter.ts'

/** Reads a hook file's text. Parsers are loaded when the first file needs them, and cached. */
export async function readDocument(
  input: DocumentInput,
  budget = budgetFor(input.text),
): Promise<HookDocument> {
  const language = languageFor(input)
  try {
    const document = await withShebang(await readAs(input, language, budget), input)
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
  const isProgram = input.exports === 'executable'
  const document = unread(input, language, isProgram ? 'undecided' : 'none')
  // Interpreters run a text with zero bytes in it, too.
  const isRun = isProgram && (input.runBy !== undefined || input.text.startsWith('#!'))
  if (isRun && isBinary(input.text)) return { ...document, opaque: [NOT_READ] }
  return isProgram ? { ...document, ...withOpaque(startsIn(input)) } : document
}

// The lines of a program of awk, sed or yq that start commands or load files.
function startsIn({ path, text }: DocumentInput): readonly string[] {
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return startingLines(baseName(readShebang(text)?.interpreter ?? ending), text)
}

// What the first line runs or loads besides the file: `#!./run`, `env -S BASH_ENV=./setup.sh bash`, `make -f`.
async function withShebang(document: HookDocument, { exports, text }: DocumentInput): Promise<HookDocument> {
  const shebang = exports === 'executable' && !isBinary(text) ? readShebang(text) : undefined
  if (shebang === undefined) return document
  const line = shebangLine(shebang)
  const started = `${line} ${SCRIPT}`
  if (namesItsScript(started) && !namesItsScript(line)) return document
  const { needsOfLine } = await import('./shell/read.ts')
  const needs = await needsOfLine(started, opaqueAt(text, 0, text.slice(0, shebang.end)))
  const { imports, runs, opaque, recipes, programs, anchored } = document
  return {
    ...document,
    ...(needs.pythonFromCwd === true ? { pythonFromCwd: true } : {}),
    ...(needs.imports.length === 0 ? {} : { imports: [...imports, ...needs.imports], fromCwd: true }),
    ...(needs.runs === undefined ? {} : { runs: [...(runs ?? []), ...needs.runs] }),
    ...(needs.opaque === undefined ? {} : { opaque: [...(opaque ?? []), ...needs.opaque] }),
    ...(needs.recipes === undefined ? {} : { recipes: [...(recipes ?? []), ...needs.recipes] }),
    ...(needs.programs === undefined ? {} : { programs: [...(programs ?? []), ...needs.programs] }),
    ...(needs.anchored === undefined ? {} : { anchored: [...(anchored ?? []), ...needs.anchored] }),
  }
}

/** Stands for the path of the file, which is known to be loaded. */
const SCRIPT = '/dev/null'

function unread({ path }: DocumentInput, language: Language, shape: 'undecided' | 'none'): HookDocument {
  return { path, language, shape, sites: [], imports: [], tools: [], problems: [] }
}

// The language of an executable follows from the program that runs it, else from its first line, whatever its name;
// that of a module from its name.
function languageFor({ path, text, exports, called, runBy }: DocumentInput): Language {
  const ending = /\.(\w+)$/.exec(baseName(path))?.[1]?.toLowerCase() ?? ''
  const named = languageWhere(({ endings }) => endings.includes(ending)) ?? 'other'
  if (exports !== 'executable') return READS[exports].includes(named) ? named : 'other'
  if (isBinary(text)) return 'other'
  const given = runBy === undefined ? undefined : languageOf({ interpreter: runBy, args: [] })
  const shebang = given === undefined ? readShebang(text) : undefined
  if (given === undefined && shebang === undefined) {
    // What the system cannot start, the shell that starts it reads as a script of its own.
    if (runBy === 'itself' && named !== 'powershell') return 'shell'
    return named === 'other' ? (called?.language ?? named) : named
  }
  const run = given ?? (shebang && languageOf(shebang))
  // Node and Bun run both languages; the file name decides.
  if (isModule(run) && isModule(named)) return named
  return run ?? 'other'
}

function isModule(language: Language | undefined): boolean {
  return language === 'javascript' || language === 'typescript'
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
