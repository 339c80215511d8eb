// Type-checked, never run: the input and the answer of a Claude Code entry, and mistakes that the types must reject.

import type { PreToolUseInput, PreToolUseOutput } from '../../types/claude-code.d.ts'

export function guard({ tool_name, tool_input }: PreToolUseInput): PreToolUseOutput {
  if (tool_name !== 'Bash' || !JSON.stringify(tool_input).includes('rm -rf')) return {}
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Nothing is deleted here.',
    },
  }
}

export function misspelled(input: PreToolUseInput): PreToolUseOutput {
  // @ts-expect-error: the input has no such field
  input.toolName
  // @ts-expect-error: no such word
  return { decision: 'deny' }
}
