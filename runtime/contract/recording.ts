// The schema of a recording's lines, for its readers: a header, then steps. Version 1.
// Fields are added, never renamed, so unknown fields are accepted. The room `recordings` writes and reads the files.

import Type from 'typebox'
import { isObject } from './json.ts'

const text = (description: string) => Type.String({ description })
const anything = (description: string) => Type.Unknown({ description })
const one = <const T extends string>(...words: readonly T[]) => Type.Union(words.map((w) => Type.Literal(w)))

const masked = Type.Optional(
  Type.Array(Type.String(), { description: 'Paths of the values that are masked, because they are secret.' }),
)

const step = <const K extends string>(kind: K) => ({
  v: Type.Literal(1, { description: 'Version of the format.' }),
  kind: Type.Literal(kind, { description: 'What kind of step it is.' }),
  at: Type.Number({ description: 'When, in milliseconds since 1970-01-01 UTC.' }),
  firing: text('Which firing it belongs to.'),
})

/** The first line. */
export const Header = Type.Object(
  {
    v: Type.Literal(1, { description: 'Version of the format.' }),
    kind: Type.Literal('recording', { description: 'Says that the file is a recording.' }),
    hookbench: text('The version of Hookbench that wrote it.'),
    startedAt: text('When it began, ISO time.'),
    session: text('The session that is recorded.'),
    part: Type.Optional(
      Type.Integer({ description: 'Counts from 1 where a recording outgrew its first file.' }),
    ),
    imported: Type.Optional(
      Type.Literal(true, { description: 'Payloads captured elsewhere: events without outcomes.' }),
    ),
  },
  { title: 'Header', description: 'The first line of a recording.' },
)

const Run = Type.Object(
  {
    id: Type.String({ format: 'hook', description: 'Id of the hook.' }),
    name: text('Name of the hook.'),
    source: one('builtin', 'user', 'workspace', 'plugin'),
    path: text('Where its file stands within its place.'),
    event: Type.Optional(
      Type.String({
        format: 'event',
        description: 'The event as it spells it, where it is fired by another name.',
      }),
    ),
    status: one('returned', 'failed', 'skipped'),
    failure: Type.Optional(one('timeout', 'crashed', 'unreadable', 'invalid', 'untrusted', 'aborted')),
    why: Type.Optional(text('Why it failed or was skipped.')),
    result: Type.Optional(anything('What it answered.')),
    verdict: Type.Optional(anything('What its answer means.')),
    durationMs: Type.Number({ description: 'How long it took, in milliseconds.' }),
    exitCode: Type.Optional(Type.Number({ description: 'Its exit status.' })),
    stdout: Type.Optional(text('What it wrote to standard output.')),
    stderr: Type.Optional(text('What it wrote to standard error.')),
    rerun: Type.Optional(Type.Boolean({ description: 'Whether it was run again.' })),
    note: Type.Optional(text('What was done otherwise than asked.')),
  },
  { title: 'HookRun', description: 'What one hook did.' },
)

const Outcome = Type.Object(
  {
    v: Type.Literal(1),
    dialect: Type.String({ format: 'dialect', description: 'Id of the dialect.' }),
    event: Type.String({ format: 'event', description: 'Name of the event.' }),
    decision: one('pass', 'allow', 'ask', 'deny', 'defer', 'stop'),
    reason: Type.Optional(text('Why.')),
    by: Type.Optional(Type.String({ format: 'hook', description: 'Id of the hook whose decision it is.' })),
    payload: Type.Optional(anything('What the agent goes on with, where it was changed.')),
    changed: Type.Boolean({ description: 'Whether any hook replaced the payload.' }),
    answer: Type.Optional(anything('The result given instead of performing the operation.')),
    handled: Type.Optional(Type.Boolean({ description: 'Whether the error is dealt with.' })),
    error: Type.Optional(anything('The error to go on with.')),
    context: Type.Array(Type.String(), { description: 'Texts for the model.' }),
    notes: Type.Array(Type.String(), { description: 'Texts for the person.' }),
    followUps: Type.Array(Type.String(), { description: 'Messages that keep the agent going.' }),
    run: Type.Optional(anything("Whether the agent's run ends, and why.")),
    effect: Type.Optional(anything('What the host then does.')),
    durationMs: Type.Number({ description: 'How long it took, in milliseconds.' }),
  },
  { title: 'Outcome', description: 'What the firing came to.' },
)

const Planned = Type.Object(
  {
    id: Type.String({ format: 'hook', description: 'Id of the hook.' }),
    name: text('Name of the hook.'),
    run: Type.Boolean({ description: 'Whether it is run.' }),
    why: Type.Optional(text('Why it is not.')),
    host: Type.Optional(text('The same as a class, where it is the host that does not run it.')),
  },
  { title: 'PlannedHook', description: 'One hook of the plan.' },
)

// One schema per kind of step.
const steps = {
  fired: Type.Object(
    {
      ...step('fired'),
      dialect: Type.String({ format: 'dialect', description: 'Id of the dialect.' }),
      event: Type.String({ format: 'event', description: 'Name of the event.' }),
      payload: anything('What was fired.'),
      session: Type.Optional(text('The session it was fired in.')),
      cwd: Type.Optional(text('The working directory.')),
      facts: Type.Optional(anything("What the host's judgement depended on besides.")),
      masked,
    },
    { title: 'fired', description: 'An event was fired.' },
  ),
  planned: Type.Object(
    { ...step('planned'), hooks: Type.Array(Planned, { description: 'In the order of the plan.' }), masked },
    { title: 'planned', description: 'It is settled which hooks run.' },
  ),
  started: Type.Object(
    { ...step('started'), hook: Type.String({ format: 'hook', description: 'Id of the hook.' }), masked },
    { title: 'started', description: 'A hook started.' },
  ),
  finished: Type.Object(
    {
      ...step('finished'),
      run: Run,
      process: Type.Optional(anything('What is known of the process that ran it.')),
      masked,
    },
    { title: 'finished', description: 'A hook finished.' },
  ),
  settled: Type.Object(
    { ...step('settled'), outcome: Outcome, masked },
    { title: 'settled', description: 'The event came to its outcome.' },
  ),
} as const

/** Any line of a recording. */
export const RecordingLine = Type.Union([Header, ...Object.values(steps)])

/** Whether a value has the fields that readers need of a step of its kind; further fields may be anything. */
export function isStep(value: unknown): boolean {
  if (!isObject(value) || value.v !== 1 || typeof value.firing !== 'string' || !isTexts(value.masked))
    return false
  switch (value.kind) {
    case 'fired':
      return (
        hasTexts(value, ['dialect', 'event'], ['session', 'cwd']) &&
        typeof value.at === 'number' &&
        isObjectOrAbsent(value.facts)
      )
    case 'planned':
      return isListOf(value.hooks, ['id'])
    case 'started':
      return typeof value.hook === 'string'
    case 'finished':
      return isRun(value.run)
    case 'settled':
      return isOutcome(value.outcome)
    default:
      return false
  }
}

function isRun(run: unknown): boolean {
  return (
    isObject(run) &&
    hasTexts(run, ['id', 'name', 'status'], ['event', 'failure', 'why', 'stdout', 'stderr', 'note']) &&
    typeof run.durationMs === 'number' &&
    (run.verdict === undefined || (isObject(run.verdict) && isDecided(run.verdict)))
  )
}

function isOutcome(outcome: unknown): boolean {
  return (
    isObject(outcome) &&
    hasTexts(outcome, ['decision'], ['by']) &&
    isDecided(outcome) &&
    typeof outcome.durationMs === 'number' &&
    isEffect(outcome.effect)
  )
}

// Fields that verdicts and outcomes have in common.
function isDecided(value: Record<string, unknown>): boolean {
  return (
    hasTexts(value, [], ['decision', 'reason']) &&
    [value.context, value.notes, value.followUps].every(isTexts) &&
    isObjectOrAbsent(value.run)
  )
}

function isEffect(effect: unknown): boolean {
  if (effect === undefined) return true
  if (!isObject(effect) || !isTexts(effect.person) || !isTexts(effect.assumed)) return false
  const { operation, model = [], unknown = [] } = effect
  return (
    isListOf(model, ['text']) &&
    isListOf(unknown, ['hook', 'why']) &&
    hasTexts(effect, [], ['run', 'unobserved']) &&
    (operation === undefined || (isObject(operation) && hasTexts(operation, ['kind', 'fate'], ['output'])))
  )
}

function isListOf(list: unknown, texts: readonly string[]): boolean {
  return Array.isArray(list) && list.every((one) => isObject(one) && hasTexts(one, texts))
}

function hasTexts(
  value: Record<string, unknown>,
  own: readonly string[],
  may: readonly string[] = [],
): boolean {
  const isText = (key: string) => typeof value[key] === 'string'
  return own.every(isText) && may.every((key) => value[key] === undefined || isText(key))
}

/** A list of texts, or undefined. */
function isTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
}

function isObjectOrAbsent(value: unknown): boolean {
  return value === undefined || isObject(value)
}
