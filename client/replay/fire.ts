// Fires one hook with one payload through the runtime. A recorded run is compared with the recording; for any other
// payload the result shows how it changed. A canceled firing yields no result.

import * as vscode from 'vscode'
import { effectLine } from '../../runtime/contract/effectWords.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import type { KeptReplay } from './keep.ts'
import { type Payload, payloadValue } from './payloads.ts'
import { firingResult, type ReplayResult, replayedResult } from './result.ts'

/** The result; `idle` with the reason if the hook was not run. */
export type Fired =
  | {
      readonly kind: 'ran'
      /** With secrets redacted, for display. */
      readonly came: ReplayResult
      /** Not redacted; saving it as a case redacts it. */
      readonly replayed: KeptReplay
      /** Description of what the host does with it. */
      readonly effect?: string
    }
  | { readonly kind: 'idle'; readonly why: string; readonly waitsForTrust: boolean }

/** Fires the hook. Rejects with a cancellation if the token is canceled, whatever the hook returned meanwhile. */
export async function fireHook(
  context: ClientContext,
  target: ChosenHook,
  payload: Payload,
  token: vscode.CancellationToken,
): Promise<Fired> {
  const { runtimes } = context
  const { hook, folder } = target
  const { event } = payload
  if (payload.kind === 'recorded' && ranThen(payload, hook.id)) {
    const { recording, recorded } = payload
    const request = { recordings: [recording], hook: hook.id, event: String(recorded.n) }
    const [replayed] = (await runtimes.ask(folder, 'replay', request, token)).events
    if (token.isCancellationRequested) throw new vscode.CancellationError()
    if (replayed === undefined) throw new Error(vscode.l10n.t('The recorded event no longer exists.'))
    const given = inputKnown(payload, hook.id) ? recorded.payload : undefined
    return (
      idle(hook.id, replayed.replayed) ??
      ran(await withoutSecrets(context, folder, replayedResult(replayed, given)), {
        target,
        fired: { recording, event: recorded.n },
        outcome: replayed.replayed,
      })
    )
  }
  const value = payloadValue(payload)
  const fired = { event, dialect: hook.dialect, payload: value }
  const outcome = await runtimes.ask(folder, 'run', { ...fired, hook: hook.id }, token)
  if (token.isCancellationRequested) throw new vscode.CancellationError()
  return (
    idle(hook.id, outcome) ??
    ran(await withoutSecrets(context, folder, firingResult(outcome, value)), { target, fired, outcome })
  )
}

/** Redacts the secrets of a result for display. */
export async function withoutSecrets(
  { runtimes }: ClientContext,
  folder: vscode.WorkspaceFolder,
  came: ReplayResult,
): Promise<ReplayResult> {
  return (await runtimes.ask(folder, 'redact', { value: came })).value as ReplayResult
}

function ran(came: ReplayResult, replayed: KeptReplay): Fired {
  const effect = came.effect === undefined ? {} : { effect: effectLine(came.effect) }
  return { kind: 'ran', came, replayed, ...effect }
}

function idle(id: string, came: Outcome | HookRun | null): Fired | undefined {
  if (came === null) return undefined
  const run = 'hooks' in came ? came.hooks.find((one) => one.id === id) : came
  const waitsForTrust = run?.failure === 'untrusted'
  if (run === undefined || !(waitsForTrust || run.status === 'skipped')) return undefined
  return { kind: 'idle', why: run.why ?? '', waitsForTrust }
}

type Recorded = Extract<Payload, { kind: 'recorded' }>

function ranThen({ recorded }: Recorded, id: string): boolean {
  return recorded.outcome.hooks.some((run) => run.id === id && run.status !== 'skipped')
}

// A later hook received the payload as changed by the earlier ones; only the runtime can reconstruct it.
function inputKnown({ recorded }: Recorded, id: string): boolean {
  for (const run of recorded.outcome.hooks) {
    if (run.id === id) return true
    if (run.verdict?.payload !== undefined) return false
  }
  return true
}
