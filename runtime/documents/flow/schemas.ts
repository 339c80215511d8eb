// Schemas that a hook parses its payload with: `z.object({ tool_name: z.string() })`, followed as the object they list.

import { take } from './access.ts'
import { about } from './dicts.ts'
import type { FlowState } from './state.ts'
import { BOOLEAN, type Dict, type Entry, type FlowValue, type GivenArguments } from './values.ts'

/** The result of `schema.parse(payload)`, which reads each required key; undefined for anything else. */
export function parsedBy(
  of: Dict,
  name: string,
  { call, items: [payload] }: GivenArguments,
  flow: FlowState,
): FlowValue | undefined {
  if (payload?.kind !== 'payload' || !PARSES.test(name) || !isSchema(of)) return undefined
  readAll(of, payload, flow)
  if (!/safe/.test(name)) return payload
  const whole = { start: call.start, end: call.end }
  const entry = (key: string, value: FlowValue) =>
    ({ key, range: whole, quote: 'bare', value, node: undefined }) as const
  const entries = [entry('data', payload), entry('success', BOOLEAN)]
  return { kind: 'dict', node: call, entries, more: true, ...about(flow) }
}

const PARSES = /^(?:safeP|p)arse(?:Async)?$/
const SCHEMA = /^z\s*\./
const OPTIONAL =
  /\.(?:optional|nullish|default|prefault|catch|preprocess|custom|lazy)\(|\.(?:partial|unknown|any|undefined|void)\(\)/

function isSchema({ entries }: Dict): boolean {
  return entries.some(({ node }) => SCHEMA.test(node?.text ?? ''))
}

// Whether a schema requires a key: one that is written there, or the object of another schema.
function isRequired({ value, node, read }: Entry): boolean {
  if (read === true || node === undefined || OPTIONAL.test(node.text)) return false
  return SCHEMA.test(node.text) || (value.kind === 'dict' && isSchema(value))
}

function readAll(schema: Dict, payload: FlowValue, flow: FlowState): void {
  for (const entry of schema.entries.filter(isRequired)) {
    const { key, range, quote, value } = entry
    if (!flow.reading.budget.take()) return
    const field = take(payload, { kind: 'text', text: key }, { text: key, range, quote }, flow)
    if (value.kind === 'dict') readAll(value, field, flow)
  }
}
