// The packages that a Python file always imports when loaded: at its top level, before any statement that may end the
// program or change the module search path. Imports in `try`, `if` or a function are left out.

import type { DocumentInput, RequiredModule, RequiredModules } from '../document.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { addedFolder, assigned, foldersOf } from './folders.ts'
import { rangeOf } from './literals.ts'

/** The modules that the file requires; undefined if there are none or it is uncertain. The text must parse. */
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

// Inline script metadata (PEP 723) lists packages that the script runner installs.
const OWN_PACKAGES = /^# \/\/\/ script\s*$/m

function isImport({ type }: SyntaxNode): boolean {
  return type === 'import_statement' || type === 'import_from_statement'
}

// Relative imports belong to the file's own package, so they are skipped.
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

// Whether this statement may keep later ones from running, or change where their modules are found.
function mayInterfere(statement: SyntaxNode, names: ReadonlyMap<string, SyntaxNode | undefined>): boolean {
  if (statement.type === 'comment' || statement.type === 'future_import_statement') return false
  const [inner] = statement.type === 'expression_statement' ? named(statement) : []
  if (inner?.type === 'string') return false
  if (inner !== undefined && addedFolder(inner, names) !== undefined) return false
  return INTERFERES.test(statement.text)
}

const INTERFERES =
  /\b(_?exit|quit|abort|kill|raise|exec\w*|subprocess|system|popen|pip|ensurepip|importlib|__import__|runpy|site|addsitedir|activate_this|chdir|sys\s*\.\s*(path|modules|meta_path|path_hooks)|path\s*\.\s*(insert|append|extend))\b/
