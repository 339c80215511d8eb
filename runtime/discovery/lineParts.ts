// Finds what a shell line of an entry runs beyond the scripts that its words name: substitutions, pipes into a shell,
// `find -exec`, recipes. The reader of its shell's scripts reads the line as a script in the hook's working directory.

import { join, relative } from 'node:path'
import { codeVariable } from '../contract/codeVariables.ts'
import type { HookEntry } from '../contract/entry.ts'
import { namesItsScript } from '../documents/plainLine.ts'
import type { DocumentReader } from './cachedRead.ts'
import { type Closure, NOTHING_LOOKED_FOR, type Parts, type RunFrom } from './closure.ts'
import { LONGEST_COMMAND } from './commandFiles.ts'
import type { Disk } from './disk.ts'
import { withCheckout } from './expandedWords.ts'

export type LineTools = { readonly disk: Disk; readonly closure: Closure; readonly read: DocumentReader }

const NOTHING: Parts = { files: [], unseen: [], recipes: [], packages: [], lookedFor: NOTHING_LOOKED_FOR }

/** A line, and the ending of scripts of the shell that runs it. */
export type EntryLine = { readonly text: string; readonly ending: 'sh' | 'ps1' }

/** The line of an entry: its own, or one composed of its program and arguments, quoted for a shell. */
export function lineOf(
  { command, args, fields }: Pick<HookEntry, 'command' | 'args' | 'fields'>,
  variables: Readonly<Record<string, string>> = {},
): EntryLine {
  if (args !== undefined)
    return { text: [command, ...args].map((word) => quoted(word, variables)).join(' '), ending: 'sh' }
  return { text: command, ending: fields.shell === 'powershell' ? 'ps1' : 'sh' }
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
  { text: command, ending }: EntryLine,
  cwd: string,
  tools: LineTools | undefined,
  from: RunFrom,
): Promise<Parts> {
  if (command.length > LONGEST_COMMAND || (ending === 'sh' && namesItsScript(command))) return NOTHING
  if (tools === undefined) return { ...NOTHING, unseen: ['a command that is not analyzed'] }
  const { disk, closure, read } = tools
  const text = ending === 'sh' ? withCheckout(command, cwd, disk) : withFolders(command, cwd, from.variables)
  if (ending === 'sh' && namesItsScript(text)) return NOTHING
  // Not a file that exists: it sets the folder in which the names of the line are looked up.
  const path = join(cwd, `.command.${ending}`)
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

// `$env:CLAUDE_PROJECT_DIR\lib`: the reader of PowerShell follows paths from the working directory.
function withFolders(line: string, cwd: string, variables: RunFrom['variables'] = {}): string {
  return line.replaceAll(/\$(?:env:(\w+)|\{(?:env:)?(\w+)\}|(\w+))/gi, (all, ...names) => {
    const name = names.slice(0, 3).find((one) => one !== undefined)
    const folder = Object.hasOwn(variables, name) ? variables[name] : undefined
    return folder === undefined
      ? all
      : relative(cwd, folder)
          .replace(/^(?!\.\.)/, './')
          .replace(/\/$/, '')
  })
}

function setsCodeVariable(text: string): boolean {
  const [, name, value] = /^(?:line \d+: )?(\w+)\+?=(.*)$/s.exec(text) ?? []
  return name !== undefined && codeVariable(name, value ?? '') !== undefined
}
