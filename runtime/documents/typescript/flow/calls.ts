// Translates JavaScript calls into the tree that `flow` follows: calls that read input, convert JSON, print, end the
// program, or pass values on.

import ts from 'typescript'
import { startsReport } from '../../codeCheckers.ts'
import {
  attribute,
  comparison,
  dotted,
  keyword,
  reading,
  says,
  template,
} from '../../flow/translatedNodes.ts'
import { stringOf } from '../../python/literals.ts'
import { named, type SyntaxNode } from '../../treeSitter.ts'
import { pathOf, skipWrappers } from '../syntax.ts'
import { givesBuffer, inherits } from './childOutput.ts'
import { eachOf, perhaps } from './eachItem.ts'
import { formatted, writesJson } from './formats.ts'
import { call, GLOBALS, input, loaded, type Module, made, name, placeOf, unknown } from './places.ts'
import { isResolved, promisedBy } from './promises.ts'
import { maySelectAny } from './selections.ts'

type Expression = (node: ts.Expression, module: Module) => SyntaxNode
type Call = (given: readonly SyntaxNode[], at: SyntaxNode) => SyntaxNode

const prints: Call = (given, at) => call('print', formatted(given), at)
const writes: Call = (given, at) => call('sys.stdout.write', given.slice(0, 1), at)
// `console.table([…])` prints text in a format of its own.
const shows: Call = (given, at) =>
  call('print', [template(at, ['table '], given.length === 0 ? [unknown(at)] : given)], at)
const payload: Call = (_, at) => call('json.loads', [input(at)], at)
const same: Call = ([first], at) => first ?? unknown(at)

// `parseArgs({ options: { mode: { type: 'string' } } })`; a default may stand for an option. Each key has its own place.
const parsedArguments: Call = (_, at) => {
  const place = { ...at, start: at.start + 1 }
  const values = /\b(?:default|args)\s*:/.test(at.text) ? unknown(place) : dotted('argparse.arguments', place)
  return call('dict', [keyword('positionals', dotted('sys.argv', at)), keyword('values', values)], at)
}

const hasOwn: Call = ([of, key], at) => (of && key ? comparison(key, 'in', of, at) : unknown(at))

/** Functions, matched by the end of their path. */
const CALLS: readonly (readonly [RegExp, Call])[] = [
  [/^console\.(?:log|info|debug|dirxml|group|groupCollapsed)$/, prints],
  [/^console\.dir$/, (given, at) => call('print', given.slice(0, 1), at)],
  [/^console\.(?:table|count|timeEnd|timeLog)$/, shows],
  [/^console\.(?:error|warn|trace)$|(?:^|\.)stderr\.write$/, says],
  [/(?:^|\.)stdout\.write(?:Sync)?$/, writes],
  [/^JSON\.parse$/, (given, at) => (given.length === 1 ? call('json.loads', given, at) : unknown(at, given))],
  [/^JSON\.stringify$/, writesJson],
  [/^(?:util\.)?format$/, (given, at) => formatted(given)[0] ?? unknown(at)],
  [/^(?:Bun\.stdin\.json|json)$/, payload],
  [/^Promise\.reject$/, (given, at) => call('sys.reject', given, at)],
  [/^(?:Object\.hasOwn|Reflect\.has)$/, hasOwn],
  [/^structuredClone$/, ([of], at) => (of ? call(attribute(of, 'copy', at), [], at) : unknown(at))],
  [/^z\.(?:strictO|looseO|o)bject$/, same],
  [/^(?:util\.inspect|inspect|Promise\.resolve|String|Object\.freeze)$/, same],
  [/^(?:util\.)?parseArgs$/, parsedArguments],
  [/^Set$/, ([of], at) => of ?? made('list', at)],
]

/** Translates a call, or `new`. */
export function called(
  node: ts.CallExpression | ts.NewExpression,
  module: Module,
  expression: Expression,
): SyntaxNode {
  const at = placeOf(node)
  const callee = skipWrappers(node.expression)
  const path = pathOf(callee)
  const written = node.arguments ?? []
  const given = written.map((one) =>
    ts.isSpreadElement(one)
      ? made('list_splat', placeOf(one), [expression(one.expression, module)])
      : expression(one, module),
  )
  // `fs.writeSync(2, …)`
  const [to] = written
  if (
    (/(?:^|\.)write(?:File)?Sync$/.test(path) || path === 'Bun.write') &&
    to !== undefined &&
    /^(?:[12]|["']\/dev\/std(?:out|err)["']|Bun\.std(?:out|err))$/.test(to.getText())
  ) {
    return (/2|err/.test(to.getText()) ? says : writes)(given.slice(1), at)
  }
  if (inherits(path, written)) return unknown(at, [...given, started(path, written, given, at)])
  if (givesBuffer(path, written)) {
    const isStarted = !path.endsWith('readFileSync')
    return call('io.Buffer', isStarted ? [call(expression(callee, module), given, at)] : given, at)
  }
  const known = CALLS.find(([pattern]) => pattern.test(path))
  const [last, then] = [written.at(-1), given.at(-1)]
  // `process.stderr.write(reason, () => process.exit(2))`
  if (/std(?:out|err)\.write$/.test(path) && last !== undefined && then !== undefined && isFunction(last))
    return unknown(at, [(known?.[1] ?? same)(given.slice(0, 1), at), call(then, [], at)])
  if (known !== undefined) return known[1](given, at)
  const isLoad = path === 'require' || callee.kind === ts.SyntaxKind.ImportKeyword
  const other = isLoad ? loaded(to) : undefined
  if (other !== undefined) return other.whole(at)
  const counterpart = Object.hasOwn(GLOBALS, path) ? GLOBALS[path] : undefined
  if (counterpart !== undefined) return call(counterpart, given, at)
  const kept = path === 'Object.fromEntries' ? filtered(to) : undefined
  if (kept !== undefined) return withoutNothing(expression(kept, module), at)
  if (/^(?:Map|Object\.fromEntries)$/.test(path)) return call('dict', given, at)
  const [target, ...sources] = given
  // `Object.assign(this, { decision, reason })` in a constructor.
  if (path === 'Object.assign' && target !== undefined && to?.kind === ts.SyntaxKind.ThisKeyword)
    return call(attribute(attribute(target, '__dict__', at), 'update', at), sources, at)
  if (path === 'Object.assign' && target !== undefined && ts.isExpressionStatement(node.parent))
    return call(attribute(target, 'update', at), sources, at)
  if (target !== undefined && given.length === 1 && /^Object\.(?:entries|values)$/.test(path))
    return call(attribute(target, path === 'Object.values' ? 'values' : 'items', at), [], at)
  if (path === 'Reflect.deleteProperty' && target !== undefined)
    return call(attribute(target, 'pop', at), sources, at)
  if (path === 'Object.assign')
    return made(
      'dictionary',
      at,
      given.map((one) => made('dictionary_splat', one, [one])),
    )
  const promised = promisedBy(node)
  if (promised !== undefined) return promiseOf(promised, at, module)
  if (isResolved(node)) return given[0] ?? unknown(at)
  // `new Guard()`, and `new this()` in a static method.
  if (ts.isNewExpression(node))
    return ts.isIdentifier(callee) || callee.kind === ts.SyntaxKind.ThisKeyword
      ? call(expression(callee, module), given, at)
      : unknown(at, given)
  if (callee.kind === ts.SyntaxKind.SuperKeyword)
    return call(attribute(expression(callee, module), '__init__', at), given, at)
  if (!ts.isPropertyAccessExpression(callee)) return call(expression(callee, module), given, at)
  if (callee.name.text === 'bind' && given.length === 1) return expression(callee.expression, module)
  return method(callee, given, written, at, module, expression)
}

// `new Promise((resolve) => …)`: a call of one of its functions that resolve it, with the resolved value as result.
function promiseOf(
  givers: readonly ts.FunctionLikeDeclaration[],
  at: SyntaxNode,
  module: Module,
): SyntaxNode {
  const values = givers.map((code) => call(module.define(code), [], at))
  return values.reduce((one, other) => made('conditional_expression', at, [one, unknown(at), other]))
}

// Programs that check or build code print what they do.
function started(
  path: string,
  [program, args]: readonly ts.Expression[],
  given: readonly SyntaxNode[],
  at: SyntaxNode,
): SyntaxNode {
  const list = args !== undefined && ts.isArrayLiteralExpression(args) ? args : undefined
  if (startsReport(`${program?.getText()} ${list?.getText()}`)) return shows(given, at)
  const [name, words] = given
  if (name === undefined || /execa/.test(path)) return unknown(at)
  if (path.endsWith('execSync')) return call('os.system', [name], at)
  if (list === undefined || words === undefined) return unknown(at)
  return call('os.system', [made('list', at, [name, ...named(words)])], at)
}

// The object in `Object.entries(answer).filter(([, value]) => value !== undefined)`.
function filtered(entries: ts.Expression | undefined): ts.Expression | undefined {
  if (entries === undefined || !ts.isCallExpression(entries)) return undefined
  if (!ts.isPropertyAccessExpression(entries.expression) || entries.expression.name.text !== 'filter')
    return undefined
  const of = skipWrappers(entries.expression.expression)
  if (!ts.isCallExpression(of) || pathOf(of.expression) !== 'Object.entries') return undefined
  return isPresence(entries.arguments[0]) ? of.arguments[0] : undefined
}

// `([, value]) => value !== undefined`
function isPresence(test: ts.Expression | undefined): boolean {
  if (test === undefined || !ts.isArrowFunction(test) || !ts.isBinaryExpression(test.body)) return false
  const [pair] = test.parameters
  const value = pair !== undefined && ts.isArrayBindingPattern(pair.name) ? pair.name.elements[1] : undefined
  const { left, operatorToken, right } = test.body
  return (
    value !== undefined &&
    /^!==?$/.test(operatorToken.getText()) &&
    left.getText() === value.getText() &&
    /^(?:undefined|null)$/.test(right.getText())
  )
}

// `{key: value for key, value in of.items()}` without the values that are nothing.
function withoutNothing(of: SyntaxNode, at: SyntaxNode): SyntaxNode {
  const [key, value] = ['key', 'value'].map((one) => name(one, at))
  const body = made('pair', at, { key, value })
  const left = made('pattern_list', at, key && value && [key, value])
  const clause = made('for_in_clause', at, { left, right: call(attribute(of, 'items', at), [], at) })
  return made('dictionary_comprehension', at, { body }, [clause])
}

function entryOf(given: readonly SyntaxNode[], at: SyntaxNode): SyntaxNode {
  const [key, value, ...more] = given
  if (key === undefined || value === undefined || more.length > 0) return unknown(at, given)
  return made('dictionary', at, [made('pair', at, { key, value })])
}

function isFunction(node: ts.Expression): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

function isSelf({ kind }: ts.Expression): boolean {
  return kind === ts.SyntaxKind.ThisKeyword || kind === ts.SyntaxKind.SuperKeyword
}

function method(
  { expression: object, name: member }: ts.PropertyAccessExpression,
  given: readonly SyntaxNode[],
  written: readonly ts.Expression[],
  at: SyntaxNode,
  module: Module,
  expression: Expression,
): SyntaxNode {
  const of = expression(object, module)
  const [first] = given
  const isFixed = written[0] !== undefined && ts.isStringLiteralLike(written[0])
  switch (member.text) {
    case 'then': {
      // `.then(undefined, fail)` only handles errors.
      const then =
        first === undefined || first.type === 'absent' || first.type === 'none' ? of : call(first, [of], at)
      return given.length > 1 ? made('rejection_handler', at, [then, ...given.slice(1)]) : then
    }
    case 'catch':
      return made('rejection_handler', at, [of, ...given])
    case 'finally':
      return made('conditional_expression', at, [of, unknown(at, given), of])
    case 'includes':
    case 'has':
      // A literal searched for in a text is not a key of an object.
      return first === undefined || isFixed
        ? call(attribute(of, `.${member.text}`, at), given, at)
        : comparison(first, 'in', of, at)
    case 'hasOwnProperty':
      return hasOwn([of, ...given], at)
    case 'call':
      return /\bhasOwnProperty$/.test(object.getText())
        ? hasOwn(given, at)
        : call(attribute(of, '.call', at), given, at)
    case 'at':
      // `rules.filter(applies).at(0)`
      return given.length === 1 && first?.type === 'integer'
        ? made('subscript', at, { value: of, subscript: first })
        : call(attribute(of, '.at', at), given, at)
    case 'shift':
      // `rules.filter(applies).shift()`: the first of a list that nothing else holds.
      return ts.isCallExpression(object) && given.length === 0
        ? made('subscript', at, { value: of, subscript: reading('0', made('integer', at)) })
        : call(attribute(of, `.${member.text}`, at), given, at)
    case 'encode':
      // `new TextEncoder().encode(text)`
      return /encoder/i.test(object.getText())
        ? same(given, at)
        : call(attribute(of, '.encode', at), given, at)
    // Of a schema.
    case 'passthrough':
    case 'strict':
    case 'loose':
      return given.length === 0 ? of : unknown(at, [of, ...given])
    case 'startsWith':
      return call(attribute(of, 'startswith', at), given, at)
    case 'set':
      // `handlers.set('PreToolUse', guard)`: a key of a Map.
      return call(attribute(of, 'update', at), [entryOf(given, at)], at)
    case 'forEach':
    case 'map':
    case 'flatMap':
    case 'some':
    case 'every':
    case 'reduce':
    case 'find':
    case 'findLast':
    case 'filter':
      return eachOf(
        of,
        given,
        at,
        member.text.replace(/Last$/, ''),
        maySelectAny(written[0], object.getSourceFile()),
      )
    case 'on':
    case 'once': {
      const [event, listener] = given
      const isLast = listener !== undefined && /^(?:end|close|exit)$/.test(stringOf(event) ?? '')
      // `tests.on('close', (status) => …)`: the listener receives the result of the run.
      const last = () => call(listener as SyntaxNode, [unknown(at, [of])], at)
      return unknown(at, isLast ? [of, perhaps(unknown(at), last(), at)] : [of, ...given])
    }
    default: {
      const isOwn = isSelf(object) || (ts.isIdentifier(object) && of.type === 'identifier')
      return call(attribute(of, isOwn ? member.text : `.${member.text}`, at), given, at)
    }
  }
}
