// What a shell line of an entry runs beyond the scripts that its words name: substitutions, pipes into a shell, `find -exec`,
// recipes. The line is read as a script in the hook's working directory, by the reader of shell scripts.

import { join } from 'node:path'
import type { DocumentReader } from './cachedRead.ts'
import type { Closure, Parts, RunFrom } from './closure.ts'
import { LONGEST_COMMAND, withCheckout } from './commandFiles.ts'
import type { Disk } from './disk.ts'

export type LineTools = { readonly disk: Disk; readonly closure: Closure; readonly read: DocumentReader }

const NOTHING: Parts = { files: [], unseen: [], recipes: [], packages: [] }
/** A program by its path, or an interpreter with its script: words tell all that such a line runs. */
const SIMPLE =
  /^(?:exec\s+)?(?:(?:(?:ba|da|z)?sh|python[\d.]*|node|ruby|perl|php|pwsh|powershell|(?:bun|deno|uv)(?: run)?)\s+(?:-[uBEsIn]+\s+|--(?:quiet|no-warnings|script|allow-\w+)\s+|-(?:NoProfile|NonInteractive|NoLogo|File|ExecutionPolicy Bypass)\s+)*(?!-)[^\s|<>`&;()*?{]*[/.][\w"'][^|<>`&;()*?{\n]*|["']?(?!.*node_modules)(?:\$(?!')|[~.\\]|\/(?!(?:usr|bin|sbin|lib\w*|opt|etc)\/)|[A-Z]:)[^|<>`&;()*?{}\n]*)$/

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
    unseen: parts.unseen.map(where).filter((one) => !/^(?:line \d+: )?\w+\+?=/.test(one)),
    recipes: parts.recipes.map(where),
    packages: parts.packages,
  }
}
