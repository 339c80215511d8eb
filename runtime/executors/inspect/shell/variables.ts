// Parses the output of `declare -p` into variables: names, values without bash's quotes, and whether exported. Pure.

import { isHidden } from './prologue.ts'

export type ShellVariable = {
  readonly name: string
  readonly value: string
  readonly isExported: boolean
}

const BEGINS = /^declare -([\w-]+) (\w+)(=)?/

/** The variables in the output, without those that bash or the trap maintains. */
export function variablesIn(text: string): readonly ShellVariable[] {
  const found: ShellVariable[] = []
  let open: { flags: string; name: string; value: string | undefined } | undefined
  for (const line of text.split('\n')) {
    const [whole = '', flags, name, is] = BEGINS.exec(line) ?? []
    if (flags !== undefined && name !== undefined) {
      add()
      open = { flags, name, value: is === undefined ? undefined : line.slice(whole.length) }
    } else if (open?.value !== undefined) open.value += `\n${line}`
  }
  add()
  return found

  function add(): void {
    if (open === undefined || isHidden(open.name)) return
    const { name, flags, value } = open
    found.push({
      name,
      value: value === undefined ? '(not set)' : plain(value.trimEnd()),
      isExported: flags.includes('x'),
    })
  }
}

// Unquotes "…" and its escapes; arrays and $'…' stay as bash prints them.
function plain(value: string): string {
  if (!value.startsWith('"')) return value
  return value.slice(1, -1).replaceAll(/\\(["$`\\])/g, '$1')
}
