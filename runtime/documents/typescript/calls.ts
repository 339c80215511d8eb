// What the calls of a JavaScript program come to that matter for its answer: printing, ending, and plain string work.

import { type Expr, known, UNKNOWN, unknown, write } from '../program/program.ts'

/** A call of `path` (`console.log`, `process.exit`), when it is one that is known. */
export function knownCall(path: string, given: readonly Expr[]): Expr | undefined {
  const [first = UNKNOWN] = given
  if (/^console\.(log|info|debug)$/.test(path)) return write({ kind: 'join', parts: given, between: ' ' })
  if (/^(process\.)?stdout\.write$/.test(path)) return write(first, '')
  if (/^console\./.test(path)) return unknown(...given)
  if (/^(process|Deno)\.exit$/.test(path)) return { kind: 'exit', status: given[0] ?? known(0) }
  if (/^(\w+\.)?(writeFileSync|writeSync)$/.test(path)) return fileWrite(given)
  // What happens on a signal or an error is not followed.
  if (/^process\.(on|once)$/.test(path)) return UNKNOWN
  return path === 'String' && given.length === 1 ? first : undefined
}

/** A call of the method `name` of a value. */
export function methodCall(of: Expr, name: string, given: readonly Expr[]): Expr {
  const [first = UNKNOWN] = given
  switch (name) {
    case 'at':
      return { kind: 'item', of, at: first }
    case 'slice':
      return given.length === 1 ? { kind: 'slice', of, from: first } : unknown(of, ...given)
    case 'includes':
      return { kind: 'compare', by: 'in', left: first, right: of }
    case 'toString':
      return of
    case 'join':
      return of.kind === 'list' && first.kind === 'text'
        ? { kind: 'join', parts: of.items, between: first.text }
        : unknown(of, ...given)
    // What a rejection would do is not followed.
    case 'catch':
      return of
    case 'then':
      return unknown(of, ...given.slice(0, 1))
    case 'call':
      return of.kind === 'name' ? { kind: 'call', callee: of, args: given.slice(1) } : unknown(of, ...given)
    default:
      return unknown(of, ...given)
  }
}

// Descriptor 1 is standard output; another file is none of our business.
function fileWrite(given: readonly Expr[]): Expr {
  const [to, text = UNKNOWN] = given
  const isOutput =
    (to?.kind === 'known' && to.value === 1) || (to?.kind === 'text' && to.text === '/dev/stdout')
  return isOutput ? write(text, '') : unknown(text)
}
