// `cases/save` as a method of the hook server: saves an event of a recording, or a result that the client displayed, as
// a case. Fires nothing; the result is validated before anything is written.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import Type from 'typebox'
import { recordingsFolder } from '../recordings/folder.ts'
import { type Method, method } from '../sessions/method.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { recordingNamed } from './recordings.ts'
import { type FiringResult, saveRecorded, saveShown } from './saveCase.ts'
import { chooseDialect, UsageError } from './usage.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

// Only the fields that a case needs; other fields of the results of `run` and `replay` are ignored.
const Run = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Union([Type.Literal('returned'), Type.Literal('failed'), Type.Literal('skipped')]),
})
const Whole = Type.Object({
  decision: Type.String(),
  changed: Type.Boolean(),
  context: Type.Array(Type.String()),
  followUps: Type.Array(Type.String()),
  hooks: Type.Array(Run),
})

const Params = Type.Object(
  {
    workspace: text("The workspace folder; the server's own unless given."),
    recording: text('A path, the beginning of a name, a session, or `latest`.'),
    event: Type.Union([Type.Integer(), Type.String()], {
      description: 'The number of the event in the recording; without a recording, its name.',
    }),
    dialect: text('Without a recording: the dialect, where several have the event.'),
    payload: Type.Optional(Type.Unknown({ description: 'Without a recording: what was fired.' })),
    outcome: Type.Optional(
      Type.Union([Whole, Run], {
        description: 'The outcome, as `run` or `replay` returned it; default: the recorded one.',
      }),
    ),
    name: Type.String({ minLength: 1, description: 'The name of the case.' }),
    hook: text('Test only this hook; default: all hooks of the event.'),
    overwrite: Type.Optional(Type.Boolean({ description: 'Replace a case of the same name.' })),
  },
  { additionalProperties: false },
)

/** `opening`: the options for opening the workspace at a root. */
export function saveMethod(opening: (root: string) => OpenOptions): Method {
  return method(Params, async ({ workspace, ...params }, { root }) => {
    const at = root(workspace)
    const { recording, event, dialect, payload, outcome, ...naming } = params
    const came = outcome as FiringResult | undefined
    if (came !== undefined && 'status' in came && naming.hook === undefined) {
      throw new UsageError('cases/save expects "hook" with the run of one hook as "outcome".')
    }
    if (recording === undefined) {
      if (typeof event !== 'string' || came === undefined || !('payload' in params)) throw incomplete()
      const id = chooseDialect(event, dialect)
      return saveShown({ event, dialect: id, payload, outcome: came, ...naming }, opening(at))
    }
    if (typeof event !== 'number' || 'payload' in params || dialect !== undefined) throw incomplete()
    const path = await recordingNamed(recordingsFolder(at), placed(recording, at))
    const wanted = { recording: path, event: String(event), ...naming }
    return saveRecorded(came === undefined ? wanted : { ...wanted, outcome: came }, opening(at))
  })
}

function incomplete(): UsageError {
  return new UsageError(
    'cases/save expects either "recording" and the number of an event in it as "event", or the name of one as "event" with "payload" and "outcome".',
  )
}

/**
 * A path relative to the workspace, as requests contain it, made absolute where it exists; other values are unchanged.
 */
export function placed(wanted: string, root: string): string {
  const path = resolve(root, wanted)
  return existsSync(path) ? path : wanted
}
