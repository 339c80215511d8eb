// Translates PowerShell's expressions to the tree that flow follows: a member becomes a `get`, because a missing one is
// $null; hash tables become dicts; anything without a counterpart is unknown, and its parts are still visited.

import {
  attribute,
  call,
  comparison,
  dotted,
  made,
  name,
  reading,
  sign,
  string,
  taken,
  unknown,
} from '../flow/translatedNodes.ts'
import { child, childOfType, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { output } from './commands.ts'
import { MEMBERS, METHODS } from './members.ts'
import { text } from './texts.ts'

/** How the calls of a function pass arguments. */
export type PowerShellCalls = {
  /** The parameters that they name, in lower case: `-reason`. */
  readonly given: Set<string>
  /** A call passes values without names behind a parameter: `-Reason $text 2`. */
  isMixed: boolean
}

/** The facts about a script that the translation of its parts needs. */
export type Translated = {
  /** The names of its functions, in lower case. */
  readonly functions: ReadonlySet<string>
  /** The names of its classes, in lower case. */
  readonly classes: ReadonlySet<string>
  /** The functions whose output is used as a value somewhere. */
  readonly valued: Set<string>
  /** How its functions are called; undefined where their parameters have other values than those of the calls. */
  readonly calls: ReadonlyMap<string, PowerShellCalls> | undefined
  /** Write-Error ends the script. */
  readonly stops: boolean
  /** The output of the statements is returned instead of printed. */
  readonly isValued: boolean
  /** The statements are a method's, which has no output but what it returns. */
  readonly isMethod?: true
}

/** Translates an expression, a pipeline in parentheses, or an argument of a command. */
export function expression(node: SyntaxNode, script: Translated): SyntaxNode {
  const known = TRANSLATED[node.type]
  if (known !== undefined) return known(node, script)
  const [only] = named(node)
  // Each part is translated once: twice at every level of `$a -or $b -or …` would take exponential time.
  return only !== undefined && node.children.length === 1 ? expression(only, script) : operation(node, script)
}

export function all(nodes: readonly SyntaxNode[], script: Translated): readonly SyntaxNode[] {
  return nodes.map((one) => expression(one, script))
}

type Translation = (node: SyntaxNode, script: Translated) => SyntaxNode

const block: Translation = (node, script) => {
  const [only, ...more] = all(named(node), script)
  return only !== undefined && more.length === 0 ? only : unknown(node, only && [only, ...more])
}

const TRANSLATED: { readonly [type: string]: Translation } = {
  string_literal: (node, script) => text(node, (parts) => all(parts, script)),
  integer_literal: (node) => made('integer', node),
  variable,
  generic_token: (node) => string(node),
  member_access: member,
  element_access: (node, script) => {
    const [value, subscript] = all(named(node), script)
    return made('subscript', node, { value, subscript })
  },
  invokation_expression: method,
  hash_literal_expression: dictionary,
  array_expression: (node, script) => {
    const [only, ...more] = all(named(child(node, 'statements')), script)
    // `@($input)` is the whole of standard input; a list that is filtered stays one.
    const isWhole = only?.type === 'list' || WHOLE.test(node.text)
    if (only !== undefined && isWhole && more.length === 0) return only
    return made('list', node, only === undefined ? [] : [only, ...more])
  },
  pipeline: block,
  pipeline_chain: output,
  parenthesized_expression: block,
  sub_expression: block,
  statement_list: block,
  cast_expression: (node, script) => all(named(node), script)[1] ?? unknown(node),
  expression_with_unary_operator: (node, script) => {
    const [argument = unknown(node)] = all(named(node), script)
    const isNegation = /^(?:-not|!)$/i.test(node.children[0]?.text ?? '')
    if (isNegation) return made('not_operator', node, { argument })
    return node.children.length === 1 ? argument : unknown(node, [argument])
  },
  if_statement: choice,
  switch_statement: choice,
  script_block_expression: (node) => unknown(node),
}

const WHOLE = /^@\(\s*\$input\s*\)$|\|\s*(?:where(?:-object)?|\?)\s*\{[^{}]*\}\s*\)$/i

const COMPARED: { readonly [operator: string]: string } = { eq: '==', ne: '!=', in: 'in', notin: 'not in' }

/** Operators that the grammar names. */
const SIGNS: ReadonlySet<string> = new Set(['comparison_operator', 'format_operator'])

// A binary operation, or a list with commas.
function operation(node: SyntaxNode, script: Translated): SyntaxNode {
  const parts = named(node).filter(({ type }) => !SIGNS.has(type))
  const sides = all(parts, script)
  const [left, right] = sides
  const written = node.children.find((one) => !one.named || SIGNS.has(one.type))?.text ?? ''
  const by = written.toLowerCase().replace(/^-[ic]?(?=(?:eq|ne|in|notin|contains|notcontains)$)|^-/, '')
  if (by === ',') return made('list', node, sides)
  if (left === undefined || right === undefined || sides.length > 2) return unknown(node, sides)
  if (by === 'and' || by === 'or' || by === '+') {
    const type = by === '+' ? 'binary_operator' : 'boolean_operator'
    return made(type, node, { left, operator: sign(by, node), right })
  }
  if (by === 'f')
    return call(attribute(left, 'format', node), right.type === 'list' ? right.children : [right], node)
  if (by === 'split') return call(attribute(left, 'split', node), [right], node)
  if (by === 'join') return call(attribute(left, 'replace', node), [], node)
  if (/contains$/.test(by)) return comparison(right, by === 'contains' ? 'in' : 'not in', left, node)
  return comparison(left, COMPARED[by] ?? '=~', right, node)
}

/** A branch of an `if` or a `switch`; without a test it is the default. */
type Clause = { readonly at: SyntaxNode; readonly test?: SyntaxNode | undefined }

/** The branches of an `if` or a `switch`, in order, with the default last. */
export function clausesOf(node: SyntaxNode, script: Translated): readonly Clause[] {
  if (node.type === 'if_statement') {
    const sides = [node, ...named(child(node, 'elseif_clauses')), ...childrenOf(node, 'else_clause')]
    return sides.map((at) => {
      const test = child(at, 'condition')
      return { at, test: test && expression(test, script) }
    })
  }
  const [value = unknown(node)] = all(named(childOfType(node, 'switch_condition')), script)
  // With -Regex or -Wildcard, a clause is a comparison that is not evaluated.
  const by = childOfType(node, 'switch_parameters') === undefined ? '==' : '=~'
  const clauses = named(named(childOfType(node, 'switch_body'))[0]).map((at): Clause => {
    const [condition] = named(at)
    if (/^default$/i.test(condition?.text ?? '')) return { at }
    const isWord = condition !== undefined && /^[A-Za-z][\w-]*$/.test(condition.text)
    const [test = unknown(at)] = isWord ? [string(condition)] : all(named(condition), script)
    return { at, test: comparison(value, by, test, at) }
  })
  return clauses.toSorted((one, two) => Number(one.test === undefined) - Number(two.test === undefined))
}

// `$x = if (…) { … } else { … }`
function choice(node: SyntaxNode, script: Translated): SyntaxNode {
  const last = (at: SyntaxNode): SyntaxNode => {
    const block = named(child(childOfType(at, 'statement_block'), 'statement_list'))
    // `{ 'deny'; break }`
    const values = block.filter(({ type }) => !/^(?:flow_control|empty)_statement$/.test(type))
    return all(values.slice(-1), script)[0] ?? unknown(node)
  }
  return clausesOf(node, script).reduceRight(
    (no, { at, test }) =>
      test === undefined ? last(at) : made('conditional_expression', node, [last(at), test, no]),
    made('none', node),
  )
}

const CONSTANTS = new Map(Object.entries({ true: 'true', false: 'false', null: 'none' }))

function variable(node: SyntaxNode): SyntaxNode {
  // `New-Answer @fields`
  if (node.text.startsWith('@'))
    return made('dictionary_splat', node, [variable(reading(`$${node.text.slice(1)}`, node))])
  const bare = node.text.replace(/^\$\{?|\}$/g, '').toLowerCase()
  const constant = CONSTANTS.get(bare)
  if (constant !== undefined) return made(constant, node)
  const [scope = '', own = scope] = bare.split(':')
  if (scope !== 'env') return name(`$${own}`, node)
  const end = node.text.endsWith('}') ? node.end - 1 : node.end
  const subscript = string(node, { start: end - own.length, end })
  return made('subscript', node, { value: dotted('os.environ', node), subscript })
}

// Members that every object has, regardless of the payload.
const INTRINSIC = /^(?:psobject|pstypenames|psbase|length|count|keys|values)$/i

function member(node: SyntaxNode, script: Translated): SyntaxNode {
  const [object, key] = named(node)
  const own = key && classIn(object, script)
  if (own !== undefined) return attribute(own, key?.text.toLowerCase() ?? '', node)
  if (object === undefined || object.type === 'type_literal' || key?.type !== 'member_name')
    return unknown(node)
  const held = /^value$/i.test(key.text) && object.type === 'element_access' ? named(object) : []
  const owner = held[0] && ownerOf(held[0])
  if (owner !== undefined && held[1] !== undefined)
    return taken(expression(owner, script), expression(held[1], script), node)
  const of = expression(object, script)
  const member = ownMember(object, key, of)
  if (member !== undefined) return member
  if (INTRINSIC.test(key.text) || named(key)[0]?.type !== 'simple_name') return unknown(node, [of])
  return taken(of, string(key), node)
}

// The object in `$payload.PSObject.Properties`, which is a table of its members.
function ownerOf(node: SyntaxNode): SyntaxNode | undefined {
  const [inner, key] = node.type === 'member_access' ? named(node) : []
  const [object, title] = inner?.type === 'member_access' ? named(inner) : []
  return /^properties$/i.test(key?.text ?? '') && /^psobject$/i.test(title?.text ?? '') ? object : undefined
}

// The class of the script in `[Guard]::new(…)`, `[Guard]::Code`; undefined for other types.
function classIn(node: SyntaxNode | undefined, { classes }: Translated): SyntaxNode | undefined {
  if (node?.type !== 'type_literal') return undefined
  const own = node.text.slice(1, -1).trim().toLowerCase()
  return classes.has(own) ? name(own, node) : undefined
}

// `$this.Payload`; undefined for members of other objects.
function ownMember(object: SyntaxNode, key: SyntaxNode, of: SyntaxNode): SyntaxNode | undefined {
  return /^\$this$/i.test(object.text) ? attribute(of, key.text.toLowerCase(), key) : undefined
}

/** The target on the left of `=`. */
export function target(node: SyntaxNode, script: Translated): SyntaxNode {
  const only = alone(node)
  const [object, key] = named(only)
  if (only.type === 'variable' && !only.text.includes(':')) return name(only.text.toLowerCase(), only)
  if (only.type !== 'member_access' || object === undefined || key === undefined)
    return expression(only, script)
  const member = ownMember(object, key, expression(object, script))
  if (member !== undefined) return member
  return made('subscript', only, { value: expression(object, script), subscript: string(key) })
}

/** The innermost node of a chain of expressions with a single child each. */
export function alone(node: SyntaxNode): SyntaxNode {
  const [only, ...more] = node.children
  return only !== undefined && more.length === 0 && /expression$/.test(node.type) ? alone(only) : node
}

function method(node: SyntaxNode, script: Translated): SyntaxNode {
  const list = childOfType(node, 'argument_list')
  const given = all(named(child(list, 'argument_expression_list')), script)
  const before = node.text.slice(0, (list?.start ?? node.end) - node.start)
  const known = METHODS.find(([pattern]) => pattern.test(before))
  if (known !== undefined) return known[1](given, node)
  const [object, key] = named(node)
  const own = classIn(object, script)
  if (own !== undefined && /^new$/i.test(key?.text ?? '')) return call(own, given, node)
  if (own !== undefined) return call(attribute(own, key?.text.toLowerCase() ?? '', node), given, node)
  if (object === undefined || object.type === 'type_literal') return unknown(node, given)
  const of = expression(ownerOf(object) ?? object, script)
  const called = key?.text.toLowerCase() ?? ''
  const [first] = given
  // Of a list; a literal that is looked for is part of a text.
  if (called === 'contains' && first !== undefined && first.type !== 'string')
    return comparison(first, 'in', of, node)
  if (called === 'containskey' && first !== undefined) return comparison(first, 'in', of, node)
  // Of a text, not of a table.
  const isOfText = called === 'remove' && first?.type === 'integer'
  const member = isOfText ? undefined : MEMBERS.get(called)
  return call(attribute(of, member ?? `.${called}`, node), given, node)
}

function dictionary(node: SyntaxNode, script: Translated): SyntaxNode {
  const pairs = named(named(node)[0]).map((entry) => {
    const [written, given] = named(entry)
    const [title = entry] = named(written)
    const key = title.type === 'simple_name' ? string(title) : expression(title, script)
    return made('pair', entry, { key, value: given && expression(given, script) })
  })
  return made('dictionary', node, pairs)
}
