// Parses a file of rows, one JSON object per line: an input of one system, and the result of the system's own code.

import type { Json } from '../../runtime/contract/json.ts'
import { isObject } from '../../runtime/contract/json.ts'

export type UpstreamRow = {
  readonly system: string
  readonly input: Json
  readonly expected: Json
  readonly source?: string
}

/** The rows of a text, and a message for each line that is not a row. Blank lines are skipped. */
export function readRows(text: string): {
  readonly rows: readonly UpstreamRow[]
  readonly unreadable: readonly string[]
} {
  const rows: UpstreamRow[] = []
  const unreadable: string[] = []
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const row = rowOf(line)
    if (typeof row === 'string') unreadable.push(`line ${at + 1}: ${row}`)
    else rows.push(row)
  }
  return { rows, unreadable }
}

function rowOf(line: string): UpstreamRow | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return `not JSON: ${(error as Error).message}`
  }
  if (!isObject(value)) return 'expected an object'
  const { system, input, expected, source } = value
  if (typeof system !== 'string' || system === '') return 'expected "system", the id of a system'
  if (input === undefined || expected === undefined) return 'expected "input" and "expected"'
  return {
    system,
    input: input as Json,
    expected: expected as Json,
    ...(typeof source === 'string' ? { source } : {}),
  }
}
