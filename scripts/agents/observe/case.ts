// The types of an observed case: one decision point in a run of a real agent, its input and its effect. An absent field
// of `observed` was not observed.

export type CaseObject = Readonly<Record<string, unknown>>

/** How a hook's stand-in answers one call. `ms` does not include its own startup. */
export type HookAnswer = {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** One configuration file; its path is below `project/` or `home/`. Commands of hooks are written as `hook-N`. */
export type ConfigFile =
  | { readonly path: string; readonly json: CaseObject }
  | { readonly path: string; readonly text: string }

export type ObservedWhyNot =
  | 'matcher'
  | 'switched-off'
  | 'untrusted'
  | 'unknown-event'
  | 'file-rejected'
  | 'file-not-read'
  | 'not-fired'

export type ObservedHook = {
  readonly id: string
  readonly ran: boolean
  readonly why?: ObservedWhyNot
  readonly times?: number
  readonly waited?: boolean
}

/** A text that the model received because of the hooks. */
export type ObservedModelText = {
  readonly text: string
  readonly where: 'result' | 'in-result' | 'in-prompt' | 'message'
  readonly role: 'tool' | 'user' | 'developer'
  readonly request?: number
}

export type ObservedOperation = {
  readonly kind:
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
  readonly fate: string
  readonly ran?: boolean
  /** Whether the user was asked first. */
  readonly asked?: boolean
  readonly input?: CaseObject
  readonly output?: { readonly text: string }
}

export type ObservedEffect = {
  readonly fired?: boolean
  readonly times?: number
  readonly hooks: readonly ObservedHook[]
  /** The order in which hooks started, unless that is a race. */
  readonly order?: readonly string[]
  readonly operation?: ObservedOperation
  readonly model?: readonly ObservedModelText[] | undefined
  readonly requests?: number
  readonly run?: 'goes-on' | 'ended'
  readonly exit?: number
}

export type CaseEnvironment = {
  readonly headless: boolean
  readonly workspaceTrusted: boolean
  readonly hooksTrusted?: boolean
  readonly permissionMode?: string
  readonly allowedTools?: readonly string[]
  readonly sandbox?: string
  readonly model?: string
  /** What the user at the screen does. */
  readonly person?: string
  readonly flags?: readonly string[]
}

export type CaseEvent = {
  readonly name: string
  readonly payload?: CaseObject
  readonly origin?: 'captured' | 'adapted'
  readonly happening?: CaseObject
  readonly before?: { readonly blocksInARow: number }
}

export type ObservedCase = {
  readonly id: string
  readonly host: { readonly name: string; readonly version: string }
  readonly environment: CaseEnvironment
  readonly files: readonly ConfigFile[]
  readonly event: CaseEvent
  readonly hooks: readonly { readonly id: string; readonly answer: HookAnswer }[]
  readonly observed: ObservedEffect
}
