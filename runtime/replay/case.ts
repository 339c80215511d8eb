// The file format of a case: a payload, a hook or a whole chain, and the outcome expected of it. Version 1.

import Type, { type Static } from 'typebox'

const anything = (description: string) => Type.Unknown({ description })

const DECISIONS = [
  Type.Literal('allow'),
  Type.Literal('ask'),
  Type.Literal('deny'),
  Type.Literal('stop'),
] as const

const FAILURES = [
  Type.Literal('timeout'),
  Type.Literal('crashed'),
  Type.Literal('unreadable'),
  Type.Literal('invalid'),
  Type.Literal('untrusted'),
  Type.Literal('aborted'),
] as const

const Expected = Type.Object(
  {
    decision: Type.Optional(
      Type.Union([Type.Literal('pass'), ...DECISIONS], { description: 'What the firing comes to.' }),
    ),
    reason: Type.Optional(anything('Why, as text or as a matcher; null for no reason.')),
    by: Type.Optional(anything('Id of the hook whose decision it is.')),
    payload: Type.Optional(anything('What the agent goes on with.')),
    changed: Type.Optional(Type.Boolean({ description: 'Whether any hook replaced the payload.' })),
    answer: Type.Optional(anything('The result given instead of performing the operation.')),
    handled: Type.Optional(Type.Boolean({ description: 'Whether the error is dealt with.' })),
    error: Type.Optional(anything('The error to go on with.')),
    context: Type.Optional(anything('Texts for the model.')),
    notes: Type.Optional(anything('Texts for the person.')),
    followUps: Type.Optional(anything('Messages that keep the agent going.')),
    failures: Type.Optional(
      Type.Record(Type.String(), Type.Union([...FAILURES]), {
        description:
          'Hooks that are expected to fail, by id, and how. Any other failing hook fails the case.',
      }),
    ),
  },
  { additionalProperties: false, description: 'What must hold. Only what is named here is checked.' },
)

/** The shape of a case file; published as a schema for editors. */
export const Case = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    v: Type.Literal(1),
    name: Type.String({ minLength: 1, description: 'What the case shows, for people.' }),
    dialect: Type.String(),
    event: Type.String(),
    payload: anything('What is fired.'),
    hook: Type.Optional(
      Type.String({ description: 'Id of the one hook to run; absent, the whole chain runs.' }),
    ),
    expect: Expected,
    matchers: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Dotted paths into `expect` and what may stand there: { "$match": "regex" }, { "$any": true }, { "$type": "string" }.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Hookbench case' },
)

export type Case = Static<typeof Case>
