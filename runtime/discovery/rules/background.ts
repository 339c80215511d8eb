// Reports hooks that refuse something but run in the background, where the host does not wait for them. The problem is
// the key that runs them there.

import { trial } from '../../contract/hosts/trial.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { Raw } from '../../contract/verdict.ts'
import { answersWith, exitsIn, textsOf } from './refusals.ts'
import type { RuleInput } from './rule.ts'

export function backgroundProblems(input: RuleInput): readonly Problem[] {
  const { dialect, file, entry } = input
  const { fields } = entry
  const keys = Object.keys(fields).filter((key) => fields[key] === true)
  if (entry.kind !== 'command' || keys.length === 0) return []
  return keys.flatMap((key) => {
    const waited = { ...entry, fields: { ...fields, [key]: false } }
    const fateOf = (one: typeof entry, raw: Raw) => trial(dialect, one, raw)?.effect.operation?.fate
    // Whether the answer would change what happens to the call if the host waited, but does not in the background.
    const isLost = (raw: Raw): boolean =>
      fateOf(waited, raw) !== fateOf(entry, raw) && fateOf(waited, raw) !== fateOf(waited, NOTHING)
    if (!isLost(REFUSAL)) return []
    const raws = textsOf(input).flatMap(({ text, language }) => [
      // With `asyncRewake`, the model still receives standard error on exit code 2, so only answers can be lost.
      ...(fields.asyncRewake === true ? [] : exitsIn(text, language)).flatMap((exit) => exit.raws),
      ...answersWith(text),
    ])
    if (!raws.some(isLost)) return []
    const range = file.read.rangeOf([...entry.at, key])
    const message = `${dialect.title} does not wait for this hook, so it cannot block anything at ${entry.event}.`
    return [problem('entry.key', file.path, message, { range, fix: `Remove "${key}".` })]
  })
}

const NOTHING: Raw = { exitCode: 0, stdout: '', stderr: '' }
const REFUSAL: Raw = { exitCode: 2, stdout: '', stderr: 'refused' }
