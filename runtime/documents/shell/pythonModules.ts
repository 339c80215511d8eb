// Standard modules of Python that load another one: `python3 -m runpy rules`, `python3 -m pdb -m rules`.

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
