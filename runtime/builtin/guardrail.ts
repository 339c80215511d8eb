// The `securityGuardrail` hook: denies shell commands that match a pattern, as the guardrail of ADR 021 does.
// Checks the call as the agent made it, before any other hook. A safety net, not a sandbox.

import type { Call } from '../contract/call.ts'
import { oneLineOf } from '../contract/entry.ts'
import { valueAt } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import { bounded } from './bounded.ts'
import type { BuiltinFinding } from './builtin.ts'

/**
 * Long texts are checked in overlapping windows, in characters, because matching time may grow faster than the length.
 */
const WINDOW = 64 * 1024
const OVERLAP = 4 * 1024
const SHOWN = 60
/** So long a call may be checked, in milliseconds; it is denied where that is not enough. */
const MOST_MS = 5000

/** Objects to the first text in a tool's input that matches a pattern. */
export function guard({ record, payload }: Call, settings: Settings): BuiltinFinding | undefined {
  const { securityGuardrail } = settings.builtin
  if (securityGuardrail === false || record.lifecycle !== 'tool.before') return undefined
  const { tool, input } = record.common
  const name = tool === undefined ? undefined : valueAt(payload, tool)
  if (input === undefined || !isGuarded(name, securityGuardrail.tools)) return undefined
  const expressions = compiled(securityGuardrail.patterns)
  const texts = textsIn(valueAt(payload, input))
  let tried = ''
  const search = () => {
    for (const text of texts) {
      for (const expression of expressions) {
        tried = expression.source
        const found = find(expression, text)
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  // A pattern of the settings, or a text that is written for a pattern, may backtrack without end.
  const searched = bounded(MOST_MS, search)
  if (searched !== undefined && searched.value === undefined) return undefined
  const why =
    searched?.value === undefined
      ? `the pattern ${oneLineOf(tried, 60)} takes too long on this call, so it`
      : `'${searched.value.slice(0, SHOWN)}'`
  return { objection: `Security policy: ${why} is not allowed`, data: { pattern: tried, tool_name: name } }
}

function isGuarded(name: unknown, tools: readonly string[]): boolean {
  if (tools.length === 0) return true
  return typeof name === 'string' && tools.some((tool) => tool.toLowerCase() === name.toLowerCase())
}

function find(expression: RegExp, text: string): string | undefined {
  for (let at = 0; at === 0 || at + OVERLAP < text.length; at += WINDOW - OVERLAP) {
    const found = expression.exec(text.slice(at, at + WINDOW))
    if (found !== null) return found[0]
  }
  return undefined
}

/** Every text in a value; a list of texts is also checked as a joined command line. */
function textsIn(value: unknown): readonly string[] {
  const found: string[] = []
  // Payloads have no cycles: they are validated before they are fired.
  const waiting = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one === 'string') found.push(one)
    if (typeof one !== 'object' || one === null) continue
    const items: readonly unknown[] = Object.values(one)
    if (Array.isArray(one) && items.every((item) => typeof item === 'string')) found.push(items.join(' '))
    for (const item of items) waiting.push(item)
  }
  return found
}

const known = new WeakMap<readonly string[], readonly RegExp[]>()

// Settings from files are validated, but an embedder's are not: an invalid pattern throws, which fails the hook.
function compiled(patterns: readonly string[]): readonly RegExp[] {
  const before = known.get(patterns)
  if (before !== undefined) return before
  const expressions = patterns.map((pattern) => new RegExp(pattern))
  known.set(patterns, expressions)
  return expressions
}
