// The names of a Python module by scope, as the language resolves them. Attributes are not followed: which object has one
// is known when it runs.

import { child, named, parseTree, type SyntaxNode } from '../treeSitter.ts'
import type { NameReader, WrittenName } from './names.ts'

const RESERVED =
  /^(False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield|self|cls|__\w+__)$/

/** The reader of them. */
export const pythonNames: NameReader = {
  read,
  spelt: { variable: /^[^\W\d]\w*$/u, function: /^[^\W\d]\w*$/u },
  reserved: { variable: RESERVED, function: RESERVED },
}

type Scope = {
  readonly kind: 'module' | 'class' | 'function' | 'comprehension'
  readonly parent: Scope | undefined
  readonly id: number
  readonly sets: Set<string>
  /** Names that are those of a scope further out, by word of their author. */
  readonly outer: Map<string, 'global' | 'nonlocal'>
}

type NameLookup = { readonly node: SyntaxNode; readonly scope: Scope; readonly sets: boolean }

async function read(text: string): Promise<readonly WrittenName[]> {
  const root = await parseTree('python', text)
  const lookups: NameLookup[] = []
  const calls: { readonly call: SyntaxNode; readonly scope: Scope }[] = []
  const parameters = new Map<string, Scope>()
  let count = 0
  const module = scopeOf('module', undefined)
  walk(root, module, false)
  const names: WrittenName[] = []
  for (const { node, scope, sets } of lookups) {
    const found = resolved(node.text, scope)
    // A name that nobody here sets is the language's own; a class's is an attribute.
    if (found?.kind !== 'class') add(node, found?.id ?? -1, sets)
  }
  for (const { call } of calls) {
    const callee = child(call, 'function')
    const name = callee?.type === 'attribute' ? child(callee, 'attribute') : callee
    const scope = parameters.get(name?.text ?? '')
    for (const one of named(child(call, 'arguments'))) {
      const key = one.type === 'keyword_argument' ? child(one, 'name') : undefined
      if (key !== undefined && scope?.sets.has(key.text) === true) add(key, scope.id, false)
    }
  }
  return names.sort((one, two) => one.range.start - two.range.start)

  function add({ start, end, text: name }: SyntaxNode, scope: number, defines: boolean): void {
    names.push({ range: { start, end }, name, kind: 'variable', scope, defines })
  }

  function scopeOf(kind: Scope['kind'], parent: Scope | undefined): Scope {
    count += 1
    return { kind, parent, id: count, sets: new Set(), outer: new Map() }
  }

  function resolved(name: string, from: Scope): Scope | undefined {
    const declared = from.outer.get(name)
    if (declared === 'global') return module
    for (let at: Scope | undefined = from; at !== undefined; at = at.parent) {
      // From within a function nobody sees the names of the class around it.
      if (at !== from && at.kind === 'class') continue
      if (at === from && declared === 'nonlocal') continue
      if (at.sets.has(name)) return at
    }
    return undefined
  }

  // `sets`: what stands here is given a value.
  function walk(node: SyntaxNode, scope: Scope, sets: boolean): void {
    switch (node.type) {
      case 'identifier':
        if (sets && !scope.outer.has(node.text)) scope.sets.add(node.text)
        lookups.push({ node, scope, sets })
        return
      case 'attribute':
        each([child(node, 'object')], scope, false)
        return
      case 'keyword_argument':
        each([child(node, 'value')], scope, false)
        return
      case 'subscript':
        each(node.children, scope, false)
        return
      case 'import_statement':
      case 'import_from_statement':
        imported(node, scope)
        return
      case 'global_statement':
      case 'nonlocal_statement':
        for (const one of named(node))
          scope.outer.set(one.text, node.type === 'global_statement' ? 'global' : 'nonlocal')
        if (node.type === 'global_statement') for (const one of named(node)) module.sets.add(one.text)
        each(node.children, scope, false)
        return
      case 'function_definition':
      case 'lambda':
        functionIn(node, scope)
        return
      case 'class_definition': {
        each([child(node, 'name')], scope, true)
        each([child(node, 'superclasses')], scope, false)
        each([child(node, 'body')], scopeOf('class', scope), false)
        return
      }
      case 'list_comprehension':
      case 'set_comprehension':
      case 'dictionary_comprehension':
      case 'generator_expression':
        comprehensionIn(node, scope)
        return
      case 'call':
        calls.push({ call: node, scope })
        each(node.children, scope, false)
        return
      case 'as_pattern_target':
      case 'splat_pattern':
        each(node.children, scope, true)
        return
      case 'case_pattern':
        patternIn(node, scope)
        return
      case 'delete_statement':
        each(node.children, scope, true)
        return
      default:
        for (const one of node.children) {
          const isTarget = one.field === 'left' && SETTING.test(node.type)
          const isNamed = node.type === 'named_expression' && one.field === 'name'
          walk(one, isNamed ? outside(scope) : scope, isTarget || isNamed || (sets && one.field !== 'right'))
        }
    }
  }

  function each(nodes: readonly (SyntaxNode | undefined)[], scope: Scope, sets: boolean): void {
    for (const node of nodes) if (node !== undefined) walk(node, scope, sets)
  }

  // What it goes through first is asked for outside of it.
  function comprehensionIn(node: SyntaxNode, scope: Scope): void {
    const inner = scopeOf('comprehension', scope)
    const first = node.children.find(({ type }) => type === 'for_in_clause')
    for (const one of node.children) {
      if (one !== first) walk(one, inner, false)
      else
        for (const part of one.children)
          walk(part, part.field === 'right' ? scope : inner, part.field === 'left')
    }
  }

  function functionIn(node: SyntaxNode, scope: Scope): void {
    const inner = scopeOf('function', scope)
    const name = child(node, 'name')
    each([name], scope, true)
    if (name !== undefined) parameters.set(name.text, inner)
    for (const one of named(child(node, 'parameters'))) {
      each([child(one, 'value'), child(one, 'type')], scope, false)
      each(one.type === 'identifier' ? [one] : [child(one, 'name') ?? named(one)[0]], inner, true)
    }
    each([child(node, 'return_type')], scope, false)
    each([child(node, 'body')], inner, false)
  }

  // `case {"a": x, **rest}` and `case [first, *_]` set names; `case Kind.A` and the name of a class do not.
  function patternIn(node: SyntaxNode, scope: Scope): void {
    for (const one of node.children) {
      const isOne = one.type === 'dotted_name' && named(one).length === 1
      if (isOne) each(named(one), scope, true)
      else if (one.type === 'dotted_name') each(named(one).slice(0, 1), scope, false)
      else if (one.type === 'class_pattern') {
        each(
          named(one)
            .slice(0, 1)
            .flatMap((name) => named(name).slice(0, 1)),
          scope,
          false,
        )
        each(named(one).slice(1), scope, false)
      } else walk(one, scope, false)
    }
  }

  // What a module calls its own stays; what it is called here is the author's.
  function imported(node: SyntaxNode, scope: Scope): void {
    for (const one of node.children.filter(({ field }) => field === 'name')) {
      const alias = child(one, 'alias')
      if (alias !== undefined) {
        each([alias], scope, true)
        continue
      }
      const [first] = named(one)
      if (first === undefined) continue
      scope.sets.add(first.text)
      lookups.push({ node: first, scope, sets: false })
    }
  }
}

// A walrus within a comprehension sets a name outside of it.
function outside(scope: Scope): Scope {
  return scope.kind === 'comprehension' && scope.parent !== undefined ? outside(scope.parent) : scope
}

const SETTING = /^(assignment|augmented_assignment|for_statement|for_in_clause)$/
