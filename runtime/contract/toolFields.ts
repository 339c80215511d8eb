// Which names are no field of a tool's input or result, where only the commonly used fields are listed. Pure.

import type { Dialect } from './dialect.ts'
import { dialects } from './dialects/index.ts'
import { suggest } from './suggest.ts'
import { isSpelling, isTypo } from './typos.ts'
import { fieldsOf, type WalkedShape } from './walk.ts'

/** Whether the tool's input has no such field, even though the tool may accept more fields than are listed. */
export function isNoFieldOf(name: string, known: readonly string[]): boolean {
  if (known.includes(name)) return false
  const suggestion = suggest(name, known)
  if (suggestion !== undefined && (isTypo(name, suggestion) || isSpelling(name, suggestion))) return true
  return MADE_UP.has(name) || toolFields().has(name)
}

/** Whether the tool's result has no such field, even though it may have more fields than are listed. */
export function isNoResultOf(name: string, known: readonly string[]): boolean {
  if (known.includes(name)) return false
  return known.some((one) => isSpelling(name, one)) || MADE_UP_RESULTS.has(name)
}

/** Names that authors commonly make up for the exit code and the text of a command. */
export const MADE_UP_RESULTS: ReadonlySet<string> = new Set([
  ...[
    'exit_code',
    'exitCode',
    'exitcode',
    'exit_status',
    'exitStatus',
    'return_code',
    'returnCode',
    'returncode',
  ],
  ...['output', 'std_out', 'std_err', 'stdOut', 'stdErr'],
])

/** Names that authors commonly make up for a command line, a file or a change. */
export const MADE_UP: ReadonlySet<string> = new Set([
  ...['cmd', 'cmdline', 'cmd_line', 'command_line', 'commandLine', 'shell_command', 'bash_command'],
  ...['filepath', 'file_name', 'fileName', 'filename', 'target_path', 'targetFile', 'patch', 'diff'],
])

let fieldsKnown: ReadonlySet<string> | undefined

// Fields of any tool of any host: code that reads one of them targets that tool.
function toolFields(): ReadonlySet<string> {
  fieldsKnown ??= new Set(
    Object.values<Dialect>(dialects).flatMap(({ toolInputs = {} }) =>
      Object.values(toolInputs).flatMap((input) => fieldsOf(input as WalkedShape).map(({ name }) => name)),
    ),
  )
  return fieldsKnown
}
