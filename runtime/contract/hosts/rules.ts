// Host-specific data for the checks of entries, in addition to the host's own functions: the keys it reads, its time
// unit, the variables of a hook. Pure data and small functions; each host has one such record.

import type { EntryScope, JsonPath } from '../entry.ts'

/** A definite error in an entry: its effect, and how to fix it. */
export type EntryFault = {
  readonly message: string
  readonly fix?: string
  /** The faulty key, and the key inside its object, where there is one. */
  readonly key: string
  readonly below?: string
  readonly severity?: 'info'
}

export type HostRules = {
  /**
   * Keys of an entry that contain a time-out, its unit, and the maximum in seconds at an event, whatever is written.
   */
  readonly times: {
    readonly keys: readonly string[]
    readonly unit: 'seconds' | 'milliseconds'
    readonly most?: (event: string) => number | undefined
    /** Seconds that all entries of an event share, and the variable that raises the limit. */
    readonly together?: (event: string) => { readonly seconds: number; readonly raisedBy: string } | undefined
  }
  /** The shell for command lines: `sh` is the system's own, often dash. Undefined where it is the user's shell. */
  readonly shell: 'sh' | 'bash' | undefined
  /** Keys that the host reads in an entry. */
  readonly entryKeys: readonly string[]
  /** Those of them that contain the command line for one platform. */
  readonly systemKeys?: readonly string[]
  /** Keys that the host reads beside the list of entries; undefined where there are no groups. */
  readonly groupKeys: readonly string[] | undefined
  /** The file has other content as well, and events count only below `hooks`. */
  readonly hooksBelow: boolean
  /** Variables that the host sets for a hook. */
  readonly variables: (event: string, scope: EntryScope) => readonly string[]
  /** The payload is JSON without blanks between its parts. */
  readonly writesCompactly?: true
  /** Variables that prevent an entry from starting where its command uses them and they are not set. */
  readonly required?: readonly string[]
  /** Names in a command that the host may replace, as far as is known. */
  readonly fills?: readonly string[]
  /** Variables whose `$NAME` the host itself substitutes in a command, whatever the quotes around it. */
  readonly filledIn?: readonly string[]
  /** The possible values for a matcher at an event, where the record leaves them open and no others exist. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** Why a kind of entry loads but never works at an event: a clause that follows the event's name. */
  readonly kind?: (event: string, kind: string) => string | undefined
  /** A fault for a key that the host reads but that has no effect at this event, or a condition that never holds. */
  readonly idle?: (entry: {
    readonly event: string
    readonly matcher: string | undefined
    readonly fields: Readonly<Record<string, unknown>>
  }) => EntryFault | undefined
  /**
   * Whether the text at this path is meant for another host that shares the file; findings that concern only this host
   * are then of severity info.
   */
  readonly leaves?: (written: { readonly at: JsonPath; readonly scope: EntryScope }) => boolean
  /** Objects with `"type": "progress"` are shown to the user and are not answers. */
  readonly progress?: true
  /** A hook whose output it cannot read is shown to the user as failed; others only ignore the output. */
  readonly showsFailure?: true
  /** The host sets the executable bit of a script itself. */
  readonly makesExecutable?: true
}

/**
 * Keys that appear to have an effect: other hosts or programs have them, or authors expect them. Any other key that a
 * host ignores is treated as an author's comment.
 */
const ACTIVE: ReadonlySet<string> = new Set(
  [
    ...['enabled', 'enable', 'disabled', 'disable', 'active', 'skip', 'optional', 'required'],
    ...['condition', 'conditions', 'when', 'if', 'unless', 'filter', 'filters', 'pattern', 'patterns'],
    ...[
      'matcher',
      'matchers',
      'match',
      'tool',
      'tools',
      'toolMatcher',
      'tool_name',
      'toolName',
      'event',
      'events',
    ],
    ...[
      'timeout',
      'timeoutSec',
      'timeout_sec',
      'timeoutMs',
      'timeout_ms',
      'timeoutSeconds',
      'timeout_seconds',
    ],
    ...[
      'blocking',
      'block',
      'blockOnFailure',
      'failClosed',
      'fail_closed',
      'failOpen',
      'fail_open',
      'onFailure',
    ],
    ...['onError', 'on_error', 'continueOnError', 'continue_on_error', 'ignoreErrors', 'retries', 'retry'],
    ...['async', 'background', 'run_in_background', 'runInBackground', 'asyncRewake', 'once', 'sequential'],
    ...[
      'parallel',
      'priority',
      'order',
      'env',
      'environment',
      'cwd',
      'workingDirectory',
      'working_directory',
    ],
    ...['shell', 'args', 'loop_limit', 'loopLimit', 'windows', 'linux', 'osx', 'powershell', 'bash'],
    ...['agent', 'agents', 'agentType', 'agent_type', 'agentName', 'subagent', 'subagent_type'],
    ...['source', 'trigger', 'reason', 'notificationType', 'notification_type'],
    ...['commandWindows', 'paths', 'files', 'glob', 'globs', 'exclude', 'include', 'run', 'script', 'stdin'],
  ].map((key) => key.toLowerCase()),
)

/** Whether a key appears to change what an entry does. */
export function looksActive(key: string): boolean {
  return ACTIVE.has(key.toLowerCase())
}

/** Whether a value is the default behavior. */
export function saysNothing(key: string, value: unknown): boolean {
  if (/^(?:enabled?|active)$/i.test(key)) return value === true
  return value === false || value === null || value === ''
}

/** Variable names in which authors expect the payload; no host sets one. */
export const PAYLOAD_VARIABLE =
  /^(?:FILE_PATHS?|TOOL_(?:INPUT|NAME|OUTPUT|ARGS?|PARAMS?|RESULT|RESPONSE|FILE_PATHS?|FILES?|PATH|COMMAND|TYPE|USE_ID)(?:_[A-Z_]+)?|HOOK_(?:INPUT|EVENT|EVENT_NAME|PAYLOAD|DATA)|SESSION_ID|TRANSCRIPT_PATH|USER_PROMPT|PROMPT|SUBAGENT_(?:OUTPUT|RESULT|RESPONSE)|INPUT|PAYLOAD|COMMAND|BASH_COMMAND|NOTIFICATION(?:_[A-Z]+)?|EVENT(?:_NAME|_TYPE)?|(?:CURRENT|TARGET)_FILE|(?:EDITED|CHANGED|MODIFIED)_FILES?)$/

/** Payload fields written as variables. */
export const PAYLOAD_FIELD =
  /^(?:tool_?(?:name|input|output|response|args|result)|file_?paths?|hook_?event_?name|edited_?files?|changed_?files?)$/i

/** Names that authors make up after a host's own prefix. */
export const PLACE_VARIABLE =
  /^(?:PROJECT(?:_(?:DIR(?:ECTORY)?|ROOT|PATH|FOLDER))?|WORKSPACE(?:_ROOT|_DIR|_FOLDER)?|WORKING_DIR(?:ECTORY)?|CWD|PLUGIN_(?:DIR|PATH))$/

/** Variables of one host that authors use with the prefix of another. */
export const BORROWED_VARIABLE = /^(?:ENV_FILE|PLUGIN_(?:ROOT|DATA)|CODE_(?:REMOTE|ENTRYPOINT))$/

/** A variable that editors substitute elsewhere; in a shell it is never set. */
export const EDITOR_VARIABLE = /^workspaceFolder$/
