// What a host's judgment depends on besides configuration and payload: user presence, trust, earlier activity.
// An explicit input of every firing; a fact that the caller leaves out has the host's default.

/** Activity in the session that no payload carries, above all for events that do not fire. */
export type SessionActivity = {
  readonly what:
    | 'tool-call'
    | 'model-request-failed'
    | 'model-answer'
    | 'compaction'
    | 'prompt'
    | 'session-start'
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly result?:
    | 'ok'
    | 'nonzero-exit'
    | 'error'
    | 'unknown-tool'
    | 'disabled-tool'
    | 'not-offered'
    | 'denied-by-host'
  readonly status?: number
  readonly recovered?: boolean
  readonly chunks?: number
  readonly by?: 'person' | 'host'
  readonly nothingToCompact?: boolean
  readonly text?: string
  readonly nthInSession?: number
  readonly note?: string
}

export type HostFacts = {
  readonly version: string
  /** No user is present to ask. */
  readonly headless: boolean
  /** The host trusts the folder. */
  readonly workspaceTrusted: boolean
  /** The host trusts the hooks themselves, where it asks for each of them. */
  readonly hooksTrusted: boolean
  /** In the host's own terms. */
  readonly permissionMode: string
  /** Tools granted beforehand; undefined where that is not known. */
  readonly allowedTools?: readonly string[] | undefined
  readonly sandbox?: string | undefined
  readonly model?: string | undefined
  /** What the user at the screen does. */
  readonly person?: string | undefined
  /** Command-line arguments of the host. */
  readonly flags: readonly string[]
  /** How many times in a row hooks have prevented the end of this turn. */
  readonly blocksInARow?: number | undefined
  readonly happening?: SessionActivity | undefined
}
