// The words of a command after variable expansion: an unquoted value is split at its blanks, so that `RUN='bash
// ./x.sh'; $RUN` runs a file.

import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { textOf, type Values } from './paths.ts'

/** The words of a command, its program first; a word that cannot be resolved has no text. */
export function wordsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const name = child(node, 'name')
  const words = name === undefined ? [] : [named(name)[0] ?? name]
  return [...words, ...childrenOf(node, 'argument')]
}

/** The same with values split. `isOpen`: the separators are unknown. */
export function splitWordsOf(node: SyntaxNode, variables: Values, isOpen: boolean): readonly SyntaxNode[] {
  return wordsOf(node).flatMap((word) => {
    if (!isBare(word)) return [word]
    const text = textOf(word, variables)
    if (text === undefined || text.startsWith('${')) return [word]
    if (isOpen) return [{ ...word, type: 'unknown', children: [] }]
    if (!/\s/.test(text)) return [word]
    return text
      .split(/\s+/)
      .filter((part) => part !== '')
      .map((part) => ({ ...word, type: 'string_content', text: part, children: [] }))
  })
}

// An unquoted variable, alone or beside other text.
function isBare({ type, children }: SyntaxNode): boolean {
  if (type === 'concatenation') return children.some(isBare)
  return type === 'simple_expansion' || type === 'expansion'
}
