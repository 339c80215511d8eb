// What a host does after one firing: which hooks ran, what becomes of the operation, every text that the model and the
// person get, whether the run goes on. File format, protocol and user interface at once: fields are added, never renamed.
// A field that is absent is not predicted; a list that is present is complete.

/** What kind of operation an event stands at. */
export type OperationKind =
  | 'tool'
  | 'permission'
  | 'result'
  | 'prompt'
  | 'stop'
  | 'session'
  | 'end'
  | 'subagent'
  | 'compaction'
  | 'model'
  | 'reply'
  | 'tools'
  | 'other'

export type OperationFate =
  | 'ran'
  | 'blocked'
  | 'failed'
  | 'deferred'
  | 'allowed'
  | 'denied'
  | 'undecided'
  | 'kept'
  | 'replaced'
  | 'sent'
  | 'stopped'
  | 'continued'
  | 'started'
  | 'ended'
  | 'went-on'
  | 'called'
  | 'not-called'
  | 'unknown'

export type Operation = {
  readonly kind: OperationKind
  readonly fate: OperationFate
  /** Permission: whether the tool then runs. */
  readonly ran?: boolean | 'unknown' | undefined
  /** A person is asked first. */
  readonly asked?: boolean | undefined
  /** What the operation goes ahead with. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** The text that takes the place of a result or a reply. */
  readonly output?: string | undefined
}

/** Why a host does not run an entry. */
export type WhyNotRun =
  | 'matcher'
  | 'condition'
  | 'duplicate'
  | 'switched-off'
  | 'untrusted'
  | 'unknown-event'
  | 'file-rejected'
  | 'file-not-read'
  | 'not-fired'

export type HookEffect = {
  readonly id: string
  readonly ran: boolean | 'unknown'
  readonly why?: WhyNotRun | undefined
  readonly times?: number | undefined
  /** Whether the host waits until the hook is done. */
  readonly waited?: boolean | undefined
  /** The host reports the hook as failed. */
  readonly failed?: boolean | undefined
}

export type ModelText = {
  readonly text: string
  /** In place of the tool's result, added to it, inside the user's message, or a part of its own. */
  readonly where: 'result' | 'in-result' | 'in-prompt' | 'message'
  readonly role: 'tool' | 'user' | 'developer'
  /** In which model request after the event it is first seen; 1 where absent. */
  readonly request?: number | undefined
}

/** What becomes of the firing under one possible answer of a hook whose answer cannot be had here. */
export type PossibleEffect = {
  readonly answer: 'exit 0' | 'exit 2' | 'timeout'
  readonly operation?: Operation | undefined
  readonly run?: Effect['run']
}

/** A hook whose answer cannot be had here. */
export type UnknownHook = {
  readonly hook: string
  readonly why: string
  readonly if: readonly PossibleEffect[]
}

export type Effect = {
  /** False: the host does not fire the event here. */
  readonly fired: boolean
  readonly hooks: readonly HookEffect[]
  /** The order in which hooks start, where it is no race. */
  readonly order?: readonly string[] | undefined
  readonly operation?: Operation | undefined
  readonly model?: readonly ModelText[] | undefined
  readonly person?: readonly string[] | undefined
  readonly run?: 'goes-on' | 'ended' | 'unknown' | undefined
  /** The host's own exit code, where the run ends. */
  readonly exit?: number | undefined
  readonly unknown?: readonly UnknownHook[] | undefined
  /** What was assumed where it mattered, a line each: facts that nobody gave. */
  readonly assumed?: readonly string[] | undefined
  /** Where the prediction comes from, for a host of which no run was observed. */
  readonly unobserved?: string | undefined
}
