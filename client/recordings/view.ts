// The Recordings view: sessions, newest first, each with its events in firing order, and a filter over all of them.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { openIcons } from '../icons.ts'
import { inLabel } from '../plain.ts'
import { inWords } from '../say.ts'
import type { Sign } from '../signs.ts'
import { steadyTree } from '../steadyTree.ts'
import { choices, type Filter, filterText, isOpen, NO_FILTER, passes } from './filter.ts'
import { type EventNode, eventItem, type SessionNode, sessionItem } from './items.ts'
import { nothingRecorded } from './nothingRecorded.ts'
import type { StoredRecording } from './store.ts'

/** Row that loads the next page of events, so that a long recording is not listed all at once. */
type MoreNode = { readonly kind: 'more'; readonly recording: StoredRecording; readonly left: number }
type Node = SessionNode | EventNode | MoreNode

const PAGE = 500

/** Registers the view, its filter and its commands. */
export function registerRecordingsView(context: ClientContext): readonly vscode.Disposable[] {
  const { recordings, extension, log } = context
  const icons = openIcons(extension)
  const changes = new vscode.EventEmitter<Node | Node[] | undefined>()
  const pages = new Map<string, number>()
  let filter: Filter = NO_FILTER
  let first: string | undefined

  const tree = steadyTree<Node>({ children, item }, (changed) => changes.fire(changed && [...changed]))
  const provider: vscode.TreeDataProvider<Node> = { ...tree, onDidChangeTreeData: changes.event }
  const again = () => void tree.refresh().catch((error) => log.debug(`the Recordings view: ${error}`))
  const view = vscode.window.createTreeView('hookbench.recordings', {
    treeDataProvider: provider,
    showCollapseAll: true,
  })
  context.trees.set('hookbench.recordings', provider as vscode.TreeDataProvider<unknown>)
  return [
    view,
    changes,
    recordings.onChange(again),
    command('hookbench.recordings.filter', log, ask),
    command('hookbench.recordings.clearFilter', log, () => use(NO_FILTER)),
    command('hookbench.recordings.refresh', log, () => recordings.refresh()),
    command('hookbench.recordings.more', log, ({ recording }: MoreNode) => {
      pages.set(recording.path, (pages.get(recording.path) ?? 1) + 1)
      again()
    }),
  ]

  async function children(node?: Node): Promise<Node[]> {
    if (node === undefined) {
      const all = await everyRecording()
      first = all[0]?.path
      const kept = isOpen(filter) ? all : await holding(all)
      // The empty-view text appears only once the lookup has finished, not while it is running.
      await vscode.commands.executeCommand('setContext', 'hookbench.noRecordings', kept.length === 0)
      // The editor shows the empty-view text only if the view has no message.
      view.message = isOpen(filter) || kept.length === 0 ? '' : vscode.l10n.t('Only {0}.', filterText(filter))
      return kept.map((recording) => ({ kind: 'session', recording }))
    }
    if (node.kind !== 'session') return []
    const { recording } = node
    const events = (await recordings.events(recording)).filter((one) => passes(filter, one))
    const shown = events.slice(0, PAGE * (pages.get(recording.path) ?? 1))
    const rows: Node[] = shown.map((recorded) => ({ kind: 'event', recording, recorded }))
    const left = events.length - shown.length
    return left === 0 ? rows : [...rows, { kind: 'more', recording, left }]
  }

  async function everyRecording(): Promise<readonly StoredRecording[]> {
    const folders = vscode.workspace.workspaceFolders ?? []
    return (await Promise.all(folders.map(recordings.list))).flat()
  }

  async function holding(all: readonly StoredRecording[]): Promise<readonly StoredRecording[]> {
    const wanted = await Promise.all(
      all.map(async (recording) => {
        const events = await recordings.events(recording).catch(() => [])
        return events.some((event) => passes(filter, event))
      }),
    )
    return all.filter((_, at) => wanted[at])
  }

  function item(node: Node): vscode.TreeItem {
    if (node.kind === 'event') return eventItem(node, icons)
    if (node.kind === 'session')
      return sessionItem(node, icons, node.recording.path === first || !isOpen(filter))
    const more = new vscode.TreeItem(vscode.l10n.t('{0} more events…', node.left))
    more.id = `${node.recording.path} more`
    more.command = {
      command: 'hookbench.recordings.more',
      title: vscode.l10n.t('Show More'),
      arguments: [node],
    }
    return more
  }

  async function ask(): Promise<void> {
    const all = await everyRecording()
    const events = (await Promise.all(all.map((one) => recordings.events(one).catch(() => [])))).flat()
    if (events.length === 0) throw nothingRecorded(vscode.l10n.t('Nothing is recorded here yet.'))
    const { Separator } = vscode.QuickPickItemKind
    const offered = choices(events)
    type Item = vscode.QuickPickItem & { readonly of?: keyof Filter; readonly value?: string }
    const section = (title: string, of: keyof Filter): readonly Item[] => [
      { label: title, kind: Separator },
      ...offered[of].map(({ value, count }) => ({
        label: inLabel(
          of === 'hooks' ? (value.split(':').at(-1) ?? value) : of === 'outcomes' ? inWords(value) : value,
        ),
        description: [words(of, value), count].filter((part) => part !== '').join(' · '),
        picked: (filter[of] as readonly string[]).includes(value),
        of,
        value,
      })),
    ]
    const chosen = await vscode.window.showQuickPick<Item>(
      [
        ...section(vscode.l10n.t('outcome'), 'outcomes'),
        ...section(vscode.l10n.t('event'), 'events'),
        ...section(vscode.l10n.t('hook'), 'hooks'),
      ],
      { canPickMany: true, title: vscode.l10n.t('Show Only…'), matchOnDescription: true },
    )
    if (chosen === undefined) return
    const of = (kind: keyof Filter) => chosen.flatMap((one) => (one.of === kind ? [one.value ?? ''] : []))
    use({ events: of('events'), hooks: of('hooks'), outcomes: of('outcomes') as Filter['outcomes'] })
  }

  function use(next: Filter): void {
    filter = next
    view.description = filterText(filter)
    void vscode.commands.executeCommand('setContext', 'hookbench.recordingsFiltered', !isOpen(filter))
    again()
  }
}

// Rows describe decisions in their own words; typing one of these words in the filter must find its sign.
function words(of: keyof Filter, value: string): string {
  if (of === 'hooks') return inLabel(value)
  return of === 'outcomes' ? (WORDS[value as Sign]?.() ?? '') : ''
}

const WORDS: Partial<Record<Sign, () => string>> = {
  denied: () => 'deny, stop',
  prompted: () => 'ask',
  answered: () => `${vscode.l10n.t('answered')}, ${vscode.l10n.t('handled')}`,
  added: () => `${vscode.l10n.t('follows up')}, ${vscode.l10n.t('adds context')}`,
  open: () => vscode.l10n.t('not settled'),
}
