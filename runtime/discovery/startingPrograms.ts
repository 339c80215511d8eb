// What a command starts in the end, behind programs that start another: `timeout 5 …`, `poetry run …`, `npx -p tsx …`.

import { defined } from '../contract/defined.ts'
import { splitLine } from '../documents/splitString.ts'
import { isProgramOfScripts } from './interpreters.ts'
import { withoutQuotes } from './simpleCommands.ts'
import { STARTERS, type Starter } from './starters.ts'

type Words = readonly (string | undefined)[]

/** The command that a program starts. */
export type StartedCommand = {
  readonly words: Words
  /** A line for a shell instead, as its word is written. */
  readonly line?: string
  /** The program chooses by itself which programs and packages the command finds, so its name says who runs a script. */
  readonly by?: string
  /** The folders that options select, one after the other; undefined for one that is computed. */
  readonly folders?: Words
  /** Runs in a folder that the words do not name. */
  readonly isElsewhere?: true
}

const BY_NAME = new Map(STARTERS.flatMap(([names, one]) => names.split('|').map((name) => [name, one])))

/** Whether a program of this name looks up the programs that it starts by itself. */
export function choosesPrograms(name: string): boolean {
  const starter = BY_NAME.get(name)
  return starter !== undefined && starter.keepsPath !== true
}

/** More programs that start one another are not followed, because each is looked for in all words that are left. */
const MOST_STARTERS = 16

/** What these words start in the end, behind variables and all programs that start another. */
export function reachedCommand(words: Words): StartedCommand {
  let reached: StartedCommand = { words: withoutVariables(words) }
  for (let left = MOST_STARTERS; reached.line === undefined; left--) {
    const next = startedCommand(reached.words)
    if (next === undefined) break
    // The command counts as computed.
    if (left === 0) return { words: [undefined] }
    const folders = [...(reached.folders ?? []), ...(next.folders ?? [])]
    reached = { ...reached, ...next, words: withoutVariables(next.words), folders }
  }
  return reached
}

// `NAME=value` before a program.
function withoutVariables(words: Words): Words {
  const at = words.findIndex((word) => word === undefined || !/^\w+=/.test(word))
  return at === -1 ? [] : words.slice(at)
}

// Undefined where the program is none of the table, or starts none with these words.
function startedCommand([program, ...words]: Words): StartedCommand | undefined {
  const name = base(program)
  const inTwoWords = BY_NAME.get(`${name} ${words[0]}`)
  const starter = inTwoWords ?? BY_NAME.get(name)
  if (starter === undefined) return undefined
  const rest = inTwoWords === undefined ? words : words.slice(1)
  const { verbs, isVerbOptional, valued, folder, elsewhere, elsewhereFlag, line, split, python, behind } =
    starter
  const folders: (string | undefined)[] = []
  let left = starter.own ?? 0
  let isVerbLeft = verbs !== undefined
  let isElsewhere = false
  // The word before is an option that the table does not have, so this one may be its value.
  let mayBeValue = false
  let first: Words | undefined
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]
    const wasOption = mayBeValue
    mayBeValue = false
    if (word !== undefined && behind?.test(word)) return isVerbLeft ? undefined : found(rest.slice(at + 1))
    if (word === '--') {
      if (left === 0 && (!isVerbLeft || isVerbOptional)) return found(rest.slice(at + 1))
    } else if (word?.startsWith('-')) {
      if (first !== undefined) break
      for (const [option, joined] of optionsIn(word, starter)) {
        const value = joined ?? rest[at + 1]
        if (line?.test(option) && !isVerbLeft) return found([], value)
        if (split?.test(option)) return splitFrom(value, rest.slice(joined === undefined ? at + 2 : at + 1))
        if (python?.test(option) && !isVerbLeft)
          return found(['python3', ...(option.includes('m') ? ['-m'] : []), ...rest.slice(at + 1)])
        if (elsewhere?.test(option) || elsewhereFlag?.test(option)) isElsewhere = true
        if (folder?.test(option)) folders.push(value)
        const isValued = [folder, valued, elsewhere].some((one) => one?.test(option))
        if (isValued && joined === undefined) at++
        mayBeValue = !isValued && joined === undefined && elsewhereFlag?.test(option) !== true
      }
    } else if (word !== undefined && /^\w+=/.test(word)) continue
    else if (word !== undefined && elsewhere?.test(word)) {
      isElsewhere = true
      at++
    } else if (isVerbLeft && verbs?.test(word ?? '')) isVerbLeft = false
    else if (isVerbLeft && isVerbOptional !== true) {
      if (!wasOption) return undefined
    } else if (left > 0) left--
    else if (behind === undefined) {
      const command = rest.slice(at)
      if (first === undefined && !wasOption) return found(command)
      if (runsScript(command, starter)) return found(command)
      if (first !== undefined) break
      first = command
    }
  }
  return first && found(first)

  function splitFrom(value: string | undefined, others: Words): StartedCommand {
    if (value === undefined || others.includes(undefined)) return found([undefined])
    return found([], [splitLine(withoutQuotes(value)), ...others].join(' '))
  }

  function found(command: Words, text?: string): StartedCommand {
    const isLine = starter?.passesLine === true && text === undefined && command.length > 0
    if (isLine && !command.includes(undefined)) return found([], command.join(' '))
    return {
      words: withProgram(command, starter as Starter),
      ...(starter?.keepsPath === true ? {} : { by: name }),
      ...(isElsewhere ? { isElsewhere } : {}),
      ...defined({ line: text }),
      folders,
    }
  }
}

function base(program: string | undefined): string {
  return program?.split('/').at(-1) ?? ''
}

// The options in a word, with the values that are joined to them: `--kill-after=5`, `-iS`, `-uroot`.
function optionsIn(
  word: string,
  starter: Starter,
): readonly (readonly [option: string, joined?: string | undefined])[] {
  const [, long, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
  if (long !== undefined) return [[long, value]]
  const { valued, folder, elsewhere, line, split, python } = starter
  const takesValue = (one: string): boolean =>
    [valued, folder, elsewhere, line, split, python].some((option) => option?.test(one))
  if (takesValue(word) || !/^-[A-Za-z]{2}/.test(word)) return [[word]]
  const letters = [...word.slice(1)].map((letter) => `-${letter}`)
  const last = letters.findIndex(takesValue)
  if (last === -1) return letters.map((one) => [one])
  const joined = word.slice(last + 2)
  return letters.slice(0, last + 1).map((one, i) => (i === last && joined !== '' ? [one, joined] : [one]))
}

// Whether the program of a command is known to run scripts, or to start one that does.
function runsScript(command: Words, starter: Starter): boolean {
  const name = base(withProgram(command, starter)[0])
  return isProgramOfScripts(name) || BY_NAME.has(name)
}

function withProgram(command: Words, { isPackage, runsPython, prefix }: Starter): Words {
  const [named, ...more] = command
  const first = prefix === undefined ? named : named?.replace(prefix, '')
  if (first === undefined) return command
  if (runsPython === true && /\.pyw?$/.test(first)) return ['python3', first, ...more]
  if (isPackage !== true) return [first, ...more]
  // `@acme/guard`, `github:acme/guard`; `tsx@latest`
  return /^@|^\w+:/.test(first) ? [] : [first.replace(/^([\w.-]+)@.*$/s, '$1'), ...more]
}
