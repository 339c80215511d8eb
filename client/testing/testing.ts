// The Testing view: lists, runs, debugs and watches cases, and accepts a case's actual outcome as its expectation.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { type CaseDiscovery, openDiscovery } from './discovery.ts'
import type { Running } from './parts.ts'
import { openRunning } from './running.ts'

/** Debounce in milliseconds: several files saved together cause one run. */
const SETTLE_MS = 300

/** Registers the view. */
export function registerTesting(context: ClientContext): readonly vscode.Disposable[] {
  const { log, runtimes } = context
  const controller = vscode.tests.createTestController('hookbench', 'Hookbench')
  const discovery = openDiscovery(controller)
  const running = openRunning(context, discovery)
  controller.resolveHandler = async (item) => {
    if (item === undefined) await discovery.look()
  }
  controller.refreshHandler = () => discovery.look()
  const { Run, Debug } = vscode.TestRunProfileKind
  const profile = controller.createRunProfile(
    vscode.l10n.t('Run'),
    Run,
    (request, token) =>
      request.continuous === true ? watch(request, token) : once(request, token, running.cases),
    true,
    undefined,
    true,
  )
  controller.createRunProfile(
    vscode.l10n.t('Debug'),
    Debug,
    (request, token) => once(request, token, running.debug),
    true,
  )
  void discovery.look()
  context.testing = { controller, discovery, running, watch }
  return [controller, discovery, command('hookbench.acceptOutcome', log, accept)]

  async function once(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    act: Running['cases'],
  ): Promise<void> {
    const run = controller.createTestRun(request)
    try {
      await act(wanted(controller, discovery, request), run, token)
    } finally {
      run.end()
    }
  }

  async function watch(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    let soon: NodeJS.Timeout | undefined
    const again = () => {
      clearTimeout(soon)
      soon = setTimeout(() => void once(request, token, running.cases), SETTLE_MS)
    }
    const subscriptions = [runtimes.on('reloaded', again), discovery.onChange(again)]
    again()
    await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()))
    clearTimeout(soon)
    for (const one of subscriptions) one.dispose()
  }

  async function accept(given?: vscode.TestItem | { readonly test: vscode.TestItem }): Promise<void> {
    if (given == null) throw new Error(vscode.l10n.t('Choose a test in the Testing view first.'))
    const item = 'test' in given ? given.test : given
    const one = discovery.caseOf(item)
    if (one === undefined) return
    const result = running.lastOf(one.uri)
    if (result === undefined)
      throw new Error(vscode.l10n.t('{0} has not been run yet: there is no outcome to accept.', one.name))
    if (result.outcome === undefined) {
      throw new Error(vscode.l10n.t('{0} has no outcome: {1}', one.name, result.why ?? ''))
    }
    const document = await vscode.workspace.openTextDocument(one.uri)
    const text = document.getText()
    const { accepted } = await import('./caseText.ts')
    const now = accepted(text, result)
    if (now !== text) {
      const edit = new vscode.WorkspaceEdit()
      edit.replace(one.uri, new vscode.Range(document.positionAt(0), document.positionAt(text.length)), now)
      await vscode.workspace.applyEdit(edit)
      await document.save()
    }
    const again = new vscode.TestRunRequest([item], undefined, profile)
    const source = new vscode.CancellationTokenSource()
    await discovery.look()
    await once(again, source.token, running.cases)
  }
}

// Items may have been recreated since the request was made, so they are matched by id.
function wanted(
  controller: vscode.TestController,
  discovery: CaseDiscovery,
  { include, exclude = [] }: vscode.TestRunRequest,
): readonly vscode.TestItem[] {
  const all = [...controller.items].flatMap(([, item]) => [...discovery.casesBelow(item)])
  const idsOf = (items: readonly vscode.TestItem[]) =>
    new Set(items.flatMap((item) => [item.id, ...discovery.casesBelow(item).map(({ id }) => id)]))
  const included = include === undefined ? undefined : idsOf(include)
  const excluded = idsOf(exclude)
  return all.filter(({ id }) => (included === undefined || included.has(id)) && !excluded.has(id))
}
