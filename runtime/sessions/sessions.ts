// Live sessions: each belongs to the connection that started it, has its own recording, and fires in order.
// The methods of the protocol for them are in sessionMethods.ts.

import { defined } from '../contract/defined.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { recordOf } from '../contract/dialects/index.ts'
import type { Outcome, Step } from '../contract/outcome.ts'
import { didYouMean } from '../contract/suggest.ts'
import { Refusal } from '../workspace/admission.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type SessionFacts, withFacts } from './facts.ts'
import { type SessionRecording, startRecording } from './recording.ts'
import type { Lease } from './workspaces.ts'

export type StartOptions = SessionFacts & {
  /** Whether its firings are recorded. */
  readonly record: boolean
}

export type Fire = {
  readonly dialect: DialectId
  readonly event: string
  readonly payload: unknown
  /** The client's name for this firing, used by `cancel`. */
  readonly firing?: string | undefined
  readonly strict?: boolean | undefined
  readonly failOpen?: boolean | undefined
}

export type SessionEnded = { readonly session: string; readonly firings: number; readonly recording?: string }

type Session = {
  readonly id: string
  readonly owner: object
  readonly lease: Lease
  readonly facts: SessionFacts
  readonly recording: SessionRecording | undefined
  readonly running: Map<
    AbortController,
    { readonly name: string | undefined; readonly settled: Promise<unknown> }
  >
  firings: number
  ending: boolean
}

export type Sessions = {
  start(owner: object, lease: Lease, options: StartOptions): string
  /** Settles with the outcome. Firings start in the order of the calls. */
  fire(owner: object, id: string, request: Fire, signal: AbortSignal): Promise<Outcome>
  /** Cancels the firings of this name, or all; returns how many. */
  cancel(owner: object, id: string, firing: string | undefined): number
  /** Accepts no more firings, waits for running ones, closes the recording. */
  end(owner: object, id: string): Promise<SessionEnded>
  /** Ends all sessions that a connection started; cancels what is running. */
  endAll(owner: object): Promise<void>
  /** Subscribes to the steps of a workspace and forwards each with its session. */
  hear(workspace: Workspace): void
  readonly count: number
}

/** `onStep` receives every step with its session; `say` receives the reason, in one line, if a recording ends early. */
export function openSessions(options: {
  readonly onStep: (session: string | undefined, step: Step) => void
  readonly say: (line: string) => void
}): Sessions {
  const live = new Map<string, Session>()
  let unnamed = 0

  return {
    start,
    fire,
    cancel,
    end: (owner, id) => end(known(owner, id)),
    async endAll(owner) {
      const own = [...live.values()].filter((session) => session.owner === owner)
      for (const session of own) abort(session, undefined)
      await Promise.all(own.map(end))
    },
    hear,
    get count() {
      return live.size
    },
  }

  function start(owner: object, lease: Lease, { record, ...facts }: StartOptions): string {
    const id = freeName(facts.conversation ?? `session-${++unnamed}`)
    const recording = record ? startRecording(lease.workspace, id, options.say) : undefined
    live.set(id, {
      id,
      owner,
      lease,
      facts: { ...facts, conversation: facts.conversation ?? id },
      recording,
      running: new Map(),
      firings: 0,
      ending: false,
    })
    return id
  }

  // Two live sessions of one conversation get different names, and so separate recordings.
  function freeName(wanted: string): string {
    let name = wanted
    for (let count = 2; live.has(name); count++) name = `${wanted}-${count}`
    return name
  }

  function known(owner: object, id: string): Session {
    const session = live.get(id)
    if (session?.owner === owner) return session
    if (session !== undefined) {
      throw new Refusal(`The session "${id}" belongs to another connection. session/start starts a new one.`)
    }
    const own = [...live.values()].filter((one) => one.owner === owner)
    const hint = didYouMean(
      id,
      own.map((one) => one.id),
    )
    throw new Refusal(`There is no session "${id}".${hint === '' ? ' session/start starts one.' : hint}`)
  }

  async function fire(owner: object, id: string, request: Fire, signal: AbortSignal): Promise<Outcome> {
    const session = known(owner, id)
    if (session.ending) throw new Refusal(`The session "${id}" is ending and fires no more events.`)
    const { workspace } = session.lease
    const { dialect, event, strict, failOpen } = request
    const record = recordOf(dialect, event)
    const payload = record === undefined ? request.payload : withFacts(request.payload, record, session.facts)
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    session.firings++
    const settled = workspace.fire(event, payload, {
      dialect,
      session: id,
      signal: controller.signal,
      fromOutside: true,
      ...defined({ strict, failOpen }),
    })
    session.running.set(controller, { name: request.firing, settled })
    try {
      return await settled
    } finally {
      session.running.delete(controller)
      signal.removeEventListener('abort', abort)
    }
  }

  function cancel(owner: object, id: string, firing: string | undefined): number {
    return abort(known(owner, id), firing)
  }

  function abort(session: Session, firing: string | undefined): number {
    const selected = [...session.running].filter(([, { name }]) => firing === undefined || name === firing)
    for (const [controller] of selected) controller.abort()
    return selected.length
  }

  async function end(session: Session): Promise<SessionEnded> {
    session.ending = true
    await Promise.allSettled([...session.running.values()].map(({ settled }) => settled))
    if (live.delete(session.id)) {
      session.recording?.close()
      await session.lease.release()
    }
    const path = session.recording?.path
    return {
      session: session.id,
      firings: session.firings,
      ...defined({ recording: path }),
    }
  }

  function hear(workspace: Workspace): void {
    const firings = new Map<string, string | undefined>()
    workspace.onStep((step) => {
      if (step.kind === 'fired') firings.set(step.firing, step.session)
      const session = firings.get(step.firing)
      if (step.kind === 'settled') firings.delete(step.firing)
      const own = session === undefined ? undefined : live.get(session)
      if (own !== undefined && own.lease.workspace === workspace) own.recording?.write(step)
      options.onStep(session, step)
    })
  }
}
