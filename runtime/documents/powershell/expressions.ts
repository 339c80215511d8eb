// PowerShell's expressions in terms of the tree that flow follows: a member is a `get`, because one that is
// missing gives $null; hash tables are dicts; what has no counterpart is unknown, its parts looked at.

import {
  attribute,
  call,
  comparison,
  dotted,
  keyword,
  made,
  name,
  sign,
  string,
  template,
  unknown,
} from '../flow/translatedNodes.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { bare, type Choices } from './choices.ts'
import { pipeline } from './commands.ts'

/** What is known of a script while its parts are translated. */
export type Translated = {
  /** The names of its functions, in lower case. */
  readonly functions: ReadonlySet<string>
  /** Those of them whose output is taken up somewhere, as a value. */
  readonly valued: Set<string>
  readonly choices: Choices
  /** An error that is written ends the script. */
  readonly stops: boolean
  /** Where `$input` stops being standard input, because the script sets it. */
  readonly inputUntil: number
}

/** An expression, a pipeline in brackets, or a word of a command. */
export function expression(node: SyntaxNode, script: Translated): SyntaxNode {
  const known = TRANSLATED[node.type]
  if (known !== undefined) return known(node, script)
  const [only] = named(node)
  // Each part is translated once: twice at every level of `$a -or $b -or …` would double with each of them.
  return only !== undefined && node.children.length === 1 ? expression(only, script) : operation(node, script)
}

export function all(nodes: readonly SyntaxNode[], script: Translated): readonly SyntaxNode[] {
  return nodes.map((one) => expression(one, script))
}

type Translation = (node: SyntaxNode, script: Translated) => SyntaxNode

const block: Translation = (node, script) =>
  named(node).length === 1 ? pipeline(node, script) : unknown(node, all(named(node), script))

const TRANSLATED: { readonly [type: string]: Translation } = {
  string_literal: text,
  integer_literal: (node) => made('integer', node),
  real_literal: (node) => made('float', node),
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
    // `@($input)` is all that stands on standard input.
    const isWhole = only?.type === 'list' || /^@\(\s*\$input\s*\)$/i.test(node.text)
    if (only !== undefined && isWhole && more.length === 0) return only
    return made('list', node, only === undefined ? [] : [only, ...more])
  },
  pipeline: block,
  parenthesized_expression: block,
  sub_expression: block,
  statement_list: block,
  cast_expression: (node, script) => all(named(node), script)[1] ?? unknown(node),
  expression_with_unary_operator: unary,
  if_statement: choice,
  script_block_expression: (node) => unknown(node),
}

const COMPARED: { readonly [operator: string]: string } = { eq: '==', ne: '!=', in: 'in', notin: 'not in' }

// Two sides with a sign between them, or several with commas.
function operation(node: SyntaxNode, script: Translated): SyntaxNode {
  const sides = all(
    named(node).filter(({ type }) => type !== 'comparison_operator'),
    script,
  )
  const [left, right] = sides
  const written = node.children.find((one) => !one.named || one.type === 'comparison_operator')?.text ?? ''
  const by = written.toLowerCase().replace(/^-[ic]?(?=(?:eq|ne|in|notin|contains|notcontains)$)|^-/, '')
  if (by === ',') return made('list', node, sides)
  if (left === undefined || right === undefined || sides.length > 2) return unknown(node, sides)
  if (by === 'and' || by === 'or')
    return made('boolean_operator', node, { left, operator: sign(by, node), right })
  if (by === '+') return made('binary_operator', node, { left, operator: sign(by, node), right })
  if (by === 'join') return call(attribute(left, 'replace', node), [], node)
  if (/contains$/.test(by)) return comparison(right, by === 'contains' ? 'in' : 'not in', left, node)
  return comparison(left, COMPARED[by] ?? '=~', right, node)
}

function unary(node: SyntaxNode, script: Translated): SyntaxNode {
  const [inner = unknown(node)] = all(named(node), script)
  const by = node.children[0]?.text.toLowerCase()
  if (by === '-not' || by === '!') return made('not_operator', node, { argument: inner })
  if (by === '-join') return call(attribute(inner, 'replace', node), [], node)
  if (by === ',') return made('list', node, [inner])
  return node.children.length === 1 ? inner : unknown(node, [inner])
}

// `$x = if (…) { … } else { … }`
function choice(node: SyntaxNode, script: Translated): SyntaxNode {
  const last = (block: SyntaxNode | undefined): SyntaxNode =>
    all(named(child(block, 'statement_list')).slice(-1), script)[0] ?? unknown(node)
  const yes = last(node.children.find(({ type }) => type === 'statement_block'))
  const [test = unknown(node)] = all(named(child(node, 'condition')), script)
  return made('conditional_expression', node, [yes, test, last(named(child(node, 'else_clause'))[0])])
}

// `"a $($payload.tool_name)"`: its parts are looked at.
function text(node: SyntaxNode, script: Translated): SyntaxNode {
  const [kind] = named(node)
  const quote = kind?.type.startsWith('verbatim') === true ? "'" : '"'
  const isHere = node.text.startsWith('@')
  const [open = ''] = /^@?["'](?:(?<=@.)\r?\n)?/.exec(node.text) ?? []
  const [close = ''] = (isHere ? /\r?\n["']@$/ : /(?<=.)["']$/s).exec(node.text) ?? []
  const [start, end] = [node.start + open.length, node.end - close.length]
  const parts = named(kind)
  if (parts.length > 0) {
    const ends = [...parts.map((one) => one.start), end]
    const pieces = ends.map((to, i) =>
      node.text.slice((parts[i - 1]?.end ?? start) - node.start, to - node.start),
    )
    return template(node, pieces, all(parts, script))
  }
  const written = node.text.slice(open.length, node.text.length - close.length)
  if (!isHere && (quote === '"' ? /[`"]/ : /'/).test(written)) return unknown(node)
  return string(node, { start, end }, quote)
}

const CONSTANTS: { readonly [name: string]: string } = { true: 'true', false: 'false', null: 'none' }

function variable(node: SyntaxNode, script: Translated): SyntaxNode {
  const bare = node.text.replace(/^\$\{?|\}$/g, '').toLowerCase()
  const constant = CONSTANTS[bare]
  if (constant !== undefined) return made(constant, node)
  if (bare === 'input' && node.start < script.inputUntil) return stdin(node)
  const [scope = '', own = scope] = bare.split(':')
  if (scope !== 'env') return name(`$${own}`, node)
  const end = node.text.endsWith('}') ? node.end - 1 : node.end
  const subscript = string(node, { start: end - own.length, end })
  return made('subscript', node, { value: dotted('os.environ', node), subscript })
}

function stdin(node: SyntaxNode): SyntaxNode {
  return call('sys.stdin.read', [], node)
}

// What every object has, whatever the payload holds.
const INTRINSIC = /^(?:psobject|pstypenames|psbase|length|count|keys|values)$/i

function member(node: SyntaxNode, script: Translated): SyntaxNode {
  const [object, key] = named(node)
  if (/^\[(?:System\.)?Console\]::In$/i.test(node.text)) return dotted('sys.stdin', node)
  if (object === undefined || object.type === 'type_literal' || key?.type !== 'member_name')
    return unknown(node)
  const of = expression(object, script)
  if (INTRINSIC.test(key.text) || named(key)[0]?.type !== 'simple_name') return unknown(node, [of])
  return call(attribute(of, 'get', node), [string(key)], node)
}

/** What is set left of an equals sign. */
export function target(node: SyntaxNode, script: Translated): SyntaxNode {
  const only = alone(node)
  const [object, key] = named(only)
  if (only.type === 'variable' && !only.text.includes(':')) return name(only.text.toLowerCase(), only)
  if (only.type !== 'member_access' || object === undefined || key === undefined)
    return expression(only, script)
  return made('subscript', only, { value: expression(object, script), subscript: string(key) })
}

/** What stands in nodes that hold nothing else. */
export function alone(node: SyntaxNode): SyntaxNode {
  const [only, ...more] = node.children
  return only !== undefined && more.length === 0 && /expression$/.test(node.type) ? alone(only) : node
}

type Method = (given: readonly SyntaxNode[], at: SyntaxNode) => SyntaxNode

/** Said on standard error, where no answer is read. */
export const says: Method = (given, at) =>
  call('print', [...given, keyword('file', dotted('sys.stderr', at))], at)

// Members of .NET that mean something to a hook, by the text before the bracket.
const METHODS: readonly (readonly [RegExp, Method])[] = [
  [/^\[(?:system\.)?console\]::(?:in\.read\w*|openstandardinput)$/i, (_, at) => stdin(at)],
  [/^\[(?:system\.)?console\]::error\.write(?:line)?$|^\$host\.ui\.writeerrorline$/i, says],
  [/^\[(?:system\.)?console\]::(?:out\.)?write(?:line)?$/i, (given, at) => call('print', given, at)],
  [/streamreader\]::new$/i, ([stream], at) => stream ?? unknown(at)],
  [/^\[(?:system\.)?environment\]::exit$/i, (given, at) => call('sys.exit', given, at)],
  [/\[(?:system\.)?environment\]::getenvironmentvariable$/i, (given, at) => call('os.getenv', given, at)],
  [/^\[string\]::isnullor\w+$/i, ([argument], at) => made('not_operator', at, { argument })],
]

const MEMBERS: { readonly [name: string]: string } = {
  ...{ readtoend: 'read', readline: 'read', trim: 'strip', tostring: 'strip', add: 'setdefault' },
}

function method(node: SyntaxNode, script: Translated): SyntaxNode {
  const list = node.children.find(({ type }) => type === 'argument_list')
  const given = all(named(child(list, 'argument_expression_list')), script)
  const before = node.text.slice(0, (list?.start ?? node.end) - node.start)
  const known = METHODS.find(([pattern]) => pattern.test(before))
  if (known !== undefined) return known[1](given, node)
  const [object, key] = named(node)
  if (object === undefined || object.type === 'type_literal') return unknown(node, given)
  const of = expression(object, script)
  const called = key?.text.toLowerCase() ?? ''
  const [first] = given
  if (called === 'containskey' && first !== undefined) return comparison(first, 'in', of, node)
  return call(attribute(of, MEMBERS[called] ?? `.${called}`, node), given, node)
}

function dictionary(node: SyntaxNode, script: Translated): SyntaxNode {
  const pairs = named(named(node)[0]).map((entry) => {
    const [written, given] = named(entry)
    const [key = entry] = named(written)
    const value = given && (oneOf(given, script) ?? expression(given, script))
    return made('pair', entry, {
      key: key.type === 'simple_name' ? string(key) : expression(key, script),
      value,
    })
  })
  return made('dictionary', node, pairs)
}

// A variable that was set to one of several texts.
function oneOf(given: SyntaxNode, script: Translated): SyntaxNode | undefined {
  const variable = bare(given)
  const texts = variable.type === 'variable' ? script.choices.get(variable.text.toLowerCase()) : undefined
  return texts
    ?.map((one) => expression(bare(one), script))
    .reduce((no, yes) => made('conditional_expression', yes, [yes, unknown(yes), no]))
}
