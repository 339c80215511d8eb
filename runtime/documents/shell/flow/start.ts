// The initial state of a walk: nothing known except the arguments, standard input unread, output to the script's own
// standard output.

import type { ScriptCaller } from '../../../contract/called.ts'
import { isObject } from '../../../contract/json.ts'
import type { Problem } from '../../../contract/problems.ts'
import type { Budget } from '../../budget.ts'
import type { DocumentInput } from '../../document.ts'
import { narrowingOf } from '../../events.ts'
import { passedWords } from '../../flow/passedWords.ts'
import { variablesSetIn } from '../../lineVariables.ts'
import { allNodes, child, type SyntaxNode } from '../../treeSitter.ts'
import { savesOutput } from './descriptors.ts'
import { stopsOnErrors } from './leaving.ts'
import { tracesIntoOutput } from './tracing.ts'
import { made, type ShellValue } from './value.ts'
import type { Context, ShellPrinted, State, Walk, WalkedScript } from './walk.ts'

/** A script to walk; its text may differ from the author's, for example after error recovery. */
export function scriptOf(
  root: SyntaxNode,
  input: DocumentInput,
  budget: Budget,
  events = input.events,
): WalkedScript {
  const { text, path } = input
  const narrow = narrowingOf(input)
  const callers = input.called?.callers ?? []
  const variables = givenVariables(callers)
  const sets = callers.map(({ entry }) => variablesSetIn(entry.command))
  const setOutside = new Map(
    sets.flatMap((names) => [...names].map((name) => [name, sets.every((one) => one.has(name))] as const)),
  )
  const counts = passedWords(input)?.map(({ length }) => length) ?? [0]
  const fewestWords = Math.min(...counts)
  const changesWords = /\b(?:shift|getopts|set\s+--)(?![\w-])/.test(text)
  const isKnown = passedWords(input) !== undefined && counts.length > 0 && !changesWords
  const facts = {
    stopsOnErrors: stopsOnErrors(text),
    savesOutput: savesOutput(text),
    tracesFrom: tracesIntoOutput(root),
  }
  return {
    ...facts,
    text,
    path,
    root,
    events,
    narrow,
    budget,
    functions: functionsOf(root),
    variables,
    setOutside,
    fewestWords,
    wordCount: isKnown && Math.max(...counts) === fewestWords ? fewestWords : undefined,
  }
}

// The variables that all entries that call the script set to the same plain text.
function givenVariables(callers: readonly ScriptCaller[]): ReadonlyMap<string, string> {
  const [first, ...others] = callers.map(({ entry: { fields } }) => (isObject(fields.env) ? fields.env : {}))
  const isSetAgain = (name: string) => callers.some(({ entry }) => entry.command.includes(`${name}=`))
  const all = Object.entries(first ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && !value.includes('$') && others.every((env) => env[name] === value)
      ? [[name, value] as const]
      : [],
  )
  return new Map(all.filter(([name]) => !isSetAgain(name)))
}

export type Walking = {
  readonly script: WalkedScript
  /** The arguments the script is called with; undefined where unknown. */
  readonly args: readonly string[] | undefined
  /** Called for everything the script itself prints. */
  readonly printed: (value: ShellValue, state: State, sure: boolean, chosen?: true) => void
  /** Returns a problem of the output so far that no later output can fix. */
  readonly judge: (printed: readonly ShellPrinted[]) => Problem | undefined
}

/** The budget steps of a statement: several paths lead from it, each with its own state. */
export const STATEMENT = 4

/** The context of the script itself, outside of all functions and substitutions. */
export const SCRIPT: Context = {
  stdin: 'script',
  mute: false,
  hushed: false,
  covers: false,
  captured: false,
  sure: true,
  test: false,
  heedless: false,
  excused: false,
  depth: 0,
  returns: undefined,
  breaks: [],
  continues: [],
  ends: undefined,
  unheeded: false,
}

/** The state before the first line. */
export function freshState(args: readonly ShellValue[] | undefined, walk: Walk): State {
  return {
    vars: new Map([...walk.script.variables].map(([name, value]) => [name, [made(value)]])),
    shared: false,
    walk,
    args,
    events: undefined,
    input: 'fresh',
    taken: undefined,
    printed: undefined,
    wrong: [],
    muted: false,
    copied: undefined,
    hushed: false,
    stderr: '',
    misplaced: [],
    logged: undefined,
    trapped: undefined,
    byContent: false,
    guards: undefined,
    fallback: [],
  }
}

/** The functions of a script, by name. */
function functionsOf(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const definitions = allNodes(root).filter(({ type }) => type === 'function_definition')
  return new Map(definitions.map((node) => [child(node, 'name')?.text ?? '', node]))
}
