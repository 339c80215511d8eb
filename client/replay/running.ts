// What the replaying commands do: a hook on a payload, a recorded event, a case. Each runs through the runtime, is noted,
// and is shown in the result panel with what can be done next.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { textColumn } from '../columns.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { debugCase, debugPayload } from '../debug/start.ts'
import { alsoReadBy, isHost } from '../hooks/entries.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import { showWarning, whileTold } from '../messages.ts'
import { inLabel } from '../plain.ts'
import { type EventNode, placeOf } from '../recordings/items.ts'
import type { Result, Results } from '../result/panel.ts'
import type { Meant } from '../targets.ts'
import { clipped, whyIdle } from '../words.ts'
import { type CaseMeant, caseMeant, runCase } from './caseFile.ts'
import { exampleName } from './choose.ts'
import type { Compared } from './compare.ts'
import { editPayload } from './edit.ts'
import type { Fired } from './fire.ts'
import { gistOf } from './gist.ts'
import type { KeptReplay } from './keep.ts'
import { lastPayload, type Payload, payloadValue, remember } from './payloads.ts'
import { isRun, type ReplayCame } from './result.ts'

/** How loudly a result is told. */
export type ReplayTold = 'openly' | 'quietly'

export type ReplayRunning = {
  fire(meant: Meant, payload: Payload, told: ReplayTold): Promise<void>
  /** The whole chain, as it was recorded. */
  replayEvent(node: EventNode): Promise<void>
  /** A case, held against what it expects. */
  replayCase(meant: CaseMeant): Promise<void>
  /** What a hook came to last, to be kept. */
  readonly last: KeptReplay | undefined
}

/** `compare` is what a result offers besides. */
export function openRunning(
  context: ClientContext,
  results: Results,
  compare: (asked: Compared) => Promise<void>,
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

  async function fire(meant: Meant, payload: Payload, told: ReplayTold): Promise<void> {
    const { hook, folder } = meant
    const { event } = payload
    if (!(await mayRunForReal(context, meant, told === 'openly'))) return
    const { fireHook } = await import('./fire.ts')
    const title = vscode.l10n.t('Replaying {0} on {1}', hook.name, event)
    const fired = await withProgress(title, told, (token) => fireHook(context, meant, payload, token))
    if (fired.kind === 'idle') return sayIdle(meant, payload, fired, told)
    const { came, replayed } = fired
    note(folder, hook.dialect, event, came, 'replay', fired.effect)
    remember(context, meant, payload)
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
        rerun: async () => fire(meant, await afresh(meant, payload), 'openly'),
        edit: () => editPayload(context, meant, payload),
        save: async () => (await import('./keep.ts')).keepAsTest(context, replayed),
        debug: async () => debugPayload(meant, await afresh(meant, payload)),
        ...(isHost(hook) ? { agents: () => compare(compared) } : {}),
        ...(hook.path === ''
          ? {}
          : { open: () => vscode.commands.executeCommand('hookbench.openHook', meant) }),
      },
      told,
    )
  }

  // A file may have been edited since.
  async function afresh(meant: Meant, payload: Payload): Promise<Payload> {
    return payload.kind === 'file' ? ((await lastPayload(context, meant)) ?? payload) : payload
  }

  // Nothing ran, so there is nothing to show; where trust is all it takes, it runs with a yes.
  async function sayIdle(
    meant: Meant,
    payload: Payload,
    { why, waitsForTrust }: Extract<Fired, { kind: 'idle' }>,
    told: ReplayTold,
  ): Promise<void> {
    const { folder, hook } = meant
    const message = waitsForTrust
      ? vscode.l10n.t('{0} did not run: it is not trusted yet.', hook.name)
      : vscode.l10n.t('{0} did not run: {1}', hook.name, whyIdle(why))
    if (told === 'quietly') {
      vscode.window.setStatusBarMessage(`$(circle-slash) ${inLabel(message)}`, 8000)
      return
    }
    const trust = vscode.l10n.t('Trust…')
    if ((await showWarning(message, ...(waitsForTrust ? [trust] : []))) !== trust) return
    await vscode.commands.executeCommand('hookbench.trust', meant)
    const now = (await context.hooks.of(folder)).hooks.find(({ id }) => id === hook.id)
    if (now?.state === 'active') await fire({ ...meant, hook: now }, payload, 'openly')
  }

  async function replayEvent(node: EventNode): Promise<void> {
    const { recording, recorded } = node
    const { folder } = recording
    const title = vscode.l10n.t('Replaying {0}', recorded.event)
    const came = await withProgress(title, 'openly', async (token) => {
      const asked = { recordings: [recording.path], event: String(recorded.n) }
      const [replayed] = (await runtimes.ask(folder, 'replay', asked, token)).events
      if (token.isCancellationRequested) throw new vscode.CancellationError()
      if (replayed === undefined) throw new Error(vscode.l10n.t('The recorded event is gone.'))
      const { withoutSecrets } = await import('./fire.ts')
      const { cameOfReplay } = await import('./result.ts')
      return withoutSecrets(context, folder, cameOfReplay(replayed, recorded.payload))
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
        about: [event, await titleOf(dialect), clipped(gistOf(recorded.payload), 80)],
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

  async function replayCase(meant: CaseMeant): Promise<void> {
    const { folder, name, dialect, event, path } = meant
    const { hooks } = await context.hooks.of(folder)
    const own = hooks.find((hook) => (meant.hook === undefined ? isHost(hook) : hook.id === meant.hook))
    if (own !== undefined && !(await mayRunForReal(context, { folder, hook: own }, true))) return
    const title = vscode.l10n.t('Replaying {0}', name)
    const came = await withProgress(title, 'openly', (token) => runCase(context, meant, token))
    note(folder, dialect, event, came, 'test')
    await show(
      { key: path, heading: name, event, about: [event, await titleOf(dialect), basename(path)] },
      came,
      {
        rerun: async () => replayCase((await caseMeant(vscode.Uri.file(path))) ?? meant),
        edit: () => vscode.window.showTextDocument(vscode.Uri.file(path), { viewColumn: textColumn() }),
        debug: () => debugCase(meant),
      },
      'openly',
    )
  }

  async function show(
    { about, ...named }: Pick<Result, 'key' | 'heading' | 'event'> & { readonly about: readonly string[] },
    came: ReplayCame,
    acts: Result['acts'],
    told: ReplayTold,
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
      told === 'openly',
    )
  }

  function note(
    folder: vscode.WorkspaceFolder,
    dialect: string,
    event: string,
    { outcome }: ReplayCame,
    how: 'replay' | 'test',
    effect?: string,
  ): void {
    const runs = outcome === null ? [] : isRun(outcome) ? [outcome] : outcome.hooks
    lastRuns.note(folder, runs, { dialect, event, how, ...(effect === undefined ? {} : { effect }) })
  }
}

function inputOf(payload: Payload): string {
  if (payload.kind === 'file') return basename(payload.path)
  if (payload.kind === 'example') return exampleName(payload)
  return `${payload.session} #${payload.recorded.n}`
}

// Whose entry it is, and who reads it as well.
async function titlesOf(hook: Meant['hook']): Promise<string> {
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
  told: ReplayTold,
  act: (token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const location = told === 'openly' ? vscode.ProgressLocation.Notification : vscode.ProgressLocation.Window
  return whileTold(location, title, act)
}
