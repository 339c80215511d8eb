// The quick pick of payloads: the last used comes first, each with a summary and a button to edit a copy.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { inLabel } from '../plain.ts'
import { sayOutcome } from '../say.ts'
import { payloadSummary } from './payloadSummary.ts'
import { type Payload, payloadsFor, payloadValue } from './payloads.ts'

/** The chosen payload, to replay or to edit as a copy. */
export type PayloadChoice = { readonly act: 'replay' | 'edit'; readonly payload: Payload }

type Item = vscode.QuickPickItem & { readonly payload?: Payload; readonly edits?: true }

/** Lets the user choose; undefined if the pick is dismissed. */
export async function choosePayload(
  context: ClientContext,
  target: ChosenHook,
  title = vscode.l10n.t('Replay {0}', target.hook.name),
): Promise<PayloadChoice | undefined> {
  const pick = vscode.window.createQuickPick<Item>()
  pick.title = title
  pick.placeholder = vscode.l10n.t('Which payload?')
  pick.matchOnDescription = true
  pick.matchOnDetail = true
  pick.busy = true
  const chosen = new Promise<PayloadChoice | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems
      if (item?.payload === undefined) return
      resolve({ act: item.edits === true ? 'edit' : 'replay', payload: item.payload })
      pick.hide()
    })
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.payload === undefined) return
      resolve({ act: 'edit', payload: item.payload })
      pick.hide()
    })
    pick.onDidHide(() => {
      resolve(undefined)
      pick.dispose()
    })
  })
  pick.show()
  try {
    pick.items = itemsFor(await payloadsFor(context, target))
    pick.busy = false
    if (pick.items.length === 0) {
      throw new Error(noPayload(target))
    }
  } catch (error) {
    pick.hide()
    throw error
  }
  return chosen
}

/** Explains why there is no payload to replay. */
export function noPayload({ hook }: ChosenHook): string {
  if (hook.state === 'broken' && hook.why !== undefined)
    return vscode.l10n.t('{0} does not run: {1}', hook.name, hook.why)
  return vscode.l10n.t('The event of {0} is unknown, so there is no payload for it.', hook.name)
}

function itemsFor(payloads: readonly Payload[]): readonly Item[] {
  const [first] = payloads
  if (first === undefined) return []
  const { Separator } = vscode.QuickPickItemKind
  const section = (label: string, kind: Payload['kind']): readonly Item[] => {
    const own = payloads.filter((payload) => payload.kind === kind && payload !== first)
    return own.length === 0 ? [] : [{ label, kind: Separator }, ...own.map(itemOf)]
  }
  return [
    itemOf(first),
    {
      label: `$(edit) ${vscode.l10n.t('Edit Payload…')}`,
      description: first.event,
      payload: first,
      edits: true,
    },
    ...section(vscode.l10n.t('recorded'), 'recorded'),
    ...section(vscode.l10n.t('payload files'), 'file'),
    ...section(vscode.l10n.t('examples'), 'example'),
  ]
}

function itemOf(payload: Payload): Item {
  const edit = {
    iconPath: new vscode.ThemeIcon('edit'),
    tooltip: vscode.l10n.t('Edit a copy of this payload'),
  }
  const gist = inLabel(payloadSummary(payloadValue(payload)))
  if (payload.kind === 'recorded') {
    const { n, at, outcome, settled } = payload.recorded
    return {
      label: `$(history) ${payload.event}`,
      description: gist,
      detail: `${inLabel(payload.session)} #${n} · ${new Date(at).toLocaleString()} · ${sayOutcome(outcome, settled)}`,
      buttons: [edit],
      payload,
    }
  }
  if (payload.kind === 'file') {
    return {
      label: `$(json) ${inLabel(basename(payload.path))}`,
      description: gist,
      buttons: [edit],
      payload,
    }
  }
  return {
    label: `$(book) ${exampleName(payload)}`,
    description: gist,
    buttons: [edit],
    payload,
  }
}

/** Display name of an example. */
export function exampleName({ event, which }: Extract<Payload, { kind: 'example' }>): string {
  switch (which) {
    case 'refused':
      return vscode.l10n.t('Example of {0} that a new guard denies', event)
    case 'odd':
      return vscode.l10n.t('Example of {0} with quotes, a line break and non-Latin text', event)
    default:
      return vscode.l10n.t('Example of {0}', event)
  }
}
