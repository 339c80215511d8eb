// Finds the variables that a Python, Node or PowerShell script reads without a default or an assignment; reads whose
// value is tested later are marked. Comments are ignored. Decided by the text alone.

import type { Expansion, VariableRead } from './shellText.ts'

const READS = {
  python:
    /\bos\.(?:environ\s*\[\s*|environ\.get\(\s*|getenv\(\s*)\\?(["'])([A-Za-z_]\w*)\\?\1\s*(?:,\s*\\?(["'])(?:\{\}|\[\]|unknown[-\w]*|n\/a)?\\?\3\s*)?[\])]/g,
  node: /\bprocess\.env(?:\.([A-Za-z_]\w*)|\[\s*\\?["']([A-Za-z_]\w*)\\?["']\s*\])(?:\s*(?:\|\||\?\?)\s*\\?(["'`])(?:\{\}|\[\]|unknown[-\w]*|n\/a)?\\?\3)?/g,
  powershell: /\$env:([A-Za-z_]\w*)/gi,
} as const

/** A default for a log. A program that also reads the payload is left alone. */
const NOT_KNOWN = /["'`](?:unknown[-\w]*|n\/a)\\?["'`]/
const READS_INPUT = /stdin|\breadFileSync\(\s*0|\bopen\(\s*0|\binput\(|\bfd\/0|\bcat\b|\bread\b/

/** Each read costs a pass over the text. */
const MOST_READS = 200

/** The reads; destructured ones (Node) come last. None for other languages, and none where there are too many. */
export function variablesRead(text: string, language: string | undefined): readonly VariableRead[] {
  if (language !== 'python' && language !== 'node' && language !== 'powershell') return []
  const isInputRead = READS_INPUT.test(text)
  const read = [...text.matchAll(READS[language])].filter(
    ([written]) => !isInputRead || !NOT_KNOWN.test(written),
  )
  const found = read.map((match) => ({
    name: (language === 'python' ? match[2] : (match[1] ?? match[2])) ?? '',
    written: match[0],
    start: match.index,
  }))
  if (found.length > MOST_READS) return []
  const doubted = new Set(found.filter((one) => isDoubted(text, one)).map(({ name }) => name))
  const taken = language === 'node' ? destructured(text) : []
  return [...found, ...taken]
    .filter(({ name }) => !doubted.has(name))
    .flatMap((one) => {
      const kept = keptAs(text, one)
      if (kept === undefined) return isGivenToOwn(text, one) ? [{ ...one, tested: true } as const] : [one]
      if (isFilledElsewhere(text, kept)) return []
      return isTested(text, kept) ? [{ ...one, tested: true } as const] : [one]
    })
}

/** The reads in Python and Node programs within a shell's text, of names that the text itself does not set. */
export function inlineReads(text: string): readonly VariableRead[] {
  if (!/\b(?:process\.env|os\.environ|os\.getenv)\b/.test(text)) return []
  return [...variablesRead(text, 'python'), ...variablesRead(text, 'node')].filter(
    ({ name }) => !new RegExp(`\\b${name}=`).test(text),
  )
}

/** In characters. Text further away in the same line belongs to other statements. */
const LONGEST_LINE = 500

function lineBefore(text: string, start: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LONGEST_LINE)
  return text.slice(from, start)
}

// The variable that a read is assigned to: `root = os.environ.get("X")`, `const root = process.env.X`.
function keptAs(text: string, { start }: Expansion): string | undefined {
  const before = lineBefore(text, start)
  return /(?:^|[\s;])\$?([A-Za-z_]\w*)\s*=\s*$/.exec(before)?.[1]
}

// Whether the variable is assigned another value as well; an empty initial value (`null`, `""`) does not count.
function isFilledElsewhere(text: string, name: string): boolean {
  const given = [...text.matchAll(new RegExp(`(?<![\\w.$])\\$?${name}\\s*=(?![=>])\\s*([^\\s;]*)`, 'g'))]
  return given.filter(([, value = '']) => isValue(value, name)).length > 1
}

function isValue(written: string, name: string): boolean {
  return !/^(?:null|None|undefined|''|""|\$null)?$/.test(written) && !written.includes(name)
}

function isTested(text: string, name: string): boolean {
  const own = `(?<![\\w.])\\$?${name}\\b`
  return new RegExp(
    `(?:\\b(?:if|elif|while|unless|and|or|not)\\b|!|(?<!\\b(?:join|resolve))\\(|&&|\\|\\|)[ \\t(!]{0,8}${own}|${own}\\s*(?:\\?|&&|\\|\\||\\b(?:is|and|or)\\b|-(?:and|or)\\b)`,
  ).test(text)
}

// Whether the read is passed to a function of the program itself, which may handle an empty value.
function isGivenToOwn(text: string, { start }: Expansion): boolean {
  const [, name] = /([A-Za-z_$][\w$]*)\(\s*$/.exec(lineBefore(text, start)) ?? []
  return name !== undefined && new RegExp(`\\b(?:function|def|const|let)\\s+${name}\\b`).test(text)
}

// const { TOOL_INPUT, TOOL_NAME: name = '' } = process.env
function destructured(text: string): readonly Expansion[] {
  return [
    ...text.matchAll(/\b(?:const|let|var)\s*\{([^{}]*(?:\{\}[^{}]*)*)\}\s*=\s*process\.env\b(?![.[])/g),
  ].flatMap(({ 0: all, 1: inner = '', index }) =>
    [
      ...inner.matchAll(
        /(?<=^|,)\s*([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?(?:=\s*(["'`])(?:\{\}|\[\])?\2\s*)?(?=,|\s*$)/g,
      ),
    ].map(({ 0: one, 1: name = '', index: at }) => ({
      name,
      written: name,
      start: index + all.indexOf(inner) + at + one.indexOf(name),
    })),
  )
}

// Whether the read is in a comment or a text, or its statement tests it, has a default or sets it: a script that serves
// several hosts tests for the variables of each.
function isDoubted(text: string, { start, written }: Expansion): boolean {
  const before = lineBefore(text, start)
    .replace(/^.*;(?!\s*\S*\))/, '')
    .replace(/^\s*for\s+\w+\s+in\b/, '')
  const end = start + written.length
  const [after = ''] = /^[^\n;]*/.exec(text.slice(end, end + LONGEST_LINE)) ?? []
  const line = text.lastIndexOf('\n', start - 1) + 1
  return (
    /^\s*(?:#|\/\/|\*|\/\*)/.test(before) ||
    /^\s*(?:#|\/\/)/.test(text.slice(line, line + LONGEST_LINE)) ||
    /^\s*(?:[-+|&?]{0,2}=)(?!=)/.test(after) ||
    /\b(?:if|elif|while|or|and|not|in|else|try|delete|del|unset|assert)\b|\|\||&&|\?|!|-(?:not|and|or)\b/i.test(
      before + after,
    ) ||
    /["'`]\s*$/.test(before)
  )
}
