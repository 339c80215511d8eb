// The names of a Python module by scope, where they are bound and read, and whether that happens at load or later.
// A name counts as defined if its scope binds it anywhere, whether that line is reached or not. Attributes are not
// followed, because they depend on the object at run time.

import { child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import type { NameUse, PythonScope } from './scopeNames.ts'

export type PythonScopes = {
  readonly uses: readonly NameUse[]
  /** All scopes of the file. */
  readonly scopes: readonly PythonScope[]
  /** Names may also come from elsewhere: a star import, `exec`, `globals()`, names added to builtins. */
  readonly open: boolean
}

type Where = Pick<NameUse, 'scope' | 'when'>

/** Reads the scopes of a module that parses. `isMain`: the file is run as a program. */
export function scopesOf(root: SyntaxNode, isMain: boolean): PythonScopes {
  const scopes: PythonScope[] = []
  const module = scopeOf('module')
  const uses: NameUse[] = []
  let open = false
  all(root.children, { scope: module, when: 'load' })
  return { uses, scopes, open }

  function scopeOf(kind: PythonScope['kind'], parent?: PythonScope, title?: string): PythonScope {
    const scope: PythonScope = { kind, names: new Set(), outer: new Map(), title, parent }
    scopes.push(scope)
    return scope
  }

  function all(nodes: readonly SyntaxNode[], where: Where): void {
    for (const node of nodes) walk(node, where)
  }

  function walk(node: SyntaxNode, where: Where): void {
    const { scope } = where
    switch (node.type) {
      case 'identifier':
        use(node, where)
        return
      case 'comment':
      case 'string_content':
        return
      case 'type':
        all(node.children, caught(where))
        return
      case 'wildcard_import':
        open = true
        return
      case 'import_statement':
      case 'import_from_statement':
      case 'future_import_statement':
        for (const one of childrenOf(node, 'name')) imported(one, node.type, where)
        if (node.children.some(({ type }) => type === 'wildcard_import')) open = true
        return
      case 'global_statement':
      case 'nonlocal_statement':
        for (const one of named(node)) {
          scope.outer.set(one.text, node.type === 'global_statement' ? 'global' : 'nonlocal')
          if (node.type === 'global_statement') module.names.add(one.text)
        }
        all(node.children, caught(where))
        return
      case 'attribute':
        all(childrenOf(node, 'object'), where)
        return
      case 'keyword_argument':
        all(childrenOf(node, 'value'), where)
        return
      case 'type_alias_statement':
        bind(named(node)[0], where)
        all(named(node).slice(1), caught(where))
        return
      case 'function_definition':
      case 'lambda':
        functionIn(node, where)
        return
      case 'class_definition':
        classIn(node, where)
        return
      case 'list_comprehension':
      case 'set_comprehension':
      case 'dictionary_comprehension':
      case 'generator_expression':
        comprehensionIn(node, where)
        return
      case 'assignment':
      case 'augmented_assignment':
      case 'for_in_clause':
        bind(child(node, 'left'), where)
        all(
          node.children.filter(({ field }) => field !== 'left'),
          where,
        )
        return
      case 'for_statement':
        bind(child(node, 'left'), where)
        sometimes(node, 'right', where)
        return
      case 'named_expression':
        bind(child(node, 'name'), { ...where, scope: outsideComprehension(scope) })
        all(childrenOf(node, 'value'), where)
        return
      // Deleting a name makes it local to the function.
      case 'delete_statement':
      case 'as_pattern_target':
        bind(node, where)
        return
      case 'case_pattern':
        patternIn(node, where)
        return
      case 'if_statement':
        sometimes(node, isMain && asksForMain(node) ? 'consequence' : 'condition', where)
        return
      case 'while_statement':
        sometimes(node, 'condition', where)
        return
      case 'boolean_operator':
        sometimes(node, 'left', where)
        return
      case 'match_statement':
        sometimes(node, 'subject', where)
        return
      case 'try_statement':
        for (const one of node.children)
          walk(one, one.field === 'body' && isExpectedIn(node) ? caught(where) : later(where))
        return
      case 'with_statement':
        all(node.children, /\bsuppress\(/.test(headOf(node)) ? caught(where) : later(where))
        return
      case 'conditional_expression':
      case 'assert_statement':
        all(node.children, later(where))
        return
      default:
        all(node.children, where)
    }
  }

  function use(node: SyntaxNode, { scope, when }: Where): void {
    if (OPENING.has(node.text)) open = true
    uses.push({ node, scope, sets: false, when })
  }

  // Walks a node of which the part `always` is always evaluated, and the others only sometimes.
  function sometimes(node: SyntaxNode, always: string, where: Where): void {
    const others = later(where)
    for (const one of node.children)
      if (node.type !== 'for_statement' || one.field !== 'left')
        walk(one, one.field === always ? where : others)
  }

  // Binds the names of a target; expressions before a dot or in brackets are read.
  function bind(node: SyntaxNode | undefined, where: Where): void {
    if (node === undefined) return
    if (node.type === 'identifier') {
      if (!where.scope.outer.has(node.text)) where.scope.names.add(node.text)
      uses.push({ node, ...where, sets: true })
    } else if (node.type === 'attribute' || node.type === 'subscript') walk(node, where)
    else for (const inner of node.children) bind(inner, where)
  }

  function functionIn(node: SyntaxNode, where: Where): void {
    const name = child(node, 'name')
    bind(name, where)
    const inner = scopeOf('function', where.scope, name?.text)
    const types = { ...where, scope: typeParameters(node, inner) ? inner : where.scope }
    parameters(child(node, 'parameters'), inner, where, types)
    all(childrenOf(node, 'return_type'), types)
    all(childrenOf(node, 'body'), { scope: inner, when: 'later' })
  }

  function classIn(node: SyntaxNode, where: Where): void {
    bind(child(node, 'name'), where)
    const inner = scopeOf('class', where.scope)
    all(childrenOf(node, 'superclasses'), typeParameters(node, inner) ? { ...where, scope: inner } : where)
    all(childrenOf(node, 'body'), { ...where, scope: inner })
  }

  // Defaults are evaluated in the scope of the definition.
  function parameters(list: SyntaxNode | undefined, inner: PythonScope, where: Where, types: Where): void {
    for (const one of named(list)) {
      all(childrenOf(one, 'value'), where)
      all(childrenOf(one, 'type'), types)
      const target = one.type === 'typed_parameter' ? named(one)[0] : (child(one, 'name') ?? one)
      bind(target, { ...where, scope: inner })
    }
  }

  // Adds the type parameters to a scope; true if there are any.
  function typeParameters(node: SyntaxNode, inner: PythonScope): boolean {
    const list = child(node, 'type_parameters')
    for (const one of nodesIn(list)) if (one.type === 'identifier') inner.names.add(one.text)
    return list !== undefined
  }

  // The first iterable is evaluated in the enclosing scope.
  function comprehensionIn(node: SyntaxNode, where: Where): void {
    const inner = { ...where, scope: scopeOf('comprehension', where.scope) }
    const first = node.children.find(({ type }) => type === 'for_in_clause')
    for (const one of node.children) {
      if (one !== first) walk(one, inner)
      else for (const part of one.children) part.field === 'left' ? bind(part, inner) : walk(part, where)
    }
  }

  // `case {"a": x, **rest}` and `case [first, *_]` bind names; `case Kind.A` and class names do not.
  function patternIn(node: SyntaxNode, where: Where): void {
    if (node.type === 'dotted_name') {
      const [first, ...more] = named(node)
      if (more.length === 0) bind(first, where)
      else if (first !== undefined) use(first, where)
    } else if (node.type === 'class_pattern') {
      const [title, ...parts] = named(node)
      const [first] = named(title)
      if (first !== undefined) use(first, where)
      for (const part of parts) patternIn(part, where)
    } else if (node.type === 'identifier') bind(node, where)
    else for (const one of node.children) patternIn(one, where)
  }

  // `import a.b` binds a; `import a.b as c` and `from a import b as c` bind c. An unaliased name belongs to its module.
  function imported(node: SyntaxNode, statement: string, where: Where): void {
    const alias = child(node, 'alias')
    if (alias !== undefined) {
      bind(alias, where)
      return
    }
    const parts = named(node)
    const bound = statement === 'import_statement' ? parts[0] : parts.at(-1)
    if (bound === undefined) return
    where.scope.names.add(bound.text)
    use(bound, caught(where))
  }
}

function later(where: Where): Where {
  return where.when === 'load' ? { ...where, when: 'later' } : where
}

function caught(where: Where): Where {
  return { ...where, when: 'caught' }
}

function headOf(node: SyntaxNode): string {
  return node.children.find(({ type }) => type === 'with_clause')?.text ?? ''
}

// Whether a `try` tests for a name: `except NameError`, or a single statement whose exceptions are all caught. A longer
// body that catches everything guards what the code does.
function isExpectedIn(node: SyntaxNode): boolean {
  const clauses = node.children.filter(({ type }) => /^except_(group_)?clause$/.test(type))
  const heads = clauses.map(({ text }) => text.slice(0, text.indexOf(':')))
  if (heads.some((head) => /\bNameError\b/.test(head))) return true
  return named(child(node, 'body')).length < 2 && heads.some((head) => CATCHES_ALL.test(head))
}

const CATCHES_ALL = /^except\s*\*?\s*$|\b(Base)?Exception\b/

// Code that uses one of these may define any name.
const OPENING: ReadonlySet<string> = new Set([
  'exec',
  'globals',
  'locals',
  'vars',
  'builtins',
  '__builtins__',
  'execfile',
])

function asksForMain(node: SyntaxNode): boolean {
  return /^__name__\s*==\s*["']__main__["']$/.test(child(node, 'condition')?.text ?? '')
}

function outsideComprehension(scope: PythonScope): PythonScope {
  let at = scope
  while (at.kind === 'comprehension' && at.parent !== undefined) at = at.parent
  return at
}
