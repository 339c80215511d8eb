// Type-checked, never run: the input and the answer of a Cursor entry, and mistakes that the types must reject.

import type { BeforeShellExecutionInput, BeforeShellExecutionOutput } from '../../types/cursor.d.ts'

export function guard({ command }: BeforeShellExecutionInput): BeforeShellExecutionOutput {
  if (!command.includes('rm -rf')) return {}
  return { permission: 'deny', user_message: 'Blocked.', agent_message: 'Nothing is deleted here.' }
}

export function misspelled(input: BeforeShellExecutionInput): BeforeShellExecutionOutput {
  // @ts-expect-error: the input has no such field
  input.cmd
  // @ts-expect-error: no such word
  return { permission: 'block' }
}
