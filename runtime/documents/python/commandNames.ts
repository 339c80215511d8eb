// The names of a Python file by the function that binds them, with what they are bound to: for following the commands
// that a script composes. A name that is bound in a way that is not listed has an unknown value.

import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'

export type Binding =
  | { readonly kind: 'value'; readonly value: SyntaxNode }
  /** `name += value`, `name.append(value)`: added at the end; `isList` where `value` is a list of words. */
  | { readonly kind: 'added'; readonly value: SyntaxNode; readonly isList: boolean }
  /** `for name in value`; `at` where it is one of several names. */
  | { readonly kind: 'each'; readonly value: SyntaxNode; readonly at?: number }
  /** A parameter of a function. */
  | { readonly kind: 'parameter'; readonly of: SyntaxNode; readonly name: string; readonly rest: boolean }
  | { readonly kind: 'unknown' }

export type CommandNames = {
  /** All that the name at a node may be bound to; empty for a name that the file does not bind. */
  readonly bindingsOf: (name: string, at: SyntaxNode) => readonly Binding[]
  /** The calls of a function; undefined where it is used in any other way. */
  readonly callsOf: (definition: SyntaxNode) => readonly SyntaxNode[] | undefined
}

const UNKNOWN_BINDING: Binding = { kind: 'unknown' }
/** Methods of a list that add to its end; all others but those that only read make its value unknown. */
const ADDS = /^(?:append|extend)$/
const READS =
  /^(?:copy|index|count|split|strip|[lr]strip|format|join|encode|lower|upper|replace|startswith|endswith|get)$/

type Scope = {
  readonly node: SyntaxNode
  readonly outside: Scope | undefined
  readonly names: Map<string, Binding[]>
  /** Names that are declared `global` or `nonlocal`. */
  readonly declared: Set<string>
}

/** Reads the names of a file. */
export function commandNames(root: SyntaxNode): CommandNames {
  const nodes = nodesIn(root)
  const scopeOf = scopesOf(nodes)
  const module = scopeOf.get(root) as Scope
  /** The references to a name, and with a dot before it, to an attribute. */
  const uses = new Map<string, SyntaxNode[]>()
  const calls = new Map<SyntaxNode, SyntaxNode>()
  for (const node of nodes) bindingsIn(node)
  // After all bindings, because a name may be changed before the line that binds it.
  for (const node of nodes) changesIn(node)
  for (const node of nodes) {
    if (node.type === 'call') calls.set(child(node, 'function') ?? node, node)
    if (node.type === 'identifier' && node.field !== 'attribute' && node.field !== 'name')
      use(node.text, node)
    if (node.type === 'attribute') use(`.${child(node, 'attribute')?.text}`, node)
  }
  return { bindingsOf, callsOf }

  function use(name: string, node: SyntaxNode): void {
    const known = uses.get(name)
    if (known === undefined) uses.set(name, [node])
    else known.push(node)
  }

  function bindingsOf(name: string, at: SyntaxNode): readonly Binding[] {
    return holderOf(name, at)?.names.get(name) ?? []
  }

  function callsOf(definition: SyntaxNode): readonly SyntaxNode[] | undefined {
    const name = child(definition, 'name')?.text
    if (name === undefined) return undefined
    const isMethod = scopeOf.get(definition)?.node.type === 'class_definition'
    const found = (uses.get(isMethod ? `.${name}` : name) ?? []).map((one) => calls.get(one))
    return found.includes(undefined) ? undefined : (found as readonly SyntaxNode[])
  }

  function holderOf(name: string, at: SyntaxNode): Scope | undefined {
    let scope = scopeOf.get(at)
    while (scope !== undefined && !scope.names.has(name)) scope = scope.outside
    return scope
  }

  function bind(name: SyntaxNode | undefined, binding: Binding, at: SyntaxNode): void {
    if (name?.type !== 'identifier') {
      for (const inner of name === undefined || /^(?:attribute|subscript)$/.test(name.type)
        ? []
        : name.children)
        bind(inner, UNKNOWN_BINDING, at)
      return
    }
    const scope = scopeOf.get(at) ?? module
    const { names } = scope.declared.has(name.text) ? module : scope
    const known = names.get(name.text)
    if (known === undefined) names.set(name.text, [binding])
    else known.push(binding)
  }

  function bindingsIn(node: SyntaxNode): void {
    switch (node.type) {
      case 'assignment': {
        const value = child(node, 'right')
        if (value !== undefined) bind(child(node, 'left'), { kind: 'value', value }, node)
        return
      }
      case 'named_expression':
        bind(child(node, 'name'), { kind: 'value', value: child(node, 'value') ?? node }, node)
        return
      case 'for_statement':
      case 'for_in_clause':
        each(child(node, 'left'), child(node, 'right') ?? node, node)
        return
      case 'function_definition':
      case 'lambda':
        if (node.type === 'function_definition') bind(child(node, 'name'), UNKNOWN_BINDING, node)
        for (const one of named(child(node, 'parameters'))) parameter(one, node)
        return
      case 'class_definition':
        bind(child(node, 'name'), UNKNOWN_BINDING, node)
        return
      case 'aliased_import':
        bind(child(node, 'alias'), UNKNOWN_BINDING, node)
        return
      case 'as_pattern_target':
      case 'case_pattern':
        for (const one of nodesIn(node)) if (one.type === 'identifier') bind(one, UNKNOWN_BINDING, node)
    }
  }

  function each(left: SyntaxNode | undefined, value: SyntaxNode, at: SyntaxNode): void {
    if (left?.type === 'pattern_list' || left?.type === 'tuple_pattern')
      named(left).forEach((one, place) => {
        bind(one, { kind: 'each', value, at: place }, at)
      })
    else bind(left, { kind: 'each', value }, at)
  }

  function parameter(one: SyntaxNode, of: SyntaxNode): void {
    const inner = one.type === 'typed_parameter' ? named(one)[0] : (child(one, 'name') ?? one)
    const name = inner?.type === 'identifier' ? inner : named(inner)[0]
    if (name?.type !== 'identifier') return
    const value = child(one, 'value')
    // The name stands inside the function, so it is bound there.
    bind(name, { kind: 'parameter', of, name: name.text, rest: inner !== name }, name)
    if (value !== undefined) bind(name, { kind: 'value', value }, name)
  }

  function change(name: SyntaxNode | undefined, binding: Binding): void {
    if (name?.type === 'identifier') holderOf(name.text, name)?.names.get(name.text)?.push(binding)
  }

  // What changes the value of a name without binding it.
  function changesIn(node: SyntaxNode): void {
    if (node.type === 'augmented_assignment') {
      const [left, value] = [child(node, 'left'), child(node, 'right')]
      const isSum = child(node, 'operator')?.text === '+='
      if (left?.type === 'subscript') change(child(left, 'value'), UNKNOWN_BINDING)
      else
        change(left, isSum && value !== undefined ? { kind: 'added', value, isList: true } : UNKNOWN_BINDING)
    } else if (node.type === 'assignment' || node.type === 'delete_statement') {
      const left = child(node, 'left') ?? named(node)[0]
      if (left?.type === 'subscript') change(child(left, 'value'), UNKNOWN_BINDING)
    } else if (node.type === 'call') {
      const callee = child(node, 'function')
      const method = callee?.type === 'attribute' ? (child(callee, 'attribute')?.text ?? '') : ''
      const [value] = named(child(node, 'arguments'))
      if (method === '' || READS.test(method)) return
      const adds = ADDS.test(method) && value !== undefined
      change(
        child(callee, 'object'),
        adds ? { kind: 'added', value, isList: method === 'extend' } : UNKNOWN_BINDING,
      )
    }
  }
}

// The scope of each node; a function and a class belong to the one around them. The nodes are in reading order.
function scopesOf(nodes: readonly SyntaxNode[]): ReadonlyMap<SyntaxNode, Scope> {
  const found = new Map<SyntaxNode, Scope>()
  let scope: Scope | undefined
  for (const node of nodes) {
    while (scope?.outside !== undefined && node.start >= scope.node.end) scope = scope.outside
    if (scope !== undefined) found.set(node, scope)
    if (node.type === 'global_statement' || node.type === 'nonlocal_statement')
      for (const { text } of named(node)) scope?.declared.add(text)
    if (scope === undefined || /^(?:function_definition|lambda|class_definition)$/.test(node.type)) {
      scope = { node, outside: scope, names: new Map(), declared: new Set() }
      if (scope.outside === undefined) found.set(node, scope)
    }
  }
  return found
}
