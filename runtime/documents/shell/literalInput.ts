// What a program reads from its standard input, where a here-document of the script holds it.

import type { SyntaxNode } from '../treeSitter.ts'
import { isQuotedEnd } from './hiddenCommands.ts'

/** The standard input of a program, where it is literal in the script. */
export function inputOf(node: SyntaxNode): string | undefined {
  const open = [...node.children]
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const body = one.children.find(({ type }) => type === 'heredoc_body')
    if (body !== undefined && !body.children.some(({ named: is }) => is))
      return isQuotedEnd(one) ? body.text : expandedText(body.text)
    if (one.type === 'heredoc_redirect' || one.type === 'redirected_statement') open.push(...one.children)
  }
  return undefined
}

// A here-document after the shell has read it; undefined where a command prints a part of it.
function expandedText(text: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*`/.test(text)) return undefined
  return text.replaceAll(/\\(?:\n|([\\$`]))/g, '$1')
}
