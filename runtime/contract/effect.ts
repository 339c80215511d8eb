// The effect of one firing at a host: which hooks ran, what becomes of the operation, all text for model and user, and
// whether the run continues. File format, protocol and user interface at once: fields are added, never renamed.
// An absent field is not predicted; a list that is present is complete.

/** The kind of operation that an event belongs to. */
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
  /** Permission events: whether the tool then runs. */
  readonly ran?: boolean | 'unknown' | undefined
  /** The user is asked first. */
  readonly asked?: boolean | undefined
  /** The input that the operation proceeds with. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** The text that replaces a result or a reply. */
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
  /** Replaces the tool's result, is appended to it, is inside the user's message, or is a separate message. */
  readonly where: 'result' | 'in-result' | 'in-prompt' | 'message'
  readonly role: 'tool' | 'user' | 'developer'
  /** The model request after the event that contains the text first, counted from 1; 1 where absent. */
  readonly request?: number | undefined
}

/** The effect of the firing under one possible answer of a hook whose answer cannot be determined here. */
export type PossibleEffect = {
  readonly answer: 'exit 0' | 'exit 2' | 'timeout'
  readonly operation?: Operation | undefined
  readonly run?: Effect['run']
}

/** A hook whose answer cannot be determined here. */
export type UnknownHook = {
  readonly hook: string
  readonly why: string
  readonly if: readonly PossibleEffect[]
}

export type Effect = {
  /** False: the host does not fire the event in this situation. */
  readonly fired: boolean
  readonly hooks: readonly HookEffect[]
  /** The order in which hooks start, where they do not race. */
  readonly order?: readonly string[] | undefined
  readonly operation?: Operation | undefined
  readonly model?: readonly ModelText[] | undefined
  readonly person?: readonly string[] | undefined
  readonly run?: 'goes-on' | 'ended' | 'unknown' | undefined
  /** The host's own exit code, where the run ends. */
  readonly exit?: number | undefined
  readonly unknown?: readonly UnknownHook[] | undefined
  /** Relevant assumptions, one line each: facts that the caller did not give. */
  readonly assumed?: readonly string[] | undefined
  /** The source of the prediction, for a host of which no run was observed. */
  readonly unobserved?: string | undefined
}
