// Fields of input and output that several tools share, with the words a model reads.

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

/** How many items an answer had no room for. */
export const left = Type.Optional(
  Type.Integer({ minimum: 1, description: 'How many more there are than are listed.' }),
)
