// Where redirections take a command's input and output.

import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { made, UNKNOWN_TEXT } from './value.ts'
import type { Context, State } from './walk.ts'
import { evaluate, hereDocument, substituted } from './words.ts'

/** What stands around a command with these redirections. */
export function redirected(redirects: readonly SyntaxNode[], state: State, context: Context): Context {
  let { stdin, mute } = context
  for (const one of redirects) {
    if (one.type === 'herestring_redirect') {
      stdin = [...evaluate(named(one)[0], state, context), made('\n')]
      continue
    }
    if (one.type === 'heredoc_redirect') {
      const body = named(one).find(({ type }) => type === 'heredoc_body')
      stdin = body === undefined ? UNKNOWN_TEXT : hereDocument(body, state, context)
      continue
    }
    const destination = child(one, 'destination')
    const operator = one.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
    const isInput = operator === '<' && !/^[1-9]/.test(child(one, 'descriptor')?.text ?? '')
    if (destination?.type === 'process_substitution') {
      const given = substituted(destination, state, context)
      if (isInput) stdin = given
    } else {
      evaluate(destination, state, context)
      if (isInput && !/^\/dev\/stdin$|^&0$/.test(destination?.text ?? '')) stdin = UNKNOWN_TEXT
    }
    mute ||= leavesOutput(one)
  }
  return stdin === context.stdin && mute === context.mute ? context : { ...context, stdin, mute }
}

/** Whether standard output goes elsewhere: `> file`, `>&2`, `&> file`; not `2> file`, not `> /dev/stdout`. */
export function leavesOutput(node: SyntaxNode): boolean {
  if (node.type !== 'file_redirect') return false
  const descriptor = child(node, 'descriptor')?.text
  const operator = node.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
  const destination = child(node, 'destination')?.text
  if (!operator.includes('>') || (descriptor !== undefined && descriptor !== '1')) return false
  return destination !== '1' && destination !== '/dev/stdout' && destination !== '&1'
}
