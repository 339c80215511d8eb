// Follows the local modules that a called script imports together with it: their statements are placed before its own,
// and findings in them are reported where the script calls or imports them. Top-level names of a module get a prefix,
// so that both may have a `main`. Code that runs only when the module itself is started is left out.

import { dirname, join } from 'node:path'
import { budgetFor } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { follow } from '../flow/follow.ts'
import { spotsIn } from '../flow/found.ts'
import { made, name, reading } from '../flow/translatedNodes.ts'
import { treeOf } from '../inputTree.ts'
import { movedSpot } from '../movedSpot.ts'
import type { Spot } from '../spots.ts'
import { child, childrenOf, firstError, nodesIn, parseTree, type SyntaxNode } from '../treeSitter.ts'
import { foldersOf } from './folders.ts'
import { importedNames, type LocalImport, localImports } from './imports.ts'
import { aboutFlow } from './spots.ts'

/** Returns the text of a local file; undefined if it does not exist. */
export type LoadText = (path: string) => string | undefined

/** Limit on the local modules followed with one script; hooks rarely have more than two. */
const MOST_MODULES = 8

type Module = {
  readonly base: number
  readonly end: number
  /** Top-level names: as written -> with the prefix under which they are followed. */
  readonly names: ReadonlyMap<string, string>
  readonly statements: readonly SyntaxNode[]
  /** Its top-level functions, at offsets in the concatenation of all texts. */
  readonly functions: readonly SyntaxNode[]
}

/** The spots of a script together with the modules that it imports; empty if it imports no local file. */
export async function spotsWithModules(
  input: DocumentInput,
  document: HookDocument,
  load: LoadText,
  folders: Readonly<Record<string, string>> = {},
): Promise<readonly Spot[]> {
  try {
    return await spotsOf(input, document, load, folders)
  } catch (error) {
    // The text exceeds the stack or the parser's limits. Any other error is a bug in Hookbench.
    if (!(error instanceof RangeError)) throw error
    return []
  }
}

async function spotsOf(
  input: DocumentInput,
  document: HookDocument,
  load: LoadText,
  folders: Readonly<Record<string, string>>,
): Promise<readonly Spot[]> {
  if (input.called === undefined || document.shape !== 'hook') return []
  const root = await treeOf('python', input)
  if (firstError(root) !== undefined) return []
  const modules: Module[] = []
  /** In the order in which they run. */
  const loaded: Module[] = []
  const byPath = new Map<string, Module | undefined>()
  const own = await withImports(root, input.path)
  if (loaded.length === 0) return []
  const whole = made('module', root, [...loaded.flatMap(({ statements }) => statements), ...own.children])
  const budget = budgetFor(input.text)
  const spots = spotsIn(follow(whole, { ...aboutFlow(root, input, document), budget }), input.events)
  return budget.spent ? [] : spots.flatMap((spot) => placed(spot, root))

  // The tree with the imports of local files replaced by assignments.
  async function withImports(tree: SyntaxNode, path: string): Promise<SyntaxNode> {
    const known = new Map<SyntaxNode, readonly SyntaxNode[]>()
    const objects = new Map<string, Module>()
    for (const { node, files } of importsIn(tree)) {
      const module = await moduleAt(files.flatMap((file) => pathsOf(file, path)))
      // `from package import module`
      for (const one of importedNames(node, foldersIn(tree))) {
        if (module?.names.has(one.at.text) === true) continue
        const inner = await moduleAt(one.files.flatMap((from) => pathsOf(from, path)))
        if (inner !== undefined) objects.set(one.bound, inner)
      }
      if (module === undefined) continue
      if (node.type === 'import_from_statement') known.set(node, settingNames(node, module))
      else for (const one of boundBy(node, files)) objects.set(one, module)
    }
    return known.size === 0 && objects.size === 0 ? tree : rewritten(tree, { known, objects })
  }

  function pathsOf(file: string, path: string): readonly string[] {
    const [, name, rest = ''] = /^\$\{(\w+)\}\/(.+)$/.exec(file) ?? []
    const folder = name === undefined ? dirname(path) : folders[name]
    return folder === undefined ? [] : [join(folder, name === undefined ? file : rest)]
  }

  async function moduleAt(paths: readonly string[]): Promise<Module | undefined> {
    for (const path of paths) {
      if (byPath.has(path)) return byPath.get(path)
      const text = modules.length < MOST_MODULES ? load(path) : undefined
      if (text === undefined) continue
      // In a circular import, the inner module sees the outer one as not loaded.
      byPath.set(path, undefined)
      const base = (modules.at(-1)?.end ?? input.text.length) + 1
      const tree = await parseTree('python', text)
      if (firstError(tree) !== undefined) return undefined
      const place = modules.push({
        base,
        end: base + text.length,
        names: new Map(),
        statements: [],
        functions: [],
      })
      const inner = await withImports(tree, path)
      const names = new Map(topLevel(inner).map((one) => [one, `m${place}_${one}`]))
      const statements = inner.children.filter(isRun).map((one) => moved(one, base, names))
      const functions = statements.filter(({ type }) => type === 'function_definition')
      const module = { base, end: base + text.length, names, statements, functions }
      modules[place - 1] = module
      loaded.push(module)
      byPath.set(path, module)
      return module
    }
    return undefined
  }

  // Moves a spot to where the script calls the function that contains it, or else to where it imports the module.
  function placed(spot: Spot, tree: SyntaxNode): readonly Spot[] {
    const move = ({ start, end }: Spot['range']): Spot['range'] | undefined => {
      if (end <= input.text.length) return { start, end }
      const module = modules.find((one) => one.base <= start && end <= one.end)
      return module && placeOf(module, start, tree)
    }
    return movedSpot(spot, move)
  }

  function placeOf(module: Module, start: number, tree: SyntaxNode): Spot['range'] | undefined {
    const within = module.functions.find((one) => one.start <= start && start < one.end)
    const written = [...module.names].find(([, to]) => to === child(within ?? tree, 'name')?.text)?.[0]
    const imports = importsIn(tree).filter(({ files }) =>
      files.some((file) => pathsOf(file, input.path).some((one) => byPath.get(one) === module)),
    )
    const calls = nodesIn(tree).filter(
      (one) => one.type === 'call' && calledName(one) === written && written !== undefined,
    )
    const at = calls[0] ?? imports[0]?.at ?? importsIn(tree)[0]?.at
    return at && { start: at.start, end: at.end }
  }
}

function importsIn(tree: SyntaxNode): readonly LocalImport[] {
  return localImports(tree, foldersIn(tree))
}

function foldersIn(tree: SyntaxNode): readonly string[] {
  return [...new Set(['./', ...foldersOf(tree, true)])]
}

function calledName(node: SyntaxNode): string | undefined {
  const callee = child(node, 'function')
  return callee?.type === 'attribute' ? child(callee, 'attribute')?.text : callee?.text
}

// `from lib import deny as refuse`: refuse = m1_deny
function settingNames(node: SyntaxNode, { names }: Module): readonly SyntaxNode[] {
  const isAll = node.children.some(({ type }) => type === 'wildcard_import')
  const pairs = isAll
    ? [...names.keys()].map((one) => [one, one, node] as const)
    : childrenOf(node, 'name').map((one) => {
        const written = one.type === 'aliased_import' ? (child(one, 'name')?.text ?? '') : one.text
        return [child(one, 'alias')?.text ?? written, written, one] as const
      })
  const set = pairs.flatMap(([to, from, at]) => {
    const value = names.get(from)
    return value === undefined ? [] : [assigned(to, value, at)]
  })
  const isWhole = !isAll && set.length < pairs.length
  return isWhole ? [node, ...set] : set
}

function assigned(to: string, value: string, at: SyntaxNode): SyntaxNode {
  const assignment = made('assignment', at, { left: name(to, at), right: name(value, at) })
  return made('expression_statement', at, [assignment])
}

// `import lib`, `import lib as helpers`, `import lib.rules`
function boundBy(node: SyntaxNode, files: readonly string[]): readonly string[] {
  return childrenOf(node, 'name').flatMap((one) => {
    const written = one.type === 'aliased_import' ? (child(one, 'name')?.text ?? '') : one.text
    const path = written.replaceAll('.', '/')
    const isThis = files.some((file) => file.includes(`/${path}.py`) || file.includes(`/${path}/__init__.py`))
    return isThis ? [child(one, 'alias')?.text ?? written] : []
  })
}

type Rewriting = {
  readonly known: ReadonlyMap<SyntaxNode, readonly SyntaxNode[]>
  readonly objects: ReadonlyMap<string, Module>
}

function rewritten(node: SyntaxNode, by: Rewriting): SyntaxNode {
  const object = node.type === 'attribute' ? child(node, 'object') : undefined
  const member = child(node, 'attribute')?.text
  const value = member === undefined ? undefined : by.objects.get(object?.text ?? '')?.names.get(member)
  if (value !== undefined) return { ...name(value, node), field: node.field }
  const children = node.children.flatMap((one) => by.known.get(one) ?? [rewritten(one, by)])
  return { ...node, children }
}

// `if __name__ == "__main__":`
function isRun(node: SyntaxNode): boolean {
  return !(node.type === 'if_statement' && /__name__/.test(child(node, 'condition')?.text ?? ''))
}

// The names that a module exports: its functions, its classes and the variables of its top level.
function topLevel(root: SyntaxNode): readonly string[] {
  const isInner = ({ type }: SyntaxNode) => type === 'function_definition' || type === 'class_definition'
  const found = new Set<string>()
  const open = [...root.children]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isInner(node)) {
      const own = child(node, 'name')?.text
      if (own !== undefined) found.add(own)
      continue
    }
    const left = node.type === 'assignment' ? child(node, 'left') : undefined
    if (left?.type === 'identifier') found.add(left.text)
    open.push(...node.children)
  }
  return [...found]
}

// The node at its offset in the concatenation of all texts, with prefixed names.
function moved(node: SyntaxNode, base: number, names: ReadonlyMap<string, string>): SyntaxNode {
  const isName = node.type === 'identifier' && node.field !== 'attribute'
  const text = isName ? names.get(node.text) : undefined
  const children = node.children.map((one) =>
    node.type === 'keyword_argument' && one.field === 'name' ? shifted(one, base) : moved(one, base, names),
  )
  const at = { ...node, start: node.start + base, end: node.end + base, children }
  return text === undefined ? at : reading(text, at)
}

function shifted(node: SyntaxNode, base: number): SyntaxNode {
  return { ...node, start: node.start + base, end: node.end + base }
}
