// The packages that a Python file imports whenever it is loaded: at its top level, before anything that may end the
// program or change where modules are found. What stands in `try`, `if` or a function is left out.

import type { DocumentInput, RequiredModule, RequiredModules } from '../document.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { addedFolder, assigned, foldersOf } from './folders.ts'
import { rangeOf } from './literals.ts'

/** What the file cannot do without; undefined when that is nothing, or uncertain. The text has to parse. */
export function requiredIn(root: SyntaxNode, { text }: DocumentInput): RequiredModules | undefined {
  if (OWN_PACKAGES.test(text) || /^#!.*\bpython2/.test(text)) return undefined
  const names = assigned(root)
  const modules = new Map<string, RequiredModule>()
  for (const statement of root.children) {
    if (isImport(statement)) {
      for (const module of modulesOf(statement))
        if (!modules.has(module.name)) modules.set(module.name, module)
    } else if (mayInterfere(statement, names)) break
  }
  if (modules.size === 0) return undefined
  return { modules: [...modules.values()], folders: [...new Set(['./', ...foldersOf(root)])] }
}

// Inline metadata names packages for the program that runs the script.
const OWN_PACKAGES = /^# \/\/\/ script\s*$/m

function isImport({ type }: SyntaxNode): boolean {
  return type === 'import_statement' || type === 'import_from_statement'
}

// Relative imports are of the file's own package.
function modulesOf(statement: SyntaxNode): readonly RequiredModule[] {
  const paths =
    statement.type === 'import_from_statement'
      ? [child(statement, 'module_name')]
      : childrenOf(statement, 'name').map((one) => (one.type === 'aliased_import' ? child(one, 'name') : one))
  return paths.flatMap((path) => {
    const [first] = path?.type === 'dotted_name' ? named(path) : []
    return first === undefined ? [] : [{ name: first.text, range: rangeOf(first) }]
  })
}

// Whether what comes after this statement may not be reached, or may be looked for elsewhere.
function mayInterfere(statement: SyntaxNode, names: ReadonlyMap<string, SyntaxNode | undefined>): boolean {
  if (statement.type === 'comment' || statement.type === 'future_import_statement') return false
  const [inner] = statement.type === 'expression_statement' ? named(statement) : []
  if (inner?.type === 'string') return false
  if (inner !== undefined && addedFolder(inner, names) !== undefined) return false
  return INTERFERES.test(statement.text)
}

const INTERFERES =
  /\b(_?exit|quit|abort|kill|raise|exec\w*|subprocess|system|popen|pip|ensurepip|importlib|__import__|runpy|site|addsitedir|activate_this|chdir|sys\s*\.\s*(path|modules|meta_path|path_hooks)|path\s*\.\s*(insert|append|extend))\b/
