// Where a program in Python or JavaScript ends with a status right after it said why on standard error: by the lines
// alone, because that is how hooks are written. Whoever computes the status or the text is passed over.

import { defined } from '../contract/defined.ts'
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
    held: /\bexcept\s*(?:\(?[\w, ]*\b(?:BaseException|SystemExit)\b|:)/,
    says: /(?:print\(.*file\s*=\s*sys\.stderr|sys\.stderr\.write\()/,
    prints: /\bprint\(|\bstdout\b|\bjson\.dump\(/,
    // What else may speak on standard error: another module, another way to write there.
    others:
      /^(?:import|from)[ \t]+(?!(?:(?:json|sys|os|re|pathlib|typing|__future__)\b[ \t,]*)+(?:$|[ \t]+(?:import|as)\b))|\bstderr\b|\bwarn|\bsystem\(|\bpopen\(/m,
  },
  javascript: {
    end: /^([ \t]+)(?:process\.exit\(|Deno\.exit\(|process\.exitCode\s*=)\s*(-?\d{1,3}|[A-Z][A-Z\d_]*)\s*\)?;?[ \t]*(?:\/\/.*)?$/gm,
    fails: /^([ \t]+)throw[ \t]+new[ \t]+Error\(\s*(["'`].*["'`])\s*\);?[ \t]*(?:\/\/.*)?$/gm,
    held: /\bcatch\b|uncaughtException|unhandledRejection/,
    says: /(?:console\.(?:error|warn)|process\.stderr\.write)\(/,
    prints: /\bconsole\.(?:log|info|debug|dir|table)\(|\bstdout\b/,
    others:
      /(?:\bfrom|\brequire\(|\bimport\(?)\s*["'](?!(?:node:)?(?:fs|fs\/promises|path|os|url|stream\/consumers)["'])|\bstderr\b|\bconsole\.(?:error|warn|trace|assert)\b|\bconsole\b(?!\.)|\bwriteSync\(|(?<!stdout\.)\bwrite\(/,
  },
} as const

type Language = keyof typeof ENDS

/** The ends of a program whose last words stand right before them, in the same block, and those where it says nothing. */
export function exitSpots(text: string, language: Language, events: readonly string[]): readonly Spot[] {
  const program = openProgram(text, language)
  return [
    ...failures(text, language, events),
    ...printedTextSpots(text, language, events),
    ...(language === 'javascript' ? chatter(text, events) : []),
    ...endsOf(text, language).flatMap((one) => {
      const answered = answeredAt(one, program)
      const spots = answered ?? textAt(one, program) ?? printedAt(one, program)
      // Below zero they count from 256.
      const status = one.status & 255
      if (spots === undefined) return []
      const printed = answered === undefined ? {} : { printed: one.range }
      const byContent = isByContent(one, program) ? { byContent: true as const } : {}
      return [{ kind: 'end' as const, range: one.range, events, status, ...spots, ...printed, ...byContent }]
    }),
  ]
}

/** A program as its ends ask for it again and again: what needs a look through the whole text is looked for once. */
type Program = {
  readonly text: string
  readonly language: Language
  readonly branches: ContentBranches
  /** Where its first two outputs stand. */
  readonly prints: readonly [number | undefined, number | undefined]
  /** Whether something else may speak on standard error. */
  readonly hasOthers: boolean
  /** What the calls of a function say in their first argument. */
  textsOf(name: string): string
}

function openProgram(text: string, language: Language): Program {
  const { prints, others } = ENDS[language]
  const next = new RegExp(prints, 'g')
  const branches = openContentBranches(text, language)
  const textsOf = byName(
    (name) =>
      [...text.matchAll(new RegExp(`\\b${name}\\(\\s*f?(["'\`])(.+?)\\1`, 'g'))]
        .map(([, , one]) => one)
        .join('; ') || '…',
    '…',
  )
  return {
    text,
    language,
    branches,
    prints: [next.exec(text)?.index, next.exec(text)?.index],
    hasOthers: others.test(text),
    textsOf,
  }
}

// In the branch around it, or around a call of the function that it stands in: `if "sudo" in command: deny()`.
function isByContent({ at, indent }: EndStatement, { text, branches }: Program): boolean {
  if (branches.isAround(at + indent.length)) return true
  const around = functionAround(text, at, indent)
  return around !== undefined && around.indent + 4 >= indent.length && branches.isAroundCallOf(around.name)
}

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
  if (written !== undefined) return written
  const around = functionAround(text, at, indent)
  const isHanded = around?.takes.some((name) => new RegExp(`\\b${name}\\b`).test(command)) === true
  return around === undefined || !isHanded ? '…' : textsOf(around.name)
}

// An answer that is printed right before, where it is written out.
function answeredAt(end: EndStatement, { text, language }: Program): PrintedText | undefined {
  const command = language === 'javascript' ? statementBefore(end, text) : undefined
  const written =
    /^(?:console\.log|process\.stdout\.write)\(\s*JSON\.stringify\((\{.*\})\)\s*,?\s*\);?$/.exec(
      command ?? '',
    )?.[1]
  if (written === undefined || /["`]|\\/.test(written)) return undefined
  const json = written
    .replaceAll("'", '"')
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replaceAll(/,\s*\}/g, '}')
  try {
    return { stdout: JSON.stringify(JSON.parse(json)), stderr: '' }
  } catch {
    return undefined
  }
}

// Where nothing is on standard error, what is on standard output may count, or that there is nothing at all.
function printedAt(end: EndStatement, program: Program): PrintedText | undefined {
  const { text, language, prints, hasOthers } = program
  if (end.status === 0 || hasOthers) return undefined
  const [first = end.at, second = end.at] = prints
  if (first >= end.at) return { stderr: '', stdout: '' }
  const command = statementBefore(end, text) ?? ''
  const isOnly = second >= end.at && ENDS[language].prints.test(command)
  const written = isOnly ? /\(\s*(["'`])([^"'`{$\\]+)\1\s*\);?$/.exec(command)?.[2] : undefined
  return written === undefined ? undefined : { stderr: '', stdout: `${written}\n` }
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

/** A statement of the program's own first block: it runs whatever comes. */
const PLAIN_OUTPUT =
  /^(?:console\.(?:log|info)|process\.stdout\.write)\(\s*(["'`])(?!\s*[{[])([^"'`$\n]+)(?:\1|\$\{)[^\n]*\);?[ \t]*$/m
const ANSWERED = /\b(?:console\.log|process\.stdout\.write)\(\s*JSON\.stringify\(/

// Text on standard output, and later an answer: what the answer says is not asked, only whether one would be read.
function chatter(text: string, events: readonly string[]): readonly Spot[] {
  const found = PLAIN_OUTPUT.exec(text)
  if (found === null || !ANSWERED.test(text.slice(found.index))) return []
  if (/^(?:process\.exit|return)\b/m.test(text.slice(0, found.index))) return []
  const printed = { start: found.index, end: found.index + found[0].trimEnd().replace(/;$/, '').length }
  const stdout = `${found[2]}\n{"systemMessage":"…"}`
  const name = /^console\.(?:log|info)/.exec(found[0])?.[0]
  const away =
    name === undefined
      ? undefined
      : [{ range: { start: found.index, end: found.index + name.length }, text: 'console.error' }]
  const beside = { range: printed, ...defined({ away }) }
  return [{ kind: 'end', range: printed, events, status: 0, stdout, printed, beside, stderr: '' }]
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
