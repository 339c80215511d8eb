// What a dialect adds when it is a host: its configuration places, the entries in them, which entries run on a payload,
// and what the host makes of their answers. Pure: other rooms read files and start processes.

import type { Effect, WhyNotRun } from './effect.ts'
import type { EntryScope, HookEntry, JsonPath } from './entry.ts'
import type { EventRecord } from './eventRecord.ts'
import type { HostFacts } from './facts.ts'
import type { HostRules } from './hosts/rules.ts'
import type { Raw, Reason, Verdict } from './verdict.ts'
import type { WalkedShape, Word } from './walk.ts'

/** `jsonc`: JSON with comments and trailing commas; `commented`: with comments alone. */
export type ConfigurationFormat = 'json' | 'jsonc' | 'commented' | 'toml' | 'frontmatter'

/** A file, or a pattern of files (`*` for one name, `**` for any folders), that a host reads configuration from. */
export type ConfigurationPlace = {
  readonly scope: EntryScope
  /**
   * `system`: the path is absolute. `repository`: the top of the git checkout, where that is not the workspace itself.
   * `checkout`: every folder from the top of the git checkout down to the workspace.
   */
  readonly base: 'workspace' | 'repository' | 'checkout' | 'home' | 'system'
  readonly path: string
  readonly format: ConfigurationFormat
  /** An environment variable that, where set, names the folder that replaces the first segment of the path. */
  readonly movedBy?: string
  /** An environment variable that, where set, names the home folder. */
  readonly homeIn?: string
  /** An environment variable that, where set, names the file itself, absolute. */
  readonly namedBy?: string
  /** The plugin, skill or agent, where the path does not determine it. */
  readonly owner?: string
  /** Variables such as `${CLAUDE_PLUGIN_ROOT}` that stand for folders, absolute. */
  readonly folders?: Readonly<Record<string, string>>
  /** Only on this system, by Node's name for the platform. */
  readonly platform?: string
  /** The content, where it does not come from a file. */
  readonly text?: string
  /** The host drops a file that begins with a byte order mark. */
  readonly byteOrderMark?: 'refused'
  /**
   * The host's reaction to a file that does not parse, a sentence without period; "X drops the whole file" if absent.
   */
  readonly whenBroken?: string
  /** The host does not read the file where it is a symbolic link. */
  readonly link?: 'refused'
  /** Read for what it states about other files; it holds no entries. */
  readonly index?: true
  /** The file belongs to another host, and this one reads it as well. */
  readonly borrowed?: true
}

/** A file, or a pattern of files, that authors put hooks in although the host does not search it. */
export type UnreadPlace = Pick<ConfigurationPlace, 'base' | 'path'> & {
  /** Where the hooks belong. */
  readonly instead: string
  /** Applies only where these files are in the same folder, which makes the folder a plugin. */
  readonly beside?: string | readonly string[]
  /** A warning where absent. */
  readonly severity?: 'info'
}

/** One configuration file as it was found. */
export type ConfigurationFile = {
  readonly place: ConfigurationPlace
  /** Absolute. */
  readonly path: string
  /** The parsed content; undefined where the file does not parse. */
  readonly value: unknown
  /** The source text of the value at a path: `20.0` and `20` parse to the same value. */
  readonly written?: (at: JsonPath) => string
}

/** Something a host does not load, and how much of the file is dropped with it. */
export type Rejection = {
  readonly level: 'file' | 'event' | 'group' | 'entry'
  /** Everything below this path is dropped. */
  readonly at: JsonPath
  /** Where the problem is shown, if not at `at`. */
  readonly shownAt?: JsonPath
  /** One line: what is wrong, and what the host does about it. */
  readonly message: string
  readonly fix?: string
  /** The key that was probably intended at `at`. */
  readonly replacement?: string
  /** The host has no such event. */
  readonly unknownEvent?: true
  /** An error where absent. */
  readonly severity?: 'warning' | 'info'
}

/** An entry as written in a file, before its surroundings are known. */
export type FoundEntry = {
  readonly event: string
  readonly matcher: string | undefined
  readonly kind: string
  readonly command: string
  /** The command before the host replaces variables in it, where it does. */
  readonly written?: string
  readonly args?: readonly string[]
  readonly fields: Readonly<Record<string, unknown>>
  readonly group: Readonly<Record<string, unknown>>
  readonly at: JsonPath
  /** Its working directory, if not the workspace: absolute, relative to the workspace, or `~/` for the home folder. */
  readonly cwd?: string
  /** The agent that the entry belongs to, where the file names it. */
  readonly owner?: string
}

export type FileEntries = {
  readonly entries: readonly FoundEntry[]
  readonly rejections: readonly Rejection[]
}

/** Why a host never runs an entry, whatever event fires: as a class, and as text. */
export type EntryOff = {
  readonly why: WhyNotRun
  readonly text: string
  /** The setting that switches the entry off, and the file that contains it. */
  readonly by?: { readonly path: string; readonly at: JsonPath }
}

export type MatcherFault = {
  readonly message: string
  /** The word of the matcher that is wrong, where the others are not. */
  readonly part?: string
  readonly fix?: string
  /** The matcher that was probably intended. */
  readonly replacement?: string
  /** With `replacement`: the text for the condition of each entry of the group. */
  readonly condition?: string
  readonly severity: 'warning' | 'info'
  /** Why the entry can never fire, in a few words; absent where it may fire. */
  readonly never?: string
}

/** The combined meaning of all configuration files of a host. */
export type Combined = {
  /** Why the entries of a file do not run; undefined where they do. */
  readonly off: (file: ConfigurationFile) => EntryOff | undefined
  /** Environment variables that configuration sets for the processes of a file's hooks. */
  readonly env: (file: ConfigurationFile) => Readonly<Record<string, string>>
  /** Settings that the judgment needs, for the host's own functions only. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What the host reports when it reads the files together, although it accepts each of them. */
  readonly complaints?: readonly Complaint[]
}

/** A conflict between files, reported in one of them. */
export type Complaint = {
  readonly file: ConfigurationFile
  readonly at: JsonPath
  readonly message: string
  readonly fix?: string
}

/** One event that is about to be judged. */
export type HostFiring = {
  readonly event: string
  readonly record: EventRecord
  readonly payload: unknown
  readonly facts: HostFacts
  readonly settings: Readonly<Record<string, unknown>>
}

/** Whether a host runs an entry on a payload. */
export type EntryPlan =
  | {
      readonly run: true
      /** False: the entry runs in the background. */
      readonly waits: boolean
      /** How often it runs, where equal entries of one file each run; once where absent. */
      readonly times?: number
      /** It keeps running after its time-out, and the host still waits for its end. */
      readonly outlasts?: true
      /** What is assumed where a condition could not be evaluated: that it holds, so that the entry is not left out. */
      readonly assumed?: string
    }
  | { readonly run: false; readonly why: WhyNotRun; readonly text: string }

/** The result of one entry, after all have ended. */
export type EntryRun = {
  readonly entry: HookEntry
  readonly plan: EntryPlan
  /** Position in the order in which runs ended; -1 for an entry that did not run. */
  readonly finished: number
  /** Duration in milliseconds, where it ran. */
  readonly ms?: number | undefined
  readonly raw?: Raw | undefined
  /** The answer, where there is one that the host accepts. */
  readonly result?: unknown
  readonly verdict: Verdict
  readonly failure?: { readonly reason: Reason; readonly message: string } | undefined
}

/** What follows one entry of a sequence: the next payload, or why the sequence ends. */
export type NextInSequence = { readonly payload: unknown } | { readonly ends: string }

/** The combined result of all entries. */
export type Judgement = {
  readonly verdict: Verdict
  /** Index of the run that made the decision. */
  readonly by?: number | undefined
  /** Without the fields about hooks, which are derived from plan and runs. */
  readonly effect: Omit<Effect, 'hooks' | 'fired' | 'unknown'>
}

/** The process to start for an entry. */
export type EntryProcess = {
  readonly file: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Content of standard input. */
  readonly input: string
  readonly cwd: string | undefined
}

export type ProcessContext = {
  readonly payload: unknown
  readonly root: string
  readonly home: string
  readonly platform: string
  /** The environment variables that the host program itself would have. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** An entry that calls a script of the workspace, to be added to a configuration file. Paths are from the workspace. */
export type NewEntry = {
  readonly script: string
  /** The configuration file: one of the host's places, JSON with comments where that place has them. */
  readonly file: string
  /** The list that `value` is added to. */
  readonly at: JsonPath
  readonly value: unknown
  /** Other content of the file when it is created for this entry. */
  readonly fresh?: Readonly<Record<string, unknown>>
  /** A TOML file of the host that gets the entry if it already holds entries and `file` does not exist. */
  readonly instead?: string
}

export type Host = {
  /** Versions whose behavior is known, newest first. */
  readonly versions: readonly string[]
  readonly facts: Omit<HostFacts, 'version'>
  /** Folder of the user's settings below the home folder, by Node's platform name, where no place contains it. */
  readonly userData?: Readonly<Record<string, string>>
  /** In the host's own terms. */
  readonly permissionModes: readonly string[]
  readonly places: readonly ConfigurationPlace[]
  /** User settings that are in no file, or worth trying: passed to `given` and to the facts as `name=value`. */
  readonly settings?: readonly Word[]
  /** Places that the host does not search although authors expect it to. */
  readonly unread?: readonly UnreadPlace[]
  /** Files that the host's command line names. */
  given?(flags: readonly string[]): readonly ConfigurationPlace[]
  /** Files that the files read so far lead to (plugins); called again until it returns no new file. */
  further?(
    read: readonly ConfigurationFile[],
    ground: { readonly root: string; readonly home: string },
  ): readonly ConfigurationPlace[]
  /** The files in the order in which their entries run, where that is not the order of the places. */
  inOrder?<F extends ConfigurationFile>(files: readonly F[]): readonly F[]
  /** What may be written in a file, for completion and hovers; `entries` reports what is wrong with one. */
  shape(place: Pick<ConfigurationPlace, 'path' | 'scope' | 'format'>): WalkedShape
  /** `platform`: the target system, by Node's name; an entry may have a separate command for each. */
  entries(file: ConfigurationFile, platform: string): FileEntries
  /** What is wrong in a file that has no entries and points to files that do. */
  leads?(file: ConfigurationFile): readonly Rejection[]
  combine(files: readonly ConfigurationFile[], facts: HostFacts): Combined
  /** Milliseconds the host waits for an entry. */
  timeoutMs(entry: FoundEntry): number
  /** Variables in commands that stand for folders. */
  folders(ground: { readonly root: string; readonly home: string }): Readonly<Record<string, string>>
  /** What is certainly wrong with a matcher: it can never match, or the host ignores it. */
  matcherFault(event: string, matcher: string | undefined, file: string): MatcherFault | undefined
  /** Host-specific rules for the checks of its entries. */
  readonly rules: HostRules
  /** Consequence of a missing command at an event, worded to follow "so". */
  missingScript(event: string, title: string): string
  /** Whether an event fires at all. */
  fires(firing: HostFiring): boolean
  plan(firing: HostFiring, entries: readonly HookEntry[]): readonly EntryPlan[]
  /** Whether these entries, all of which run, run one after the other; where absent, the event's flow decides. */
  inSequence?(firing: HostFiring, entries: readonly HookEntry[]): boolean
  /** The next payload of a sequence, or why no further entry is started; the same payload where absent. */
  next?(firing: HostFiring, payload: unknown, run: EntryRun): NextInSequence
  /** Translates the payload of an event to another spelling of the event, for hosts that have several. */
  respell?(payload: unknown, from: string, to: string): unknown
  judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement
  process(entry: HookEntry, context: ProcessContext): EntryProcess
  /** The entry that calls a script of this name on an event; `by`: the program before its path that runs it. */
  newEntry?(event: string, script: string, by?: string): NewEntry
  /** What an entry without an answer must print, where the host would otherwise take standard error for its answer. */
  readonly saysNothing?: string
  /** What a prediction assumes about an entry that would run, because the host does not publish it. */
  assumes?(facts: HostFacts, entry: HookEntry): string | undefined
  /** One sentence on the source of the predictions, where they are not confirmed by a run of the program. */
  readonly unobserved?: string
}
