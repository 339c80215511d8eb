// Reports entries of one file that change the input of the same call, where the host gives each of them the original
// input: the change of only one of them counts. The host's own judgment decides what changes an input.

import type { HookEntry } from '../../contract/entry.ts'
import { flowOf } from '../../contract/flow.ts'
import { trial } from '../../contract/hosts/trial.ts'
import { objectOf, valueAt } from '../../contract/json.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { inputAnswers } from '../../contract/replacingAnswers.ts'
import { runTogether } from './overlap.ts'
import { textsOf } from './refusals.ts'
import { commandAt, type RuleInput } from './rule.ts'

/** Most entries of a file that are compared. */
const MOST = 30

/** An entry with an answer that changes the tool's input. */
type Rewriter = {
  readonly input: RuleInput
  /** Its code has no condition before the answer. */
  readonly isAlways: boolean
}

/** A problem for every entry that changes the input of a call that an earlier one changes as well. */
export function rewriteProblems(running: readonly RuleInput[]): readonly Problem[] {
  const some = running.slice(0, MOST).flatMap((input) => rewriterOf(input) ?? [])
  return some.flatMap(({ input, isAlways }, index) => {
    const { dialect, entry, file } = input
    const others = some.slice(0, index).filter((other) => meets(other.input.entry, input))
    if (others.length === 0) return []
    const message = `Another entry of ${entry.event} also changes the tool input, and ${dialect.title} passes the original input to both: for one call, only one of the changes counts.`
    const found = problem('entry.rewrite', file.path, message, {
      range: file.read.rangeOf(commandAt(entry)),
      fix: 'Make both changes in one hook, or write matchers that do not overlap.',
    })
    const isCertain = isAlways && others.some((other) => other.isAlways)
    return [isCertain ? found : { ...found, severity: 'info' as const }]
  })
}

// A command that is there twice makes the same change.
function meets(one: HookEntry, { dialect, entry }: RuleInput): boolean {
  if (one.event !== entry.event || one.command === entry.command) return false
  return runTogether({ dialect, entry: one }, { dialect, entry })
}

// The entry, if its code has an answer that changes the tool's input, and the host passes no change on to the next.
function rewriterOf(input: RuleInput): Rewriter | undefined {
  const { dialect, host, entry } = input
  const record = Object.hasOwn(dialect.events, entry.event) ? dialect.events[entry.event] : undefined
  const at = record?.common.input
  if (record === undefined || at === undefined || entry.kind !== 'command') return undefined
  if (flowOf(dialect, record).sees === 'previous') return undefined
  const payload: unknown = record.example
  const facts = { version: host.versions[0] as string, ...host.facts }
  if (host.inSequence?.({ event: entry.event, record, payload, facts, settings: {} }, [entry]) === true)
    return undefined
  const own = objectOf(valueAt(payload, at))
  const changed = Object.fromEntries(Object.entries(own).map(([key, one]) => [key, changedValue(one)]))
  for (const { text } of textsOf(input))
    for (const { path, answer } of inputAnswers(record)) {
      const found = written(path, payload).exec(text)
      if (found === null) continue
      const stdout = JSON.stringify(answer(changed))
      const { operation } = trial(dialect, entry, { exitCode: 0, stdout, stderr: '' })?.effect ?? {}
      if (operation?.input === undefined || isSame(operation.input, own)) continue
      return { input, isAlways: entry.fields.if === undefined && !CHOOSES.test(text.slice(0, found.index)) }
    }
  return undefined
}

function changedValue(value: unknown): unknown {
  return typeof value === 'string' ? `${value} changed` : value
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * How code writes the key of a new input in an object, a dict or JSON text. Where the payload has the same key, only
 * beside the key that holds it in the answer.
 */
function written(path: string, payload: unknown): RegExp {
  const [key = '', parent] = path.split('.').reverse()
  if (parent !== undefined && Object.hasOwn(objectOf(payload), key))
    return new RegExp(`${parent}\\\\?["']?\\s*[:=(,][^}]{0,200}?\\b${key}\\\\?["']?\\s*[:=](?!=)`)
  return new RegExp(`(?<![.\\w])${key}\\\\?["']?\\]?\\s*(?::|=(?!=)|[,}])`)
}

/** Code after which it depends on something whether the answer is given. */
const CHOOSES =
  /\b(?:if|elif|else|case|match|switch|try|for|while|until|exit|return|raise|throw|select|test)\b|\?|&&|\|\|/
