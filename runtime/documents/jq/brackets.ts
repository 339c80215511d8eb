// Checks whether the brackets and quotes of a jq program are closed; if not, jq certainly rejects it. Other syntax
// errors are not checked.

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '"': '"' }

/** The first bracket or quote that is never closed, or that closes nothing; undefined where all match. */
export function unclosedIn(program: string): { readonly at: number; readonly sign: string } | undefined {
  const open: { readonly at: number; readonly sign: string }[] = []
  for (let at = 0; at < program.length; at++) {
    const sign = program[at] ?? ''
    const last = open.at(-1)?.sign
    if (last === '"') {
      if (sign === '\\') {
        at++
        // `\(…)` contains a program of its own.
        if (program[at] === '(') open.push({ at, sign: '(' })
      } else if (sign === '"') open.pop()
    } else if (sign === '#') {
      const end = program.indexOf('\n', at)
      at = end === -1 ? program.length : end
    } else if (sign in CLOSES) open.push({ at, sign })
    else if (sign === ')' || sign === ']' || sign === '}') {
      if (last === undefined || CLOSES[last] !== sign) return { at, sign }
      open.pop()
    }
  }
  return open[0]
}
