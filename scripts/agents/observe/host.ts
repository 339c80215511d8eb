// The interface of a host under observation: the subjects of its events, how its program is started, and how to
// interpret its output.

import type { CaseEnvironment, CaseObject, ConfigFile, ObservedWhyNot } from './case.ts'
import type { HostGrammar } from './grammar.ts'
import type { ModelWire } from './mockModel.ts'
import type { RunFolders } from './runFolders.ts'
import type { Situation } from './scenario.ts'

/** The kind of operation that an event's hooks can affect. */
export type EventSubject =
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

export type CommandLineInput = {
  readonly folders: RunFolders
  readonly situation: Situation
  readonly port: number
  /** Events, each with the command of a hook that only records. */
  readonly recorders: readonly (readonly [event: string, command: string])[]
  /** Where the program writes its log; no log by default. */
  readonly log?: string
}

export type AgentHost = {
  readonly name: string
  readonly version: string
  readonly wire: ModelWire
  readonly events: readonly string[]
  /** Events recorded in every run: they show which tools ran, and with what input. */
  readonly evidence: readonly string[]
  readonly situations: Readonly<Record<string, Situation>>
  readonly subject: (event: string) => EventSubject
  /** The tool call of a payload that has no call id: the model's name of the tool, and its input. */
  readonly callIn?: (payload: CaseObject) => { readonly tool: string; readonly input: CaseObject } | undefined
  /** For a host with several spellings of an event: whether a payload uses this spelling. */
  readonly isInWordsOf?: (event: string, payload: CaseObject) => boolean
  /** Converts the call id in a hook's payload to the model's; identical by default. */
  readonly callNumber?: (id: string) => string
  /** Text that the host adds to a tool's own result or to the prompt, within the same text. */
  readonly added?: { readonly result?: RegExp; readonly prompt?: RegExp }
  /** Strips what the host always puts before a prompt. */
  readonly promptIn?: (text: string) => string
  readonly environment: (situation: Situation) => CaseEnvironment
  /** Whether this result of a call means that its input was invalid, rather than that a decision refused it. */
  readonly refusesInput: (text: string) => boolean
  /** Whether this result of a call is a refusal by the host's own rules rather than by a hook. */
  readonly ownRefusal: (text: string) => boolean
  /** What in this file can keep the hook from running if the event occurs. */
  readonly mayKeepFromRunning: (file: ConfigFile, hook: string) => readonly ObservedWhyNot[]
  /** Hooks run one after the other, and an answer can keep later ones from running. */
  readonly chained?: true
  /** Whether an entry with this time-out is stopped around its start, so that it is a race whether it has begun. */
  readonly endsAtOnce?: (timeout: number) => boolean
  /** Texts that the host adds to its requests by itself and that differ between requests. */
  readonly ownText: (text: string) => boolean
  /** Every request belongs to the main conversation, however little of it the request still contains. */
  readonly oneConversation?: true
  /** Extracts the answer that the program printed. */
  readonly printed?: (stdout: string) => string | undefined
  /** What varies between runs in results of tools: times, ids. */
  readonly changing: readonly RegExp[]
  readonly grammar: HostGrammar
}

/** A program from npm, started for each run. */
export type CommandHost = AgentHost & {
  readonly npmPackage: string
  /** Path of the program within the installation. */
  readonly program: string
  /** The situation for hooks of which only the files' text is known: one call of each common tool. */
  readonly tour: (files: string) => Situation
  /** Files that take effect only once installed, which a run does not do. */
  readonly installs?: RegExp
  /** Matches what the program writes or logs about configuration that it rejects. */
  readonly complains: RegExp
  /** A file needed for hooks in the project's own files to run. */
  readonly trusting?: { readonly path: string; readonly text: string }
  readonly commandLine: (input: CommandLineInput) => {
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    /** Written to its standard input; nothing by default. */
    readonly input?: string
  }
}

/** The agent of an editor: one window plays all runs. */
export type EditorHost = AgentHost & {
  /** Registers the recorders with the host. */
  readonly recorders: (
    folders: RunFolders,
    recorders: readonly (readonly [event: string, command: string])[],
  ) => void
}
