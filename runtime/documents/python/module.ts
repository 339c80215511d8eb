// The outline of a Python module: its classes, its constants, and the original names of its imports.

import { child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { lastName } from './literals.ts'

export type Class = {
  readonly name: SyntaxNode
  /** The last parts of the names of its bases, with import aliases resolved. */
  readonly bases: readonly string[]
  readonly decorators: readonly string[]
  readonly body: SyntaxNode | undefined
}

export type PythonModule = {
  readonly classes: ReadonlyMap<string, Class>
  /** Names bound exactly once at the top level. */
  readonly constants: ReadonlyMap<string, SyntaxNode>
  /** Alias -> imported name. */
  readonly aliases: ReadonlyMap<string, string>
  /** Imports from Kaizen's package, by local name. */
  readonly fromKaizen: ReadonlyMap<string, { readonly name: string; readonly node: SyntaxNode }>
}

/** Reads the top level of a module, including the blocks of `if`, `try` and `with`. */
export function moduleOf(root: SyntaxNode): PythonModule {
  const classes = new Map<string, Class>()
  const constants = new Map<string, SyntaxNode>()
  const aliases = new Map<string, string>()
  const fromKaizen = new Map<string, { readonly name: string; readonly node: SyntaxNode }>()
  const again = new Set<string>()
  const definitions: { readonly node: SyntaxNode; readonly decorators: readonly string[] }[] = []
  for (const node of nodesIn(root, ({ type }) => type === root.type || BLOCKS.has(type))) {
    if (node.type === 'class_definition') definitions.push({ node, decorators: [] })
    else if (node.type === 'decorated_definition') {
      const definition = child(node, 'definition')
      const decorators = node.children
        .filter(({ type }) => type === 'decorator')
        .map(({ text }) => text.slice(1).trim())
      if (definition?.type === 'class_definition') definitions.push({ node: definition, decorators })
    } else if (node.type === 'expression_statement') {
      const [assignment] = named(node)
      const name = child(assignment, 'left')
      const value = child(assignment, 'right')
      if (name?.type === 'identifier') {
        if (constants.has(name.text) || value === undefined || assignment?.type !== 'assignment')
          again.add(name.text)
        if (value !== undefined) constants.set(name.text, value)
      }
    } else if (node.type === 'import_from_statement') {
      const isKaizen = /^kaizen(\.|$)/.test(child(node, 'module_name')?.text ?? '')
      for (const one of childrenOf(node, 'name')) {
        const alias = child(one, 'alias')
        const name = child(one, 'name')?.text ?? one.text
        if (alias !== undefined) aliases.set(alias.text, name)
        if (isKaizen) fromKaizen.set(alias?.text ?? name, { name, node: alias ?? one })
      }
    }
  }
  for (const name of again) constants.delete(name)
  for (const { node, decorators } of definitions) {
    const name = child(node, 'name')
    if (name === undefined) continue
    const bases = named(child(node, 'superclasses')).flatMap((base) => lastName(base) ?? [])
    classes.set(name.text, {
      name,
      bases: bases.map((base) => aliases.get(base) ?? base),
      decorators,
      body: child(node, 'body'),
    })
  }
  return { classes, constants, aliases, fromKaizen }
}

/** The class and the local classes it extends, nearest first. */
export function ancestry(one: Class, { classes }: PythonModule): readonly Class[] {
  const chain: Class[] = [one]
  for (const each of chain) {
    for (const base of each.bases) {
      const found = classes.get(base)
      if (found !== undefined && !chain.includes(found)) chain.push(found)
    }
  }
  return chain
}

/** The methods in a class's own body: as statements with decorators, and as bare definitions. */
export function methodsIn({ body }: Class): readonly {
  readonly name: SyntaxNode
  readonly statement: SyntaxNode
  readonly definition: SyntaxNode
}[] {
  return named(body).flatMap((statement) => {
    const definition = statement.type === 'decorated_definition' ? child(statement, 'definition') : statement
    const name = definition?.type === 'function_definition' ? child(definition, 'name') : undefined
    return definition === undefined || name === undefined ? [] : [{ name, statement, definition }]
  })
}

/** A method of the class or of a local class it extends, with decorators; BaseHook and HookHandler are excluded. */
export function methodOf(one: Class, name: string, module: PythonModule): SyntaxNode | undefined {
  for (const each of ancestry(one, module)) {
    if (each !== one && (each.name.text === 'BaseHook' || each.name.text === 'HookHandler')) continue
    const method = methodsIn(each).find((one) => one.name.text === name)
    if (method !== undefined) return method.statement
  }
  return undefined
}

const BLOCKS: ReadonlySet<string> = new Set([
  'if_statement',
  'elif_clause',
  'else_clause',
  'try_statement',
  'except_clause',
  'finally_clause',
  'with_statement',
  'block',
])
