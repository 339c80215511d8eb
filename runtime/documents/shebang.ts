// The first line of an executable: which program runs it, and whether the line can work. Does not check whether the
// interpreter is installed; discovery does.

import { type Problem, problem } from '../contract/problems.ts'
import type { Language } from './document.ts'
import { languageWhere } from './languages.ts'
import { shellWord, splitString } from './splitString.ts'

export type Shebang = {
  /** The program that must exist: a path, or a bare name where `env` looks it up. */
  readonly interpreter: string
  /** What follows the interpreter on the line. */
  readonly args: readonly string[]
  /** The options of `env`, and the variables that it sets. */
  readonly settings: readonly string[]
  /** The line ends in CRLF, so the system looks for an interpreter whose name ends in a carriage return. */
  readonly crlf: boolean
  /** `env` without -S gets interpreter and arguments as one name on Linux. */
  readonly glued: boolean
  /** Offset of the end of the line, line break excluded. */
  readonly end: number
}

/** Reads the shebang line; undefined when there is none. */
export function readShebang(text: string): Shebang | undefined {
  if (!text.startsWith('#!')) return undefined
  const newline = text.indexOf('\n')
  const line = newline === -1 ? text : text.slice(0, newline)
  const crlf = newline !== -1 && line.endsWith('\r')
  const end = crlf ? line.length - 1 : line.length
  const words = line.slice(2).split(/\s+/).filter(Boolean)
  const [first, ...rest] = words
  if (first === undefined) return undefined
  if (baseName(first) !== 'env')
    return { interpreter: first, args: rest, settings: [], crlf, glued: false, end }
  const [, split] = SPLIT.exec(line.slice(0, end)) ?? []
  const { settings, command } = envCommand(split === undefined ? rest : splitString(split))
  const [interpreter, ...args] = command
  if (interpreter === undefined) return undefined
  return { interpreter, args, settings, crlf, glued: split === undefined && args.length > 0, end }
}

/** The problems of the first line of a text that is started as a program. */
export function shebangProblems(path: string, text: string): readonly Problem[] {
  const shebang = readShebang(text)
  const [line = ''] = /^[^\r\n]*/.exec(text) ?? []
  const range = { start: 0, end: shebang?.end ?? line.length }
  if (shebang === undefined) {
    const late = lateProblem(path, text)
    if (late !== undefined) return [late]
    const marked = text.startsWith('\uFEFF#!')
    const message = marked
      ? 'There is a byte order mark before the shebang, so the file cannot be started.'
      : 'The first line has no interpreter, so the file cannot be started.'
    const fix = marked
      ? 'Save the file as UTF-8 without a byte order mark.'
      : 'Start the file with a line like "#!/usr/bin/env bash".'
    return [problem('executable.shebang', path, message, { range, fix })]
  }
  if (shebang.crlf) {
    const message = `The shebang line ends in CRLF, so the system looks for "${shebang.interpreter}\\r", which does not exist.`
    const fix = 'Save the file with LF line endings.'
    return [
      problem('executable.crlf', path, message, {
        range,
        fix,
        repairs: [{ kind: 'line-ends', title: 'Change all line endings to LF' }],
      }),
    ]
  }
  if (shebang.glued) {
    const command = [shebang.interpreter, ...shebang.args].join(' ')
    const message = `On Linux, env looks for one program named "${command}", which does not exist.`
    const found = problem('executable.shebang', path, message, {
      range,
      fix: `Write "#!/usr/bin/env -S ${command}".`,
    })
    return [{ ...found, severity: 'warning' }]
  }
  return []
}

// A shebang after blank lines, comments or spaces: the system looks only at the first two characters of a file.
function lateProblem(path: string, text: string): Problem | undefined {
  const [before, line] = LATE.exec(text)?.slice(1) ?? []
  if (before === undefined || line === undefined || before === '') return undefined
  const range = { start: before.length, end: before.length + line.length }
  const rest = text.slice(range.end)
  const message = 'The shebang is not at the beginning of the file, so the file cannot be started.'
  const [end = ''] = /^\r?\n/.exec(rest) ?? []
  const edits = [
    {
      range: { start: 0, end: range.end + end.length },
      text: `${line}${end === '' ? '\n' : end}${before.replace(/[ \t]+$/, '')}`,
    },
  ]
  return problem('executable.shebang', path, message, {
    range,
    fix: 'Move it to the beginning of the first line.',
    repairs: [{ kind: 'edit', title: 'Move the shebang to the beginning', edits }],
  })
}

const LATE = /^((?:[ \t]*(?:(?:#(?!!)|\/\/)[^\n]*)?\r?\n){0,5}?[ \t]*)(#![ \t]*\/[^\r\n]*)/

/** The language an interpreter runs; undefined when no reader supports it. */
export function languageOf({
  interpreter,
  args,
}: Pick<Shebang, 'interpreter' | 'args'>): Language | undefined {
  const name = baseName(interpreter)
  const own = languageWhere(({ runBy }) => runBy.test(name))
  if (own !== undefined) return own
  if (/^(npx|bunx|pnpx|pnpm|yarn|npm)$/.test(name))
    return /^(tsx|ts-node|jiti|bun)$/.test(runs(args)) ? 'typescript' : undefined
  if (/^(uv|poetry|pipx|pdm|hatch)$/.test(name)) return args.includes('run') ? 'python' : undefined
  return undefined
}

/** `env` with the option for a whole command, which is the text behind it. */
const SPLIT = /^#!\s*\S+\s+(?:-[a-zA-Z]*S|--s[a-z-]*(?:=|\s))(.*)$/

/** A program in one of the system's usual folders. */
const PROGRAM = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[\w.+-]+$/

/** The shell line that starts the interpreter as the system does; the path of the script belongs at its end. */
export function shebangLine({ interpreter, args, settings }: Shebang): string {
  const program = PROGRAM.test(interpreter) ? baseName(interpreter) : interpreter
  const words = [...(settings.length === 0 ? [] : ['env', ...settings]), program, ...args]
  return words.map(shellWord).join(' ')
}

/** The last part of a path, without the folders. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function runs(args: readonly string[]): string {
  return args.find((arg) => !arg.startsWith('-') && arg !== 'exec' && arg !== 'dlx') ?? ''
}

function envCommand(words: readonly string[]): {
  readonly settings: readonly string[]
  readonly command: readonly string[]
} {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] as string
    if (word === '-u' || word === '-C') at++
    else if (!word.startsWith('-') && !/^\w+=/.test(word)) break
  }
  return { settings: words.slice(0, at), command: words.slice(at) }
}
