// Finds the local files that a command line runs; identity, trust, links, debugging and typing all use this result.
// Reads the text and checks whether files exist; what it cannot follow is listed in `unseen`.

import { isAbsolute, join, resolve } from 'node:path'
import { printable } from '../contract/printable.ts'
import { isDevice } from '../contract/systemPaths.ts'
import { type OptionUse, readOption } from '../documents/interpreterOptions.ts'
import { jqFile } from '../documents/jq/programFile.ts'
import { isSubcommand, takesNextWord } from '../documents/nodeOptions.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import type { Disk } from './disk.ts'
import { argument, expanded } from './expandedWords.ts'
import { isProgramOfScripts, SHELLS } from './interpreters.ts'
import { commandsOf, hasQuoted, withoutQuotes } from './simpleCommands.ts'
import { startedBy } from './startedFiles.ts'
import { reachedCommand } from './startingPrograms.ts'
import { pathOnDisk, pathsOf } from './steppedPath.ts'
import { filesOfVariables, isElusive, isSystem, isThere, loadedBy, ownOf } from './variableFiles.ts'

/** In characters. Longer commands are generated, and following them takes too long. */
export const LONGEST_COMMAND = 10_000

/** The local files that a shell line, or a program with arguments, runs. */
export function filesOfCommand(
  { command, args }: { readonly command: string; readonly args?: readonly string[] | undefined },
  context: CommandContext,
): CommandFiles {
  const scripts = new Set<string>()
  const loads = new Set<string>()
  const unseen = new Set<string>()
  const runBy = new Map<string, string>()
  const length = lengthOf(command, args)
  if (length > LONGEST_COMMAND) return filesOfLong(length)
  if (args !== undefined) {
    assigned([command, ...args], context.cwd)
    simple(
      [command, ...args].map((word) => expanded(argument(word, context), context)),
      context.cwd,
      0,
      true,
    )
  } else line(command, context.cwd, 0)
  return { scripts: [...scripts], loads: [...loads], unseen: [...unseen], runBy }

  // `through`: the program that started the shell, if it chooses what the line finds.
  function line(text: string, start: string, depth: number, through?: string): void {
    let cwd = start
    if (depth > 4) return
    for (const [index, words] of commandsOf(text).entries()) {
      const known = words.map((word) => expanded(word, context))
      assigned(words, cwd)
      const target = goneTo(known)
      if (target !== undefined)
        cwd = gone(
          cwd,
          withoutQuotes(target),
          known.some((word) => PHYSICAL.test(word ?? '')),
        )
      else simple(known, cwd, depth, depth === 0 && index === 0, through)
    }
  }

  // Adds the files that variables set before a program (`BASH_ENV=…`) cause to run as well.
  function assigned(words: readonly string[], cwd: string): void {
    for (const word of words.map(withoutQuotes)) {
      const [, name = '', value] = /^(\w+)\+?=(.*)$/s.exec(word) ?? []
      if (value === undefined) continue
      const named = filesOfVariables({ [name]: value }, { ...context, cwd })
      for (const path of named.scripts) loads.add(path)
      for (const [path, program] of named.runBy) runBy.set(path, program)
      for (const one of named.unseen) unseen.add(one)
    }
  }

  function gone(cwd: string, target: string, isPhysical: boolean): string {
    return isPhysical ? pathOnDisk(cwd, target, context.disk) : resolve(cwd, target)
  }

  function simple(
    given: readonly (string | undefined)[],
    start: string,
    depth: number,
    isFirst: boolean,
    through?: string,
  ): void {
    const { words, line: text, folders = [], by = through, isElsewhere } = reachedCommand(given)
    if (isElsewhere === true || folders.includes(undefined)) {
      if (words.some((word) => word === undefined || /\.\w+$/.test(word)))
        unseen.add('a command that runs in a folder which is not known')
      return
    }
    const cwd = folders.reduce<string>(
      (folder, one) => pathOnDisk(folder, withoutQuotes(one ?? ''), context.disk),
      start,
    )
    if (text !== undefined) {
      line(withoutQuotes(text), cwd, depth + 1, by)
      return
    }
    const [program, ...rest] = words
    if (program === undefined) {
      if (words.length > 0) unseen.add('a program whose name is computed')
      return
    }
    const name = base(program)
    if (SHELLS.test(name)) {
      const code = codeForShell(name, rest)
      if (code !== undefined) {
        if (code.text !== undefined) line(withoutQuotes(code.text), cwd, depth + 1, by)
        return
      }
    }
    if (program.includes('/') && !PATTERN.test(program))
      add(program, cwd, isFirst && isStarted(given, words) ? 'itself' : undefined)
    if (name === 'source' || name === '.') {
      if (rest[0] !== undefined) add(rest[0], cwd)
      return
    }
    const filter = jqFile(name, rest)
    if (filter !== undefined) add(filter, cwd, name)
    if (!isProgramOfScripts(name)) return
    const module = /^py/.test(name) ? rest[rest.indexOf('-m') + 1] : undefined
    // `python3 -m hooks.guard` looks in the working directory first.
    if (rest.includes('-m') && module !== undefined && /^\w+(\.\w+)*$/.test(module)) {
      const path = module.replaceAll('.', '/')
      for (const end of ['.py', '/__init__.py', '/__main__.py'])
        if (isThere(join(cwd, path + end), context.disk)) add(path + end, cwd)
    }
    const file = scriptOf(name, rest)
    if (file === 'computed') unseen.add(`a computed script run by ${name}`)
    else if (file !== undefined)
      add(
        file,
        folderOf(name, rest, cwd, context.disk),
        program.includes('/') ? undefined : (by ?? name),
        name,
      )
    for (const loaded of loadedBy(rest)) add(loaded, cwd)
  }

  function add(word: string, cwd: string, by?: string, program = ''): void {
    // Only the shell knows which files a pattern matches, and a host may still fill in a quoted variable.
    if (PATTERN.test(word) || hasQuoted(word, '$')) {
      unseen.add(printable(withoutQuotes(word)))
      return
    }
    const path = withoutQuotes(word)
    if (path === '/dev/null') return
    if (isDevice(path) || isElusive(resolve(cwd, path)) || isElusive(path)) {
      unseen.add(printable(path))
      return
    }
    // On this system, `C:` would begin a name in the working directory.
    if (DRIVE.test(path) && !isAbsolute(path)) {
      unseen.add(`a file on a drive of Windows`)
      return
    }
    const [first = '', ...others] = isAbsolute(path) ? [path] : pathsOf(cwd, path, context.disk)
    // Node and others normalize the path as text; the file that is there is the script.
    const named = [first, ...others].find((one) => isThere(one, context.disk))
    const { script, before } = named ? { script: named, before: [] } : startedBy(first, program, context.disk)
    for (const one of before) loads.add(one)
    for (const one of [first, ...others]) if (one !== script && !isSystem(one, ownOf(context))) loads.add(one)
    if (isSystem(script, ownOf(context))) return
    scripts.add(script)
    if (by !== undefined) runBy.set(script, by)
  }
}

/** The result for a command that is too long to follow. */
export function filesOfLong(length: number): CommandFiles {
  const unseen = [`a command of ${length} characters, which is not analyzed`]
  return { scripts: [], loads: [], unseen, runBy: new Map(), isTooLong: true }
}

/** The length of a command with its arguments, in characters. */
export function lengthOf(command: string, args: readonly string[] = []): number {
  return args.reduce((sum, one) => sum + one.length, command.length)
}

/** The folder that a leading `cd` of the line changes to, otherwise the one it is started in. */
export function folderOfLine(command: string, context: CommandContext): string {
  const words = command.length > LONGEST_COMMAND ? [] : (commandsOf(command)[0] ?? [])
  const folder = goneTo(words.map((word) => expanded(word, context)))
  return resolve(context.cwd, withoutQuotes(folder ?? ''))
}

/** Unquoted glob characters; quoted ones have been replaced by other characters (`quotedSigns`). */
const PATTERN = /[*?[]/

const DRIVE = /^[A-Za-z]:/

// The folder that a `cd` command changes to; undefined for other commands, and where the folder is not known.
function goneTo(words: readonly (string | undefined)[]): string | undefined {
  const [program, ...rest] = words.slice(words.findIndex((word) => !GOES_ON.has(word ?? '')))
  return program === 'cd' ? rest.find((word) => !word?.startsWith('-')) : undefined
}

/** The option with which `cd` leaves the folder that a link points to. */
const PHYSICAL = /^-[a-zA-Z]*P/

/** After these words (`command -p cd`), `cd` is still the shell's builtin. */
const GOES_ON = new Set(['command', 'builtin', 'time', '-p', '--'])
// Variables and `env` before a program start it unchanged; other wrappers may start it in another way.
function isStarted(given: readonly (string | undefined)[], left: readonly (string | undefined)[]): boolean {
  return given
    .slice(0, given.length - left.length)
    .every((word) => word !== undefined && (/^(?:\w+=|-)/.test(word) || base(word) === 'env'))
}

function base(program: string): string {
  return program.split('/').at(-1) ?? program
}

// The command after `-c`, which may stand among other options; undefined where the shell reads a script or its input.
function codeForShell(
  name: string,
  words: readonly (string | undefined)[],
): { readonly text: string | undefined } | undefined {
  let isCode = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === '--') return isCode ? { text: words[at + 1] } : undefined
    if (word === undefined || !/^[-+]/.test(word)) return isCode ? { text: word } : undefined
    const { brings, values } = readOption(name, word)
    if (brings === 'code') isCode = true
    at += values
  }
  return undefined
}

/** Options of interpreters and runners that take the next word as a value. */
const VALUED =
  /^(?:--check-hash-based-pycs|-m|-e|-c|-p|-r|--eval|--print|--require|--import|--loader|-W|-X|--with|--python|-ExecutionPolicy|-ep)$/
const RUNNER_VALUED = /^(?:-C|-F|--dir|--cwd|--prefix|--filter|--project|--config|--env-file|--tsconfig)$/
const RUNNERS = /^(?:run|--)$/
const CODE = /^(?:-[mecp]|--eval|--print|-command)$/
/** Those whose options stand together: `bash -euo pipefail`, `perl -lne`, `python3 -BW ignore`. */
const LETTERED = /^(?:(?:ba|da|k|z|a)?sh|(?:python|pypy|perl|ruby)[\d.]*)$/

// The working directory that an option of a runner selects.
function folderOf(name: string, words: readonly (string | undefined)[], cwd: string, disk: Disk): string {
  if (!isRunnerName(name)) return cwd
  for (const [index, word] of words.entries()) {
    const [, joined] = /^(?:--directory|--cwd|--dir)=(.+)$/s.exec(word ?? '') ?? []
    const folder =
      joined ?? (/^(?:--directory|--cwd|--dir|-C)$/.test(word ?? '') ? words[index + 1] : undefined)
    if (folder !== undefined) return pathOnDisk(cwd, folder, disk)
  }
  return cwd
}

function isRunnerName(name: string): boolean {
  return /^(?:bun|deno)$/.test(name)
}

// Whether a runner's argument is a package and not a file: `prettier@3.1`, `@scope/name`, `github:owner/name`.
function isPackage(word: string): boolean {
  return !/[./]/.test(word) || /^@|^[\w.-]+(?:\[[\w,]*\])?(?:@|[=<>~!]=)|^\w+:/.test(word)
}

function scriptOf(name: string, words: readonly (string | undefined)[]): string | undefined {
  const isRunner = isRunnerName(name)
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) return 'computed'
    if (/^-File$/i.test(word)) return words[at + 1] ?? 'computed'
    const { brings, values } = LETTERED.test(name) ? lettered(name, word) : optionOf(name, word)
    if (brings !== undefined) return undefined
    if (values > 0) at += values
    else if (!word.startsWith('-') && !(isRunner && RUNNERS.test(word)) && !isSubcommand(name, word))
      return isRunner && isPackage(word) ? undefined : word
  }
  return undefined
}

function lettered(name: string, word: string): OptionUse {
  return /^[-+]/.test(word) ? readOption(name, word) : { values: 0 }
}

function optionOf(name: string, word: string): OptionUse {
  if (CODE.test(word.replace(/^-command$/i, '-command'))) return { brings: 'code', values: 0 }
  const takesNext =
    (/^node/.test(name) && takesNextWord(word)) || VALUED.test(word) || RUNNER_VALUED.test(word)
  return { values: takesNext ? 1 : 0 }
}
