// Where a program in Python or JavaScript ends with a status right after it said why on standard error: by the lines
// alone, because that is how hooks are written. Whoever computes the status or the text is passed over.

import { defined } from '../contract/defined.ts'
import type { Range } from '../contract/problems.ts'
import { contentNames, isCalledForContent, isInContentBranch } from './contentBranches.ts'
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
  const names = contentNames(text, language)
  return [
    ...failures(text, language, events),
    ...printedTextSpots(text, language, events),
    ...(language === 'javascript' ? chatter(text, events) : []),
    ...endsOf(text, language).flatMap((one) => {
      const answered = answeredAt(one, text, language)
      const spots = answered ?? textAt(one, text, language) ?? printedAt(one, text, language)
      // Below zero they count from 256.
      const status = one.status & 255
      if (spots === undefined) return []
      const printed = answered === undefined ? {} : { printed: one.range }
      const byContent = isByContent(one, text, language, names) ? { byContent: true as const } : {}
      return [{ kind: 'end' as const, range: one.range, events, status, ...spots, ...printed, ...byContent }]
    }),
  ]
}

// In the branch around it, or around a call of the function that it stands in: `if "sudo" in command: deny()`.
function isByContent(
  { at, indent }: EndStatement,
  text: string,
  language: Language,
  names: ReadonlySet<string>,
): boolean {
  if (isInContentBranch(text, at + indent.length, language, names)) return true
  const around = functionAround(text, at, indent)
  return (
    around !== undefined &&
    around.indent + 4 >= indent.length &&
    isCalledForContent(text, around.name, language, names)
  )
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
  return [...text.matchAll(ENDS[language].end), ...returned].flatMap(
    ({ 0: line, 1: indent = '', 2: written = '', index }) => {
      const status = numberOf(written, text)
      const end = index + line.replace(/;?[ \t]*(?:(?:#|\/\/).*)?$/, '').length
      return status === undefined
        ? []
        : { range: { start: index + indent.length, end }, indent, at: index, status }
    },
  )
}

// Written there, or under a name of the module's own that is set once: `BLOCK = 2`.
function numberOf(written: string, text: string): number | undefined {
  if (!/^[A-Z]/.test(written)) return Number(written)
  const [set, ...more] = text.matchAll(
    new RegExp(`^(.*[^\\w.\n])?${written}\\s*(?::\\s*[\\w.]+\\s*)?=(?!=)\\s*(.*)$`, 'gm'),
  )
  if (set === undefined || more.length > 0 || !/^(?:(?:export\s+)?(?:const|let|var)\s+)?$/.test(set[1] ?? ''))
    return undefined
  const number = /^(\d{1,3});?\s*(?:(?:#|\/\/).*)?$/.exec(set[2] ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

type PrintedText = { readonly stderr: string; readonly stdout: string }

function textAt({ at, indent }: EndStatement, text: string, language: Language): PrintedText | undefined {
  const command = statementBefore(text.slice(0, at), indent)
  if (command === undefined || !ENDS[language].says.test(command)) return undefined
  return { stderr: wordsOf(command, text, at, indent), stdout: '' }
}

// What it says is written there, or handed to the function around it by those who call it.
function wordsOf(command: string, text: string, at: number, indent: string): string {
  const written = /["'`][\s\S]*["'`]/.exec(command)?.[0]
  if (written !== undefined) return written
  const around = functionAround(text, at, indent)
  const isHanded = around?.takes.some((name) => new RegExp(`\\b${name}\\b`).test(command)) === true
  if (around === undefined || !isHanded) return '…'
  const calls = text.matchAll(new RegExp(`\\b${around.name}\\(\\s*f?(["'\`])(.+?)\\1`, 'g'))
  return [...calls].map(([, , one]) => one).join('; ') || '…'
}

// An answer that is printed right before, where it is written out.
function answeredAt({ at, indent }: EndStatement, text: string, language: Language): PrintedText | undefined {
  const command = language === 'javascript' ? statementBefore(text.slice(0, at), indent) : undefined
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
function printedAt(
  { at, indent, status }: EndStatement,
  text: string,
  language: Language,
): PrintedText | undefined {
  const { prints, others } = ENDS[language]
  if (status === 0 || others.test(text)) return undefined
  const before = text.slice(0, at)
  if (!prints.test(before)) return { stderr: '', stdout: '' }
  const command = statementBefore(before, indent) ?? ''
  const isOnly = before.split(prints).length === 2 && prints.test(command)
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
  for (const line of text.slice(0, at).split('\n').slice(-LINES_ABOVE).toReversed()) {
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
function statementBefore(before: string, indent: string): string | undefined {
  const lines = before.split('\n').slice(0, -1)
  const statement: string[] = []
  for (const line of lines.slice(-12).toReversed().slice(0, 6)) {
    if (line.trim() === '') continue
    if (!line.startsWith(indent)) return undefined
    statement.unshift(line.trim())
    if (!/^\s/.test(line.slice(indent.length)) && !/^[)\]}]/.test(line.trim())) break
  }
  return statement.length === 0 ? undefined : statement.join(' ')
}
