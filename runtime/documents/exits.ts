// Where a program in Python or JavaScript ends with a status right after it said why on standard error: by the lines
// alone, because that is how hooks are written. Whoever computes the status or the text is passed over.

import type { Spot } from './spots.ts'

const ENDS = {
  python: {
    end: /^([ \t]+)(?:sys\.exit|exit|os\._exit|raise[ \t]+SystemExit)\(\s*(-?\d{1,3})\s*\)[ \t]*(?:#.*)?$/gm,
    // A text is said on standard error and counts as status 1.
    fails: /^([ \t]+)(?:sys\.exit|exit|raise[ \t]+SystemExit)\(\s*(f?["'].*["'])\s*\)[ \t]*(?:#.*)?$/gm,
    held: /\bexcept\s*(?:\(?[\w, ]*\b(?:BaseException|SystemExit)\b|:)/,
    says: /(?:print\(.*file\s*=\s*sys\.stderr|sys\.stderr\.write\()/,
  },
  javascript: {
    end: /^([ \t]+)process\.exit\(\s*(-?\d{1,3})\s*\);?[ \t]*(?:\/\/.*)?$/gm,
    fails: /^([ \t]+)throw[ \t]+new[ \t]+Error\(\s*(["'`].*["'`])\s*\);?[ \t]*(?:\/\/.*)?$/gm,
    held: /\bcatch\b|uncaughtException|unhandledRejection/,
    says: /(?:console\.(?:error|warn)|process\.stderr\.write)\(/,
  },
} as const

/** The ends of a program whose last words stand right before them, in the same block. */
export function exitSpots(
  text: string,
  language: keyof typeof ENDS,
  events: readonly string[],
): readonly Spot[] {
  const { end, says } = ENDS[language]
  return [
    ...failures(text, language, events),
    ...(language === 'javascript' ? chatter(text, events) : []),
    ...said(),
  ]

  function said(): readonly Spot[] {
    return [...text.matchAll(end)].flatMap((found): readonly Spot[] => {
      const [line, indent = '', status = ''] = found
      const stderr = saidBefore(text.slice(0, found.index), indent, says)
      if (stderr === undefined) return []
      const start = found.index + indent.length
      const stop = found.index + line.replace(/;?[ \t]*(?:(?:#|\/\/).*)?$/, '').length
      // Below zero they count from 256.
      return [
        {
          kind: 'end',
          range: { start, end: stop },
          events,
          status: Number(status) & 255,
          stderr,
          stdout: '',
        },
      ]
    })
  }
}

function failures(text: string, language: keyof typeof ENDS, events: readonly string[]): readonly Spot[] {
  const { fails, held } = ENDS[language]
  if (held.test(text)) return []
  return [...text.matchAll(fails)].map(({ 0: line, 1: indent = '', 2: stderr = '', index }) => {
    const start = index + indent.length
    const end = index + line.replace(/;?[ \t]*(?:(?:#|\/\/).*)?$/, '').length
    return { kind: 'end', range: { start, end }, events, status: 1, stderr, stdout: '' }
  })
}

/** A statement of the program's own first block: it runs whatever comes. */
const SAID =
  /^(?:console\.(?:log|info)|process\.stdout\.write)\(\s*(["'`])(?![\s]*[{[])([^"'`$\n]+)\1\s*\);?[ \t]*$/m
const ANSWERED = /\b(?:console\.log|process\.stdout\.write)\(\s*JSON\.stringify\(/

// Text on standard output, and later an answer: what the answer says is not asked, only whether one would be read.
function chatter(text: string, events: readonly string[]): readonly Spot[] {
  const found = SAID.exec(text)
  if (found === null || !ANSWERED.test(text.slice(found.index))) return []
  if (/^(?:process\.exit|return)\b/m.test(text.slice(0, found.index))) return []
  const printed = { start: found.index, end: found.index + found[0].trimEnd().replace(/;$/, '').length }
  const stdout = `${found[2]}\n{"systemMessage":"…"}`
  return [{ kind: 'end', range: printed, events, status: 0, stdout, printed, stderr: '' }]
}

// The statement before, which may go over several lines.
function saidBefore(before: string, indent: string, says: RegExp): string | undefined {
  const lines = before.split('\n').slice(0, -1)
  const statement: string[] = []
  for (const line of lines.toReversed().slice(0, 6)) {
    if (line.trim() === '') continue
    if (!line.startsWith(indent)) return undefined
    statement.unshift(line.trim())
    if (!/^\s/.test(line.slice(indent.length)) && !/^[)\]}]/.test(line.trim())) break
  }
  const command = statement.join(' ')
  return says.test(command) ? (/["'`][\s\S]*["'`]/.exec(command)?.[0] ?? '') : undefined
}
