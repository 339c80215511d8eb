// Finds what a shell line of an entry runs beyond the scripts that its words name: substitutions, pipes into a shell,
// `find -exec`, recipes. The reader of shell scripts reads the line as a script in the hook's working directory.

import { join } from 'node:path'
import { codeVariable } from '../contract/codeVariables.ts'
import { namesItsScript } from '../documents/plainLine.ts'
import type { DocumentReader } from './cachedRead.ts'
import { type Closure, NOTHING_LOOKED_FOR, type Parts, type RunFrom } from './closure.ts'
import { LONGEST_COMMAND } from './commandFiles.ts'
import type { Disk } from './disk.ts'
import { withCheckout } from './expandedWords.ts'

export type LineTools = { readonly disk: Disk; readonly closure: Closure; readonly read: DocumentReader }

const NOTHING: Parts = { files: [], unseen: [], recipes: [], packages: [], lookedFor: NOTHING_LOOKED_FOR }

/** The shell line of an entry: its own, or one composed of its program and arguments, quoted. */
export function lineOf(
  { command, args }: { readonly command: string; readonly args?: readonly string[] | undefined },
  variables: RunFrom['variables'] = {},
): string {
  return args === undefined ? command : [command, ...args].map((word) => quoted(word, variables)).join(' ')
}

// In an argument, only the folders that the host fills in (`${NAME}`) are special.
function quoted(word: string, variables: Readonly<Record<string, string>>): string {
  if (/^[\w./=:@%+,-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`.replaceAll(/\$\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(variables, name) ? `'"$${name}"'` : all,
  )
}

/** The code that a line runs; empty if its words name it all. Without `tools`, `unseen` has it as not followed. */
export async function partsOfLine(
  command: string,
  cwd: string,
  tools: LineTools | undefined,
  from: RunFrom,
): Promise<Parts> {
  if (command.length > LONGEST_COMMAND || namesItsScript(command)) return NOTHING
  if (tools === undefined) return { ...NOTHING, unseen: ['a command that is not analyzed'] }
  const { disk, closure, read } = tools
  const text = withCheckout(command, cwd, disk)
  if (namesItsScript(text)) return NOTHING
  // Not a file that exists: it sets the folder in which the names of the line are looked up.
  const path = join(cwd, '.command.sh')
  const document = await read({ path, text, exports: 'executable', events: [] }).catch(() => null)
  if (document === null) return { ...NOTHING, unseen: ['a command that cannot be read'] }
  const parts = await closure(path, path, { document, shebang: null, native: false }, from)
  const where = (one: string) => (command.includes('\n') ? one : one.replace(/^line 1: /, ''))
  return {
    files: parts.files.filter((one) => one !== path),
    // What variables cause to run is already found from their values.
    unseen: parts.unseen.map(where).filter((one) => !setsCodeVariable(one)),
    recipes: parts.recipes.map(where),
    packages: parts.packages,
    lookedFor: parts.lookedFor,
  }
}

function setsCodeVariable(text: string): boolean {
  const [, name, value] = /^(?:line \d+: )?(\w+)\+?=(.*)$/s.exec(text) ?? []
  return name !== undefined && codeVariable(name, value ?? '') !== undefined
}
