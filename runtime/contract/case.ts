// The file format of a case: a payload, one hook or a whole chain, and the expected outcome. Version 1.
// Defines the syntax of matchers; replay/match.ts compares.

import Type, { type Static } from 'typebox'
import { isObject } from './json.ts'

const anything = (description: string) => Type.Unknown({ description })

const DECISIONS = [
  Type.Literal('allow'),
  Type.Literal('ask'),
  Type.Literal('deny'),
  Type.Literal('defer'),
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

/** What a case expects: fields of the outcome, and which hooks may fail. */
export const Expected = Type.Object(
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
    run: Type.Optional(anything("Whether the agent's run ends, and why.")),
    effect: Type.Optional(
      anything(
        'What the host then does: of its operation, the texts for the model, the run. Only what is named is checked.',
      ),
    ),
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
    dialect: Type.String({ format: 'dialect', description: 'Id of the dialect that the event is of.' }),
    event: Type.String({ format: 'event', description: 'The event that is fired.' }),
    payload: anything('What is fired.'),
    hook: Type.Optional(
      Type.String({
        format: 'hook',
        description: 'Id of the one hook to run; absent, the whole chain runs.',
      }),
    ),
    facts: Type.Optional(
      anything(
        "What the host's judgement depends on besides: who is there, what is trusted, what went before.",
      ),
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

const KINDS = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

/** A placeholder for a value that varies: an object with exactly one of these keys. */
export const Matcher = Type.Object(
  {
    $match: Type.Optional(
      Type.String({ format: 'regex', description: 'A text in which this regular expression is found.' }),
    ),
    $any: Type.Optional(Type.Literal(true, { description: 'Any value at all.' })),
    $type: Type.Optional(
      Type.Union(
        KINDS.map((kind) => Type.Literal(kind)),
        { description: 'Any value of this type.' },
      ),
    ),
  },
  { title: 'Matcher', description: 'What may stand here: $match, $any or $type.' },
)

/** The only key of an object with the syntax of a matcher, and its value; undefined for any other value. */
export function asMatcher(value: unknown): { readonly key: string; readonly given: unknown } | undefined {
  if (!isObject(value)) return undefined
  const [[key, given] = [], ...rest] = Object.entries(value)
  return key?.startsWith('$') && rest.length === 0 ? { key, given } : undefined
}

/** Why a matcher is malformed; undefined when it is well formed, and for keys that no matcher has. */
export function matcherFault(key: string, given: unknown): string | undefined {
  if (key === '$any') return given === true ? undefined : '`$any` takes true'
  if (key === '$type') {
    return KINDS.some((kind) => kind === given) ? undefined : `\`$type\` takes one of ${KINDS.join(', ')}`
  }
  if (key !== '$match') return undefined
  if (typeof given !== 'string') return '`$match` takes a regular expression as a string'
  try {
    new RegExp(given, 'u')
    return undefined
  } catch (error) {
    return `\`$match\`: ${(error as Error).message}`
  }
}
