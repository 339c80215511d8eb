// One inspection by the runtime: reports where debuggers can attach, the lines that shell hooks run, and the outcome.
// Rejects if the runtime stops.

import * as vscode from 'vscode'
import { defined } from '../../runtime/contract/defined.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import type { ClientContext } from '../context.ts'
import type { InspectTarget, TracedLine } from '../protocol.ts'
import type { Launch } from './launch.ts'
import type { Plan } from './plan.ts'

export type DebugInspection = {
  readonly outcome: Promise<Outcome>
  cancel(): Promise<void>
}

export type InspectionEvent = {
  readonly attachable: (target: InspectTarget) => void
  readonly traced: (line: TracedLine) => void
}

/** Starts the inspection; resolves once a debugger can attach or a trace has begun. */
export async function inspect(
  { runtimes }: ClientContext,
  { folder, dialect, event, payload, hook }: Plan,
  { env, cwd }: Launch,
  notice: InspectionEvent,
  token: vscode.CancellationToken,
): Promise<DebugInspection> {
  const named = Promise.withResolvers<string>()
  const outcome = Promise.withResolvers<Outcome>()
  // The inspection's id arrives with the response; notifications received before that are held until it is known.
  const own =
    <P extends { readonly inspection: string }>(act: (params: P) => void) =>
    (notice: { readonly folder: vscode.WorkspaceFolder; readonly params: P }) => {
      if (notice.folder !== folder) return
      void named.promise.then(
        (name) => name === notice.params.inspection && act(notice.params),
        () => {},
      )
    }
  const subscriptions = [
    runtimes.on(
      'attachable',
      own(({ target }) => notice.attachable(target)),
    ),
    runtimes.on(
      'traced',
      own(({ lines }) => lines.forEach(notice.traced)),
    ),
    runtimes.on(
      'inspected',
      own((notice) => outcome.resolve(notice.outcome)),
    ),
    runtimes.onState((changed) => {
      if (changed === folder && runtimes.state(folder) !== 'running') {
        outcome.reject(new Error(vscode.l10n.t('The hook runtime stopped, and the hook with it.')))
      }
    }),
  ]
  const over = () => {
    for (const one of subscriptions) one.dispose()
  }
  outcome.promise.then(over, over)
  try {
    const request = {
      event,
      dialect,
      payload,
      trace: true,
      stops: true,
      ...(hook === undefined ? {} : { hook: hook.id }),
      ...defined({ env, cwd }),
    }
    const { inspection } = await runtimes.ask(folder, 'inspect', request, token)
    named.resolve(inspection)
    return {
      outcome: outcome.promise,
      async cancel() {
        await runtimes.ask(folder, 'cancel', { inspection })
      },
    }
  } catch (error) {
    named.reject(error)
    outcome.reject(error)
    throw error
  }
}
