// Fires one event for a verb: through one hook or all, with a recording on request.

import { defined } from '../contract/defined.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { answersTo } from '../contract/dialects/index.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Outcome } from '../contract/outcome.ts'
import { printError } from './print.ts'
import { UsageError } from './usage.ts'

export type RunVerbOptions = {
  readonly record?: boolean
  readonly strict?: boolean
  readonly failClosed?: boolean
  readonly hook?: string
  readonly facts?: HostFacts | undefined
}

/** Fires one event; returns its outcome and the paths of the recordings written. */
export async function runOnce(
  workspace: Opened,
  dialect: DialectId,
  event: string,
  payload: unknown,
  options: RunVerbOptions,
  signal?: AbortSignal,
): Promise<{ readonly outcome: Outcome; readonly recordings: readonly string[] }> {
  const only =
    options.hook === undefined ? {} : { only: await onlyHook(workspace, options.hook, dialect, event) }
  const recorder = await startRecording(workspace, options.record)
  try {
    const outcome = await workspace.fire(event, payload, {
      dialect,
      // A payload that cannot be passed to a hook cannot be printed either.
      fromOutside: true,
      ...only,
      ...defined({ signal }),
      ...(options.strict === true ? { strict: true } : {}),
      ...(options.failClosed === true ? { failOpen: false } : {}),
      ...defined({ facts: options.facts }),
    })
    return { outcome, recordings: recorder?.paths() ?? [] }
  } finally {
    recorder?.close()
  }
}

type Opened = Awaited<ReturnType<typeof import('../workspace/open.ts')['openWorkspace']>>

async function onlyHook(workspace: Opened, wanted: string, dialect: string, event: string) {
  const { findHook } = await import('./find.ts')
  const hook = findHook(workspace.list(), wanted, { dialect, event })
  if (hook.dialect !== dialect || !answersTo(hook, event)) {
    const answers = hook.events.length === 0 ? 'no known event yet' : hook.events.join(', ')
    throw new UsageError(`${hook.id} does not answer ${event} of ${dialect}; it answers ${answers}.`)
  }
  return (one: { readonly id: string }) => one.id === hook.id
}

// `record on` applies to all firings; `--record` only to this one.
async function startRecording(workspace: Opened, wanted: boolean | undefined) {
  const { recordingState } = await import('../recordings/state.ts')
  const state = wanted === true ? undefined : recordingState(workspace.root)
  if (state?.problem !== undefined) printError(`Nothing is recorded: ${state.problem}`)
  if (state?.on === false) return undefined
  const { recordWorkspace } = await import('../workspace/recording.ts')
  return recordWorkspace(workspace, printError)
}
