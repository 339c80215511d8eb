// Starts an entry of a host under a debugger: the way its host starts it, but with a stand-in first on PATH for the
// program that runs its script. The stand-in adds the debugger for that script only and passes everything else through.

import { chmodSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import type { HookEntry } from '../../contract/entry.ts'
import type { EntryProcess } from '../../contract/host.ts'
import { isExecutable } from '../../files/access.ts'
import { pythonStarter, underDebugger } from './command.ts'
import { bashOn, type Trace } from './trace.ts'

/** The process with a debugger added, or why that is impossible. The stand-in is written to `folder`. */
export function entryUnderDebugger(
  entry: HookEntry,
  own: EntryProcess,
  folder: string,
  trace?: Trace,
): EntryProcess | { readonly why: string } {
  const [script] = entry.scripts
  const { inspect } = entry
  if (script === undefined || inspect === undefined) return { why: UNREACHED }
  if (inspect.by === 'itself') return startedByPath(entry, own, script, folder, trace)
  const path = own.env.PATH ?? process.env.PATH ?? ''
  const program = onPath(inspect.by, path)
  const put =
    program === undefined ? undefined : insertion(inspect.language, inspect.by, program, script, trace)
  if (put === undefined) return { why: `${inspect.by} is not on PATH, or what it runs cannot be traced` }
  write(join(folder, inspect.by), [
    'found=',
    'for word do',
    '  shift',
    `  if [ -z "$found" ] && [ "$word" -ef ${quoted(script)} ]; then`,
    `    found=1; set -- "$@" ${put.words.map(quoted).join(' ')}`,
    '  else set -- "$@" "$word"; fi',
    'done',
    `if [ -n "$found" ]; then exec ${[put.file, ...put.first].map(quoted).join(' ')} "$@"; fi`,
    `exec ${quoted(put.program)} "$@"`,
  ])
  return { ...own, env: { ...own.env, ...put.env, PATH: [folder, path].join(delimiter) } }
}

/** The reason given for an entry that no debugger can be added to. */
export const UNREACHED =
  'its command does not run a single Node, Python or shell script with a program on PATH'

// The script is the first word of the command line, or the program of an
// entry with arguments; the stand-in precedes it.
function startedByPath(
  entry: HookEntry,
  own: EntryProcess,
  script: string,
  folder: string,
  trace: Trace | undefined,
): EntryProcess | { readonly why: string } {
  const command = underDebugger(script, [], trace)
  if ('why' in command) return command
  const starter = join(folder, 'start')
  write(starter, ['shift', `exec ${[command.file, ...command.argv].map(quoted).join(' ')} "$@"`])
  const env = { ...own.env, ...command.env }
  if (entry.args !== undefined) return { ...own, env, file: starter, argv: [own.file, ...own.argv] }
  const argv = own.argv.map((word) => (word === entry.command ? `${quoted(starter)} ${word}` : word))
  return { ...own, env, argv }
}

type Insertion = {
  /** The program started for the script, and its first arguments. */
  readonly file: string
  readonly first: readonly string[]
  /** The arguments that replace the script. */
  readonly words: readonly string[]
  /** The program started for anything else. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
}

function insertion(
  language: NonNullable<HookEntry['inspect']>['language'],
  by: string,
  program: string,
  script: string,
  trace: Trace | undefined,
): Insertion | undefined {
  const plain = { file: program, first: [], program, env: {} }
  if (language === 'node') return { ...plain, words: ['--inspect-brk=127.0.0.1:0', script] }
  if (language === 'python') return { ...plain, words: ['-Xfrozen_modules=off', pythonStarter(), script] }
  const bash = basename(by) === 'bash' ? program : bashOn()
  if (trace === undefined || bash === undefined) return undefined
  const first = basename(by) === 'sh' ? ['--posix', '-O', 'xpg_echo'] : []
  return { ...plain, file: bash, first, words: trace.argv(script), env: trace.env }
}

function onPath(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function write(path: string, lines: readonly string[]): void {
  writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`)
  chmodSync(path, 0o700)
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
