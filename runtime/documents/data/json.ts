// Parses JSON text into a tree. Comments and trailing commas are understood whether or not they are allowed, and
// half-typed parts become holes. Collects syntax errors without turning them into problems.

import { type ParseErrorCode, visit } from 'jsonc-parser'
import type { Range } from '../../contract/problems.ts'
import { inLine } from '../jsonTrouble.ts'
import { gapPlaces } from './gaps.ts'
import type { Tree, WrittenNode } from './tree.ts'

export type JsonError = { readonly error: ParseErrorCode; readonly range: Range }

export type ParsedJson = { readonly tree: Tree | undefined; readonly errors: readonly JsonError[] }

export type JsonOptions = {
  /** Comments and a trailing comma are allowed. */
  readonly lenient: boolean
  /** Whether a trailing comma is allowed, where that differs from comments. */
  readonly trailingCommas?: boolean
  /** The offset at which this text begins in its file. */
  readonly base?: number
}

const INVALID_SYMBOL = 1
const MOST_ERRORS = 100
const MOST_HOLES = 2000

type Frame = {
  readonly tree: Tree & { kind: 'object' | 'array' }
  expects: 'key' | 'colon' | 'value' | 'comma'
}

/** Parses a text. Throws a RangeError for one that is nested too deeply. */
export function parseJson(
  text: string,
  { lenient, trailingCommas = lenient, base = 0 }: JsonOptions,
): ParsedJson {
  const errors: JsonError[] = []
  const stack: Frame[] = []
  let root: Tree | undefined
  /** The end of the last token; holes after it are not recorded yet. */
  let reported = 0
  let holes = 0

  const range = (start: number, length: number): Range => ({
    start: base + start,
    end: base + start + length,
  })

  const lineRange = (start: number, length: number): Range => {
    const { end } = inLine(text, { start, end: start + length })
    return range(start, end - start)
  }

  visit(
    text,
    {
      onObjectBegin(offset) {
        open({ kind: 'object', range: range(offset, 1), members: [], holes: [] }, offset, 'key')
      },
      onArrayBegin(offset) {
        open({ kind: 'array', range: range(offset, 1), items: [], holes: [] }, offset, 'value')
      },
      onObjectEnd: close,
      onArrayEnd: close,
      onObjectProperty(name, offset, length) {
        gap(offset, 'key')
        const frame = stack.at(-1)
        if (frame?.tree.kind !== 'object') return
        const key: WrittenNode = { range: lineRange(offset, length), text: name, quote: '"' }
        frame.tree.members.push({ key, value: undefined, holes: [] })
        frame.expects = 'colon'
        reported = offset + length
      },
      onLiteralValue(value: unknown, offset, length) {
        gap(offset, 'value')
        put({
          kind: 'scalar',
          range: lineRange(offset, length),
          value: value as string | number | boolean | null,
          quote: typeof value === 'string' ? '"' : 'bare',
        })
        reported = offset + length
      },
      onSeparator(mark, offset, length) {
        gap(offset, 'end')
        const frame = stack.at(-1)
        if (frame !== undefined) frame.expects = mark === ':' || frame.tree.kind === 'array' ? 'value' : 'key'
        reported = offset + length
      },
      onComment(offset, length) {
        gap(offset, 'comment')
        reported = offset + length
        // Text typed right after `// …` belongs to the comment.
        if (text.startsWith('//', offset)) reported += text.startsWith('\r\n', reported) ? 2 : 1
      },
      onError(error, offset, length) {
        if (errors.length < MOST_ERRORS)
          errors.push({ error, range: lineRange(offset, Math.min(length, text.length - offset)) })
        if (error !== INVALID_SYMBOL) return
        gap(offset, 'key')
        halfTyped({ range: range(offset, length), text: text.slice(offset, offset + length), quote: '"' })
        reported = offset + length
        const frame = stack.at(-1)
        if (frame !== undefined) frame.expects = 'comma'
      },
    },
    { disallowComments: !lenient, allowTrailingComma: trailingCommas },
  )
  gap(text.length, 'end')
  // An unclosed object or array extends to the end of the text.
  for (const { tree } of stack) tree.range = { start: tree.range.start, end: base + text.trimEnd().length }
  return { tree: root, errors }

  function open(tree: Frame['tree'], offset: number, expects: Frame['expects']): void {
    gap(offset, 'value')
    put(tree)
    stack.push({ tree, expects })
    reported = offset + 1
  }

  function close(offset: number, length: number): void {
    gap(offset, 'end')
    const frame = stack.pop()
    if (frame !== undefined) frame.tree.range = { start: frame.tree.range.start, end: base + offset + length }
    reported = offset + length
  }

  function put(tree: Tree): void {
    const frame = stack.at(-1)
    if (frame === undefined) root ??= tree
    else if (frame.tree.kind === 'array') frame.tree.items.push(tree)
    else {
      const member = frame.tree.members.at(-1)
      if (member !== undefined) member.value ??= tree
    }
    if (frame !== undefined) frame.expects = 'comma'
  }

  // Records the holes in the blanks before `to`; text that the parser skipped without an error is covered as well.
  function gap(to: number, next: 'key' | 'value' | 'comment' | 'end'): void {
    const frame = stack.at(-1)
    if (frame === undefined || reported > to) return
    let blank = to
    while (blank > reported && isBlank(text[blank - 1])) blank--
    reported = blank
    const places = gapPlaces(text, reported, to, {
      // After a complete member only a new line may begin the next one.
      sameLine: frame.expects !== 'comma' && (next === 'end' || next === 'comment'),
      closed: next === 'end',
      lines: frame.expects !== 'colon' && !(frame.expects === 'value' && frame.tree.kind === 'object'),
    })
    for (const at of places) halfTyped({ range: range(at, 0), text: '', quote: '"' }, frame)
  }

  function halfTyped(written: WrittenNode, frame = stack.at(-1)): void {
    if (++holes > MOST_HOLES) return
    if (frame?.tree.kind === 'array') frame.tree.holes.push({ index: frame.tree.items.length, written })
    else if (frame !== undefined) {
      const member = frame.tree.members.at(-1)
      if (frame.expects === 'value') member?.holes.push(written)
      else if (frame.expects !== 'colon') frame.tree.holes.push(written)
    }
  }
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t' || sign === '\n' || sign === '\r'
}
