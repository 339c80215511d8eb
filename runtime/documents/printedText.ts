// Text that a program prints where it prints no JSON at all: by its lines alone. Whoever has a command line of its own
// may print for a person and is passed over.

import type { Spot } from './spots.ts'

const PRINTS = {
  python: /^[ \t]*print\(\s*(f?)(["'])(?!\s*[{\\])((?:(?!\2)[^\\\n])+)\2\s*\)[ \t]*(?:#.*)?$/m,
  javascript: /^[ \t]*console\.(?:log|info)\(\s*()(["'`])(?!\s*[{\\])((?:(?!\2)[^\\\n])+)\2\s*\);?[ \t]*$/m,
  powershell: /^[ \t]*Write-(?:Output|Host)[ \t]+()(["'])(?!\s*[{@\\])((?:(?!\2)[^\n])+)\2[ \t]*$/im,
} as const

/** Signs of JSON, and of output that is for somebody else. */
const OTHERS =
  /\bjson\.dumps?\b|\bdumps\(|JSON\.stringify|ConvertTo-Json|model_dump|to_?json\b|["'`]\s*\{\s*\\?["']|@["']\s*$|\bargparse\b|sys\.argv|process\.argv|isatty|isTTY|\bparam\s*\((?!\s*\))|\bstdout\b|\bimport_module\b/im

/** The first line of text that is printed, as an end of the program with status 0, unless it is before one that was `followed`. */
export function printedTextSpots(
  text: string,
  language: 'python' | 'javascript' | 'powershell',
  events: readonly string[],
  followed: readonly Spot[] = [],
): readonly Spot[] {
  const found = OTHERS.test(text) ? null : PRINTS[language].exec(text)
  if (found === null) return []
  const [line, mark = '', quote, written = ''] = found
  const start = found.index + line.length - line.trimStart().length
  const range = { start, end: found.index + line.trimEnd().length }
  const hole = language === 'javascript' ? /\$\{[^}]*\}/g : mark === 'f' ? /\{[^}]*\}/g : /\$\([^)]*\)|\$\w+/g
  // What was printed before an end with a status of its own is no answer.
  if (followed.some((one) => one.kind === 'end' && one.status !== 0 && one.printed?.start === range.start))
    return []
  const isFilled = language === 'javascript' ? quote === '`' : mark === 'f' || language === 'powershell'
  const stdout = `${isFilled ? written.replaceAll(hole, '…') : written}\n`
  const end = { kind: 'end', range, events, status: 0, stderr: '', printed: range, byLines: true } as const
  // What begins like a list is told by its beginning, whatever comes.
  return [
    stdout.startsWith('[')
      ? { ...end, begins: stdout.replaceAll('…', '_'), beside: { range } }
      : { ...end, stdout },
  ]
}
