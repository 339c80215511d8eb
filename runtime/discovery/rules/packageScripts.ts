// Reports scripts of a package.json that a command starts through npm or pnpm: one that does not exist, and answers
// that do not arrive because the package manager prints the command in front of them. Runs nothing.

import { basename, join } from 'node:path'
import { defined } from '../../contract/defined.ts'
import { consequence, trial } from '../../contract/hosts/trial.ts'
import { objectOf } from '../../contract/json.ts'
import { oncePer } from '../../contract/oncePer.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import { commandsOf } from '../simpleCommands.ts'
import { answersWith } from './refusals.ts'
import { bytesAt, commandAt, type RuleInput, rangeWithin, textAt } from './rule.ts'
import { shellCode } from './shellText.ts'

export function packageScriptProblems(input: RuleInput): readonly Problem[] {
  const { entry, file, dialect, disk, root, home } = input
  // Only for entries of a project is it certain in which folder they start.
  if (entry.kind !== 'command' || !(entry.scope === 'project' || entry.scope === 'local')) return []
  if (entry.fields.cwd !== undefined) return []
  const commands = entry.args === undefined ? commandsOf(entry.command) : [[entry.command, ...entry.args]]
  if (commands.some(([first = '']) => first === 'cd' || first === 'pushd')) return []
  const all = new Map(commands.flatMap(startedIn).map((started) => [JSON.stringify(started), started]))
  const code = all.size > 0 && entry.args === undefined ? shellCode(entry.command) : ''
  return [...all.values()].flatMap((started) => {
    const bytes = bytesAt(join(root, started.folder, 'package.json'), disk)
    const scripts = bytes && scriptsIn(bytes)
    if (scripts === undefined) return []
    const line = Object.hasOwn(scripts, started.name) ? scripts[started.name] : undefined
    if (line === undefined)
      return IMPLIED.test(started.name) || TESTS.test(code) ? [] : [absent(started, Object.keys(scripts))]
    if (typeof line !== 'string' || TAKES_OUTPUT.test(code) || isSilenced(started)) return []
    return isLost(started, line) ? [headed(started)] : []
  })

  function absent({ program, name }: StartedScript, names: readonly string[]): Problem {
    const so = consequence(dialect, entry, { exitCode: 1, stdout: '', stderr: 'no such script' })
    const end = so ?? 'nothing runs'
    const message = `package.json has no script "${name}", so ${program} exits with status 1, and ${end}.`
    const near = suggest(name, names)
    const range = rangeWithin(file, commandAt(entry), name)
    return problem('entry.script', file.path, message, {
      range,
      ...defined({ fix: near && `Write "${near}".` }),
    })
  }

  function isSilenced({ isSilent, folder }: StartedScript): boolean {
    const settings = [home, root, join(root, folder)].map(
      (above) => textAt(join(above, '.npmrc'), disk) ?? '',
    )
    return isSilent || settings.some((text) => /^\s*loglevel\s*=\s*["']?silent\b/m.test(text))
  }

  // Compares what the host does with an answer alone and with the lines in front of it.
  function isLost({ program, folder, name }: StartedScript, line: string): boolean {
    const files = commandsOf(line).flatMap((words) =>
      words.flatMap((word) => textOf(join(root, folder, word)) ?? []),
    )
    const header = program === 'npm' ? `\n> ${name}\n> ${line}\n\n` : `\n> ${name} ${root}\n> ${line}\n\n`
    return [line, ...files].flatMap(answersWith).some((raw) => {
      const alone = trial(dialect, entry, raw)?.effect.operation?.fate
      return alone !== trial(dialect, entry, { ...raw, stdout: header + raw.stdout })?.effect.operation?.fate
    })
  }

  function textOf(path: string): string | undefined {
    return /\.\w+$/.test(basename(path)) ? textAt(path, disk) : undefined
  }

  function headed({ program, name }: StartedScript): Problem {
    const message = `${program} prints the command of "${name}" in front of its answer, so ${dialect.title} does not read the answer as JSON.`
    const range = rangeWithin(file, commandAt(entry), name)
    const found = problem('entry.script', file.path, message, {
      range,
      fix: `Write ${program} run --silent ${name}.`,
    })
    return { ...found, severity: 'warning' }
  }
}

/** A script of a package.json that a command starts. */
export type StartedScript = {
  readonly program: string
  readonly name: string
  /** The folder of its package.json, relative to the workspace folder. */
  readonly folder: string
  /** Nothing is printed in front of its output. */
  readonly isSilent: boolean
}

/** What a command starts. Options that change which package.json is read, or let a missing script pass, are not followed. */
export function startedIn(words: readonly string[]): readonly StartedScript[] {
  const program = basename(words[0] ?? '')
  if (program !== 'npm' && program !== 'pnpm') return []
  const ownWords = words.slice(1, words.includes('--') ? words.indexOf('--') : undefined)
  let folder = '.'
  let isSilent = false
  const plain: string[] = []
  for (const [at, word] of ownWords.entries()) {
    const before = ownWords[at - 1] ?? ''
    const named = /^(?:--prefix|-C|--dir)=(.+)$/.exec(word)?.[1] ?? (FOLDER.test(before) ? word : undefined)
    if (named !== undefined) folder = named
    else if (SILENT.test(word)) isSilent = true
    else if (!word.startsWith('-')) plain.push(word)
    else if (!FOLDER.test(word)) return []
  }
  const [command = '', name] = plain
  if (!/^(?:run|run-script)$/.test(command) || name === undefined || !/^[\w:.-]+$/.test(name)) return []
  return /[$~`*]/.test(folder) ? [] : [{ program, name, folder, isSilent }]
}

const FOLDER = /^(?:--prefix|-C|--dir)$/
const SILENT = /^(?:-s|--silent|--loglevel=silent)$/

/** Scripts that run although package.json does not have them. */
const IMPLIED = /^(?:start|restart|env)$/

/** The line tests whether there is such a script, or has something else in its place. */
const TESTS = /\|\||\bif\b|\bgrep\b|package\.json/

/** The output may go elsewhere than to the host. */
const TAKES_OUTPUT = /\||(?<!2)>/

const scriptsIn = oncePer((bytes: Buffer): Readonly<Record<string, unknown>> | undefined => {
  try {
    return objectOf(objectOf(JSON.parse(bytes.toString('utf8'))).scripts)
  } catch {
    return undefined
  }
})
