// The effect of redirections on a command's input and output.

import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { joined, made, only, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Context, OtherOutput, State } from './walk.ts'
import { evaluate, hereDocument, substituted } from './words.ts'
import { fileAt, fileName, writeFile } from './writtenFiles.ts'

/** The context of a command with these redirections. */
export function redirected(redirects: readonly SyntaxNode[], state: State, context: Context): Context {
  let { stdin, mute, hushed, file, covers } = context
  for (const one of redirects) {
    if (one.type === 'herestring_redirect') {
      stdin = [...evaluate(named(one)[0], state, context), made('\n')]
      continue
    }
    if (one.type === 'heredoc_redirect') {
      const body = named(one).find(({ type }) => type === 'heredoc_body')
      const word = named(one).find(({ type }) => type === 'heredoc_start')?.text ?? ''
      stdin = body === undefined ? UNKNOWN_TEXT : hereDocument(body, /['"\\]/.test(word), state, context)
      continue
    }
    const destination = child(one, 'destination')
    const operator = one.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
    const isInput = operator === '<' && !/^[1-9]/.test(child(one, 'descriptor')?.text ?? '')
    let value: ShellValue = UNKNOWN_TEXT
    if (destination?.type === 'process_substitution') {
      const given = substituted(destination, state, context)
      if (isInput) stdin = given
    } else {
      value = evaluate(destination, state, context)
      if (isInput && !/^\/dev\/stdin$|^&0$/.test(destination?.text ?? ''))
        stdin = fileAt(value, state) ?? UNKNOWN_TEXT
    }
    if (leavesOutput(one)) {
      const isOwn = mute === false || mute === 'original'
      file = isOwn ? fileName(value) : file
      // `>>` keeps the earlier content; the combined content is not tracked and counts as unknown.
      if (file !== undefined && operator.includes('>>')) {
        writeFile(file, undefined, state)
        file = undefined
      }
      if (isOwn) mute = !covers && isOriginal(value, state, context) ? 'original' : sinkOf(value)
    }
    hushed ||= leavesErrors(one, context.captured, mute)
    covers ||= state.copied !== undefined && child(one, 'descriptor')?.text === state.copied
  }
  const isSame =
    stdin === context.stdin && mute === context.mute && hushed === context.hushed && covers === context.covers
  return isSame ? context : { ...context, stdin, mute, hushed, file, covers }
}

// A file is recognized by its name; another descriptor may lead anywhere.
function sinkOf(destination: ShellValue): OtherOutput {
  const part = only(destination)
  if (part?.kind === 'unknown' && part.temporary !== undefined) return 'file'
  const { text } = joined(destination)
  if (text === '2' || text === '&2' || ERRORS.test(text)) return 'stderr'
  return /^\0*$|^&?\d+$|^\/dev\/(?!null$)/.test(text) ? 'unknown' : 'file'
}

function isOriginal(destination: ShellValue, { copied }: State, { captured }: Context): boolean {
  return copied !== undefined && !captured && joined(destination).text.replace(/^&/, '') === copied
}

/** Names of standard error as a file. */
export const ERRORS = /^\/(?:dev\/(?:stderr|fd\/2)|proc\/self\/fd\/2)$/

// `2> file`, `&> file`; `2>&1` where standard output is captured or goes to a file.
function leavesErrors(node: SyntaxNode, captured: boolean, mute: Context['mute']): boolean {
  if (node.type !== 'file_redirect') return false
  const operator = node.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
  const to = child(node, 'destination')
  const destination = to?.text ?? ''
  // `2> >(tee log >&2)`
  if (to?.type === 'process_substitution' && /&2|stderr/.test(destination)) return false
  if (/^(?:&>|>&)/.test(operator) && !/^\d/.test(destination)) return true
  const isErrors = child(node, 'descriptor')?.text === '2' && operator.includes('>')
  return isErrors && (/^&?1$/.test(destination) ? captured || mute === 'file' : !/^&?\d/.test(destination))
}

/** Whether standard output is redirected: `> file`, `>&2`, `&> file`; not `2> file`, not `> /dev/stdout`. */
export function leavesOutput(node: SyntaxNode): boolean {
  if (node.type !== 'file_redirect') return false
  const descriptor = child(node, 'descriptor')?.text
  const operator = node.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
  const destination = child(node, 'destination')?.text
  if (!operator.includes('>') || (descriptor !== undefined && descriptor !== '1')) return false
  return destination !== '1' && destination !== '/dev/stdout' && destination !== '&1'
}
