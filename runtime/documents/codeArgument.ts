// Code that a program gets as an argument: `python3 -c '…'`, `bash -c '…'`, `node -e '…'`, `jq '…'`.

import type { Language } from './document.ts'
import { jqProgramAt } from './jq/programFile.ts'

export type CodeLanguage = Exclude<Language, 'jq' | 'typescript' | 'other'>

/** Each language with the option before the code, and the programs that take it. */
export const CODE_OPTIONS: readonly (readonly [language: CodeLanguage, option: RegExp, program: RegExp])[] = [
  ['python', /^-\w*c$/, /^(?:python|pypy)[\d.]*$/],
  ['javascript', /^(?:-e|--eval|-p|-pe|--print)$/, /^(?:node|nodejs|bun)$/],
  ['shell', /^-\w*c$/, /^(?:ba|da|k|z|a)?sh$/],
  ['powershell', /^-c(?:ommand)?$/i, /^(?:pwsh|powershell)(?:\.exe)?$/],
]

/** The code among the arguments of a program, all options before it being plain ones; undefined where there is none. */
export function codeArgument(
  program: string,
  args: readonly string[],
): { readonly language: CodeLanguage | 'jq'; readonly index: number; readonly text: string } | undefined {
  const name = program.slice(program.lastIndexOf('/') + 1)
  const index = jqProgramAt(name, args)
  if (index !== undefined) return { language: 'jq', index, text: args[index] as string }
  const [language, option] = CODE_OPTIONS.find(([, , pattern]) => pattern.test(name)) ?? []
  const at = args.findIndex((one) => option?.test(one) === true || !one.startsWith('-'))
  const [text, ...others] = args.slice(at + 1)
  if (language === undefined || option?.test(args[at] ?? '') !== true || text === undefined) return undefined
  // PowerShell joins all that follows.
  return language === 'powershell' && others.length > 0 ? undefined : { language, index: at + 1, text }
}
