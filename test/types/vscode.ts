// Type-checked, never run: the input and the answer of a VS Code entry, and mistakes that the types must reject.

import type { PreToolUseInput, PreToolUseOutput, StopInput, StopOutput } from '../../types/vscode.d.ts'

export function guard({ tool_name, tool_input }: PreToolUseInput): PreToolUseOutput {
  if (tool_name !== 'run_in_terminal' || !JSON.stringify(tool_input).includes('rm -rf')) return {}
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Nothing is deleted here.',
    },
  }
}

export function goOn({ stop_hook_active }: StopInput): StopOutput {
  if (stop_hook_active) return {}
  return { hookSpecificOutput: { decision: 'block', reason: 'The tests have not run.' } }
}

export function misspelled(input: PreToolUseInput): PreToolUseOutput {
  // @ts-expect-error: the input has no such field
  input.toolName
  // @ts-expect-error: a tool call is denied inside of `hookSpecificOutput`
  return { decision: 'block' }
}
