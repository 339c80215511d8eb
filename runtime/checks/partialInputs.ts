// Tool inputs and results that a hook answers with: they replace the whole input or result, but the author only wrote
// the changed part. The host's own judgment determines what then happens to the call.

import type { EventRecord } from '../contract/eventRecord.ts'
import { isObject, valueAt } from '../contract/json.ts'
import { inputAnswers, outputAnswers } from '../contract/replacingAnswers.ts'
import { shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { LiteralAnswer } from '../documents/spots.ts'
import { type CallEnd, callEnd, type EntryCall } from './callEnds.ts'
import type { HostFault } from './sentenceByHosts.ts'

/** A fault for a literal input that lacks required fields of its tool; undefined where the host accepts it. */
export function partialInput(call: EntryCall, value: LiteralAnswer, end: CallEnd): HostFault | undefined {
  const { host, event, tool, record } = call
  const found = rewriteIn(record, value)
  const shape = tool === undefined ? undefined : (record.toolInputs ?? host.toolInputs)?.[tool]
  if (found === undefined || tool === undefined || shape === undefined) return undefined
  const [key, input] = found
  if (typeof input === 'string')
    return end.operation?.fate !== 'failed'
      ? undefined
      : {
          title: host.title,
          say: (hosts, verb) =>
            `${hosts} ${verb('expects', 'expect')} "${key}" to be an object at ${event}, but this is a string, so the call fails.`,
        }
  const missing = requiredIn(shape as WalkedShape).filter((name) => !Object.hasOwn(input, name))
  if (missing.length === 0 || end.verdict.decision === 'deny') return undefined
  const fate = end.operation?.fate
  const then =
    fate === 'failed' || fate === 'denied'
      ? 'the call fails'
      : end.verdict.payload === undefined
        ? 'it is ignored'
        : undefined
  if (then === undefined) return undefined
  const names = missing.map((name) => `"${name}"`).join(', ')
  return {
    title: host.title,
    say: (hosts, verb) =>
      `${hosts} ${verb('uses', 'use')} "${key}" as the whole input of ${tool} at ${event}, but it has no ${names}, so ${then}.`,
  }
}

/** A fault for a literal result that the host does not use for this tool; undefined where it is used. */
export function partialResult(call: EntryCall, value: LiteralAnswer): HostFault | undefined {
  const { host, event, tool, record } = call
  for (const { path, answer } of tool === undefined ? [] : outputAnswers(record)) {
    const result = valueAt(value, path)
    if (typeof result !== 'string' && !isLiteral(result)) continue
    const stdout = JSON.stringify(answer(result), (_, one: unknown) => one ?? '…')
    const end = callEnd(call, { exitCode: 0, stdout, stderr: '' })
    if (end.failure !== undefined || end.verdict.payload !== undefined) continue
    const key = path.slice(path.lastIndexOf('.') + 1)
    return {
      title: host.title,
      say: (hosts, verb) =>
        `${hosts} ${verb('ignores', 'ignore')} this "${key}" for ${tool} at ${event}: it lacks keys of the tool's result.`,
    }
  }
  return undefined
}

function requiredIn(shape: WalkedShape): readonly string[] {
  const found = shapeAt(shape, [])
  return found.kind === 'known' ? (found.shape.required ?? []) : []
}

function rewriteIn(
  record: EventRecord,
  value: LiteralAnswer,
): readonly [key: string, input: LiteralAnswer | string] | undefined {
  for (const { path } of inputAnswers(record)) {
    const input = valueAt(value, path)
    if (typeof input === 'string' || isLiteral(input)) return [path.slice(path.lastIndexOf('.') + 1), input]
  }
  return undefined
}

function isLiteral(value: unknown): value is LiteralAnswer {
  return isObject(value)
}
