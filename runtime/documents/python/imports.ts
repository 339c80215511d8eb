// The local modules that a Python file may load. Text alone cannot distinguish a local module from an installed one, so
// these are candidates, `./helper.py` and `./helper/__init__.py`; the caller keeps those that exist.

import type { Spot } from '../spots.ts'
import { child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { aliasesOf, withoutAlias } from './aliases.ts'
import { foldersOf } from './folders.ts'
import { stringOf } from './literals.ts'
import { dottedName } from './references.ts'
import { startingOf } from './starters.ts'

/** Candidates of the file at `path`, relative to its folder, each once, in source order. */
export function importsOf(root: SyntaxNode, path = ''): readonly string[] {
  const found = new Set<string>()
  const isPackage = isPackageFile(path)
  const aliases = aliasesOf(root)
  const resolve = (name: string) => withoutAlias(name, aliases)
  // The file's own folder is always searched.
  const folders = [...new Set(['./', ...foldersOf(root)])]
  for (const node of nodesIn(root)) {
    if (node.type === 'import_statement')
      for (const name of childrenOf(node, 'name')) add(found, folders, moduleName(name))
    else if (node.type === 'import_from_statement') importFrom(node, found, folders)
    else if (node.type === 'call') importCall(node, found, folders, resolve)
    // A star import of a package loads the modules that it lists. Without an ending, they count as no package.
    else if (isPackage && node.type === 'assignment' && child(node, 'left')?.text === '__all__')
      for (const name of listedNames(child(node, 'right')) ?? []) found.add(`./${name}`)
  }
  return [...found]
}

/** A spot at the name of every imported module that may be a local file. */
export function fileSpots(root: SyntaxNode): readonly Spot[] {
  return localImports(root, HERE).flatMap(({ at: { start, end }, files }) =>
    files.map((file): Spot => ({ kind: 'file', range: { start, end }, file })),
  )
}

/** An imported module that may be a local file. */
export type LocalImport = {
  /** The whole statement. */
  readonly node: SyntaxNode
  /** The module's name in it. */
  readonly at: SyntaxNode
  /** Its candidate paths, relative to the file's folder, in search order. */
  readonly files: readonly string[]
}

/** Every module imported by `import` or `from … import`, in source order. */
export function localImports(
  root: SyntaxNode,
  folders: readonly string[] = [...new Set([...HERE, ...foldersOf(root)])],
): readonly LocalImport[] {
  return nodesIn(root).flatMap((node) =>
    node.type === 'import_from_statement'
      ? importedFrom(node, folders)
      : node.type === 'import_statement'
        ? imported(node, folders)
        : [],
  )
}

const HERE = ['./'] as const

function imported(node: SyntaxNode, folders: readonly string[]): readonly LocalImport[] {
  return childrenOf(node, 'name').map((name) => {
    const found = new Set<string>()
    add(found, folders, moduleName(name))
    const at = name.type === 'aliased_import' ? (child(name, 'name') ?? name) : name
    return { node, at, files: own(found, name) }
  })
}

function importedFrom(node: SyntaxNode, folders: readonly string[]): readonly LocalImport[] {
  const at = child(node, 'module_name')
  if (at === undefined) return []
  const found = new Set<string>()
  importFrom({ ...node, children: node.children.filter(({ field }) => field !== 'name') }, found, folders)
  return [{ node, at, files: own(found, at) }]
}

/** The modules that `from package import name` may import by name: what each binds, its place and its candidates. */
export function importedNames(node: SyntaxNode, folders: readonly string[]): readonly LocalName[] {
  if (node.type !== 'import_from_statement') return []
  return childrenOf(node, 'name').map((one) => {
    const name = one.type === 'aliased_import' ? (child(one, 'name') ?? one) : one
    const found = new Set<string>()
    importFrom(
      { ...node, children: node.children.filter(({ field }) => field !== 'name').concat(one) },
      found,
      folders,
    )
    return { node, at: name, files: own(found, name), bound: child(one, 'alias')?.text ?? name.text }
  })
}

/** An imported module and the name that it is bound to. */
export type LocalName = LocalImport & { readonly bound: string }

// The module itself, not the packages above it.
function own(found: ReadonlySet<string>, node: SyntaxNode): readonly string[] {
  const path = moduleName(
    node.type === 'relative_import' ? named(node).find(({ type }) => type === 'dotted_name') : node,
  )
  const end = path.join('/')
  return [...found].filter((file) => file.endsWith(`${end}.py`) || file.endsWith(`${end}/__init__.py`))
}

// `from x import y` loads x, and x.y if that is a module.
function importFrom(node: SyntaxNode, found: Set<string>, folders: readonly string[]): void {
  const module = child(node, 'module_name')
  if (module === undefined) return
  const names = childrenOf(node, 'name').map(moduleName)
  if (module.type !== 'relative_import') {
    const path = moduleName(module)
    add(found, folders, path)
    for (const name of names) add(found, folders, [...path, ...name])
    return
  }
  const dots =
    module.children.find(({ type }) => type === 'import_prefix')?.text.replaceAll(/[^.]/g, '').length ?? 1
  const base = dots <= 1 ? './' : '../'.repeat(dots - 1)
  const path = moduleName(named(module).find(({ type }) => type === 'dotted_name'))
  if (path.length > 0) add(found, [base], path)
  else found.add(`${base}__init__.py`)
  for (const name of names) add(found, [base], [...path, ...name])
}

// `importlib.import_module("policy")` counts as an import.
function importCall(
  node: SyntaxNode,
  found: Set<string>,
  folders: readonly string[],
  resolve: (name: string) => string,
): void {
  if (startingOf(resolve(dottedName(child(node, 'function')) ?? '')) !== 'import') return
  const [first] = named(child(node, 'arguments'))
  const name = first === undefined ? undefined : stringOf(first)
  if (name !== undefined && isModuleName(name)) add(found, folders, name.split('.'))
}

/** Whether a text names a module that can be looked up: absolute, and not too long. */
export function isModuleName(name: string): boolean {
  return /^\w+(\.\w+)*$/.test(name) && !isTooDeep(name)
}

/** Whether a file is run when its folder is imported. */
export function isPackageFile(path: string): boolean {
  return /(?:^|[\\/])__init__\.py$/.test(path)
}

/** The names in a package's `__all__`; undefined where it is not a list of texts. */
export function listedNames(value: SyntaxNode | undefined): readonly string[] | undefined {
  const names = value?.type === 'list' || value?.type === 'tuple' ? named(value).map(stringOf) : [undefined]
  return names.includes(undefined) ? undefined : (names as readonly string[])
}

function moduleName(node: SyntaxNode | undefined): readonly string[] {
  const name = node?.type === 'aliased_import' ? child(node, 'name') : node
  return named(name)
    .filter(({ type }) => type === 'identifier')
    .map(({ text }) => text)
}

/** Whether a name is too long to be resolved: each folder above the module may hold code that runs. */
export function isTooDeep(module: string): boolean {
  return module.length > LONGEST_NAME || module.split('.').length > DEEPEST_NAME
}

const LONGEST_NAME = 1000
const DEEPEST_NAME = 50

// Importing `a.b` also runs `a/__init__.py`, or `a.py` where `a` is a folder without that file.
function add(found: Set<string>, folders: readonly string[], path: readonly string[]): void {
  const [first] = path
  if (first === undefined || ALWAYS_INSTALLED.has(first) || isTooDeep(path.join('.'))) return
  for (const folder of folders) {
    for (let length = 1; length <= path.length; length++) {
      const module = `${folder}${path.slice(0, length).join('/')}`
      found.add(`${module}.py`)
      found.add(`${module}/__init__.py`)
    }
  }
}

// Built into the interpreter or loaded before the script's folder is searched, so never a local file.
const ALWAYS_INSTALLED: ReadonlySet<string> = new Set([
  'sys',
  'builtins',
  'os',
  'time',
  'io',
  'abc',
  '__future__',
])
