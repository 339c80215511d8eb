// The consequences of an answer at a host, compared with no answer: the fate of the operation, its input, and which
// texts the model and the user get. Two hosts are compared by these, each by its own judgment.

import type { HookEntry } from '../entry.ts'
import { type Trial, trial } from '../hosts/trial.ts'
import { sameJson } from '../json.ts'
import type { Raw } from '../verdict.ts'
import { type AtEvent, recordAt } from './matchers.ts'

/** A text of an answer, and its name in messages. */
export type AnswerText = { readonly text: string; readonly name: string }

export type Consequences = {
  /** The fate of the operation; absent where it is the same without an answer. */
  readonly fate: string | undefined
  readonly ends: boolean
  readonly asks: boolean
  /** The tool runs where the user might otherwise be asked. */
  readonly allows: boolean
  readonly rewrites: boolean
  /** The text that replaces a result. */
  readonly output: string | undefined
  /** Names of the texts that the model gets, and of those that the user gets. */
  readonly model: readonly string[]
  readonly person: readonly string[]
  /** Names of the texts that the model gets as context, not as a reason. */
  readonly context: readonly string[]
}

const NOTHING: Raw = { exitCode: 0, stdout: '', stderr: '' }

/** The consequences of an end; undefined where the host has no such event. */
export function consequencesOf(
  at: AtEvent,
  entry: HookEntry,
  raw: Raw,
  texts: readonly AnswerText[],
): Consequences | undefined {
  const found = trial(at.dialect, entry, raw)
  const nothing = trial(at.dialect, entry, NOTHING)
  if (found === undefined || nothing === undefined) return undefined
  const { effect, verdict } = found
  const [operation, before] = [effect.operation, nothing.effect.operation]
  const isTool = operation?.kind === 'tool'
  const allows = isTool && isLetThrough(found, nothing)
  const asks = isTool && verdict.decision === 'ask' && operation.asked === true
  const isOther = operation?.fate !== before?.fate && !allows && !asks
  const example: unknown = recordAt(at).example
  const goesAhead = !isOther && operation?.fate !== 'blocked'
  const isInput = operation?.input !== undefined && !sameJson(operation.input, before?.input)
  const read = [...(effect.model ?? []).map(({ text }) => text), operation?.output ?? '']
  const shown = effect.person ?? []
  const namesIn = (all: readonly string[]) => [
    ...new Set(texts.flatMap(({ text, name }) => (all.some((one) => one.includes(text)) ? [name] : []))),
  ]
  return {
    fate: isOther ? operation?.fate : undefined,
    ends: effect.run === 'ended' && nothing.effect.run !== 'ended',
    asks,
    allows,
    rewrites:
      goesAhead && (isInput || (verdict.payload !== undefined && !sameJson(verdict.payload, example))),
    output: isOther ? operation?.output : undefined,
    model: namesIn(read),
    person: namesIn(shown),
    context: namesIn(verdict.context ?? []),
  }
}

// Whether the user would be asked depends on permission rules, which are only assumed.
function isLetThrough({ effect, verdict }: Trial, nothing: Trial): boolean {
  const [operation, before] = [effect.operation, nothing.effect.operation]
  if (operation?.fate !== 'ran') return false
  if (before?.asked === true && operation.asked !== true) return true
  return verdict.decision === 'allow' && !sameJson(effect.assumed, nothing.effect.assumed)
}

/** An aspect in which two hosts differ. */
export type EffectDifference = 'fate' | 'asks' | 'allows' | 'rewrites' | 'model' | 'person'

/** The aspects in which one differs from the other; empty where both do the same. */
export function differences(one: Consequences, two: Consequences): readonly EffectDifference[] {
  const flags = (['asks', 'allows', 'rewrites'] as const).filter((key) => one[key] !== two[key])
  const isSpoken = one.model.some((text) => !two.model.includes(text)) || tellsMore(two, one)
  // The user also sees what the model gets; a text for the user alone is lost only where neither gets it.
  const isShown = one.person.some(
    (text) => !one.model.includes(text) && !two.person.includes(text) && !two.model.includes(text),
  )
  return [
    ...(one.fate !== two.fate || one.ends !== two.ends ? (['fate'] as const) : []),
    ...flags,
    ...(isSpoken ? (['model'] as const) : []),
    ...(isShown ? (['person'] as const) : []),
  ]
}

// Whether one tells the model something where the other tells it nothing; a text that the user gets may also reach the
// model.
function tellsMore(two: Consequences, one: Consequences): boolean {
  return one.model.length === 0 && two.model.some((text) => !one.person.includes(text))
}

const FATES: Readonly<Record<string, string>> = {
  blocked: 'blocks it',
  failed: 'lets it fail',
  denied: 'denies it',
  allowed: 'allows it',
  continued: 'goes on working',
  replaced: 'replaces the result',
  stopped: 'stops',
  'not-called': 'does not call the model',
}

const FLAGS = {
  asks: 'asks the user',
  allows: 'allows it without asking',
} as const

function inputNoun(at: AtEvent): string {
  const { tool, input, prompt } = recordAt(at).common
  if (tool !== undefined || input !== undefined) return 'the input'
  return prompt === undefined ? 'the request' : 'the prompt'
}

/** What a host does in the aspects in which two differ, as a clause. */
export function clauseOf(
  at: AtEvent,
  own: Consequences,
  other: Consequences,
  differing: readonly EffectDifference[],
): string {
  const { title } = at.dialect
  const { fate, ends, model, person } = own
  const isFate = differing.includes('fate')
  const flags = (['asks', 'allows', 'rewrites'] as const).filter((key) =>
    isFate ? own[key] : own[key] && differing.includes(key),
  )
  const parts = [
    ...(isFate && fate !== undefined ? [FATES[fate] ?? 'changes what happens to it'] : []),
    ...(isFate && ends ? ['ends the run'] : []),
    ...flags.map((key) => (key === 'rewrites' ? `rewrites ${inputNoun(at)}` : FLAGS[key])),
    ...(!isFate && differing.includes('model') ? tells('model', model, other.model) : []),
    ...(!isFate && differing.includes('person')
      ? tells('person', person, [...other.person, ...other.model])
      : []),
  ]
  // Where the operation is unaffected, text for the model is reported in place of everything else.
  if (parts.length === 0 && isFate && model.length > 0) return `${title} tells the model`
  if (parts.length > 0) return `${title} ${parts.join(' and ')}`
  return `${title} ${isNothing(own) || isFate ? 'changes nothing' : 'does not'}`
}

function tells(whom: 'model' | 'person', own: readonly string[], other: readonly string[]) {
  const alone = own.filter((name) => !other.includes(name))
  return alone.length === 0 ? [] : [`tells the ${whom} ${alone.join(', ')}`]
}

/** Whether the answer has no consequence at all. */
export function isNothing({ fate, ends, asks, allows, rewrites, model, person }: Consequences): boolean {
  return (
    fate === undefined && !ends && !asks && !allows && !rewrites && model.length === 0 && person.length === 0
  )
}
