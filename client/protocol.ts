// Types of the hook server's protocol (docs/protocol.md), limited to the methods and notifications that the extension
// uses. The server validates what it receives.

import type { ConversionNote, ConversionState } from '../runtime/contract/convert/conversion.ts'
import type { Effect } from '../runtime/contract/effect.ts'
import type { Gate } from '../runtime/contract/gates.ts'
import type { HookRun } from '../runtime/contract/outcome.ts'
import type { Outcome, Problem, Step } from '../runtime/index.ts'
import type { AgentToolRequest } from '../runtime/tools/serverAnswers.ts'
import type { ApiHookInfo } from './api.ts'

/** A hook as returned by `list`; also what other extensions get. */
export type HookRow = ApiHookInfo

export type HookStatsMessage = {
  readonly id: string
  readonly calls: number
  readonly failures: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** A recording as returned by `recordings/list`. */
export type RecordingRow = {
  readonly path: string
  readonly name: string
  readonly bytes: number
  readonly header?: { readonly session: string; readonly startedAt: string; readonly imported?: true }
  /** Why it cannot be read. */
  readonly problem?: string
  readonly events: number
}

export type RecordedEventMessage = {
  /** Its number in the recording, from 1. */
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly payload: unknown
  readonly session: string
  readonly at: number
  readonly outcome: Outcome
  readonly settled: boolean
}

export type DifferenceMessage = {
  readonly path: string
  readonly recorded?: unknown
  readonly replayed?: unknown
}

export type ReplayedEventMessage = {
  readonly n: number
  readonly event: string
  readonly dialect: string
  readonly hook?: string
  readonly recorded: Outcome | HookRun | null
  readonly replayed: Outcome | HookRun | null
  /** What the host does if only this hook runs; present only for a single hook of a host. */
  readonly effect?: Effect
  readonly same: boolean
  readonly differences?: readonly DifferenceMessage[]
  readonly failed?: string
}

/** One agent's handling of a payload, as returned by `compare`. */
export type AgentRow = {
  readonly dialect: string
  /** The agent's name for the event; absent if it has no equivalent event. */
  readonly event?: string
  readonly payload?: unknown
  readonly outcome?: Outcome
  /** Why there is no outcome although the agent has the event. */
  readonly open?: 'unknown' | 'unreached' | 'untranslated'
  /** What the agent cannot do, and what was assumed: one line each. */
  readonly notes: readonly string[]
}

/** The result of `compare` for all agents. */
export type ComparedAgents = {
  readonly agents: readonly AgentRow[]
  /** How the agents differ and why, and which script several of them call: one sentence each. */
  readonly differences: readonly string[]
}

export type ReplayMessage = {
  readonly events: readonly ReplayedEventMessage[]
  readonly same: number
  readonly changed: number
  readonly failed: number
}

/** The result of a case, as returned by `test`. */
export type CaseResultMessage = {
  readonly name: string
  /** Path of the case file. */
  readonly path?: string
  readonly status: 'passed' | 'failed'
  readonly durationMs: number
  /** `recorded` is the expected value, `replayed` the actual one. */
  readonly differences: readonly (DifferenceMessage & { readonly masked?: true })[]
  readonly why?: string
  readonly outcome?: Outcome
}

/** Where a debugger can attach to a waiting hook. */
export type InspectTarget = (
  | { readonly kind: 'node' | 'python'; readonly host: string; readonly port: number }
  | { readonly kind: 'shell'; readonly socket: string }
) & {
  /** The hook's id. */
  readonly hook: string
}

/** One command that a shell hook ran. */
export type TracedLine = { readonly hook: string; readonly line: number; readonly text: string }

/** The result of a conversion from one agent to another. */
export type ConversionMessage = {
  /** The file to change, relative to the workspace. */
  readonly file: string
  readonly entries: readonly {
    readonly file: string
    readonly event: string
    readonly text: string
    readonly state: ConversionState
    readonly notes: readonly ConversionNote[]
    readonly into: readonly { readonly event: string }[]
  }[]
  readonly remarks: readonly string[]
  /** How many entries the file already has. */
  readonly there: number
  readonly thereIn: readonly string[]
  readonly wrote: boolean
  /** `before` is null if the file is created; the field is absent if there is nothing to write. */
  readonly change?: { readonly before: string | null; readonly after: string }
}

/** A hook, a file or a folder; with `edits`, a folder and its later edits. */
export type TrustTarget = { readonly target?: string; readonly edits?: boolean }

/** A hook, or a file of configuration, that trust would cover, with what else the user should know. */
export type TrustRow = HookRow & { readonly remarks: readonly string[] }

export type TrustPreview = {
  readonly rows: readonly TrustRow[]
  /** Digest of the rows and of the bytes of their files. */
  readonly seen: string
}

type Call<P, R> = { readonly params: P; readonly result: R }

/** Parameters and result of each method. */
export type RuntimeMethods = {
  readonly initialize: Call<{ protocolVersion: 1 }, { hookbench: string; methods: readonly string[] }>
  readonly list: Call<{ dialect?: string; event?: string }, readonly HookRow[]>
  readonly reload: Call<object, { hooks: number; problems: readonly Problem[] }>
  readonly stats: Call<{ recordings?: readonly string[] }, readonly HookStatsMessage[]>
  readonly run: Call<
    { event: string; dialect?: string; payload: unknown; hook?: string; record?: boolean },
    Outcome
  >
  readonly compare: Call<{ event: string; dialect: string; payload: unknown }, ComparedAgents>
  readonly convert: Call<
    {
      from: string
      to: string
      file?: string
      script?: string
      preview?: boolean
      write?: boolean
      seen?: string | null
    },
    ConversionMessage
  >
  readonly redact: Call<{ value: unknown }, { readonly value: unknown }>
  readonly check: AgentToolRequest['check']
  readonly explain: Call<
    { event: string; dialect?: string; payload?: unknown; hook?: string },
    AgentToolRequest['explain']['result'] & { readonly gates?: readonly Gate[] }
  >
  readonly replay: Call<{ recordings: readonly string[]; hook?: string; event?: string }, ReplayMessage>
  readonly record: Call<{ word: 'on' | 'off' | 'status' }, { on: boolean; problem?: string }>
  readonly 'trust/preview': Call<TrustTarget, TrustPreview>
  /** Nothing is trusted if it has changed since the preview with the digest `seen`. Only `trustShown.ts` asks for it. */
  readonly trust: Call<TrustTarget & { yes: true; seen: string }, readonly unknown[]>
  readonly untrust: Call<{ target: string }, { removed: readonly unknown[]; still?: string }>
  readonly subscribe: Call<{ session?: string }, object>
  readonly 'session/start': Call<
    { conversation?: string; cwd?: string; subagent?: boolean; record?: boolean },
    { readonly session: string }
  >
  readonly 'session/end': Call<{ session: string }, { readonly firings: number; readonly recording?: string }>
  readonly fire: Call<
    {
      session: string
      event: string
      dialect?: string
      payload: unknown
      strict?: boolean
      failOpen?: boolean
    },
    Outcome
  >
  readonly 'recordings/list': Call<object, readonly RecordingRow[]>
  readonly 'recordings/show': Call<
    { recording: string },
    { readonly events: readonly RecordedEventMessage[]; readonly problems: readonly { message: string }[] }
  >
  readonly 'recordings/prune': Call<{ keep?: number }, { readonly deleted: readonly string[] }>
  readonly 'cases/save': Call<
    { name: string; hook?: string } & (
      | { recording: string; event: number; outcome?: Outcome | HookRun }
      | { event: string; dialect: string; payload: unknown; outcome: Outcome | HookRun }
    ),
    /** `note` warns the user that the case expects hooks to fail. */
    { readonly path: string; readonly note?: string }
  >
  readonly test: Call<
    { names?: readonly string[] },
    { readonly cases: readonly CaseResultMessage[]; readonly problems: readonly string[] }
  >
  readonly inspect: Call<
    {
      event: string
      dialect: string
      payload: unknown
      /** The hook to inspect; the whole chain by default. */
      hook?: string
      env?: Readonly<Record<string, string>>
      cwd?: string
      /** Traces shell hooks. */
      trace?: boolean
      /** Makes traced shell hooks wait for a debugger. */
      stops?: boolean
    },
    { readonly inspection: string; readonly targets: readonly InspectTarget[] }
  >
  readonly cancel: Call<{ inspection: string } | { session: string; firing?: string }, { cancelled: number }>
}

export type RuntimeMethod = keyof RuntimeMethods

/** Parameters of each notification. */
export type Notices = {
  readonly reloaded: {
    readonly workspace: string
    readonly hooks: number
    readonly problems: readonly Problem[]
  }
  readonly step: { readonly session?: string; readonly step: Step }
  readonly stepsLost: { readonly count: number }
  readonly attachable: { readonly inspection: string; readonly target: InspectTarget }
  readonly traced: { readonly inspection: string; readonly lines: readonly TracedLine[] }
  readonly inspected: { readonly inspection: string; readonly outcome: Outcome }
}

export type Notice = keyof Notices

export const NOTICES: readonly Notice[] = [
  'reloaded',
  'step',
  'stepsLost',
  'attachable',
  'traced',
  'inspected',
]
