// Converts between text offsets and the protocol's positions, which count UTF-16 code units in lines ended by CR, LF or
// CRLF. No other file does this conversion.

import { type Position, TextDocument } from 'vscode-languageserver-textdocument'
import { oncePer } from '../runtime/contract/oncePer.ts'
import type { Range as Span } from '../runtime/contract/problems.ts'

export type LineRange = { readonly start: Position; readonly end: Position }

export type Positions = {
  at(offset: number): Position
  /** The offset of a position; clamped to the end of the line or text. */
  offset(position: Position): number
  range(span: Span): LineRange
  span(range: LineRange): Span
}

/** The positions of a text, cached per holder of the text. */
export const positionsOf = oncePer(({ text }: { readonly text: string }): Positions => {
  const document = TextDocument.create('', '', 0, text)
  const at = (offset: number) => document.positionAt(offset)
  const offset = (position: Position) => document.offsetAt(position)
  return {
    at,
    offset,
    range: ({ start, end }) => ({ start: at(start), end: at(end) }),
    span: ({ start, end }) => ({ start: offset(start), end: offset(end) }),
  }
})
