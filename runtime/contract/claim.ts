// The event that a payload file claims to belong to. Compares names; does not parse text.

import type { DialectId } from './dialectId.ts'
import { dialectOf, dialectsWith, recordOf } from './dialects/index.ts'
import { isObject } from './json.ts'
import { fieldsAt, valuesOf, type WalkedShape } from './walk.ts'

/** An event of a dialect, as a file of data names it. */
export type Claim = { readonly dialect: DialectId; readonly event: string }

/**
 * The event that a payload file claims: by its `$schema` (`…/kodelet/before_tool_call.payload.schema.json`), else by a
 * part of its name between dots (`before_tool_call.payload.json`, `kodelet.before_tool_call.payload.json`), else by the
 * field in which the dialect's payloads contain their event's name. Undefined where several dialects are possible.
 */
export function payloadClaim(path: string, value: unknown): Claim | undefined {
  const fields = isObject(value) ? value : {}
  const { $schema } = fields
  const [, dialect = '', event = ''] =
    /(?:^|[/:\\])([a-z-]+)[/:\\](\w+)[.:]payload\b/.exec(typeof $schema === 'string' ? $schema : '') ?? []
  if (recordOf(dialect, event) !== undefined) return { dialect: dialect as DialectId, event }
  const own = namedInside(fields)
  const parts = (path.split(/[/\\]/).at(-1) ?? '').split('.')
  const byName = parts
    .filter((part) => dialectsWith(part).length > 0)
    .flatMap((part) => dialectsWith(part).map((id): Claim => ({ dialect: id, event: part })))
  if (byName.length === 0) return only(own)
  const dialects = parts.filter((part) => dialectOf(part) !== undefined)
  const fitting = byName.filter(({ dialect }) => dialects.length === 0 || dialects.includes(dialect))
  return only(fitting) ?? only(fitting.filter(({ dialect }) => own.some((one) => one.dialect === dialect)))
}

// The events whose payloads carry their own name in a field, where this payload has that field.
function namedInside(fields: Record<string, unknown>): readonly Claim[] {
  return Object.entries(fields).flatMap(([name, event]) => {
    if (typeof event !== 'string') return []
    return dialectsWith(event).flatMap((dialect) => {
      const field = fieldsAt((recordOf(dialect, event)?.payload ?? {}) as WalkedShape, []).find(
        (one) => one.name === name,
      )
      return field !== undefined && valuesOf(field.shape)?.includes(event) === true
        ? [{ dialect, event }]
        : []
    })
  })
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}
