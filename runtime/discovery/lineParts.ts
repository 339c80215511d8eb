// What a shell line of an entry runs beyond the scripts that its words name: substitutions, pipes into a shell, `find -exec`,
// recipes. The line is read as a script in the hook's working directory, by the reader of shell scripts.

import { join } from 'node:path'
import { codeVariable } from '../contract/codeVariables.ts'
import type { DocumentReader } from './cachedRead.ts'
import { type Closure, NOTHING_LOOKED_FOR, type Parts, type RunFrom } from './closure.ts'
import { LONGEST_COMMAND } from './commandFiles.ts'
import type { Disk } from './disk.ts'
import { withCheckout } from './expandedWords.ts'

export type LineTools = { readonly disk: Disk; readonly closure: Closure; readonly read: DocumentReader }

const NOTHING: Parts = { files: [], unseen: [], recipes: [], packages: [], lookedFor: NOTHING_LOOKED_FOR }
/** A script by its path, or an interpreter with its script: words tell all that such a line runs. */
const SIMPLE = new RegExp(
  [
    '^(?:exec\\s+)?(?:(?:(?:ba|da|z)?sh\\s+(?:-[ux]+\\s+)*|python[\\d.]*\\s+(?:-[uBEsI]+\\s+)*|(?:ruby|perl|php)\\s+(?!["\']?-)',
    '|(?:node|(?:bun|deno|uv)(?: run)?)\\s+(?:--(?:quiet|no-warnings|script|allow-\\w+)\\s+)*',
    '|(?:pwsh|powershell)\\s+(?:-(?:NoProfile|NonInteractive|NoLogo|File|ExecutionPolicy Bypass)\\s+)*',
    ')(?!-)[^\\s|<>`&;()*?{[]*[/.][\\w"\'][^|<>`&;()*?{\\n]*',
    "|[\"']?(?!.*node_modules)(?:\\$(?!')|[~.\\\\]|\\/(?!(?:usr|bin|sbin|lib\\w*|opt|etc)\\/)|[A-Z]:)",
    '[^|<>`&;()*?{}[\\s]*\\.(?:[bz]?a?sh|py|[cm]?[jt]s|rb|pl|php|ps1)["\']?(?:\\s[^|<>`&;()*?{}\\n]*)?)$',
  ].join(''),
)

/** The line that starts what an entry starts: its own, or one made of a program and its arguments. */
export function lineOf(
  { command, args }: { readonly command: string; readonly args?: readonly string[] | undefined },
  variables: RunFrom['variables'] = {},
): string {
  return args === undefined ? command : [command, ...args].map((word) => quoted(word, variables)).join(' ')
}

// Nothing but a folder that its host puts in means more than itself in an argument.
function quoted(word: string, variables: Readonly<Record<string, string>>): string {
  if (/^[\w./=:@%+,-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`.replaceAll(/\$\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(variables, name) ? `'"$${name}"'` : all,
  )
}

/** What the line is made of; nothing where its words tell it. Without tools it is not followed, and that is said. */
export async function partsOfLine(
  command: string,
  cwd: string,
  tools: LineTools | undefined,
  from: RunFrom,
): Promise<Parts> {
  if (command.length > LONGEST_COMMAND || SIMPLE.test(command.trimStart())) return NOTHING
  if (tools === undefined) return { ...NOTHING, unseen: ['a command that is not followed'] }
  const { disk, closure, read } = tools
  const text = withCheckout(command, cwd, disk)
  if (SIMPLE.test(text.trimStart())) return NOTHING
  // No file: the place from which what the line names is looked for.
  const path = join(cwd, '.command.sh')
  const document = await read({ path, text, exports: 'executable', events: [] }).catch(() => null)
  if (document === null) return { ...NOTHING, unseen: ['a command that cannot be read'] }
  const parts = await closure(path, path, { document, shebang: null, native: false }, from)
  const where = (one: string) => (command.includes('\n') ? one : one.replace(/^line 1: /, ''))
  return {
    files: parts.files.filter((one) => one !== path),
    // What variables make run is worked out from their values already.
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
