// Modules of Python that are started as programs: the files they may be, and standard ones that load another module
// (`python3 -m runpy rules`, `python3 -m pdb -m rules`).

import { isTooDeep } from '../python/imports.ts'
import type { SyntaxNode } from '../treeSitter.ts'

type TextOf = (word: SyntaxNode) => string | undefined

const TAKES_A_MODULE = /^(?:runpy|pydoc|inspect)$/
const TAKES_AN_OPTION = /^(?:pdb|cProfile|profile|trace)$/

/** The module that `module` loads, if its arguments name one. */
export function moduleAfter(
  module: SyntaxNode,
  args: readonly SyntaxNode[],
  textOf: TextOf,
): readonly SyntaxNode[] {
  const text = textOf(module) ?? ''
  const option = args.findIndex((word) => /^(?:-m|--module)$/.test(textOf(word) ?? ''))
  const name = TAKES_A_MODULE.test(text)
    ? args.find((word) => !/^-/.test(textOf(word) ?? ''))
    : TAKES_AN_OPTION.test(text) && option !== -1
      ? args[option + 1]
      : undefined
  // A path is looked for as a file.
  return name === undefined || /\.py$|\//.test(textOf(name) ?? '') ? [] : [name]
}

/** The files, relative to the working directory, that a module may be; undefined where the name is none. */
export function moduleFiles(name: string): readonly string[] | undefined {
  if (!/^\w+(\.\w+)*$/.test(name) || isTooDeep(name)) return undefined
  const parts = name.split('.')
  const packages = parts.slice(1).map((_, at) => `./${parts.slice(0, at + 1).join('/')}/__init__.py`)
  const path = `./${parts.join('/')}`
  return [...packages, `${path}.py`, `${path}/__init__.py`, `${path}/__main__.py`]
}
