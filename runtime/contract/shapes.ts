// Schemas that several dialects share: open shapes, ignored results, and short forms of common types.
// An open shape always describes why it is open; a test checks this for every dialect.

import Type, { type TSchema } from 'typebox'

/** Any JSON object. The description states why the shape cannot be more specific. */
export const openObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description })

/** Any JSON value. The description states why the shape cannot be more specific. */
export const openValue = (description: string) => Type.Unknown({ description })

/** The result of an event whose answers are ignored. */
export const ignored = Type.Unsafe<void>({
  typescript: 'void',
  description: 'Nothing. Open because an answer to this event is ignored, whatever it is.',
})

/** Milliseconds. */
export const milliseconds = (description: string) =>
  Type.Number({ minimum: 0, description: `${description}, in milliseconds.` })

/** A count, zero or more. */
export const count = (description: string) => Type.Integer({ minimum: 0, description })

export const text = (description: string) => Type.String({ description })
export const flag = (description: string) => Type.Boolean({ description })
export const number = (description: string) => Type.Number({ description })
export const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** One of these literals. */
export const oneOf = <const T extends string>(description: string, ...words: readonly T[]) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description },
  )

/** A field that may be missing. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(schema)
