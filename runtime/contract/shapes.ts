// Shapes that several dialects need: what is open, and what is nothing.
// An open shape always says why it is open; a test holds every dialect to that.

import Type from 'typebox'

/** Any JSON object. The description says why nothing more can be said. */
export const openObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description })

/** Any JSON value. The description says why nothing more can be said. */
export const openValue = (description: string) => Type.Unknown({ description })

/** The result of an event whose answers are ignored. */
export const ignored = Type.Unsafe<void>({
  typescript: 'void',
  description: 'Nothing. Open because an answer to this event is ignored, whatever it is.',
})

/** Milliseconds. */
export const milliseconds = (description: string) =>
  Type.Number({ minimum: 0, description: `${description}, in milliseconds.` })

/** A number of things. */
export const count = (description: string) => Type.Integer({ minimum: 0, description })
