// Finds the first line that a hook runs in its source text. A line-based heuristic, accurate enough for a breakpoint.
// Pure.

/**
 * `handler` is the line of the hook's handler; for a program the search starts at the top of the file. Lines count from
 * 0.
 */
export function entryLine(text: string, handler: number, isModule: boolean): number {
  const lines = text.split('\n')
  const isPython = /^#!.*python|^(from|import) \w[\w.]*( import .*)?$|^[ \t]*(async )?def .*:[ \t]*$/m.test(
    text,
  )
  if (!isPython) return isModule ? handler : firstCode(lines, 0)
  if (!isModule) return firstCode(lines, 0)
  // The `def` line runs when the class is created; the body runs when the hook is called.
  const named = lines.findIndex(
    (line, at) => at >= handler && /^\s*(async )?def (handle|on_|__call__)\b/.test(line),
  )
  const def =
    named >= 0 ? named : lines.findIndex((line, at) => at >= handler && /^\s*(async )?def /.test(line))
  if (def < 0) return handler
  const end = lines.findIndex((line, at) => at >= def && /:\s*(#.*)?$/.test(line))
  return firstCode(lines, Math.max(end, def) + 1)
}

function firstCode(lines: readonly string[], from: number): number {
  let quote: string | undefined
  for (let at = from; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim()
    if (quote !== undefined) {
      if (line.endsWith(quote)) quote = undefined
      continue
    }
    const opened = /^[rbu]?("""|''')/.exec(line)?.[1]
    if (opened !== undefined) {
      if (line.indexOf(opened, line.indexOf(opened) + 3) < 0) quote = opened
      continue
    }
    if (line !== '' && !/^(#|\/\/|\/?\*|['"]use strict['"])/.test(line)) return at
  }
  return from
}
