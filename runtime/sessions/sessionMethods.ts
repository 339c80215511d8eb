// The methods that only a server has: sessions, firing in them, subscriptions to their steps, inspections.
// The server adds the verbs of the command line.

import Type from 'typebox'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectIds, dialectsWith } from '../contract/dialects/index.ts'
import { unknownAgent } from '../contract/suggest.ts'
import { Refusal } from '../workspace/admission.ts'
import type { Client } from './client.ts'
import { openInspections } from './inspections.ts'
import { type Methods, method } from './method.ts'
import type { Sessions } from './sessions.ts'
import type { Workspaces } from './workspaces.ts'

const text = (description: string) => Type.String({ description })
const flag = (description: string) => Type.Boolean({ description })
const session = text('The session, as session/start named it.')
const workspace = Type.Optional(text("The workspace folder; the server's own unless given."))
const dialect = Type.Optional(text('The dialect, where several have the event.'))
const closed = { additionalProperties: false }

/** All of these methods. `records` is the default for sessions that do not set `record`. */
export function sessionMethods(server: {
  readonly sessions: Sessions
  readonly workspaces: Workspaces
  readonly records: boolean
}): Methods {
  const { sessions, workspaces } = server
  const inspections = openInspections()
  return {
    'session/start': method(
      Type.Object(
        {
          workspace,
          conversation: Type.Optional(text('What the agent calls the conversation.')),
          cwd: Type.Optional(text("The agent's working directory.")),
          subagent: Type.Optional(flag('Whether a subagent fires; it has the hooks of its parent.')),
          recipe: Type.Optional(text('The active recipe.')),
          record: Type.Optional(flag('Whether the session is recorded; it is, unless told not to.')),
        },
        closed,
      ),
      async ({ workspace: named, record, ...facts }, { connection, signal }) => {
        const lease = await workspaces.take(named)
        // The client disconnected while its workspace was being opened, so the session would never be ended.
        if (signal.aborted) {
          await lease.release()
          throw new Refusal('The session was cancelled before it began.')
        }
        const { root } = lease.workspace
        const started = sessions.start(connection, lease, {
          ...facts,
          cwd: facts.cwd ?? root,
          record: record ?? server.records,
        })
        return { session: started, workspace: root }
      },
    ),
    'session/end': method(Type.Object({ session }, closed), ({ session }, { connection }) =>
      sessions.end(connection, session),
    ),
    fire: method(
      Type.Object(
        {
          session,
          dialect,
          event: text('The event, spelled as in its dialect.'),
          payload: Type.Unknown({ description: 'What goes into the hooks.' }),
          firing: Type.Optional(text('A name for this firing, for cancel.')),
          strict: Type.Optional(flag('Refuse a payload that does not match its schema.')),
          failOpen: Type.Optional(flag('Whether a hook that fails counts as its event says.')),
        },
        closed,
      ),
      ({ session, dialect, event, ...rest }, { connection, signal }) =>
        sessions.fire(connection, session, { ...rest, event, dialect: dialectFor(event, dialect) }, signal),
    ),
    cancel: method(
      Type.Object(
        {
          session: Type.Optional(session),
          firing: Type.Optional(text('Only the firing of this name; all of the session unless given.')),
          inspection: Type.Optional(text('An inspection, as inspect named it.')),
        },
        closed,
      ),
      ({ session, firing, inspection }, { connection }) => {
        if ((session === undefined) === (inspection === undefined)) {
          throw new Refusal('cancel expects either "session" or "inspection".')
        }
        const stopped =
          session === undefined
            ? inspections.cancel(String(inspection))
            : sessions.cancel(connection, session, firing)
        return { cancelled: stopped }
      },
    ),
    inspect: method(
      Type.Object(
        {
          workspace,
          dialect,
          event: text('The event, spelled as in its dialect.'),
          payload: Type.Unknown({ description: 'What goes into the hook.' }),
          hook: Type.Optional(text('The hook: its id or its name; the whole chain unless given.')),
          env: Type.Optional(
            Type.Record(Type.String(), Type.String(), { description: "Added to the hook's environment." }),
          ),
          cwd: Type.Optional(text("The hook's working directory.")),
          trace: Type.Optional(flag('Trace shell hooks line by line.')),
          stops: Type.Optional(flag('Shell hooks that are traced wait for a debugger, too.')),
        },
        closed,
      ),
      ({ workspace: named, dialect, event, payload, hook, env, cwd, trace = false, stops = false }, caller) =>
        inspections.start(
          { named, dialect: dialectFor(event, dialect), event, payload, hook, env, cwd, trace, stops },
          caller,
        ),
    ),
    reload: method(Type.Object({ workspace }, closed), (params, { within }) =>
      within(params.workspace, async (opened) => {
        await opened.reload()
        return { hooks: opened.list().length, problems: opened.problems }
      }),
    ),
    subscribe: method(
      Type.Object(
        { session: Type.Optional(text('Only this session; all of the server unless given.')) },
        closed,
      ),
      (params, { connection }) => {
        ;(connection as Client).subscribe(params.session)
        return {}
      },
    ),
    unsubscribe: method(
      Type.Object(
        { session: Type.Optional(text('Only this session; every subscription unless given.')) },
        closed,
      ),
      (params, { connection }) => {
        ;(connection as Client).unsubscribe(params.session)
        return {}
      },
    ),
  }
}

function dialectFor(event: string, named: string | undefined): DialectId {
  if (named !== undefined) {
    const id = dialectIds.find((one) => one === named)
    if (id !== undefined) return id
    throw new Refusal(unknownAgent(named, dialectIds))
  }
  const having = dialectsWith(event)
  if (having.length === 1) return having[0] as DialectId
  if (having.length === 0) throw new Refusal(`No dialect has an event "${event}"; docs/events.md lists them.`)
  throw new Refusal(`"${event}" is an event of ${having.join(' and ')}; specify "dialect".`)
}
