// An effect as text for users: the fate of the operation, what the model reads, whether the session continues.
// Short sentences from the host's point of view; every user interface prints these.

import type { Effect, Operation, PossibleEffect, UnknownHook } from './effect.ts'
import { isLast, operationWords } from './operationWords.ts'

/** One line: `the tool does not run; the model reads "…"; the session goes on`. */
export function effectLine(effect: Effect): string {
  if (!effect.fired) return 'the event does not fire here'
  const { operation, model = [], run } = effect
  const parts = [
    ...(operation === undefined ? [] : [operationWords(operation)]),
    ...(model.length === 0 ? [] : [modelWords(model.map(({ text }) => text))]),
    ...runWords(operation, run),
  ]
  return parts.join('; ')
}

/** The whole effect, one line per part. */
export function effectLines(effect: Effect): readonly string[] {
  if (!effect.fired) return ['the event does not fire here']
  const { operation, model = [], person = [], run, unknown = [], assumed = [], unobserved } = effect
  const input = operation?.input
  return [
    ...(operation === undefined ? [] : [operationWords(operation)]),
    ...(input === undefined || !isShown(operation) ? [] : [`with ${JSON.stringify(input)}`]),
    ...(operation?.output === undefined ? [] : [`in its place: ${quoted(operation.output)}`]),
    ...model.map(({ text, where }) => `the model reads${WHERE[where]}: ${quoted(text)}`),
    ...person.map((text) => `the user sees: ${quoted(text)}`),
    ...runWords(operation, run),
    ...unknown.flatMap(unknownLines),
    ...assumed.map((text) => `assumed: ${text}`),
    ...(unobserved === undefined ? [] : [unobserved]),
  ]
}

function isShown(operation: Operation | undefined): boolean {
  return operation?.fate === 'ran' || operation?.kind === 'tools'
}

/** The fate of the operation, and what the model reads, as two cells of a table that compares hosts. */
export function effectCells(effect: Effect, changed: boolean): readonly [fate: string, model: string] {
  if (!effect.fired) return ['the event does not fire here', '']
  const { operation, model = [], run } = effect
  const fate = [
    ...(operation === undefined ? [] : [operationWords(operation) + changeWords(operation, changed)]),
    ...runWords(operation, run),
  ]
  return [fate.join('; '), model.map(({ text }) => quoted(text, 80)).join(', ') || 'nothing new']
}

const WHERE = {
  result: ' as the result',
  'in-result': ' in the result',
  'in-prompt': ' in the prompt',
  message: '',
} as const

/** Fates whose wording already implies that a change has no effect. */
const OVER: readonly Operation['fate'][] = ['blocked', 'denied', 'replaced', 'deferred', 'not-called']

/** Whether an operation proceeds with the changes that hooks made to it. */
export function takesChange({ fate }: Operation): boolean {
  return !OVER.includes(fate)
}

function changeWords(operation: Operation, changed: boolean): string {
  if (!changed || !takesChange(operation)) return ''
  return hasInput(operation) ? ' with its input changed' : ', changed'
}

/** Whether hooks change the input of a tool in this operation. */
export function hasInput({ kind }: Operation): boolean {
  return kind === 'tool' || kind === 'permission'
}

function runWords(operation: Operation | undefined, run: Effect['run']): readonly string[] {
  // The operation already states that the agent stops or the session ends.
  if (run === undefined || isLast(operation)) return []
  if (run === 'unknown') return ['it is unknown whether the session goes on']
  return [run === 'ended' ? 'the run ends' : 'the session goes on']
}

function modelWords(texts: readonly string[]): string {
  const [first = '', ...more] = texts
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  return `the model reads ${quoted(first, 120)}${rest}`
}

function unknownLines({ hook, why, if: possible }: UnknownHook): readonly string[] {
  return [`not known: ${hook} (${why})`, ...possible.map((one) => `  ${possibleWords(one)}`)]
}

const WHEN: Readonly<Record<PossibleEffect['answer'], string>> = {
  'exit 0': 'if it exits with 0',
  'exit 2': 'if it exits with 2',
  timeout: 'if it does not answer in time',
}

function possibleWords({ answer, operation, run }: PossibleEffect): string {
  const then = [...(operation === undefined ? [] : [operationWords(operation)]), ...runWords(operation, run)]
  return `${WHEN[answer]}: ${then.join('; ')}`
}

function quoted(text: string, most = 400): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return JSON.stringify(cut)
}
