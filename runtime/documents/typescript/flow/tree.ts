// A JavaScript or TypeScript module as the tree that `flow` follows, together with the local modules it loads.

import type ts from 'typescript'
import type { SyntaxNode } from '../../treeSitter.ts'
import { textsOf } from '../typed/inputTexts.ts'
import { loadedNames } from './loadedNames.ts'
import { statements } from './module.ts'
import { type LoadedNames, made, placeOf, reading, within } from './places.ts'

/** A local module that is followed together with the one that loads it, and its offsets in the tree. */
export type LoadedModule = { readonly specifier: string; readonly start: number; readonly end: number }

export type FlowTree = { readonly root: SyntaxNode; readonly modules: readonly LoadedModule[] }

/** The most local modules that are followed with one module: hooks have one or two helpers. */
const MOST_MODULES = 8

/** The tree of a module, with the library modules its translation calls, and the local modules that `local` finds. */
export function flowTree(
  file: ts.SourceFile,
  local: (specifier: string, from: ts.SourceFile) => ts.SourceFile | undefined = () => undefined,
): FlowTree {
  const modules: LoadedModule[] = []
  const before: SyntaxNode[] = []
  const known = new Map<ts.SourceFile, LoadedNames>()
  const root = within({ file, base: 0, prefix: '', load: (specifier) => load(specifier, file) }, () =>
    moduleOf(file, before),
  )
  return { root, modules }

  function load(specifier: string, from: ts.SourceFile): LoadedNames | undefined {
    const module = local(specifier, from)
    const names = module && known.get(module)
    if (module === undefined || names !== undefined || modules.length === MOST_MODULES) return names
    const base = (modules.at(-1)?.end ?? file.text.length) + 1
    const about = { file: module, base, prefix: `m${modules.length}_` }
    const given = loadedNames(about)
    known.set(module, given)
    // A load inside a helper is attributed to the specifier of that helper.
    const named = from === file ? specifier : (modules.at(-1)?.specifier ?? specifier)
    modules.push({ specifier: named, start: base, end: base + module.text.length })
    const inner = within({ ...about, load: (one) => load(one, module) }, () =>
      statements(module.statements, textsOf(module)),
    )
    before.push(...inner)
    return given
  }
}

/**
 * The tree of the module alone, without loaded modules and without recognizing standard input; used by `program`, which
 * follows a few paths of at most this many statements.
 */
export function programTree(file: ts.SourceFile, mostFollowed: number): SyntaxNode {
  const never = () => false
  return within({ file, base: 0, prefix: '', load: () => undefined, mostFollowed }, () =>
    made('module', placeOf(file), statements(file.statements, { isText: never, isOnlyText: never })),
  )
}

function moduleOf(file: ts.SourceFile, before: readonly SyntaxNode[]): SyntaxNode {
  const at = { ...placeOf(file), start: 0, text: file.text }
  const modules = ['json', 'sys', 'os', 'io', 'functools', 'itertools', 'argparse'].map((one) =>
    reading(one, made('dotted_name', at)),
  )
  const loads = modules.map((one) => made('import_statement', at, { name: one }))
  const own = statements(file.statements, textsOf(file))
  return made('module', at, [...loads, ...before, ...own])
}
