// Implements the replay commands for a hook, a recorded event and a case. Each runs through the runtime, is added to
// the last runs and is shown in the result panel with the next actions.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { defined } from '../../runtime/contract/defined.ts'
import { textColumn } from '../columns.ts'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { debugCase, debugPayload } from '../debug/start.ts'
import { alsoReadBy, isHost } from '../hooks/entries.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import { showProgress, showWarning } from '../messages.ts'
import { inLabel } from '../plain.ts'
import { type EventNode, placeOf } from '../recordings/items.ts'
import type { Result, Results } from '../result/result.ts'
import { isRun } from '../say.ts'
import { clipped, whyIdle } from '../signs.ts'
import { type CaseTarget, caseTarget, runCase } from './caseFile.ts'
import { exampleName } from './choose.ts'
import type { Compared } from './compare.ts'
import { editPayload } from './edit.ts'
import type { Fired } from './fire.ts'
import type { KeptReplay } from './keep.ts'
import { payloadSummary } from './payloadSummary.ts'
import { lastPayload, type Payload, payloadValue, remember } from './payloads.ts'
import type { ReplayResult } from './result.ts'

/** Whether a result is shown openly (panel and questions) or quietly (status bar). */
export type ReplayManner = 'openly' | 'quietly'

export type ReplayRunning = {
  fire(target: ChosenHook, payload: Payload, manner: ReplayManner): Promise<void>
  /** Replays the whole chain on the recorded payload. */
  replayEvent(node: EventNode): Promise<void>
  /** Runs a case and compares it with what it expects. */
  replayCase(target: CaseTarget): Promise<void>
  /** The last replay of a hook, for saving it as a test. */
  readonly last: KeptReplay | undefined
}

/** `compare` is called when the user chooses to compare agents on a result. */
export function openRunning(
  context: ClientContext,
  results: Results,
  compare: (comparison: Compared) => Promise<void>,
): ReplayRunning {
  const { runtimes, recordings, lastRuns } = context
  let last: KeptReplay | undefined
  return {
    fire,
    replayEvent,
    replayCase,
    get last() {
      return last
    },
  }

  async function fire(target: ChosenHook, payload: Payload, manner: ReplayManner): Promise<void> {
    const { hook, folder } = target
    const { event } = payload
    if (!(await mayRunForReal(context, target, manner === 'openly'))) return
    const { fireHook } = await import('./fire.ts')
    const title = vscode.l10n.t('Replaying {0} on {1}', hook.name, event)
    const fired = await withProgress(title, manner, (token) => fireHook(context, target, payload, token))
    if (fired.kind === 'idle') return sayIdle(target, payload, fired, manner)
    const { came, replayed } = fired
    note(folder, hook.dialect, event, came, 'replay', fired.effect)
    remember(context, target, payload)
    last = replayed
    const compared = { folder, dialect: hook.dialect, event, payload: payloadValue(payload) }
    await show(
      {
        key: `${folder.uri} ${hook.id} ${event}`,
        heading: hook.name,
        event,
        about: [event, await titlesOf(hook), inputOf(payload)],
      },
      came,
      {
        rerun: async () => fire(target, await afresh(target, payload), 'openly'),
        edit: () => editPayload(context, target, payload),
        save: async () => (await import('./keep.ts')).keepAsTest(context, replayed),
        debug: async () => debugPayload(target, await afresh(target, payload)),
        ...(isHost(hook) ? { agents: () => compare(compared) } : {}),
        ...(hook.path === ''
          ? {}
          : { open: () => vscode.commands.executeCommand('hookbench.openHook', target) }),
      },
      manner,
    )
  }

  // Reads a payload file again, since it may have been edited.
  async function afresh(target: ChosenHook, payload: Payload): Promise<Payload> {
    return payload.kind === 'file' ? ((await lastPayload(context, target)) ?? payload) : payload
  }

  // The hook did not run; if only trust is missing, offers to grant it and then runs the hook.
  async function sayIdle(
    target: ChosenHook,
    payload: Payload,
    { why, waitsForTrust }: Extract<Fired, { kind: 'idle' }>,
    manner: ReplayManner,
  ): Promise<void> {
    const { folder, hook } = target
    const message = waitsForTrust
      ? vscode.l10n.t('{0} did not run: it is not trusted yet.', hook.name)
      : vscode.l10n.t('{0} did not run: {1}', hook.name, whyIdle(why))
    if (manner === 'quietly') {
      vscode.window.setStatusBarMessage(`$(circle-slash) ${inLabel(message)}`, 8000)
      return
    }
    const trust = vscode.l10n.t('Trust…')
    if ((await showWarning(message, ...(waitsForTrust ? [trust] : []))) !== trust) return
    await vscode.commands.executeCommand('hookbench.trust', target)
    const now = (await context.hooks.of(folder)).hooks.find(({ id }) => id === hook.id)
    if (now?.state === 'active') await fire({ ...target, hook: now }, payload, 'openly')
  }

  async function replayEvent(node: EventNode): Promise<void> {
    const { recording, recorded } = node
    const { folder } = recording
    const title = vscode.l10n.t('Replaying {0}', recorded.event)
    const came = await withProgress(title, 'openly', async (token) => {
      const comparison = { recordings: [recording.path], event: String(recorded.n) }
      const [replayed] = (await runtimes.ask(folder, 'replay', comparison, token)).events
      if (token.isCancellationRequested) throw new vscode.CancellationError()
      if (replayed === undefined) throw new Error(vscode.l10n.t('The recorded event no longer exists.'))
      const { withoutSecrets } = await import('./fire.ts')
      const { replayedResult } = await import('./result.ts')
      return withoutSecrets(context, folder, replayedResult(replayed, recorded.payload))
    })
    const { n, event, dialect } = recorded
    note(folder, dialect, event, came, 'replay')
    const act = (name: string) => () => vscode.commands.executeCommand(name, node)
    const compared = { folder, dialect, event, payload: recorded.payload }
    await show(
      {
        key: `${recording.path}#${n}`,
        heading: placeOf(node),
        event,
        about: [event, await titleOf(dialect), clipped(payloadSummary(recorded.payload), 80)],
      },
      came,
      {
        rerun: () => replayEvent(node),
        edit: act('hookbench.openPayload'),
        save: act('hookbench.saveAsTest'),
        debug: act('hookbench.debug'),
        ...((await isHostDialect(dialect)) ? { agents: () => compare(compared) } : {}),
      },
      'openly',
    )
    recordings.refresh()
  }

  async function replayCase(target: CaseTarget): Promise<void> {
    const { folder, name, dialect, event, path } = target
    const { hooks } = await context.hooks.of(folder)
    const own = hooks.find((hook) => (target.hook === undefined ? isHost(hook) : hook.id === target.hook))
    if (own !== undefined && !(await mayRunForReal(context, { folder, hook: own }, true))) return
    const title = vscode.l10n.t('Replaying {0}', name)
    const came = await withProgress(title, 'openly', (token) => runCase(context, target, token))
    note(folder, dialect, event, came, 'test')
    await show(
      { key: path, heading: name, event, about: [event, await titleOf(dialect), basename(path)] },
      came,
      {
        rerun: async () => replayCase((await caseTarget(vscode.Uri.file(path))) ?? target),
        edit: () => vscode.window.showTextDocument(vscode.Uri.file(path), { viewColumn: textColumn() }),
        debug: () => debugCase(target),
      },
      'openly',
    )
  }

  async function show(
    { about, ...named }: Pick<Result, 'key' | 'heading' | 'event'> & { readonly about: readonly string[] },
    came: ReplayResult,
    acts: Result['acts'],
    manner: ReplayManner,
  ): Promise<void> {
    const { outcomePage } = await import('../result/page.ts')
    const { essence, shownOf } = await import('./result.ts')
    const at = new Date().toLocaleTimeString()
    results.show(
      {
        ...named,
        page: (buttons) =>
          outcomePage({ heading: named.heading, about: [...about, at].filter(Boolean), buttons }, came),
        shown: shownOf(named.heading, came),
        essence: { payload: came.given?.payload, outcome: essence(came.outcome) },
        acts,
      },
      manner === 'openly',
    )
  }

  function note(
    folder: vscode.WorkspaceFolder,
    dialect: string,
    event: string,
    { outcome }: ReplayResult,
    how: 'replay' | 'test',
    effect?: string,
  ): void {
    const runs = outcome === null ? [] : isRun(outcome) ? [outcome] : outcome.hooks
    lastRuns.note(folder, runs, { dialect, event, how, ...defined({ effect }) })
  }
}

function inputOf(payload: Payload): string {
  if (payload.kind === 'file') return basename(payload.path)
  if (payload.kind === 'example') return exampleName(payload)
  return `${payload.session} #${payload.recorded.n}`
}

// Titles of the entry's agent and of the other agents that read it.
async function titlesOf(hook: ChosenHook['hook']): Promise<string> {
  const { dialect } = await contracts()
  const titleOf = (id: string) => dialect(id)?.title ?? id
  return [titleOf(hook.dialect), ...alsoReadBy(hook, titleOf)].join(' · ')
}

async function titleOf(dialect: string): Promise<string> {
  return (await contracts()).dialect(dialect)?.title ?? dialect
}

async function isHostDialect(dialect: string): Promise<boolean> {
  return (await contracts()).dialect(dialect)?.host !== undefined
}

function withProgress<T>(
  title: string,
  manner: ReplayManner,
  act: (token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const location = manner === 'openly' ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window
  return showProgress(location, title, act)
}
