// Type-checked, never run: the input and the answer of a Copilot entry in both spellings, and mistakes that the types
// must reject.

import type {
  CopilotPreToolUseInput,
  CopilotPreToolUseOutput,
  PreToolUseInput,
  PreToolUseOutput,
} from '../../types/copilot.d.ts'

export function guard({ toolName, toolArgs }: CopilotPreToolUseInput): CopilotPreToolUseOutput {
  if (toolName !== 'bash' || !JSON.stringify(toolArgs).includes('rm -rf')) return {}
  return { permissionDecision: 'deny', permissionDecisionReason: 'Nothing is deleted here.' }
}

export function nested({ tool_name }: PreToolUseInput): PreToolUseOutput {
  return tool_name === 'Bash' ? { hookSpecificOutput: { permissionDecision: 'ask' } } : {}
}

export function misspelled(input: CopilotPreToolUseInput): CopilotPreToolUseOutput {
  // @ts-expect-error: this spelling has no such field
  input.tool_name
  // @ts-expect-error: no such word
  return { permissionDecision: 'block' }
}
