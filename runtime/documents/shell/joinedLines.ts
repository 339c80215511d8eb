// Joins lines that the shell joins in the middle of a word (`. ./\` followed by `lib.sh`). The grammar reads such a
// word as two words, so the text is parsed again without these line breaks.

import { opaqueAt } from '../opaque.ts'
import { nodesIn, type SyntaxNode, type SyntaxTree } from '../treeSitter.ts'
import { parseShell } from './tree.ts'

export type JoinedTree = {
  readonly root: SyntaxTree
  /** The line and the text of a node, for a message: the line is the one in the script as it is written. */
  readonly shown: (node: SyntaxNode) => string
}

/** Unescaped backslashes at line ends, where the next line does not begin with a blank. */
const JOINED = /(?<!\\)((?:\\\\)*)((?:\\\n)+)(?=\S)/g
const LENGTH = '\\\n'.length

/** The tree of the text with its words joined; the given tree where the text has no such word. */
export async function joinedTree(tree: SyntaxTree, text: string): Promise<JoinedTree> {
  const joined = joinsIn(tree, text)
  const root = joined.length === 0 ? tree : await parseShell(without(text, joined))
  // Nodes are shown in reading order, and a malicious text may have thousands: counting continues from the last one.
  let before = 0
  const joinAt = (index: number) => (joined[index] ?? Number.POSITIVE_INFINITY) - LENGTH * index
  const shown = ({ start, text: load }: SyntaxNode) => {
    while (before > 0 && joinAt(before - 1) > start) before--
    while (joinAt(before) <= start) before++
    return opaqueAt(text, start + LENGTH * before, load)
  }
  return { root, shown }
}

// The offsets of the backslashes.
function joinsIn(tree: SyntaxTree, text: string): readonly number[] {
  const found = [...text.matchAll(JOINED)].flatMap(({ index, 1: escaped = '', 2: breaks = '' }) => {
    const start = index + escaped.length
    if (!/\S/.test(text[start - 1] ?? '')) return []
    return Array.from({ length: breaks.length / LENGTH }, (_, at) => start + LENGTH * at)
  })
  const literal = found.length === 0 ? [] : literalsIn(tree)
  let next = 0
  return found.filter((at) => {
    while ((literal[next]?.end ?? at + 1) <= at) next++
    return (literal[next]?.start ?? at + 1) > at
  })
}

// The nodes in which a backslash is an ordinary character.
function literalsIn(tree: SyntaxTree): readonly SyntaxNode[] {
  const isQuoted = ({ type, text }: SyntaxNode) => type === 'heredoc_start' && /["'\\]/.test(text)
  return nodesIn(tree)
    .flatMap((node) => {
      if (node.type === 'comment' || node.type === 'raw_string') return [node]
      return node.children.some(isQuoted) ? node.children.filter(({ type }) => type === 'heredoc_body') : []
    })
    .sort((one, two) => one.start - two.start)
}

function without(text: string, joined: readonly number[]): string {
  const ends = [...joined, text.length]
  return ends.map((end, index) => text.slice((joined[index - 1] ?? -LENGTH) + LENGTH, end)).join('')
}
