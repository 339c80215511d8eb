// Adds the house style to every system prompt.

import type { PromptContext } from 'hookbench/secureyeoman'

export function prompt_assembly_after(context: PromptContext): PromptContext {
  return { ...context, systemPrompt: `${context.systemPrompt}\nWrite short sentences.` }
}
