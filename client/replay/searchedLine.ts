// Finds a handler's line by the names it must have. A heuristic, accurate enough to open a file at. Pure.

/** The first line with the part's last segment or the event as a whole word; else the first line of code. */
export function searchedLine(text: string, part: string | undefined, event: string | undefined): number {
  const lines = text.split('\n')
  const names = [
    part
      ?.replace(/\[\d+\]$/, '')
      .split('.')
      .at(-1),
    event,
  ]
  for (const name of names) {
    if (name === undefined || name === '') continue
    const word = new RegExp(`(?<![\\w$])${name.replaceAll(/[^\w]/g, '\\$&')}(?![\\w$])`)
    const at = lines.findIndex((line) => word.test(line) && !isComment(line))
    if (at >= 0) return at
  }
  const code = lines.findIndex((line) => line.trim() !== '' && !isComment(line))
  return Math.max(code, 0)
}

function isComment(line: string): boolean {
  return /^\s*(#|\/\/|\/?\*|import\b|from\b)/.test(line)
}
