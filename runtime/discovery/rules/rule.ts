// The type of rules, their input and shared helpers. A rule reports what is certainly wrong with one entry of a host or
// a script that it runs; where it is not certain, nothing or an info. Rules read texts and modes and start nothing.

import { basename, extname } from 'node:path'
import type { Dialect } from '../../contract/dialect.ts'
import type { HookEntry, JsonPath } from '../../contract/entry.ts'
import type { Host } from '../../contract/host.ts'
import { blankLongLines } from '../../contract/longLines.ts'
import { oncePer } from '../../contract/oncePer.ts'
import type { Problem, Range } from '../../contract/problems.ts'
import type { CommandFiles } from '../commandContext.ts'
import type { FoundConfiguration } from '../configurationFiles.ts'
import { type Disk, failed } from '../disk.ts'
import type { ProgramLookup } from '../programs.ts'
import { choosesPrograms } from '../startingPrograms.ts'

export type RuleInput = {
  readonly dialect: Dialect
  readonly host: Host
  readonly file: FoundConfiguration
  readonly entry: HookEntry
  readonly run: CommandFiles
  /** All local files that it runs and that those load, absolute. */
  readonly files: readonly string[]
  readonly disk: Disk
  /** The other hosts, whose variables and tools an author may have used instead. */
  readonly others: readonly Dialect[]
  readonly lookup?: ProgramLookup | undefined
  /** The workspace folder and the user's home folder, absolute. */
  readonly root: string
  readonly home: string
  /** Formats a path for messages. */
  readonly shown: (path: string) => string
}

export type Rule = (input: RuleInput) => readonly Problem[]

/** A script with its text. */
export type Script = {
  readonly path: string
  readonly text: string
  readonly mode: number
  /** Words of its first line, without `env` and its options; empty where it has no `#!`. */
  readonly shebang: readonly string[]
  /** The program that the entry names to run it; undefined where it is started by its own path. */
  readonly by: string | undefined
}

/** The largest script that is read, in bytes. */
const LARGEST_SCRIPT = 256 * 1024

/** The text of a file; undefined if it does not exist, is too large or is binary. */
export function textAt(path: string, disk: Disk): string | undefined {
  const bytes = bytesAt(path, disk)
  return bytes && textIn(bytes)
}

// A discovery keeps the bytes of a file, and a thousand entries may run it.
const textIn = oncePer((bytes: Buffer): string | undefined =>
  bytes.includes(0) ? undefined : blankLongLines(bytes.toString('utf8')),
)

/** The content of a file; undefined if it does not exist or is too large. */
export function bytesAt(path: string, disk: Disk): Buffer | undefined {
  const stat = disk.stat(path)
  if (failed(stat) || stat.kind !== 'file' || stat.size > LARGEST_SCRIPT) return undefined
  const bytes = disk.read(path, LARGEST_SCRIPT)
  return failed(bytes) ? undefined : bytes
}

/** The scripts of an entry that exist and are text. */
export function scriptsOf({ run, disk }: Pick<RuleInput, 'run' | 'disk'>): readonly Script[] {
  return run.scripts.flatMap((path) => {
    const stat = disk.stat(path)
    const text = textAt(path, disk)
    if (failed(stat) || text === undefined) return []
    const line = /^#!([^\n]*)/.exec(text)?.[1]?.trim() ?? ''
    const words = line === '' ? [] : line.split(/\s+/)
    const isEnv = basename(words[0] ?? '') === 'env'
    const shebang = isEnv ? words.slice(1).filter((word) => !/^-|=/.test(word)) : words
    const by = run.runBy.get(path)
    return [{ path, text, mode: stat.mode, shebang, by: by === 'itself' ? undefined : by }]
  })
}

export type ScriptLanguage = 'sh' | 'bash' | 'python' | 'node' | 'powershell'

/** Of a script whose interpreter another program looks up. */
const BY_ENDING: Readonly<Record<string, ScriptLanguage>> = {
  ...{ '.py': 'python', '.sh': 'bash', '.bash': 'bash', '.ps1': 'powershell' },
  ...{ '.js': 'node', '.mjs': 'node', '.cjs': 'node', '.ts': 'node', '.mts': 'node', '.cts': 'node' },
}

/** The language of a script, by the program that runs it, or else by the file ending of a shell or of PowerShell. */
export function languageOf({ path, shebang, by }: Script): ScriptLanguage | undefined {
  const program = by ?? basename(shebang[0] ?? '')
  if (/^(?:sh|dash|ash)$/.test(program)) return 'sh'
  if (/^(?:bash|zsh|ksh)$/.test(program)) return 'bash'
  if (/^(?:python|pypy)[\d.]*$/.test(program)) return 'python'
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(program)) return 'node'
  if (/^(?:pwsh|powershell)$/.test(program)) return 'powershell'
  if (choosesPrograms(program)) return BY_ENDING[extname(path)]
  if (program !== '') return undefined
  if (/\.ps1$/i.test(path)) return 'powershell'
  return /\.(?:ba)?sh$/.test(path) ? 'bash' : undefined
}

/** The range of a part of a value's text in the file; the range of the whole value if the part is not found. */
export function rangeWithin(
  file: Pick<FoundConfiguration, 'text' | 'read'>,
  at: JsonPath,
  part: string,
): Range {
  const whole = file.read.rangeOf(at)
  const text = file.text.slice(whole.start, whole.end)
  for (const written of [JSON.stringify(part).slice(1, -1), part]) {
    const found = text.indexOf(written)
    if (found !== -1) return { start: whole.start + found, end: whole.start + found + written.length }
  }
  return whole
}

/** The path of an entry's command in the file; the name of its key differs between hosts. */
export function commandAt({ at, fields, command }: HookEntry): JsonPath {
  return [...at, Object.keys(fields).find((key) => fields[key] === command) ?? 'command']
}
