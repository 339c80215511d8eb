// Builders for the tree that the flow follows: each node is placed at the code of another language that it stands for.
// The flow reads a node's `text`; keys and values are located by offsets alone.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'

type Roles = { readonly [role: string]: SyntaxNode | undefined }

/** A node with these children: by field name, or in order. */
export function made(
  type: string,
  at: SyntaxNode,
  of: readonly SyntaxNode[] | Roles = [],
  more: readonly SyntaxNode[] = [],
): SyntaxNode {
  const given = Array.isArray(of) ? (of as readonly SyntaxNode[]) : inRoles(of as Roles)
  return { ...at, type, field: undefined, named: true, missing: false, children: [...given, ...more] }
}

function inRoles(roles: Roles): readonly SyntaxNode[] {
  return Object.entries(roles).flatMap(([field, node]) => (node === undefined ? [] : [{ ...node, field }]))
}

/** The same node with this text. */
export function reading(text: string, node: SyntaxNode): SyntaxNode {
  return { ...node, text }
}

export function name(text: string, at: SyntaxNode): SyntaxNode {
  return reading(text, made('identifier', at))
}

/** An operator token (unnamed node). */
export function sign(text: string, at: SyntaxNode): SyntaxNode {
  return { ...name(text, at), type: text, named: false }
}

/** An assignment in a class body that sets a static field. */
export function ofClass(set: SyntaxNode): SyntaxNode {
  return { ...set, children: [...set.children, sign('static', set)] }
}

export function isOfClass({ children }: SyntaxNode): boolean {
  return children.some(({ type }) => type === 'static')
}

/** `sys.stdin` */
export function dotted(path: string, at: SyntaxNode): SyntaxNode {
  const [first = '', ...rest] = path.split('.')
  return rest.reduce((object, one) => attribute(object, one, at), name(first, at))
}

export function attribute(object: SyntaxNode, member: string, at: SyntaxNode): SyntaxNode {
  return reading(`${object.text}.${member}`, made('attribute', at, { object, attribute: name(member, at) }))
}

export function call(callee: SyntaxNode | string, given: readonly SyntaxNode[], at: SyntaxNode): SyntaxNode {
  const of = typeof callee === 'string' ? dotted(callee, at) : callee
  return made('call', at, { function: of, arguments: made('argument_list', at, given) })
}

export function keyword(key: string, value: SyntaxNode): SyntaxNode {
  return made('keyword_argument', value, { name: name(key, value), value })
}

/** A string literal with content at a range; nothing in it is an escape. */
export function string(at: SyntaxNode, { start, end }: Range = at, quote = ''): SyntaxNode {
  const open = { ...made('string_start', at), text: `r${quote}`, end: start }
  return made('string', at, [open, { ...made('string_end', at), start: end }])
}

/** An interpolated string: each piece is followed by the value at the same index. */
export function template(
  at: SyntaxNode,
  pieces: readonly (SyntaxNode | string)[],
  values: readonly SyntaxNode[],
): SyntaxNode {
  const written = pieces.map((one) =>
    typeof one === 'string' ? reading(one, made('string_content', at)) : one,
  )
  const inner = values.map((expression) => made('interpolation', expression, { expression }))
  const most = Math.max(pieces.length, inner.length)
  const all = Array.from({ length: most }, (_, i) => [written[i] ?? [], inner[i] ?? []]).flat(2)
  return made('string', at, [reading('f"', made('string_start', at)), ...all, made('string_end', at)])
}

export function comparison(left: SyntaxNode, by: string, right: SyntaxNode, at: SyntaxNode): SyntaxNode {
  return made('comparison_operator', at, [left, { ...sign(by, at), field: 'operators' }, right])
}

/** A member access that tolerates a missing member: `of.get(key)`. */
export function taken(of: SyntaxNode, key: SyntaxNode, at: SyntaxNode): SyntaxNode {
  return call(attribute(of, 'get', at), [key], at)
}

/** A print to standard error, where hosts read no answer. */
export function says(given: readonly SyntaxNode[], at: SyntaxNode): SyntaxNode {
  return call('print', [...given, keyword('file', dotted('sys.stderr', at))], at)
}

export function statement(value: SyntaxNode, at = value): SyntaxNode {
  return made('expression_statement', at, [value])
}

/** A branch of an `if`; without a test it is the else branch. */
export type IfBranch = {
  readonly at: SyntaxNode
  readonly test?: SyntaxNode | undefined
  readonly body: SyntaxNode | undefined
}

/** An `if` with these branches; empty without any. */
export function branches(at: SyntaxNode, [first, ...others]: readonly IfBranch[]): readonly SyntaxNode[] {
  if (first === undefined) return []
  const more = others.map(({ at: place, test, body }) =>
    test === undefined
      ? made('else_clause', place, { body })
      : made('elif_clause', place, { condition: test, consequence: body }),
  )
  const sides = { condition: first.test ?? unknown(at), consequence: first.body }
  return [made('if_statement', at, sides, more)]
}

/** A `try` of a language where a missing member raises no error and the end of the program cannot be caught. */
export function attempt(
  at: SyntaxNode,
  body: SyntaxNode | undefined,
  handlers: readonly SyntaxNode[],
  last: SyntaxNode | undefined,
): SyntaxNode {
  const caught = handlers.map((one) => made('except_clause', one, { value: name('AnyError', one) }, [one]))
  const finish = last === undefined ? [] : [made('finally_clause', last, [last])]
  return made('try_statement', at, { body }, [...caught, ...finish])
}

/** An unknown value; its parts are still visited for spots. */
export function unknown(at: SyntaxNode, parts: readonly SyntaxNode[] = []): SyntaxNode {
  return made('unknown', at, parts)
}
