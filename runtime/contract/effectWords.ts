// An effect as a person reads it: what becomes of the operation, what the model reads, whether the session goes on.
// Short sentences in the host's place; every surface prints these.

import type { Effect, Operation, PossibleEffect, UnknownHook } from './effect.ts'

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

/** Everything there is to say, a line each. */
export function effectLines(effect: Effect): readonly string[] {
  if (!effect.fired) return ['the event does not fire here']
  const { operation, model = [], person = [], run, unknown = [], assumed = [], unobserved } = effect
  const input = operation?.input
  return [
    ...(operation === undefined ? [] : [operationWords(operation)]),
    ...(input === undefined || !isShown(operation) ? [] : [`with ${JSON.stringify(input)}`]),
    ...(operation?.output === undefined ? [] : [`in its place: ${quoted(operation.output)}`]),
    ...model.map(({ text, where }) => `the model reads${WHERE[where]}: ${quoted(text)}`),
    ...person.map((text) => `the person sees: ${quoted(text)}`),
    ...runWords(operation, run),
    ...unknown.flatMap(unknownLines),
    ...assumed.map((text) => `assumed: ${text}`),
    ...(unobserved === undefined ? [] : [`not observed: ${unobserved}`]),
  ]
}

function isShown(operation: Operation | undefined): boolean {
  return operation?.fate === 'ran' || operation?.kind === 'tools'
}

/** What becomes of the operation, and what the model reads, as two cells of a table that compares hosts. */
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

const WORDS: Readonly<Record<string, string>> = {
  'tool ran': 'the tool runs',
  'tool blocked': 'the tool does not run',
  'tool failed': 'the tool call fails',
  'tool deferred': 'the tool call is put off',
  'permission allowed': 'the permission is given',
  'permission denied': 'the permission is denied',
  'permission undecided': 'the hooks decide nothing about the permission',
  'result kept': 'the result stays as it is',
  'result replaced': 'the result is replaced',
  'prompt sent': 'the prompt is sent',
  'prompt blocked': 'the prompt is not sent',
  'stop stopped': 'the agent stops',
  'stop continued': 'the agent goes on',
  'session started': 'the session starts',
  'session ended': 'the session ends',
  'end ended': 'the session ends',
  'subagent started': 'the subagent starts',
  'subagent blocked': 'the subagent does not start',
  'compaction went-on': 'the conversation is compacted',
  'compaction blocked': 'the conversation is not compacted',
  'model called': 'the model is called',
  'model not-called': 'the model is not called',
  'reply kept': 'the reply stays as it is',
  'reply replaced': 'the reply is replaced',
  'tools went-on': 'the model chooses from its tools',
  'other failed': 'the operation fails',
}

/** What becomes of an operation, in words. */
export function operationWords({ kind, fate, asked }: Operation): string {
  const first = asked === true ? 'the person is asked first; ' : ''
  if (fate === 'unknown')
    return asked === true
      ? 'the person is asked'
      : `what becomes of the ${NOUNS[kind] ?? 'operation'} is not known`
  return first + (WORDS[`${kind} ${fate}`] ?? 'the agent goes on')
}

/** Ends that say themselves what became of a change. */
const OVER: readonly Operation['fate'][] = ['blocked', 'denied', 'replaced', 'deferred', 'not-called']

/** Whether an operation goes ahead with what hooks have changed, where they have changed something. */
export function takesChange({ fate }: Operation): boolean {
  return !OVER.includes(fate)
}

function changeWords(operation: Operation, changed: boolean): string {
  if (!changed || !takesChange(operation)) return ''
  return hasInput(operation) ? ' with its input changed' : ', changed'
}

/** Whether what hooks change of it is the input of a tool. */
export function hasInput({ kind }: Operation): boolean {
  return kind === 'tool' || kind === 'permission'
}

const NOUNS: Readonly<Record<string, string>> = {
  tool: 'tool call',
  permission: 'permission',
  result: 'result',
  prompt: 'prompt',
  subagent: 'subagent',
  compaction: 'compaction',
}

function runWords(operation: Operation | undefined, run: Effect['run']): readonly string[] {
  const kind = operation?.kind
  // That the agent stops or the session ends has been said.
  if (run === undefined || kind === 'end' || kind === 'stop') return []
  if (run === 'unknown') return ['whether the session goes on is not known']
  return [run === 'ended' ? 'the run ends' : 'the session goes on']
}

function modelWords(texts: readonly string[]): string {
  const [first = '', ...more] = texts
  const rest = more.length === 0 ? '' : ` and ${more.length} more`
  return `the model reads ${quoted(first, 120)}${rest}`
}

function unknownLines({ hook, why, if: possible }: UnknownHook): readonly string[] {
  return [
    `not known: ${hook} (${why})`,
    ...possible.map((one) => `  if it answers with ${possibleWords(one)}`),
  ]
}

function possibleWords({ answer, operation, run }: PossibleEffect): string {
  const then = [...(operation === undefined ? [] : [operationWords(operation)]), ...runWords(operation, run)]
  return `${answer === 'timeout' ? 'nothing in time' : answer}: ${then.join('; ')}`
}

function quoted(text: string, most = 400): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return JSON.stringify(cut)
}
