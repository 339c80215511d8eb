// Input and output fields that several tools share, with descriptions for the model.

import Type from 'typebox'

export const closed = { additionalProperties: false }

export const workspace = Type.Optional(
  Type.String({
    description: 'The workspace folder, by name or path. Leave it out unless several folders are open.',
  }),
)

export const dialect = Type.Optional(
  Type.String({
    description:
      'The agent system: secureyeoman, kodelet, kaizen or compilr. Needed only where several have the event.',
  }),
)

/** The number of items that were left out of an answer. */
export const left = Type.Optional(
  Type.Integer({ minimum: 1, description: 'How many more there are than are listed.' }),
)
