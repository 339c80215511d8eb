// The Hooks view: every hook of the open folders, by event in firing order or by file. Shows the hook store and
// refreshes when it changes.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { openIcons } from '../icons.ts'
import type { LastRun } from '../replay/lastRun.ts'
import { onSetting, setSetting, setting } from '../settings.ts'
import { steadyTree } from '../steadyTree.ts'
import { dialectItem, eventItem, fileItem, type HookNode, hookItem } from './items.ts'
import type { FolderHooks } from './store.ts'
import { byEvent, byFile, type DialectGroup, type EventGroup, type FileGroup, shownHooks } from './tree.ts'

type FolderNode = { readonly kind: 'folder'; readonly known: FolderHooks }
type Group = {
  readonly folder: vscode.WorkspaceFolder
  readonly group: DialectGroup | EventGroup | FileGroup
}
type FailureNode = { readonly kind: 'failure'; readonly known: FolderHooks }
export type Node = FolderNode | Group | FailureNode | HookNode

/** Registers the view and its commands. */
export function registerHooksView(context: ClientContext): readonly vscode.Disposable[] {
  const { hooks, lastRuns, extension, log } = context
  const icons = openIcons(extension)
  const changes = new vscode.EventEmitter<Node | Node[] | undefined>()
  let titleOf = (dialect: string) => dialect
  let last: ReadonlyMap<string, ReadonlyMap<string, LastRun>> = new Map()

  const tree = steadyTree<Node>({ children, item }, (changed) => changes.fire(changed && [...changed]))
  const provider: vscode.TreeDataProvider<Node> = { ...tree, onDidChangeTreeData: changes.event }
  const view = vscode.window.createTreeView('hookbench.hooks', {
    treeDataProvider: provider,
    showCollapseAll: true,
  })
  context.trees.set('hookbench.hooks', provider as vscode.TreeDataProvider<unknown>)
  const again = () => void tree.refresh().catch((error) => log.debug(`the Hooks view: ${error}`))
  const regroup = (grouping: 'event' | 'file') => () => setSetting('hooks.grouping', grouping)
  const shown = (): void => {
    void vscode.commands.executeCommand(
      'setContext',
      'hookbench.hooksByFile',
      setting('hooks.grouping') === 'file',
    )
  }
  shown()
  return [
    view,
    changes,
    hooks.onChange(again),
    lastRuns.onChange(again),
    onSetting(['hooks.grouping'], () => {
      shown()
      again()
    }),
    vscode.commands.registerCommand('hookbench.hooks.groupByEvent', regroup('event')),
    vscode.commands.registerCommand('hookbench.hooks.groupByFile', regroup('file')),
  ]

  async function children(node?: Node): Promise<Node[]> {
    if (node === undefined) return roots()
    if ('known' in node) return node.kind === 'folder' ? groups(node.known) : []
    if (!('group' in node)) return []
    const { folder, group } = node
    if (group.kind === 'dialect') return group.events.map((event) => ({ folder, group: event }))
    const event = group.kind === 'event' ? group.event : undefined
    return group.hooks.map((hook) => ({ kind: 'hook', folder, hook, event, within: keyOf(node) }))
  }

  async function roots(): Promise<Node[]> {
    const all = await hooks.all()
    const runs = await Promise.all(
      all.map(async ({ folder }) => [folder.uri.toString(), await lastRuns.of(folder)] as const),
    )
    last = new Map(runs)
    tell(all)
    const shown = await nodesOf(all)
    // The empty-view text appears only once the lookup has finished, not while it is running.
    await vscode.commands.executeCommand('setContext', 'hookbench.noHooks', shown.length === 0)
    return shown
  }

  async function nodesOf(all: readonly FolderHooks[]): Promise<Node[]> {
    const [only] = all
    if (all.length === 1 && only !== undefined) return groups(only)
    const says = ({ hooks: own, failure }: FolderHooks) =>
      own.length > 0 || (failure !== undefined && vscode.workspace.isTrusted)
    return all.filter(says).map((known) => ({ kind: 'folder', known }))
  }

  async function groups(known: FolderHooks): Promise<Node[]> {
    if (known.failure !== undefined) return vscode.workspace.isTrusted ? [{ kind: 'failure', known }] : []
    const { folder } = known
    if (setting('hooks.grouping') === 'file') return byFile(known.hooks).map((group) => ({ folder, group }))
    const { dialect } = await contracts()
    titleOf = (id) => dialect(id)?.title ?? id
    return byEvent(known.hooks, dialect).map((group) => ({ folder, group }))
  }

  // The badge counts the hooks that await trust, so that they are noticed.
  function tell(all: readonly FolderHooks[]): void {
    const waiting = all
      .flatMap(({ hooks: own }) => shownHooks(own))
      .filter(({ state }) => state === 'untrusted').length
    const tooltip =
      waiting === 1
        ? vscode.l10n.t('1 hook waits for your trust')
        : vscode.l10n.t('{0} hooks wait for your trust', waiting)
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip }
  }

  function item(node: Node): vscode.TreeItem {
    if ('known' in node) return node.kind === 'folder' ? folderItem(node.known) : failureItem(node.known)
    if ('group' in node) {
      const { group, folder } = node
      if (group.kind === 'dialect') return dialectItem(group, keyOf(node))
      if (group.kind === 'event') return eventItem(group, keyOf(node), icons)
      return fileItem(group, keyOf(node), folder.uri.fsPath)
    }
    const { folder, hook, within } = node
    const run = last.get(folder.uri.toString())?.get(hook.id)
    const stats = hooks
      .known()
      .find((known) => known.folder === folder)
      ?.stats.get(hook.id)
    return hookItem(node, `${within}/${hook.id}`, icons, run, stats, titleOf)
  }
}

function folderItem({ folder }: FolderHooks): vscode.TreeItem {
  const item = new vscode.TreeItem(folder.name, vscode.TreeItemCollapsibleState.Expanded)
  item.id = folder.uri.toString()
  item.resourceUri = folder.uri
  item.iconPath = vscode.ThemeIcon.Folder
  return item
}

function failureItem({ folder, failure }: FolderHooks): vscode.TreeItem {
  const item = new vscode.TreeItem(failure ?? '')
  item.id = `${folder.uri.toString()} failure`
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
  item.tooltip = failure
  item.command = { command: 'hookbench.reload', title: vscode.l10n.t('Reload Hooks'), arguments: [folder] }
  return item
}

function keyOf({ folder, group }: Group): string {
  const what =
    group.kind === 'file' ? group.path : `${group.dialect}/${group.kind === 'event' ? group.title : ''}`
  return `${folder.uri.toString()} ${group.kind} ${what}`
}
