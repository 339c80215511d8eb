// Compares agents: translates one payload for every agent and shows what each does with it, given the entries in this
// folder.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import { showProgress } from '../messages.ts'
import type { Results } from '../result/result.ts'
import { clipped } from '../signs.ts'
import { payloadSummary } from './payloadSummary.ts'

/** A payload of a dialect's event, in a folder. */
export type Compared = {
  readonly folder: vscode.WorkspaceFolder
  readonly dialect: string
  readonly event: string
  readonly payload: unknown
}

/** Compares all agents and shows the results side by side. */
export async function compareAgents(
  context: ClientContext,
  results: Results,
  comparison: Compared,
): Promise<void> {
  const { folder, ...rest } = comparison
  const { dialect, event, payload } = rest
  if (!(await mayRun(context, folder))) return
  const title = vscode.l10n.t('Comparing agents on {0}', event)
  const { agents, differences } = await showProgress(
    vscode.ProgressLocation.Notification,
    title,
    async (token) => {
      const found = await context.runtimes.ask(folder, 'compare', rest, token)
      if (token.isCancellationRequested) throw new vscode.CancellationError()
      return found
    },
  )
  const { agentsPage } = await import('../result/agents.ts')
  const known = await contracts()
  const titleOf = (id: string) => known.dialect(id)?.title ?? id
  const about = [titleOf(dialect), clipped(payloadSummary(payload), 80)]
  results.show(
    {
      key: `${folder.uri}#agents:${dialect}:${event}`,
      heading: event,
      event: vscode.l10n.t('agents'),
      page: (buttons) => agentsPage({ heading: event, about, buttons }, { agents, differences }, titleOf),
      essence: Object.fromEntries(
        agents.map((row) => [`${row.dialect} ${row.event}`, row.outcome?.effect ?? row.notes]),
      ),
      acts: { rerun: () => compareAgents(context, results, comparison) },
    },
    true,
  )
}

// Entries of several agents may run; the confirmation names the first active one.
async function mayRun(context: ClientContext, folder: vscode.WorkspaceFolder): Promise<boolean> {
  const { hooks } = await context.hooks.of(folder)
  const first = hooks.find(({ entry, state }) => entry !== undefined && state === 'active')
  return first === undefined || mayRunForReal(context, { folder, hook: first }, true)
}
