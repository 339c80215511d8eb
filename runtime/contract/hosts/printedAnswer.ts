// Classifies a hook's standard output before a host interprets it.

import { isObject } from '../json.ts'
import { parseJson } from '../parseJson.ts'

export type PrintedAnswer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>> }
  /** JSON, but not an object. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** Begins like an object, but does not parse. */
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'text'; readonly text: string }

/** Parses standard output the way a host does that accepts one JSON object or plain text. */
export function printedAnswer(stdout: string): PrintedAnswer {
  const text = stdout.replace(/^\uFEFF/, '').trim()
  if (text === '') return { kind: 'nothing' }
  try {
    const value: unknown = parseJson(text)
    return isObject(value) ? { kind: 'object', value } : { kind: 'value', value }
  } catch (error) {
    return text.startsWith('{') ? { kind: 'broken', why: (error as Error).message } : { kind: 'text', text }
  }
}
