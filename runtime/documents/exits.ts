// Where a program in Python or JavaScript ends with a status right after it said why on standard error: by the lines
// alone, because that is how hooks are written. Whoever computes the status or the text is passed over here, and may
// have been followed.

import type { Range } from '../contract/problems.ts'
import { type ContentBranches, openContentBranches } from './contentBranches.ts'
import { linesAbove } from './linesAbove.ts'
import { printedTextSpots } from './printedText.ts'
import type { Spot } from './spots.ts'

const ENDS = {
  python: {
    end: /^([ \t]+)(?:sys\.exit|exit|os\._exit|raise[ \t]+SystemExit)\(\s*(-?\d{1,3}|[A-Z][A-Z\d_]*)\s*\)[ \t]*(?:#.*)?$/gm,
    // A text is said on standard error and counts as status 1.
    fails: /^([ \t]+)(?:sys\.exit|exit|raise[ \t]+SystemExit)\(\s*(f?["'].*["'])\s*\)[ \t]*(?:#.*)?$/gm,
    held: /\bexcept\s*(?:\(?[\w, ]{0,200}\b(?:BaseException|SystemExit)\b|:)/,
    says: /(?:print\(.*file\s*=\s*sys\.stderr|sys\.stderr\.write\()/,
  },
  javascript: {
    end: /^([ \t]+)(?:process\.exit\(|Deno\.exit\(|process\.exitCode\s*=)\s*(-?\d{1,3}|[A-Z][A-Z\d_]*)\s*\)?;?[ \t]*(?:\/\/.*)?$/gm,
    fails: /^([ \t]+)throw[ \t]+new[ \t]+Error\(\s*(["'`].*["'`])\s*\);?[ \t]*(?:\/\/.*)?$/gm,
    held: /\bcatch\b|uncaughtException|unhandledRejection/,
    says: /(?:console\.(?:error|warn)|process\.stderr\.write)\(/,
  },
} as const

type Language = keyof typeof ENDS

/** Ends whose last words stand right before them, in the same block, beside those that were `followed`. */
export function exitSpots(
  text: string,
  language: Language,
  events: readonly string[],
  followed: readonly Spot[] = [],
): readonly Spot[] {
  const program = openProgram(text, language)
  return [
    ...followed.map((spot) => withContent(spot, program)),
    ...failures(text, language, events),
    ...printedTextSpots(text, language, events).filter(
      (spot) => !followed.some((end) => endsWith(end, spot)),
    ),
    ...endsOf(text, language).flatMap((one) => {
      const spots = textAt(one, program)
      // Below zero they count from 256.
      const status = one.status & 255
      if (spots === undefined) return []
      const byContent = isByContent(one, program) ? { byContent: true as const } : {}
      return [{ kind: 'end' as const, range: one.range, events, status, ...spots, ...byContent }]
    }),
  ]
}

/** A program as its ends ask for it again and again: what needs a look through the whole text is looked for once. */
type Program = {
  readonly text: string
  readonly language: Language
  readonly branches: ContentBranches
  /** The errors that are thrown where such a branch is taken. */
  readonly thrown: () => ReadonlySet<string>
  /** What the calls of a function say in their first argument. */
  textsOf(name: string): string
}

function openProgram(text: string, language: Language): Program {
  const branches = openContentBranches(text, language)
  const textsOf = byName(
    (name) =>
      [...text.matchAll(new RegExp(`\\b${name}\\(\\s*f?(["'\`])(.+?)\\1`, 'g'))]
        .map(([, , one]) => one)
        .join('; ') || '…',
    '…',
  )
  let thrown: ReadonlySet<string> | undefined
  return { text, language, branches, textsOf, thrown: () => (thrown ??= thrownIn(text, branches)) }
}

// What was printed before an end with a status of its own is no answer.
function endsWith(end: Spot, { range }: Spot): boolean {
  return end.kind === 'end' && end.status !== 0 && end.printed?.start === range.start
}

// An end that was found by following the code.
function withContent(spot: Spot, program: Program): Spot {
  if (spot.kind !== 'end' || spot.status === 0) return spot
  const at = program.text.lastIndexOf('\n', spot.range.start - 1) + 1
  const indent = /^[ \t]*/.exec(program.text.slice(at, spot.range.start))?.[0] ?? ''
  const condition = CHOICE[program.language].exec(program.text.slice(spot.range.start, spot.range.end))?.[1]
  const { branches } = program
  const isChoice = condition !== undefined && branches.isQuestion(condition)
  return isChoice || branches.isAround(spot.range.start) || isByContent({ at, indent }, program)
    ? { ...spot, byContent: true }
    : spot
}

// `sys.exit(1 if blocked else 0)`
const CHOICE = {
  python: /\d\s+if\s+(.+?)\s+else\s+-?\d/s,
  javascript: /^[^(=]*[(=]\s*(.+?)\s*\?\s*\d+\s*:/s,
} as const

type EndPlace = Pick<EndStatement, 'at' | 'indent'>

// In the branch around it, or around a call of the function that it stands in: `if "sudo" in command: deny()`.
function isByContent(end: EndPlace, program: Program): boolean {
  const { at, indent } = end
  const { text, branches } = program
  if (branches.isAround(at + indent.length) || isHandled(end, program)) return true
  const around = functionAround(text, at, indent)
  return around !== undefined && around.indent + 4 >= indent.length && branches.isAroundCallOf(around.name)
}

// Where an error is caught that a content branch throws: `raise Denied(…)`, and `except Denied:` around the end.
function isHandled({ at, indent }: EndPlace, { text, thrown }: Program): boolean {
  let width = indent.length
  for (const line of linesAbove(text, at, LINES_ABOVE)) {
    const own = line.length - line.trimStart().length
    if (line.trim() === '' || own >= width) continue
    width = own
    const [handler, names] = HANDLER.exec(line.trim()) ?? []
    if (handler !== undefined) return isThrownByContent(names, thrown())
    if (FUNCTION.test(line.trim())) return false
  }
  return false
}

const HANDLER = /^except\b\s*\(?([\w., \t]*)|^\}?\s*catch\b|^.*\.catch\(/

function isThrownByContent(names: string | undefined, thrown: ReadonlySet<string>): boolean {
  if (names === undefined) return thrown.size > 0
  return (names.replace(/\bas\b.*/, '').match(/\w+/g) ?? []).some((one) => thrown.has(one))
}

// The errors that content branches throw.
function thrownIn(text: string, branches: ContentBranches): ReadonlySet<string> {
  const all = [...text.matchAll(THROWN)].slice(0, MOST_NAMES)
  return new Set(all.filter(({ index }) => branches.isAround(index)).map(([, name = '']) => name))
}

const THROWN = /\b(?:raise|throw[ \t]+new)[ \t]+(\w+)\(/g

/** A statement that ends the program, or a function whose result is its status. */
type EndStatement = {
  readonly range: Range
  readonly indent: string
  readonly at: number
  readonly status: number
}

const STATUS_OF = /(?:\bexit|\bSystemExit)\(\s*(?:await\s+)?(\w+)\(/g
const RETURNS = /^([ \t]+)return[ \t]+(\d{1,3}|[A-Z][A-Z\d_]*);?[ \t]*(?:(?:#|\/\/).*)?$/gm

function endsOf(text: string, language: Language): readonly EndStatement[] {
  const given = new Set([...text.matchAll(STATUS_OF)].map(([, name]) => name))
  const returned = [...text.matchAll(RETURNS)].filter(
    ({ 1: indent = '', index }) => given.size > 0 && given.has(functionAround(text, index, indent)?.name),
  )
  const named = byName((name) => numberOf(name, text), undefined)
  return [...text.matchAll(ENDS[language].end), ...returned].flatMap(
    ({ 0: line, 1: indent = '', 2: written = '', index }) => {
      const status = /^[A-Z]/.test(written) ? named(written) : Number(written)
      const end = index + line.replace(/;?[ \t]*(?:(?:#|\/\/).*)?$/, '').length
      return status === undefined
        ? []
        : { range: { start: index + indent.length, end }, indent, at: index, status }
    },
  )
}

// What a name of the module's own that is set once stands for: `BLOCK = 2`.
function numberOf(written: string, text: string): number | undefined {
  const [set, ...more] = text.matchAll(
    new RegExp(`^(.*[^\\w.\n])?${written}\\s*(?::\\s*[\\w.]+\\s*)?=(?!=)\\s*(.*)$`, 'gm'),
  )
  if (set === undefined || more.length > 0 || !/^(?:(?:export\s+)?(?:const|let|var)\s+)?$/.test(set[1] ?? ''))
    return undefined
  const number = /^(\d{1,3});?\s*(?:(?:#|\/\/).*)?$/.exec(set[2] ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

type PrintedText = { readonly stderr: string; readonly stdout: string }

function textAt(end: EndStatement, program: Program): PrintedText | undefined {
  const command = statementBefore(end, program.text)
  if (command === undefined || !ENDS[program.language].says.test(command)) return undefined
  return { stderr: wordsOf(command, end, program), stdout: '' }
}

// What it says is written there, or handed to the function around it by those who call it.
function wordsOf(command: string, { at, indent }: EndStatement, { text, textsOf }: Program): string {
  const written = /["'`][\s\S]*["'`]/.exec(command)?.[0]
  if (written !== undefined && /\w/.test(written.replaceAll(/\\[nrt]/g, ''))) return written
  const around = functionAround(text, at, indent)
  const isHanded = around?.takes.some((name) => new RegExp(`\\b${name}\\b`).test(command)) === true
  return around === undefined || !isHanded ? '…' : textsOf(around.name)
}

const FUNCTION =
  /^(?:(?:async\s+)?def|(?:export\s+)?(?:async\s+)?function)\s+(\w+)\s*\(([^)]*)|^(?:export\s+)?(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?\(?([^)=]*)\)?[^=]*=>/

/** The function that a line stands in, by the lines further left above it. */
function functionAround(
  text: string,
  at: number,
  indent: string,
): { readonly name: string; readonly takes: readonly string[]; readonly indent: number } | undefined {
  let width = indent.length
  for (const line of linesAbove(text, at, LINES_ABOVE)) {
    const own = line.length - line.trimStart().length
    if (line.trim() === '' || own >= width) continue
    width = own
    const [, one, its = '', two, theirs = ''] = FUNCTION.exec(line.trim()) ?? []
    const name = one ?? two
    if (name === undefined) continue
    return { name, takes: (its || theirs).match(/(?<![:\w.] ?)[A-Za-z_]\w*/g) ?? [], indent: own }
  }
  return undefined
}

/** Functions of hooks are short, and a file may have many ends. */
const LINES_ABOVE = 200

function failures(text: string, language: Language, events: readonly string[]): readonly Spot[] {
  const { fails, held } = ENDS[language]
  if (held.test(text)) return []
  return [...text.matchAll(fails)].map(({ 0: line, 1: indent = '', 2: stderr = '', index }) => {
    const start = index + indent.length
    const end = index + line.replace(/;?[ \t]*(?:(?:#|\/\/).*)?$/, '').length
    return { kind: 'end', range: { start, end }, events, status: 1, stderr, stdout: '' }
  })
}

// The statement before, which may go over several lines.
function statementBefore({ at, indent }: EndStatement, text: string): string | undefined {
  const statement: string[] = []
  for (const line of [...linesAbove(text, at, 7)].slice(1)) {
    if (line.trim() === '') continue
    if (!line.startsWith(indent)) return undefined
    statement.unshift(line.trim())
    if (!/^\s/.test(line.slice(indent.length)) && !/^[)\]}]/.test(line.trim())) break
  }
  return statement.length === 0 ? undefined : statement.join(' ')
}

/** So many names of functions and statuses are looked for: each is looked for in the whole text. */
const MOST_NAMES = 50

function byName<Found>(look: (name: string) => Found, beyond: Found): (name: string) => Found {
  const known = new Map<string, Found>()
  return (name) => {
    if (!known.has(name)) known.set(name, known.size < MOST_NAMES ? look(name) : beyond)
    return known.get(name) as Found
  }
}
