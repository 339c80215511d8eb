// What a dialect adds that belongs to a real host: where its configuration stands, what an entry in it is, which entries
// run on a payload, and what the host makes of their answers. Pure: files and processes are other rooms' affair.

import type { Effect, WhyNotRun } from './effect.ts'
import type { EntryScope, HookEntry, JsonPath } from './entry.ts'
import type { EventRecord } from './eventRecord.ts'
import type { HostFacts } from './facts.ts'
import type { HostRules } from './hosts/rules.ts'
import type { Raw, Reason, Verdict } from './verdict.ts'
import type { WalkedShape, Word } from './walk.ts'

/** `jsonc`: JSON with comments and trailing commas; `commented`: with comments alone. */
export type ConfigurationFormat = 'json' | 'jsonc' | 'commented' | 'toml' | 'frontmatter'

/** A file, or by `*` (one name) and `**` (any folders) a pattern of files, that a host reads configuration from. */
export type ConfigurationPlace = {
  readonly scope: EntryScope
  /**
   * `system`: the path is absolute. `repository`: the top of the git checkout, where that is not the workspace itself.
   * `checkout`: every folder from the top of the git checkout down to the workspace.
   */
  readonly base: 'workspace' | 'repository' | 'checkout' | 'home' | 'system'
  readonly path: string
  readonly format: ConfigurationFormat
  /** A variable of the environment that, where it is set, names the folder in place of the path's first step. */
  readonly movedBy?: string
  /** A variable of the environment that, where it is set, names the home folder. */
  readonly homeIn?: string
  /** A variable of the environment that, where it is set, names the file itself, absolute. */
  readonly namedBy?: string
  /** The plugin, skill or agent, where it is not told by the path. */
  readonly owner?: string
  /** `${CLAUDE_PLUGIN_ROOT}` and its like: variables that stand for folders, absolute. */
  readonly folders?: Readonly<Record<string, string>>
  /** Only on this system, by Node's name for it. */
  readonly platform?: string
  /** What it holds, where it is no file. */
  readonly text?: string
  /** A byte order mark at its beginning makes the host drop it. */
  readonly byteOrderMark?: 'refused'
  /** What becomes of it where it does not parse, as a sentence without its end; "X drops the whole file" where absent. */
  readonly whenBroken?: string
  /** The host does not read it where it is a symbolic link. */
  readonly link?: 'refused'
  /** Read for what it says of other files; it holds no entries. */
  readonly index?: true
  /** The file belongs to another host, and this one reads it as well. */
  readonly borrowed?: true
}

/** A file, or a pattern of files, in which authors put hooks and in which the host does not look for any. */
export type UnreadPlace = Pick<ConfigurationPlace, 'base' | 'path'> & {
  /** Where the hooks belong. */
  readonly instead: string
  /** Only where this file stands in the same folder: the folder is a plugin. */
  readonly beside?: string
  /** A warning where it is absent. */
  readonly severity?: 'info'
}

/** One configuration file as it was found. */
export type ConfigurationFile = {
  readonly place: ConfigurationPlace
  /** Absolute. */
  readonly path: string
  /** What it holds; undefined where it does not parse. */
  readonly value: unknown
  /** The text of the value at a path, as it stands in the file: `20.0` and `20` are one value. */
  readonly written?: (at: JsonPath) => string
}

/** Something a host does not load, and how much goes with it. */
export type Rejection = {
  readonly level: 'file' | 'event' | 'group' | 'entry'
  /** Everything below this path goes. */
  readonly at: JsonPath
  /** Where it is shown, if not there. */
  readonly shownAt?: JsonPath
  /** One line: what is wrong, and what the host then does. */
  readonly message: string
  readonly fix?: string
  /** The key that belongs at `at`, where one is meant. */
  readonly replacement?: string
  /** The event is none of the host's. */
  readonly unknownEvent?: true
  /** An error where it is absent. */
  readonly severity?: 'warning' | 'info'
}

/** An entry as it stands in a file, before anything around it is known. */
export type FoundEntry = {
  readonly event: string
  readonly matcher: string | undefined
  readonly kind: string
  readonly command: string
  readonly args?: readonly string[]
  readonly fields: Readonly<Record<string, unknown>>
  readonly group: Readonly<Record<string, unknown>>
  readonly at: JsonPath
  /** Where its command starts, where that is not the workspace: absolute, from the workspace, or from the home by `~/`. */
  readonly cwd?: string
  /** The agent that it comes with, where the file names it. */
  readonly owner?: string
}

export type FileEntries = {
  readonly entries: readonly FoundEntry[]
  readonly rejections: readonly Rejection[]
}

/** Why a host does not run an entry, whatever is fired: as a class, and in words. */
export type EntryOff = {
  readonly why: WhyNotRun
  readonly text: string
  /** The setting that switches it off, and the file in which it stands. */
  readonly by?: { readonly path: string; readonly at: JsonPath }
}

export type MatcherFault = {
  readonly message: string
  readonly fix?: string
  /** The matcher that belongs there, where one is meant. */
  readonly replacement?: string
  /** With `replacement`: what belongs into the condition of each of the group's entries. */
  readonly condition?: string
  readonly severity: 'warning' | 'info'
  /** Why the entry certainly never fires, in a few words; absent where it may. */
  readonly never?: string
}

/** What all files of a host together say. */
export type Combined = {
  /** Why the entries of a file do not run; undefined where they do. */
  readonly off: (file: ConfigurationFile) => EntryOff | undefined
  /** Variables that configuration puts into the processes of a file's hooks. */
  readonly env: (file: ConfigurationFile) => Readonly<Record<string, string>>
  /** What the judgement needs of them, for the host's own functions only. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What the host complains of when it reads them together, though it takes each of them. */
  readonly complaints?: readonly Complaint[]
}

/** Something that is wrong between files, told in one of them. */
export type Complaint = {
  readonly file: ConfigurationFile
  readonly at: JsonPath
  readonly message: string
  readonly fix?: string
}

/** One event, about to be judged. */
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
      /** False: it goes on in the background. */
      readonly waits: boolean
      /** How often it runs, where equal entries of one file each run; once where absent. */
      readonly times?: number
      /** It goes on when its time is up, and the host waits for its end all the same. */
      readonly outlasts?: true
    }
  | { readonly run: false; readonly why: WhyNotRun; readonly text: string }

/** What one entry came to, when all have ended. */
export type EntryRun = {
  readonly entry: HookEntry
  readonly plan: EntryPlan
  /** Rank in which it ended; -1 for one that did not run. */
  readonly finished: number
  /** How long it took, in milliseconds, where it ran. */
  readonly ms?: number | undefined
  readonly raw?: Raw | undefined
  /** The answer, where there is one that the host takes. */
  readonly result?: unknown
  readonly verdict: Verdict
  readonly failure?: { readonly reason: Reason; readonly message: string } | undefined
}

/** How a sequence of entries goes on after one of them. */
export type NextInSequence = { readonly payload: unknown } | { readonly ends: string }

/** What all entries together come to. */
export type Judgement = {
  readonly verdict: Verdict
  /** Index of the run whose decision it is. */
  readonly by?: number | undefined
  /** Without the hooks, which are told from plan and runs. */
  readonly effect: Omit<Effect, 'hooks' | 'fired' | 'unknown'>
}

/** What a program is started as. */
export type EntryProcess = {
  readonly file: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What is on standard input. */
  readonly input: string
  readonly cwd: string | undefined
}

export type ProcessContext = {
  readonly payload: unknown
  readonly root: string
  readonly home: string
  readonly platform: string
  /** The variables that the program itself would have. */
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
  /** What a file that is made for it holds besides. */
  readonly fresh?: Readonly<Record<string, unknown>>
  /** A TOML file of the host, which gets the entry where that holds entries and `file` is not there. */
  readonly instead?: string
}

export type Host = {
  /** Versions whose behavior is known, the newest first. */
  readonly versions: readonly string[]
  readonly facts: Omit<HostFacts, 'version'>
  /** The folder of the user's settings below the home, by Node's name for the system, where it is none of the places' own. */
  readonly userData?: Readonly<Record<string, string>>
  /** In its own words. */
  readonly permissionModes: readonly string[]
  readonly places: readonly ConfigurationPlace[]
  /** Settings of the person's that it keeps where no file tells, or that one may want to try: given to `given` and its facts as `name=value`. */
  readonly settings?: readonly Word[]
  /** Where it does not look, and authors think it does. */
  readonly unread?: readonly UnreadPlace[]
  /** Files that the host's command line names. */
  given?(flags: readonly string[]): readonly ConfigurationPlace[]
  /** Files that what was read so far leads to (plugins); asked until nothing new is named. */
  further?(
    read: readonly ConfigurationFile[],
    ground: { readonly root: string; readonly home: string },
  ): readonly ConfigurationPlace[]
  /** The files in the order in which their entries run, where that is not the order of the places. */
  inOrder?<F extends ConfigurationFile>(files: readonly F[]): readonly F[]
  /** What may be written in a file, for completion and hovers; what is wrong with one, `entries` says. */
  shape(place: Pick<ConfigurationPlace, 'path' | 'scope' | 'format'>): WalkedShape
  /** `platform`: the system it is asked for, by Node's name; an entry may say another command for each. */
  entries(file: ConfigurationFile, platform: string): FileEntries
  /** What is wrong in a file that holds no entries and says where others are. */
  leads?(file: ConfigurationFile): readonly Rejection[]
  combine(files: readonly ConfigurationFile[], facts: HostFacts): Combined
  /** Milliseconds the host waits for an entry. */
  timeoutMs(entry: FoundEntry): number
  /** Variables in commands that stand for folders. */
  folders(ground: { readonly root: string; readonly home: string }): Readonly<Record<string, string>>
  /** What is certainly wrong with a matcher: that it never matches, or that the host does not look at it. */
  matcherFault(event: string, matcher: string | undefined, file: string): MatcherFault | undefined
  /** What the checks of its entries go by. */
  readonly rules: HostRules
  /** What a command that is not found comes to at an event, after "so". */
  missingScript(event: string, title: string): string
  /** Whether an event fires at all. */
  fires(firing: HostFiring): boolean
  plan(firing: HostFiring, entries: readonly HookEntry[]): readonly EntryPlan[]
  /** Whether these entries, which all run, run one after the other; where absent, the event's flow says it. */
  inSequence?(firing: HostFiring, entries: readonly HookEntry[]): boolean
  /** What the next entry of a sequence is given, or why no further one is started; the same payload where absent. */
  next?(firing: HostFiring, payload: unknown, run: EntryRun): NextInSequence
  /** The payload of an event in the words of another spelling of it, for hosts that have some. */
  respell?(payload: unknown, from: string, to: string): unknown
  judge(firing: HostFiring, runs: readonly EntryRun[]): Judgement
  process(entry: HookEntry, context: ProcessContext): EntryProcess
  /** The entry that calls a script of this name on an event; `by` stands before its path, where a program is given it. */
  newEntry?(event: string, script: string, by?: string): NewEntry
  /** What an entry prints that has nothing to say, where the host otherwise takes standard error for its answer. */
  readonly saysNothing?: string
  /** What a prediction takes for granted because the host keeps it to itself, of an entry that it would run. */
  assumes?(facts: HostFacts, entry: HookEntry): string | undefined
  /** One sentence on where predictions come from, where no run of the program stands behind them. */
  readonly unobserved?: string
}
