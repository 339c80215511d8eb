// The events that a Kaizen class is bound to, and the name it gives itself.

import type { Range } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { builtinAmong, type KaizenBuiltin } from './kaizenHooks.ts'
import { contentOf, rangeOf, stringOf } from './literals.ts'
import { ancestry, type Class, methodsIn, type PythonModule } from './module.ts'

export type Bound = {
  readonly all: boolean
  /** Whether it names any events; a class that does not receives all of them. */
  readonly named: boolean
  /** The expression that holds them, if not a list: the released Kaizen accepts only a list, or a single event. */
  readonly notList?: SyntaxNode | undefined
  readonly written: readonly { readonly event: string; readonly range: Range }[]
}

const ALL: Bound = { all: true, named: true, written: [] }

/** The events of a class, set in its body or in `__init__`, own or inherited; undefined if they are computed. */
export function eventsOf(one: Class, module: PythonModule, input: DocumentInput): Bound | undefined {
  for (const each of ancestry(one, module)) {
    const value = setTo(each, 'events')
    if (value === undefined) continue
    const scope = { ...module, constants: new Map([...module.constants, ...constantsOf(each)]) }
    return value === 'computed' ? undefined : boundTo(value, scope, input, 0)
  }
  const builtin = builtinBehind(one, module)
  if (builtin === undefined) return { ...ALL, named: false }
  if (builtin.events === undefined) return ALL
  const range = rangeOf(one.name)
  const known = builtin.events.filter((event) => input.events.includes(event))
  const written = known.map((event) => ({ event, range }))
  return { all: false, named: true, written }
}

// Names bound exactly once in a class body: `E = HookEvent`.
function constantsOf({ body }: Class): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>()
  const again = new Set<string>()
  for (const statement of named(body)) {
    const [assignment] = statement.type === 'expression_statement' ? named(statement) : []
    const name = child(assignment, 'left')
    const value = child(assignment, 'right')
    if (name?.type !== 'identifier' || value === undefined) continue
    if (found.has(name.text)) again.add(name.text)
    found.set(name.text, value)
  }
  for (const name of again) found.delete(name)
  return found
}

/** The name that a class passes to `super().__init__`, or sets as `name`. */
export function hookName(one: Class, module: PythonModule): string | undefined {
  for (const each of ancestry(one, module)) {
    const creator = creatorOf(each)
    const given = creator && superArgument(creator)
    if (given !== undefined) return textOf(given, creator, module)
    const value = setTo(each, 'name')
    if (value !== undefined && value !== 'computed') return textOf(value, creator, module)
  }
  return builtinBehind(one, module)?.name
}

function builtinBehind(one: Class, module: PythonModule): KaizenBuiltin | undefined {
  const bases = ancestry(one, module).flatMap((each) => each.bases)
  return builtinAmong(bases, module)
}

function boundTo(
  value: SyntaxNode,
  module: PythonModule,
  input: DocumentInput,
  depth: number,
): Bound | undefined {
  if (depth > 8) return undefined
  const inner = named(value)
  const [first] = inner
  if (value.type === 'identifier') {
    const constant = module.constants.get(value.text)
    return constant && boundTo(constant, module, input, depth + 1)
  }
  if (value.type === 'parenthesized_expression' && first !== undefined)
    return boundTo(first, module, input, depth + 1)
  if (value.type === 'binary_operator' && child(value, 'operator')?.text === '+') {
    const sides = [child(value, 'left'), child(value, 'right')].map(
      (side) => side && boundTo(side, module, input, depth + 1),
    )
    const [left, right] = sides
    if (left === undefined || right === undefined) return undefined
    const written = [...left.written, ...right.written]
    return { all: left.all || right.all, named: true, notList: left.notList ?? right.notList, written }
  }
  const single = eventOf(value, module, depth)
  if (single !== undefined) return { all: false, named: true, written: [writtenAs(single, value)] }
  if (value.type === 'list_comprehension') return isEveryEvent(value, module) ? ALL : undefined
  if (value.type === 'call') return called(value, module, input, depth)
  if (!/^(list|tuple|set|expression_list)$/.test(value.type)) return undefined
  const notList = value.type === 'list' ? undefined : value
  const written: { readonly event: string; readonly range: Range }[] = []
  for (const item of inner) {
    if (item.type === 'list_splat') {
      if (isEventClass(named(item)[0], module)) return { ...ALL, notList }
      const spread = named(item)[0] && boundTo(named(item)[0] as SyntaxNode, module, input, depth + 1)
      if (spread === undefined) return undefined
      written.push(...spread.written)
      continue
    }
    const event = eventOf(item, module, depth)
    if (event === undefined) return undefined
    written.push(writtenAs(event, item))
  }
  return { all: false, named: true, notList, written }
}

function writtenAs(event: string, node: SyntaxNode): { readonly event: string; readonly range: Range } {
  return { event, range: node.type === 'string' ? contentOf(node) : rangeOf(node) }
}

// `[e for e in HookEvent]`.
function isEveryEvent(node: SyntaxNode, module: PythonModule): boolean {
  const [item, loop, ...more] = named(node)
  if (item?.type !== 'identifier' || loop?.type !== 'for_in_clause' || more.length > 0) return false
  return child(loop, 'left')?.text === item.text && isEventClass(child(loop, 'right'), module)
}

// `list(HookEvent)` is all events; `list([…])` and `frozenset({…})` are those of their argument.
function called(
  node: SyntaxNode,
  module: PythonModule,
  input: DocumentInput,
  depth: number,
): Bound | undefined {
  const kind = child(node, 'function')?.text ?? ''
  if (!/^(list|tuple|set|frozenset)$/.test(kind)) return undefined
  const notList = kind === 'list' ? undefined : node
  const [only] = named(child(node, 'arguments'))
  if (only === undefined) return { all: false, named: true, notList, written: [] }
  const bound = isEventClass(only, module) ? ALL : boundTo(only, module, input, depth + 1)
  return bound && { ...bound, notList }
}

// "pre_tool_use", HookEvent.PRE_TOOL_USE (whose value is its name in lower case), HookEvent("pre_tool_use").
function eventOf(node: SyntaxNode, module: PythonModule, depth: number): string | undefined {
  const text = stringOf(node)
  if (text !== undefined) return text
  if (node.type === 'identifier' && depth < 8) {
    const constant = module.constants.get(node.text)
    return constant && eventOf(constant, module, depth + 1)
  }
  if (node.type === 'attribute') {
    const object = child(node, 'object')
    const name = child(node, 'attribute')?.text ?? ''
    if (name === 'value' && object !== undefined) return eventOf(object, module, depth + 1)
    return isEventClass(object, module) ? name.toLowerCase() : undefined
  }
  const first =
    named(child(node, node.type === 'call' ? 'arguments' : 'subscript'))[0] ?? child(node, 'subscript')
  if (node.type === 'call' && isEventClass(child(node, 'function'), module)) return stringOf(first)
  if (node.type === 'subscript' && isEventClass(child(node, 'value'), module))
    return stringOf(child(node, 'subscript'))?.toLowerCase()
  return undefined
}

function isEventClass(node: SyntaxNode | undefined, module: PythonModule, depth = 0): boolean {
  if (node?.type === 'identifier') {
    if ((module.aliases.get(node.text) ?? node.text) === 'HookEvent') return true
    const constant = module.constants.get(node.text)
    return constant !== undefined && depth < 8 && isEventClass(constant, module, depth + 1)
  }
  return node?.type === 'attribute' && child(node, 'attribute')?.text === 'HookEvent'
}

// The value that `name` is set to: in `__init__` (`self.name = …`), as a class attribute, or by a one-return property.
function setTo(one: Class, name: string): SyntaxNode | 'computed' | undefined {
  const set = assignments(child(creatorOf(one), 'body'))
  const inConstructor = set.filter(({ left }) => left.text === `self.${name}`)
  if (inConstructor.length > 0) return inConstructor.length === 1 ? inConstructor[0]?.right : 'computed'
  for (const statement of named(one.body)) {
    if (statement.type === 'decorated_definition') {
      const definition = child(statement, 'definition')
      if (child(definition, 'name')?.text !== name) continue
      const [only, ...more] = named(child(definition, 'body')).filter(
        ({ children }) => children[0]?.type !== 'string',
      )
      return only?.type === 'return_statement' && more.length === 0 ? named(only)[0] : 'computed'
    }
    const [assignment] = statement.type === 'expression_statement' ? named(statement) : []
    if (assignment?.type === 'augmented_assignment' && child(assignment, 'left')?.text === name)
      return 'computed'
    if (assignment?.type === 'assignment' && child(assignment, 'left')?.text === name) {
      const right = child(assignment, 'right')
      if (right !== undefined) return right
    }
  }
  return undefined
}

// All assignments in a function, also inside `if`: more than one to the same name counts as computed.
function assignments(body: SyntaxNode | undefined) {
  return nodesIn(body, ({ type }) => type !== 'assignment').flatMap((node) => {
    const [left, right] = [child(node, 'left'), child(node, 'right')]
    return node.type === 'assignment' && left !== undefined && right !== undefined ? [{ left, right }] : []
  })
}

function creatorOf(one: Class): SyntaxNode | undefined {
  return methodsIn(one).find(({ name }) => name.text === '__init__')?.definition
}

// `super().__init__("x")`, `super().__init__(name="x")`, `BaseHook.__init__(self, "x")`.
function superArgument(creator: SyntaxNode): SyntaxNode | undefined {
  for (const statement of named(child(creator, 'body'))) {
    const call = statement.type === 'expression_statement' ? named(statement)[0] : undefined
    const callee = call?.type === 'call' ? child(call, 'function')?.text : undefined
    if (callee === undefined || !callee.endsWith('.__init__')) continue
    const given = named(child(call, 'arguments'))
    const keyword = given.find(
      (one) => one.type === 'keyword_argument' && child(one, 'name')?.text === 'name',
    )
    if (keyword !== undefined) return child(keyword, 'value')
    const positional = given.filter(({ type }) => type !== 'keyword_argument')
    return callee.startsWith('super(') ? positional[0] : positional[1]
  }
  return undefined
}

// A string, a constant, or a parameter's default value.
function textOf(node: SyntaxNode, creator: SyntaxNode | undefined, module: PythonModule): string | undefined {
  if (node.type !== 'identifier') return stringOf(node)
  const parameter = named(child(creator, 'parameters')).find((one) => child(one, 'name')?.text === node.text)
  return stringOf(child(parameter, 'value') ?? module.constants.get(node.text))
}
