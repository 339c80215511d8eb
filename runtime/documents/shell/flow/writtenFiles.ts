// Files that a script writes and reads again: `cat >"$tmp"`, later `jq .tool_name "$tmp"`. The content of a file is kept
// in the variables, under a name that no variable can have.

import { setVar } from './state.ts'
import { type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { State } from './walk.ts'

/** The name under which the content of the file at this path is kept; undefined if the path is not known. */
export function fileName(path: ShellValue | undefined): string | undefined {
  let name = ''
  for (const part of path ?? []) {
    if (part.kind === 'text') name += part.text
    else if (part.kind === 'unknown' && part.temporary !== undefined) name += `\0${part.temporary}`
    else return undefined
  }
  return name === '' || /^[-&\d]|^\/dev\//.test(name) ? undefined : `>${name}`
}

/** Replaces the content of a file; undefined: with unknown content. */
export function writeFile(name: string, value: ShellValue | undefined, state: State): void {
  setVar(state, name, value ?? UNKNOWN_TEXT)
}

/** The content of the file at this path; undefined if the script has not written it. */
export function fileAt(path: ShellValue | undefined, { vars }: State): ShellValue | undefined {
  const name = fileName(path)
  return name === undefined ? undefined : vars.get(name)
}

/** Forgets the content of the files that a command gets as arguments and may change. */
export function forgetFiles(command: string, given: readonly ShellValue[], state: State): void {
  if (READS_ONLY.has(command)) return
  for (const one of given) {
    const name = fileName(one)
    if (name !== undefined && state.vars.has(name)) writeFile(name, undefined, state)
  }
}

const READS_ONLY: ReadonlySet<string> = new Set(
  'jq gojq jaq cat head tail grep egrep fgrep wc chmod echo print printf tee'.split(' '),
)

/** Whether this name stands for the content of a file. */
export function isFileName(name: string): boolean {
  return name.startsWith('>')
}
