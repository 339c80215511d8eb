// What a host has to say of itself to be observed: what its events are about, and how its program is started and talked to.

import type { CaseEnvironment, CaseObject, ConfigFile, ObservedWhyNot } from './case.ts'
import type { HostGrammar } from './grammar.ts'
import type { ModelWire } from './mockModel.ts'
import type { RunFolders } from './runFolders.ts'
import type { Situation } from './scenario.ts'

/** What an event is about: the kind of operation that its hooks can bear on. */
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
  /** Events with the command of a hook that only records. */
  readonly recorders: readonly (readonly [event: string, command: string])[]
  /** Where the program is to write its log; nowhere where absent. */
  readonly log?: string
}

export type AgentHost = {
  readonly name: string
  readonly version: string
  readonly wire: ModelWire
  readonly events: readonly string[]
  /** Events that are recorded in every run: they show which tools ran, and with what. */
  readonly evidence: readonly string[]
  readonly situations: Readonly<Record<string, Situation>>
  readonly subject: (event: string) => EventSubject
  /** The call that a payload is about, where it has no number of its own: the model's name of the tool, and its input. */
  readonly callIn?: (payload: CaseObject) => { readonly tool: string; readonly input: CaseObject } | undefined
  /** Whether a payload is in the words of this spelling of its event, for a host that has several. */
  readonly isInWordsOf?: (event: string, payload: CaseObject) => boolean
  /** The number that the model gave a call, in what hooks are given of it; the same where absent. */
  readonly callNumber?: (id: string) => string
  /** What the host puts beside a tool's own result, and beside the prompt, in one text with it. */
  readonly added?: { readonly result?: RegExp; readonly prompt?: RegExp }
  /** A prompt without what the host always puts before it. */
  readonly promptIn?: (text: string) => string
  readonly environment: (situation: Situation) => CaseEnvironment
  /** Whether this result of a call says that the call was refused for its input, not by a decision. */
  readonly refusesInput: (text: string) => boolean
  /** Whether this result of a call is the host's own refusal, by its rules and not by a hook. */
  readonly ownRefusal: (text: string) => boolean
  /** What this file has that can keep the hook from running, were the event to come up. */
  readonly mayKeepFromRunning: (file: ConfigFile, hook: string) => readonly ObservedWhyNot[]
  /** Its hooks run one after the other, and what one says can keep those behind it from running. */
  readonly chained?: true
  /** Whether an entry with this time-out is ended about when it starts, so that it is a race whether it has begun. */
  readonly endsAtOnce?: (timeout: number) => boolean
  /** Texts that the host adds to its requests by itself and that differ from request to request. */
  readonly ownText: (text: string) => boolean
  /** Every request is of the main conversation, whatever it still holds of it. */
  readonly oneConversation?: true
  /** What the program printed as its answer. */
  readonly printed?: (stdout: string) => string | undefined
  /** What differs from run to run in the results of tools: times, ids. */
  readonly changing: readonly RegExp[]
  readonly grammar: HostGrammar
}

/** A program from npm that is started for each run. */
export type CommandHost = AgentHost & {
  readonly npmPackage: string
  /** The program inside the folder of the installation. */
  readonly program: string
  /** What is played to hooks of which only the text of their files is known: a call of each usual tool. */
  readonly tour: (files: string) => Situation
  /** Names of files that count only once they are installed, which a run does not do. */
  readonly installs?: RegExp
  /** What it writes or logs about configuration that it does not take. */
  readonly complains: RegExp
  /** What a run of hooks in the project's own files needs beside them. */
  readonly trusting?: { readonly path: string; readonly text: string }
  readonly commandLine: (input: CommandLineInput) => {
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    /** What is written to its standard input; nothing where absent. */
    readonly input?: string
  }
}

/** The agent of an editor: one window plays all runs. */
export type EditorHost = AgentHost & {
  /** What makes the recorders known to it. */
  readonly recorders: (
    folders: RunFolders,
    recorders: readonly (readonly [event: string, command: string])[],
  ) => void
}
