// Texts that are put into a printed JSON string as they are, although they often have characters that JSON escapes: a
// command, a prompt, the contents of a file, the output of a program.

import { only, type ShellValue, type StringPart } from './flow/value.ts'

/** Fields whose text may be anything. */
const FREE =
  /^(?:command|prompt|content|new_string|old_string|new_str|old_str|file_text|newString|oldString|stdout|stderr|output|tool_output|tool_response|error|text|textResultForLlm|llmContent|prompt_response|last_assistant_message)$/

/** The first such text in a printed object: the path of a field, or `output` of a program. */
export function unescapedIn(value: ShellValue): string | undefined {
  if (only(value)?.kind === 'made') return undefined
  let inString = false
  for (const [at, part] of value.entries()) {
    if (part.kind !== 'text') {
      const found = inString ? freeText(part) : undefined
      if (found !== undefined) return found
      continue
    }
    if (at === 0 && !part.text.trimStart().startsWith('{')) return undefined
    for (const [sign] of part.text.matchAll(/\\[\s\S]?|"/g)) if (sign === '"') inString = !inString
  }
  return undefined
}

function freeText(part: Exclude<StringPart, { readonly kind: 'text' }>): string | undefined {
  if (part.kind === 'unknown') return part.output === true ? 'output' : undefined
  if (part.kind !== 'data' || !part.raw || !part.sure) return undefined
  return FREE.test(String(part.path.at(-1))) ? part.path.join('.') : undefined
}
