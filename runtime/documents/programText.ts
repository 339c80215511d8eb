// Texts in the languages of awk, sed, jq and yq, on a command line or in a file. They are not parsed: anything that looks
// like the start of a command counts as one.

import { opaqueAt } from './opaque.ts'

const AWK = /\bsystem\s*\(|\|\s*getline|(?<!\|)\|&?\s*["']|@(?:include|load)\b|@\s*\w+\s*\(/

const STARTS: readonly (readonly [program: RegExp, starts: RegExp])[] = [
  [/^[gmn]?awk$/, AWK],
  [
    /^sed$/,
    /(?:^|[;{}\d$/])\s*e(?:\s|$)|(?:^(?:-[nrEsz]*e|--expression=)?|[;{}\d$/!\n])\s*s([^\w\s;])(?:\\.|(?!\1)[^\\]){0,2000}\1(?:\\.|(?!\1)[^\\]){0,2000}\1[gpiImM\d]*e/s,
  ],
  [/^jq$/, /^-L|^\s*(?:import|include)\s*"/],
  [/^yq$/, /\bsystem\s*\(|\bload\w*\s*\(/],
]

/** The lines of a program that start commands or load files. */
export function startingLines(program: string, text: string): readonly string[] {
  let start = 0
  return text.split('\n').flatMap((line) => {
    const at = start
    start += line.length + 1
    return !/^\s*#/.test(line) && startsOtherCode(program, line) ? [opaqueAt(text, at, line)] : []
  })
}

/** Whether a text for this program starts a command or loads a file. */
export function startsOtherCode(program: string, text: string): boolean {
  const code = /awk$/.test(program) ? withoutStrings(text) : text
  return STARTS.some(([name, starts]) => name.test(program) && starts.test(code))
}

// `print $1 "|" $2` starts nothing. A quote between slashes may be part of a regular expression: such a text stays as it
// is.
function withoutStrings(text: string): string {
  const mayMatchQuote = text
    .split('/')
    .slice(1, -1)
    .some((part) => part.includes('"'))
  return mayMatchQuote ? text : text.replaceAll(/"(?:\\.|[^"\\])*"/g, '""')
}
