// What a call of a module that starts a program runs: a file at a known path, nothing of the workspace, or code that
// trust does not see.

import ts from 'typescript'
import { INTERPRETER } from '../interpreterOptions.ts'
import { startsByText } from '../shell/commandInputs.ts'
import { commandsIn } from '../started/commands.ts'
import { FOLLOWED, isOfSystem, runsUnknownCode } from '../started/unknownCode.ts'
import { type CommandValue, type CommandValues, combined, textOf, UNKNOWN } from '../started/values.ts'
import { skipWrappers } from './syntax.ts'

/** A file that a program runs, and the program; `itself` where it is the program. */
export type StartedFile = { readonly file: ts.Expression | string; readonly runBy: string }

/** Options after which an interpreter takes its file as the next word. */
const PLAIN_OPTION = /^(?:--no-warnings|--experimental-(?:strip|transform)-types|--enable-source-maps|-u|-B)$/

type ValuesOf = (node: ts.Expression | undefined) => CommandValues

/** The file that a call of `name` runs; `known` where it runs none of the workspace, `unknown` where it may. */
export function startedBy(
  name: string,
  args: readonly ts.Expression[],
  valuesOf: ValuesOf,
): StartedFile | 'known' | 'unknown' {
  const [first, second] = args
  if (first === undefined) return 'unknown'
  if (name === 'fork') return { file: first, runBy: 'node' }
  const texts = args.map((one) => one.getText()).join('\n')
  if (valuesOf(first).some((one) => startsByText(textOf(one), texts))) return 'unknown'
  const isList = second !== undefined && !isOptions(second)
  if (/^exec(?:Sync)?$/.test(name) || !isList) return ofLine(first, valuesOf)
  const programs = valuesOf(first)
  const list = skipWrappers(second)
  const [program, ...more] = programs
  const isOne = typeof program === 'string' && more.length === 0
  if (isOne && INTERPRETER.test(program) && ts.isArrayLiteralExpression(list)) {
    const at = list.elements.findIndex((one) => !(ts.isStringLiteralLike(one) && PLAIN_OPTION.test(one.text)))
    const file = list.elements[at]
    const isOption = file !== undefined && ts.isStringLiteralLike(file) && /^[-+]/.test(file.text)
    if (file !== undefined && !isOption && !ts.isSpreadElement(file)) return { file, runBy: program }
  }
  const words = valuesOf(list)
  if (programs.some(isLocal)) {
    // The other words are arguments of a program that is known, if its path is.
    return words.some((one) => runsUnknownCode([FOLLOWED, ...wordsOf(one)]))
      ? 'unknown'
      : { file: first, runBy: 'itself' }
  }
  const commands = combined([programs, words], ([one = UNKNOWN, other = []]) => [
    textOf(one),
    ...wordsOf(other),
  ])
  const lines = isShell(args) ? commands.map((one) => wordsOf(one).join(' ')) : []
  return [...commands, ...lines].some((one) => runsUnknownCode(one)) ? 'unknown' : 'known'
}

// `exec("./run.sh")`, `spawn("git")`: a line, or a program alone.
function ofLine(line: ts.Expression, valuesOf: ValuesOf): StartedFile | 'known' | 'unknown' {
  const values = valuesOf(line)
  const [only, ...more] = values
  const commands = more.length === 0 && typeof only === 'string' ? commandsIn(only) : undefined
  const [[program, ...words] = []] = commands ?? []
  if (program !== undefined && commands?.length === 1 && isLocal(program) && !program.includes(UNKNOWN))
    return runsUnknownCode([FOLLOWED, ...words]) ? 'unknown' : { file: program, runBy: 'itself' }
  if (values.length === 0) return 'unknown'
  return values.every((one) => typeof one === 'string' && !runsUnknownCode(one))
    ? 'known'
    : wholePath(line, values)
}

// A path that only the rules for paths understand: `spawn(__dirname + "/run.sh")`.
function wholePath(file: ts.Expression, values: CommandValues): StartedFile | 'unknown' {
  const isPath = values.every((one) => typeof one === 'string' && one.includes(UNKNOWN) && !/\s/.test(one))
  return isPath ? { file, runBy: 'itself' } : 'unknown'
}

function wordsOf(value: CommandValue): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

function isLocal(program: CommandValue): boolean {
  return (
    typeof program === 'string' &&
    (program.includes(UNKNOWN) || program.includes('/')) &&
    !isOfSystem(program) &&
    !/^\w+\+?=/.test(program)
  )
}

/** Whether an argument holds options or is called at the end, and so is no list of words. */
export function isOptions(node: ts.Expression): boolean {
  const inner = skipWrappers(node)
  return ts.isObjectLiteralExpression(inner) || ts.isFunctionLike(inner)
}

function isShell(args: readonly ts.Expression[]): boolean {
  return args.some(
    (one) =>
      ts.isObjectLiteralExpression(one) && one.properties.some((each) => each.name?.getText() === 'shell'),
  )
}

/** Whether the value of an option of a child process runs no code: `shell`, `execPath`, `execArgv`. */
export function isPlainOption(name: string, value: ts.Expression, valuesOf: ValuesOf): boolean {
  const node = skipWrappers(value)
  if (/^process\.exec(?:Path|Argv)$/.test(node.getText()) || isTruth(node)) return true
  const values = valuesOf(node)
  if (values.length === 0 && node.kind !== ts.SyntaxKind.NullKeyword) return false
  return values.every((one) =>
    name === 'execArgv'
      ? typeof one !== 'string' && !runsUnknownCode(['node', ...one, '--version'])
      : typeof one === 'string' && (isOfSystem(one) || /^[\w.-]+$/.test(one)),
  )
}

function isTruth(node: ts.Expression): boolean {
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return true
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken
  return ts.isBinaryExpression(node) && /^[=!]==?$/.test(node.operatorToken.getText())
}
