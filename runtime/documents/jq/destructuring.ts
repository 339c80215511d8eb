// `. as {tool_input: {command: $c}} | …`: binds each variable to the field it takes. Alternatives (`?//`) and computed
// keys are not supported; the parser then only collects the names.

import type { Parsing } from './parsing.ts'
import type { Term } from './term.ts'

type Bound = { readonly name: string; readonly source: Term }

const NOWHERE = { start: 0, end: 0 }
/** The variable of the whole value; no program can contain this name. */
const WHOLE = '\0'

/** The variables of a pattern with their sources; undefined, with nothing consumed, for an unsupported pattern. */
export function destructured(parser: Parsing): readonly Bound[] | undefined {
  const { scan } = parser
  const start = scan.at
  const isPattern = /[{[]/.test(scan.peek())
  const bounds = isPattern ? boundsIn(parser.primary(), { kind: 'variable', name: WHOLE }) : undefined
  scan.blanks()
  if (bounds !== undefined && !scan.here('?//')) return bounds
  scan.at = start
  return undefined
}

/** `source as pattern | body`. */
export function withBounds(source: Term, bounds: readonly Bound[], body: Term): Term {
  const inner = bounds.reduceRight<Term>(
    (rest, { name, source: part }) => ({ kind: 'as', source: part, names: [name], body: rest }),
    body,
  )
  return { kind: 'as', source, names: [WHOLE], body: inner }
}

function boundsIn(pattern: Term, of: Term): readonly Bound[] | undefined {
  switch (pattern.kind) {
    case 'variable':
      return [{ name: pattern.name, source: of }]
    case 'list':
      return allOf(
        itemsOf(pattern.of).map((one, value) =>
          boundsIn(one, { kind: 'index', of, index: { kind: 'literal', value, range: NOWHERE } }),
        ),
      )
    case 'object':
      if (!pattern.whole) return undefined
      return allOf(
        pattern.entries.map(({ key, range, quote, value, variable }) => {
          if (key === undefined || (value === undefined && variable === undefined)) return undefined
          const part: Term = { kind: 'field', of, key, range, quote }
          return boundsIn(value ?? { kind: 'variable', name: key }, part)
        }),
      )
    default:
      return undefined
  }
}

function itemsOf(list: Term | undefined): readonly Term[] {
  if (list === undefined) return []
  return list.kind === 'comma' ? [...itemsOf(list.left), list.right] : [list]
}

function allOf(parts: readonly (readonly Bound[] | undefined)[]): readonly Bound[] | undefined {
  const known = parts.filter((one) => one !== undefined)
  return known.length === parts.length ? known.flat() : undefined
}
