// Where a program in Python or JavaScript ends with a status right after it said why on standard error: by the lines
// alone, because that is how hooks are written. Whoever computes the status or the text is passed over.

import type { Spot } from './spots.ts'

const ENDS = {
  python: {
    end: /^([ \t]+)(?:sys\.exit|exit|os\._exit)\(\s*(\d{1,3})\s*\)[ \t]*(?:#.*)?$/gm,
    says: /(?:print\(.*file\s*=\s*sys\.stderr|sys\.stderr\.write\()/,
  },
  javascript: {
    end: /^([ \t]+)process\.exit\(\s*(\d{1,3})\s*\);?[ \t]*(?:\/\/.*)?$/gm,
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
  return [...text.matchAll(end)].flatMap((found): readonly Spot[] => {
    const [line, indent = '', status = ''] = found
    const stderr = saidBefore(text.slice(0, found.index), indent, says)
    if (stderr === undefined) return []
    const start = found.index + indent.length
    const stop = found.index + line.replace(/;?[ \t]*(?:(?:#|\/\/).*)?$/, '').length
    return [{ kind: 'end', range: { start, end: stop }, events, status: Number(status), stderr, stdout: '' }]
  })
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
