// What `declare -p` says, as variables: whose they are, their names, their values without bash's quotes. Pure.

import { isHidden } from './prologue.ts'

export type ShellVariable = {
  readonly name: string
  readonly value: string
  readonly isExported: boolean
}

const BEGINS = /^declare -([\w-]+) (\w+)(=)?/

/** The variables of an answer; what bash tells of itself is left out. */
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

// "…" with what bash escapes in it; lists and $'…' stay as bash writes them.
function plain(value: string): string {
  if (!value.startsWith('"')) return value
  return value.slice(1, -1).replaceAll(/\\(["$`\\])/g, '$1')
}
