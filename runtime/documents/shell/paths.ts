// The text of a word in a script, as far as it is known: variables that are set once, the script's own folder.

import { named, type SyntaxNode } from '../treeSitter.ts'

/** Stands in a path for the script's own folder, which need not be its working directory. */
export const OWN_FOLDER = '\u0001'

/** The values of variables; undefined for one that is set in several ways. */
export type Values = ReadonlyMap<string, SyntaxNode | undefined>

/** The text of a word, with `OWN_FOLDER`, and with `${NAME}` for a variable from the environment. */
export function textOf(node: SyntaxNode, variables: Values, depth = 0): string | undefined {
  if (depth > 8) return undefined
  const [only, ...more] = node.type === 'command_name' ? named(node) : []
  if (node.type === 'command_name')
    return only === undefined || more.length > 0 ? node.text : textOf(only, variables, depth)
  if (node.type === 'word' || node.type === 'number')
    return /[*?[]/.test(node.text) ? undefined : node.text.replaceAll(/\\(.)/gs, '$1')
  if (node.type === 'string_content') return node.text.replaceAll(/\\(?:\n|([$`"\\]))/g, '$1')
  if (node.type === 'raw_string') return node.text.slice(1, -1)
  const special = folderOfScript(node) ?? lookedUp(node)
  if (special !== undefined) return special
  if (node.type === 'simple_expansion' || node.type === 'expansion') return variable(node, variables, depth)
  if (node.type !== 'string' && node.type !== 'concatenation') return undefined
  let text = ''
  let end = node.type === 'string' ? node.start + 1 : node.start
  for (const inner of named(node)) {
    const piece = textOf(inner, variables, depth + 1)
    if (piece === undefined) return undefined
    // The grammar has no node for the text between two expansions.
    text += node.text.slice(end - node.start, inner.start - node.start) + piece
    end = inner.end
  }
  return text
}

function variable(node: SyntaxNode, variables: Values, depth: number): string | undefined {
  const [name, ...more] = named(node)
  if (name === undefined || more.length > 0 || name.type !== 'variable_name') return undefined
  // `${X%/*}` and similar expansions have no named node after the name.
  if (node.type === 'expansion' && node.text !== `\${${name.text}}`) return undefined
  if (!variables.has(name.text)) return /^[A-Z][A-Z_]{2,}$/.test(name.text) ? `\${${name.text}}` : undefined
  const value = variables.get(name.text)
  return value && textOf(value, variables, depth + 1)
}

// `$(command -v python3)` is a program called by its name.
function lookedUp({ type, text }: SyntaxNode): string | undefined {
  if (type !== 'command_substitution') return undefined
  return /^\$\((?:command -v|which|type -p) ([\w.+-]+)(?:\s+2>\s*\/dev\/null)?\)$/.exec(text)?.[1]
}

/** Longer than any real folder expression; nested substitutions would make matching expensive. */
const LONGEST_FOLDER = 1000

// `$(dirname "$0")` in its many forms, and `$(cd "$(dirname "$0")/.." && pwd)`.
function folderOfScript({ type, text }: SyntaxNode): string | undefined {
  if (type === 'expansion') return /^\$\{(0|BASH_SOURCE(\[0\])?)%\/\*\}$/.test(text) ? OWN_FOLDER : undefined
  if (
    type !== 'command_substitution' ||
    text.length > LONGEST_FOLDER ||
    !/\bdirname\b/.test(text) ||
    !/\$0|BASH_SOURCE|\$\{0\}/.test(text)
  )
    return undefined
  const further = /\$\(\s*dirname\b[^()]*\)"?((?:\/[\w.-]+)+)/.exec(text)?.[1] ?? ''
  if (/\.\./.test(text.replace(further, ''))) return undefined
  return `${OWN_FOLDER}${further}`
}
