// The output of `echo` and `printf`, built from their arguments, that of other programs, and where it goes.

import type { Range } from '../../../contract/problems.ts'
import { child, childrenOf, type SyntaxNode } from '../../treeSitter.ts'
import { isHushed } from './descriptors.ts'
import { chatterOnSuccess } from './programs.ts'
import { fork } from './state.ts'
import { EMPTY, made, only, plain, type ShellValue, type StringPart, spoken, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, OtherOutput, SimpleCommand, State } from './walk.ts'
import { either } from './ways.ts'
import { PRINTED, texts } from './words.ts'

/** The output of `echo`. */
export function echoed(
  node: SyntaxNode,
  args: readonly SyntaxNode[],
  values: readonly ShellValue[],
): ShellValue {
  let at = 0
  let end = '\n'
  let escapes = false
  for (; /^-[neE]+$/.test(args[at]?.text ?? ''); at++) {
    const flags = args[at]?.text ?? ''
    if (flags.includes('n')) end = ''
    if (flags.includes('e')) escapes = true
  }
  const parts: StringPart[] = []
  for (const [index, value] of values.slice(at).entries()) {
    if (index > 0) parts.push(made(' '))
    parts.push(...(escapes ? unescaped(value) : value))
  }
  // Without arguments the place of the text still to be typed is after the command.
  if (parts.length === 0) parts.push({ kind: 'text', text: '', start: node.end + 1, end: node.end + 1 })
  return end === '' ? parts : [...parts, made(end)]
}

function unescaped(value: ShellValue): ShellValue {
  return value.flatMap((part) =>
    part.kind === 'text' && part.end - part.start === part.text.length
      ? texts(part.text, part.start, PRINTED)
      : [part],
  )
}

/** The output of `printf`: its arguments inserted into the format. */
export function formatted([format, ...values]: readonly ShellValue[]): ShellValue {
  if (format === undefined || plain(format) === undefined) return UNKNOWN_TEXT
  const parts: StringPart[] = []
  const pieces = unescaped(format)
  const used = pieces.some(
    ({ kind, ...part }) => kind === 'text' && /%[^%]/.test('text' in part ? part.text : ''),
  )
  // `printf` repeats the format until all arguments are used.
  for (let next = 0, round = 0; round === 0 || (used && next < values.length && round < 8); round++) {
    for (const piece of pieces) {
      if (piece.kind !== 'text') continue
      let at = 0
      const linear = piece.end - piece.start === piece.text.length
      const plainTo = (end: number): void => {
        if (end <= at) return
        const text = piece.text.slice(at, end)
        parts.push(
          linear
            ? { kind: 'text', text, start: piece.start + at, end: piece.start + end }
            : { ...piece, text },
        )
      }
      for (const found of piece.text.matchAll(/%%|%[-+ #0]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z])/g)) {
        plainTo(found.index)
        at = found.index + found[0].length
        if (found[0] === '%%') parts.push(made('%'))
        else if (found[0] === '%s' || found[0] === '%b') parts.push(...(values[next++] ?? EMPTY))
        else {
          next++
          parts.push({ kind: 'unknown' })
        }
      }
      plainTo(piece.text.length)
    }
  }
  return parts
}

/**
 * The range of the arguments of a printing command, without the quotes of a single one; otherwise that of the command.
 */
export function writtenIn(node: SyntaxNode): Range {
  const args = childrenOf(node, 'argument')
  const [first] = args
  const last = args.at(-1)
  if (
    first === undefined ||
    last === undefined ||
    !/^(echo|print|printf)$/.test(child(node, 'name')?.text ?? '')
  )
    return { start: node.start, end: node.end }
  const isQuoted = first === last && /^(string|raw_string)$/.test(first.type)
  return isQuoted ? { start: first.start + 1, end: first.end - 1 } : { start: first.start, end: last.end }
}

function isObject(value: ShellValue): boolean {
  const part = only(value)
  const text = part?.kind === 'made' ? '{}' : spoken(value).trim()
  return text.startsWith('{') && text.endsWith('}')
}

const WRITERS = /^(?:[\d&]?>[^\s]*[ \t]+)?(?:echo|print|printf|cat|jq)\b/

/** Records text that is written somewhere other than standard output. */
export function noteText(
  sink: OtherOutput,
  value: ShellValue | undefined,
  node: SyntaxNode,
  state: State,
  context: Context,
): void {
  const hushed = isHushed(state, context)
  // A file that gets a single answer may be for another program; one that gets all the output is a log.
  const isLog =
    sink === 'file' && state.muted === 'file' && context.mute === false && !state.walk.script.savesOutput
  if ((isLog || (sink === 'stderr' && !hushed)) && value !== undefined)
    if (state.misplaced.length < 8 && isObject(value))
      state.misplaced = [...state.misplaced, { value, range: writtenIn(node), to: isLog ? 'file' : 'stderr' }]
  // A redirection may be before the name: `>&2 echo …`.
  const text = value && WRITERS.test(node.text) ? spoken(value) : undefined
  if (sink === 'file') state.logged = text ?? state.logged
  else if (!hushed) state.stderr = text
}

/** Puts out what a program prints; where it succeeds, it may be certain that this is no answer. */
export function printedBy(
  name: string,
  value: ShellValue | undefined,
  { node, values }: SimpleCommand,
  state: State,
  context: Context,
): Both {
  const chat = context.captured ? undefined : chatterOnSuccess(name, values)
  const failed = chat && fork(state)
  if (failed === undefined || /q$/.test(name)) state.walk.put(value, node, failed ?? state, context)
  if (chat !== undefined) state.walk.put(chat, node, state, context)
  return failed === undefined ? either(state) : { yes: state, no: failed }
}
