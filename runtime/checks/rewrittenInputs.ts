// An input that an answer puts in the place of the tool's own, held against what that tool must be given.

import { isObject } from '../contract/json.ts'
import { formsOf, shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { LiteralAnswer } from '../documents/spots.ts'
import type { EntryCall } from './callEnds.ts'

/** Where the hosts that replace the whole input look for it. */
const PLACES = [
  ['hookSpecificOutput', 'updatedInput'],
  ['hookSpecificOutput', 'tool_input'],
  ['modifiedArgs'],
]

/** The fields that the tool needs and the answer's input has not; none where it is not written out, or no such tool is known. */
export function lackedByTool(value: LiteralAnswer, { host, record, tool }: EntryCall): readonly string[] {
  const shape = tool === undefined ? undefined : (record.toolInputs ?? host.toolInputs)?.[tool]
  if (shape === undefined) return []
  const needed = formsOf(shape as WalkedShape).map(({ required = [] }) => required)
  return PLACES.filter((path) => shapeAt(record.result as WalkedShape, path).kind !== 'absent').flatMap(
    (path) => {
      const input = path.reduce<unknown>((of, key) => (isObject(of) ? of[key] : undefined), value)
      if (!isObject(input) || Object.keys(input).length === 0) return []
      const lacking = needed.map((keys) => keys.filter((key) => !Object.hasOwn(input, key)))
      return lacking.every((keys) => keys.length > 0) ? (lacking[0] ?? []) : []
    },
  )
}
