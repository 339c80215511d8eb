// Type-checked, never run: the input and the answer of a Gemini CLI entry, and mistakes that the types must reject.

import type { BeforeToolInput, BeforeToolOutput } from '../../types/gemini.d.ts'

export function guard({ tool_name, tool_input }: BeforeToolInput): BeforeToolOutput {
  if (tool_name !== 'run_shell_command' || !JSON.stringify(tool_input).includes('rm -rf')) return {}
  return { decision: 'deny', reason: 'Nothing is deleted here.' }
}

export function misspelled(input: BeforeToolInput): BeforeToolOutput {
  // @ts-expect-error: the input has no such field
  input.toolName
  // @ts-expect-error: no such word
  return { decision: 'refuse' }
}
