// What an expression of a Python file may be where it starts a program: texts that are put together in any of the usual
// ways, lists of words, and names with all that they are bound to.

import { commandsIn } from '../started/commands.ts'
import {
  type CommandValue,
  type CommandValues,
  DEEPEST_EXPRESSION,
  joined,
  listed,
  MOST_EXPRESSIONS,
  NOT_KNOWN,
  oneOf,
  openBindings,
  sum,
  textOf,
  UNKNOWN,
} from '../started/values.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { type Binding, type CommandNames, commandNames } from './commandNames.ts'
import { contentOf, stringOf } from './literals.ts'
import { dottedName } from './references.ts'

/** The values of an expression; without `followsCalls` the parameters of functions are unknown. */
export type ValuesOf = (node: SyntaxNode | undefined, followsCalls: boolean) => CommandValues

/**
 * Follows the expressions of one file. `resolve` gives a dotted name without what imports rename, `ofOwn` the values of
 * expressions that mean more to its caller.
 */
export function commandValues(
  root: SyntaxNode,
  resolve: (name: string) => string,
  ofOwn?: (node: SyntaxNode, of: NodeValues) => CommandValues | undefined,
): ValuesOf {
  let names: CommandNames | undefined
  let steps = 0
  let followsCalls = false
  const follow = openBindings<Binding>()
  return (node, follows) => {
    followsCalls = follows
    return valuesOf(node, 0)
  }

  function valuesOf(node: SyntaxNode | undefined, depth: number): CommandValues {
    if (node === undefined || depth > DEEPEST_EXPRESSION || ++steps > MOST_EXPRESSIONS) return NOT_KNOWN
    const of = (inner: SyntaxNode | undefined) => valuesOf(inner, depth + 1)
    const own = ofOwn?.(node, of)
    if (own !== undefined) return own
    switch (node.type) {
      case 'string':
        return stringValues(node, of)
      case 'concatenated_string':
        return joined(named(node).map(of), '')
      case 'parenthesized_expression':
      case 'await':
        return of(named(node)[0])
      case 'named_expression':
        return of(child(node, 'value'))
      case 'none':
        return []
      case 'list':
      case 'tuple': {
        const items = named(node)
        const isSpread = (at: number) => items[at]?.type === 'list_splat'
        return listed(
          items.map((one) => of(one.type === 'list_splat' ? named(one)[0] : one)),
          isSpread,
        )
      }
      case 'binary_operator':
        return operation(node, of)
      case 'conditional_expression':
        return oneOf([of(named(node)[0]), of(named(node)[2])])
      case 'boolean_operator':
        return oneOf([of(child(node, 'left')), of(child(node, 'right'))])
      case 'attribute':
        return resolve(dottedName(node) ?? '') === 'sys.executable' ? ['python3'] : NOT_KNOWN
      case 'identifier':
        return bound(node, depth)
      case 'call':
        return called(node, of)
      default:
        return NOT_KNOWN
    }
  }

  function bound(node: SyntaxNode, depth: number): CommandValues {
    if (resolve(node.text) === 'sys.executable') return ['python3']
    names ??= commandNames(root)
    return follow(names.bindingsOf(node.text, node), (binding) => ofBinding(binding, depth + 1))
  }

  function ofBinding(binding: Binding, depth: number): CommandValues {
    switch (binding.kind) {
      case 'value':
        return valuesOf(binding.value, depth)
      case 'added': {
        const added = valuesOf(binding.value, depth)
        return binding.isList ? added : listed([added], () => false)
      }
      case 'each':
        return each(binding, depth)
      case 'parameter':
        return ofParameter(binding, depth)
      case 'unknown':
        return NOT_KNOWN
    }
  }

  // `for tool in ["ruff", "black"]`, `for name, command in [("a", ["git", "status"])]`
  function each({ value, at }: Extract<Binding, { kind: 'each' }>, depth: number): CommandValues {
    const items = itemsOf(value, depth)
    if (items === undefined) return NOT_KNOWN
    const parts = items.map((one) => (at === undefined ? one : itemsOf(one, depth)?.[at]))
    return oneOf(parts.map((one) => valuesOf(one, depth)))
  }

  function itemsOf(node: SyntaxNode | undefined, depth: number): readonly SyntaxNode[] | undefined {
    if (node?.type === 'list' || node?.type === 'tuple' || node?.type === 'set') {
      const items = named(node)
      return items.some(({ type }) => type === 'list_splat') ? undefined : items
    }
    if (node?.type !== 'identifier' || depth > DEEPEST_EXPRESSION) return undefined
    names ??= commandNames(root)
    const [only, ...more] = names.bindingsOf(node.text, node)
    return only?.kind === 'value' && more.length === 0 ? itemsOf(only.value, depth + 1) : undefined
  }

  // All that a function of this file is called with, where nothing else is done with it.
  function ofParameter(
    { of, name, rest }: Extract<Binding, { kind: 'parameter' }>,
    depth: number,
  ): CommandValues {
    const calls = followsCalls ? names?.callsOf(of) : undefined
    if (calls === undefined || calls.length === 0) return NOT_KNOWN
    const parameters = named(child(of, 'parameters')).map((one) =>
      one.type === 'typed_parameter' ? named(one)[0] : (child(one, 'name') ?? one),
    )
    const at = parameters.findIndex((one) => (rest ? named(one)[0]?.text : one?.text) === name)
    const first = /^(?:self|cls)$/.test(parameters[0]?.text ?? '') ? 1 : 0
    if (at === -1 || parameters[at]?.type === 'dictionary_splat_pattern') return NOT_KNOWN
    const isKeywordOnly = parameters
      .slice(0, at)
      .some((one) => /^(?:list_splat_pattern|keyword_separator)$/.test(one?.type ?? ''))
    return oneOf(
      calls.map((call) => {
        const given = named(child(call, 'arguments'))
        if (given.some(({ type }) => type === 'dictionary_splat')) return NOT_KNOWN
        const keyword = given.find(
          (one) => child(one, 'name')?.text === name && one.type === 'keyword_argument',
        )
        if (keyword !== undefined) return valuesOf(child(keyword, 'value'), depth)
        // Without an argument it has its default.
        if (isKeywordOnly) return []
        const places = given.filter(({ type }) => type !== 'keyword_argument')
        const from = at - first
        const isSpread = (place: number) => places[place]?.type === 'list_splat'
        const item = (one: SyntaxNode) => valuesOf(isSpread(places.indexOf(one)) ? named(one)[0] : one, depth)
        if (rest) return listed(places.slice(from).map(item), (place) => isSpread(place + from))
        if (places.slice(0, from + 1).some(({ type }) => type === 'list_splat')) return NOT_KNOWN
        return places[from] === undefined ? [] : valuesOf(places[from], depth)
      }),
    )
  }

  function called(node: SyntaxNode, of: NodeValues): CommandValues {
    const callee = child(node, 'function')
    const args = named(child(node, 'arguments'))
    const [first] = args
    const name = resolve(dottedName(callee) ?? '')
    if (SAME.test(name)) return args.length === 1 ? of(first) : joined(args.map(of), '/')
    if (/(?:^|\.)path\.join$/.test(name)) return joined(args.map(of), '/')
    if (name === 'shlex.join') return joinedBy([' '], of(first))
    if (name === 'shlex.split') return of(first).map(splitLine)
    if (callee?.type !== 'attribute') return NOT_KNOWN
    const object = child(callee, 'object')
    switch (child(callee, 'attribute')?.text) {
      case 'join':
        return joinedBy(of(object), of(first))
      case 'split':
        return of(object).map((one) => splitAt(one, first && stringOf(first)))
      case 'format':
        return of(object).flatMap((one) => formatted(textOf(one), args, of))
      case 'copy':
      case 'strip':
      case 'lstrip':
      case 'rstrip':
      case 'encode':
      case 'resolve':
      case 'absolute':
      case 'expanduser':
      case 'as_posix':
        return of(object)
      case 'joinpath':
        return joined([object, ...args].map(of), '/')
      default:
        return NOT_KNOWN
    }
  }
}

export type NodeValues = (node: SyntaxNode | undefined) => CommandValues

/** Calls that return what they are given, as far as a command is concerned. */
const SAME =
  /^(?:list|tuple|str|bytes|os\.fs(?:path|encode|decode)|(?:pathlib\.)?(?:Pure)?(?:Posix)?Path|shlex\.quote|os\.path\.(?:abspath|normpath|realpath|expanduser|expandvars)|shutil\.which)$/

function stringValues(node: SyntaxNode, of: NodeValues): CommandValues {
  const parts = node.children.filter(({ type }) => type === 'interpolation')
  const whole = stringOf(node)
  if (whole !== undefined) return [whole]
  const content = contentOf(node)
  const texts: CommandValues[] = []
  let at = content.start
  for (const one of parts) {
    texts.push([node.text.slice(at - node.start, one.start - node.start)])
    texts.push(one.children.some(({ type }) => type === 'format_specifier') ? NOT_KNOWN : of(named(one)[0]))
    at = one.end
  }
  return joined([...texts, [node.text.slice(at - node.start, content.end - node.start)]], '')
}

function operation(node: SyntaxNode, of: NodeValues): CommandValues {
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  switch (child(node, 'operator')?.text) {
    case '+':
      return sum(of(left), of(right))
    case '/':
      return joined([of(left), of(right)], '/')
    case '%': {
      const given = right?.type === 'tuple' ? named(right) : right === undefined ? [] : [right]
      return of(left).flatMap((one) =>
        filled(textOf(one).replaceAll(/%(?:\(\w+\))?[-\d.]*[srdi]/g, UNKNOWN), given, of),
      )
    }
    default:
      return NOT_KNOWN
  }
}

// `{1}` and `{name}` are left unknown.
function formatted(text: string, given: readonly SyntaxNode[], of: NodeValues): CommandValues {
  const plain = text.replaceAll('{}', UNKNOWN)
  return /\{[^{}]*\}/.test(plain) ? [plain.replaceAll(/\{[^{}]*\}/g, UNKNOWN)] : filled(plain, given, of)
}

// The text with its unknown parts filled in order, where there are as many as values; otherwise as it is.
function filled(text: string, given: readonly SyntaxNode[], of: NodeValues): CommandValues {
  const parts = text.split(UNKNOWN)
  const isPlain = given.every(
    ({ type }) => !/^(?:keyword_argument|list_splat|dictionary|dictionary_splat)$/.test(type),
  )
  if (parts.length !== given.length + 1 || !isPlain) return [text]
  return joined(
    parts.flatMap((part, at) => (at === 0 ? [[part]] : [of(given[at - 1]), [part]])),
    '',
  )
}

function joinedBy(between: CommandValues, lists: CommandValues): CommandValues {
  return between.flatMap((by) =>
    lists.map((one) => (typeof one === 'string' ? UNKNOWN : one.join(textOf(by)))),
  )
}

function splitLine(text: CommandValue): CommandValue {
  const commands = typeof text === 'string' ? commandsIn(text) : undefined
  return commands?.length === 1 ? (commands[0] as CommandValue) : [UNKNOWN]
}

function splitAt(text: CommandValue, by: string | undefined): CommandValue {
  if (typeof text !== 'string') return UNKNOWN
  return by === undefined ? text.trim().split(/\s+/) : text.split(by)
}
