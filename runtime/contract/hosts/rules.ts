// What the checks of entries have to know of a host beside what its own functions say: which keys it reads, in which
// unit it counts, which variables a hook has. Pure data and small functions; a host has one such record.

import type { EntryScope, JsonPath } from '../entry.ts'

/** Something that is certainly wrong with an entry: what will happen, and what to do. */
export type EntryFault = {
  readonly message: string
  readonly fix?: string
  /** The key that is at fault, and the one in its object, where it holds one. */
  readonly key: string
  readonly below?: string
  readonly severity?: 'info'
}

export type HostRules = {
  /** Keys of an entry that hold a time, its unit, and what an event gives at most whatever is written there. */
  readonly times: {
    readonly keys: readonly string[]
    readonly unit: 'seconds' | 'milliseconds'
    readonly most?: (event: string) => number | undefined
    /** Seconds that all entries of an event have together, and the variable that gives more. */
    readonly together?: (event: string) => { readonly seconds: number; readonly raisedBy: string } | undefined
  }
  /** What command lines run in: `sh` is what the system calls so, on many dash. Undefined where it is the person's own. */
  readonly shell: 'sh' | 'bash' | undefined
  /** Keys that the host reads in an entry. */
  readonly entryKeys: readonly string[]
  /** Those of them that hold the command line of one system. */
  readonly systemKeys?: readonly string[]
  /** Keys that the host reads beside the list of entries; undefined where there are no groups. */
  readonly groupKeys: readonly string[] | undefined
  /** The file is for other things as well, and events count below `hooks` only. */
  readonly hooksBelow: boolean
  /** Variables that a hook finds set by the host. */
  readonly variables: (event: string, scope: EntryScope) => readonly string[]
  /** Variables that keep an entry from being started where its command names them and they are not set. */
  readonly required?: readonly string[]
  /** Names in a command that the host may put something in the place of, as far as is known. */
  readonly fills?: readonly string[]
  /** Variables whose `$NAME` the host itself puts into a command, whatever quotes stand around it. */
  readonly filledIn?: readonly string[]
  /** What a matcher is held against at an event, where the record leaves it open and there is nothing else. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** A kind of entry that loads and never works at an event; a clause after the name of the event. */
  readonly kind?: (event: string, kind: string) => string | undefined
  /** Keys that the host reads and that change nothing at this event or never hold. */
  readonly idle?: (entry: {
    readonly event: string
    readonly matcher: string | undefined
    readonly fields: Readonly<Record<string, unknown>>
  }) => EntryFault | undefined
  /** What stands at this path is written for another host that has the file in common; what only this one does with it is an info. */
  readonly leaves?: (written: { readonly at: JsonPath; readonly scope: EntryScope }) => boolean
  /** Objects with `"type": "progress"` are shown to the person, and are no answers. */
  readonly progress?: true
  /** The host sets the executable bit of a script itself. */
  readonly makesExecutable?: true
}

/**
 * Keys that look as if they did something: other hosts or other programs have them, or authors expect them. Any other
 * key that a host passes over is a remark of the author's.
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

/** Whether a key reads as if it changed what an entry does. */
export function looksActive(key: string): boolean {
  return ACTIVE.has(key.toLowerCase())
}

/** Whether a value says no more than what happens anyway. */
export function saysNothing(key: string, value: unknown): boolean {
  if (/^(?:enabled?|active)$/i.test(key)) return value === true
  return value === false || value === null || value === ''
}

/** Names of variables under which authors look for the payload; no host sets one. */
export const PAYLOAD_VARIABLE =
  /^(?:FILE_PATHS?|TOOL_(?:INPUT|NAME|OUTPUT|ARGS|RESULT|RESPONSE|FILE_PATHS?|FILES?|PATH|COMMAND|TYPE|USE_ID)(?:_[A-Z_]+)?|HOOK_(?:INPUT|EVENT|EVENT_NAME|PAYLOAD|DATA)|USER_PROMPT|PROMPT|INPUT|PAYLOAD|COMMAND|BASH_COMMAND|NOTIFICATION(?:_[A-Z]+)?|EVENT(?:_NAME|_TYPE)?|CURRENT_FILE|(?:EDITED|CHANGED|MODIFIED)_FILES?)$/

/** Fields of payloads, written as variables. */
export const PAYLOAD_FIELD =
  /^(?:tool_?(?:name|input|output|response|args|result)|file_?paths?|hook_?event_?name|edited_?files?|changed_?files?)$/i

/** Names that authors make up beside a host's own, after its prefix. */
export const PLACE_VARIABLE =
  /^(?:PROJECT_(?:DIR(?:ECTORY)?|ROOT|PATH|FOLDER)|WORKSPACE(?:_ROOT|_DIR|_FOLDER)?|WORKING_DIR(?:ECTORY)?|CWD|PLUGIN_(?:DIR|PATH)|SESSION_ID|TRANSCRIPT_PATH)$/

/** Variables of one host, which authors look for under the prefix of another. */
export const BORROWED_VARIABLE = /^(?:ENV_FILE|PLUGIN_(?:ROOT|DATA)|CODE_(?:REMOTE|ENTRYPOINT))$/

/** What an editor fills in elsewhere; to a shell it is a variable that nobody sets. */
export const EDITOR_VARIABLE = /^workspaceFolder$/
