// The variables that a script sets, by assignments and by the other means of a shell. Names whose text is unknown are
// left out.

import { oncePer } from '../../contract/oncePer.ts'
import { allNodes, child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { textOf, type Values } from './paths.ts'

type TextOf = (word: SyntaxNode) => string | undefined

/** A variable and its new text, if known. */
type SetVariable = { readonly name: string; readonly value?: string | undefined }

/** The values of all variables that a script sets. */
export function valuesOf(root: SyntaxNode): Values {
  const found = new Map<string, SyntaxNode | undefined>()
  for (const node of allNodes(root)) {
    if (node.type !== 'variable_assignment') continue
    const name = child(node, 'name')?.text ?? ''
    const value = child(node, 'value')
    const before = found.get(name)
    const another = found.has(name) && before?.text !== value?.text
    found.set(name, another || node.text.includes('+=') ? undefined : value)
  }
  for (const name of namesSetOtherwise(root)) found.set(name, undefined)
  return found
}

const namesSetOtherwise = oncePer((root: SyntaxNode): ReadonlySet<string> => {
  const wordText = (word: SyntaxNode) => textOf(word, NONE)
  return new Set(allNodes(root).flatMap((node) => setOtherwise(node, wordText).map(({ name }) => name)))
})

const NONE: Values = new Map()

/** What a node sets other than by `NAME=value`: `read NAME`, `printf -v NAME`, `for NAME in`, `${NAME:=value}`. */
export function setOtherwise(node: SyntaxNode, wordText: TextOf): readonly SetVariable[] {
  if (node.type === 'for_statement') return [{ name: child(node, 'variable')?.text ?? '' }]
  if (node.type === 'expansion') {
    const [, name, value] = /^\$\{(\w+):?=(.*)\}$/s.exec(node.text) ?? []
    return name === undefined ? [] : [{ name, value }]
  }
  if (node.type === 'command') {
    const program = child(node, 'name')?.text ?? ''
    if (program !== 'printf' && !SETS.test(program)) return []
    const words = childrenOf(node, 'argument').map((word) => wordText(word) ?? '')
    const names = program === 'printf' ? behindV(words) : words
    return names.flatMap((word) => {
      const [, name] = /^(\w+)(?:\[.*)?$/s.exec(word) ?? []
      return name === undefined ? [] : [{ name }]
    })
  }
  return node.type === 'declaration_command' ? declared(node, wordText) : []
}

const SETS = /^(?:read|mapfile|readarray|getopts)$/

function behindV(words: readonly string[]): readonly string[] {
  const [option = '', name = ''] = words
  return option === '-v' ? [name] : option.startsWith('-v') ? [option.slice(2)] : []
}

// `export "$NAME=value"` is not an assignment in the tree; `declare -n other=NAME` makes `other` a second name for
// NAME.
function declared(node: SyntaxNode, wordText: TextOf): readonly SetVariable[] {
  const words = named(node)
  const isReference = words.some(({ type, text }) => type === 'word' && /^-[a-zA-Z]*n/.test(text))
  return words.flatMap((word) => {
    if (word.type === 'variable_assignment') {
      if (!isReference) return []
      const [, other] = /^(\w+)$/.exec(wordText(child(word, 'value') ?? word) ?? '') ?? []
      // Through either name the text of the other one is read and set.
      return [child(word, 'name')?.text ?? '', other].flatMap((name) =>
        name === undefined ? [] : [{ name }],
      )
    }
    const [, name, value] = /^(\w+)\+?=(.*)$/s.exec(wordText(word) ?? '') ?? []
    return name === undefined ? [] : [{ name, ...(isReference ? {} : { value }) }]
  })
}

/**
 * Whether IFS is set for the rest of the script to something other than blanks: values are then split at other
 * characters.
 */
export function setsSeparators(root: SyntaxNode): boolean {
  if (namesSetOtherwise(root).has('IFS')) return true
  const nodes = allNodes(root)
  const set = nodes.filter(
    (node) =>
      node.type === 'variable_assignment' &&
      child(node, 'name')?.text === 'IFS' &&
      !BLANK.test(child(node, 'value')?.text ?? ''),
  )
  if (set.length === 0) return false
  // `IFS=, read a b` applies to that command only.
  const passing = new Set(nodes.flatMap((node) => (node.type === 'command' ? node.children : [])))
  return set.some((node) => !passing.has(node))
}

const BLANK = /^(?:\$?(['"])(?:\s|\\[tn])*\1)?$/
