// Shell words as expressions: quoting, parameters and their defaults. Anything else a word may hold is unknown.

import { type Expr, known, UNKNOWN } from '../program/program.ts'
import { named, type SyntaxNode } from '../treeSitter.ts'

/** The positional parameters, kept as one list. */
export const ARGUMENTS: Expr = { kind: 'name', name: '@' }

/** What a word comes to. */
export function word(node: SyntaxNode | undefined): Expr {
  if (node === undefined) return UNKNOWN
  switch (node.type) {
    case 'command_name':
      return node.children.length === 0 ? plain(node) : word(node.children[0])
    case 'word':
    case 'number':
    case 'variable_name':
    case 'extglob_pattern':
    case 'regex':
      return named(node).length === 0 ? plain(node) : UNKNOWN
    case 'raw_string':
      return {
        kind: 'text',
        text: node.text.slice(1, -1),
        range: { start: node.start + 1, end: node.end - 1 },
      }
    case 'ansi_c_string':
      return {
        kind: 'text',
        text: escaped(node.text.slice(2, -1)),
        range: { start: node.start + 2, end: node.end - 1 },
      }
    case 'string':
      return quoted(node)
    case 'concatenation':
      return { kind: 'join', parts: named(node).map(word) }
    case 'simple_expansion':
      return parameter(named(node)[0]?.text ?? '')
    case 'expansion':
      return expansion(node)
    default:
      return UNKNOWN
  }
}

/** True for `"$@"`, `$@` and `$*`, which stand for all arguments. */
export function isAllArguments(node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^"?\$(@|\{@\}|\*)"?$/.test(node.text)
}

/** The text that `echo -e`, `printf` and `$'…'` make of escapes. */
export function escaped(text: string): string {
  const plainOf: Readonly<Record<string, string>> = {
    n: '\n',
    t: '\t',
    r: '\r',
    '\\': '\\',
    '"': '"',
    "'": "'",
  }
  return text.replace(/\\([ntr\\"'])/g, (_, code: string) => plainOf[code] ?? code)
}

function plain(node: SyntaxNode): Expr {
  return {
    kind: 'text',
    text: node.text.replace(/\\(.)/g, '$1'),
    range: { start: node.start, end: node.end },
  }
}

// The text between the parts of a string is not always a node of its own, so it is taken from the gaps.
function quoted(node: SyntaxNode): Expr {
  const parts: Expr[] = []
  const end = node.text.endsWith('"') && node.text.length > 1 ? node.end - 1 : node.end
  let at = node.start + 1
  const gap = (to: number): void => {
    if (to <= at) return
    const text = node.text.slice(at - node.start, to - node.start).replace(/\\(["\\$`])|\\\n/g, '$1')
    parts.push({ kind: 'text', text, range: { start: at, end: to } })
  }
  for (const inner of named(node)) {
    if (inner.type === 'string_content') continue
    gap(inner.start)
    parts.push(word(inner))
    at = inner.end
  }
  gap(end)
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { kind: 'join', parts }
}

function parameter(name: string): Expr {
  if (/^[1-9]\d*$/.test(name))
    return {
      kind: 'or',
      left: { kind: 'item', of: ARGUMENTS, at: known(Number(name) - 1) },
      right: known(''),
    }
  if (name === '#') return { kind: 'length', of: ARGUMENTS }
  if (name === '@' || name === '*')
    return { kind: 'join', parts: [{ kind: 'spread', of: ARGUMENTS }], between: ' ' }
  return { kind: 'name', name }
}

// `${1}`, `${1:-run}`, `${1-}`, `${1:?message}`, `${#}`; other operations are not worked out.
function expansion(node: SyntaxNode): Expr {
  const inner = named(node)
  const [first, second] = inner
  if (named(node).length === 1 && node.text.slice(1) === '{#}') return { kind: 'length', of: ARGUMENTS }
  if (first === undefined || !/^(variable_name|special_variable_name)$/.test(first.type)) return UNKNOWN
  const of = parameter(first.text)
  const operator = node.children.find(({ field }) => field === 'operator')?.text
  if (operator === undefined)
    return inner.length === 1 && !node.text.startsWith('${!') && !node.text.startsWith('${#') ? of : UNKNOWN
  if (operator === ':-' || operator === '-' || operator === ':=' || operator === '=') {
    return { kind: 'or', left: of, right: second === undefined ? known('') : word(second) }
  }
  return operator === ':?' || operator === '?' ? of : UNKNOWN
}
