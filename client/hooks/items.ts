// Renders the rows of the Hooks view: label, description, tooltip, icon and context value (which menu entries apply).

import { basename, relative } from 'node:path'
import * as vscode from 'vscode'
import type { Semantics } from '../../runtime/contract/eventRecord.ts'
import { uncoveredTexts } from '../../runtime/contract/uncovered.ts'
import type { Icons } from '../icons.ts'
import { codeInMarkdown, inMarkdown, visible } from '../plain.ts'
import type { HookRow, HookStatsMessage } from '../protocol.ts'
import { durationTexts, type LastRun } from '../replay/lastRun.ts'
import { editedSince } from '../replay/stale.ts'
import { inWords, sayHow, sayRun } from '../say.ts'
import { clipped, duration, signOfRun, whyHere } from '../signs.ts'
import {
  alsoReadBy,
  canDebug,
  canReplay,
  entryDescription,
  isHost,
  neverRuns,
  ownFile,
  textsOf,
} from './entries.ts'
import type { DialectGroup, EventGroup, FileGroup } from './tree.ts'

/** A hook in the tree, with the event it is listed under, if any. */
export type HookNode = {
  readonly kind: 'hook'
  readonly folder: vscode.WorkspaceFolder
  readonly hook: HookRow
  readonly event: string | undefined
  /** Key of the parent node; distinguishes it from the same hook elsewhere in the tree. */
  readonly within: string
}

export function dialectItem(group: DialectGroup, key: string): vscode.TreeItem {
  const item = new vscode.TreeItem(group.title, vscode.TreeItemCollapsibleState.Expanded)
  item.id = key
  item.description = count(group.count)
  item.contextValue = 'dialect'
  return item
}

export function eventItem(group: EventGroup, key: string, icons: Icons): vscode.TreeItem {
  const { semantics, hooks, summary } = group
  const title = visible(group.title)
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded)
  item.id = key
  item.contextValue = 'event'
  item.description = [semantics, hooks.length].filter((part) => part !== undefined).join(' · ')
  item.accessibilityInformation = { label: `${title}, ${semantics ?? ''}, ${count(hooks.length)}` }
  if (semantics !== undefined) item.iconPath = icons.semantics(semantics)
  if (summary !== undefined) {
    item.tooltip = new vscode.MarkdownString(
      `**${inMarkdown(title)}** · ${semantics}\n\n${summary}\n\n${meaning(semantics)}`,
    )
  }
  return item
}

export function fileItem({ path, hooks }: FileGroup, key: string, root: string): vscode.TreeItem {
  const label = path === '' ? vscode.l10n.t('built in') : visible(basename(path))
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded)
  item.id = key
  item.contextValue = 'file'
  if (path === '') item.iconPath = new vscode.ThemeIcon('package')
  else {
    item.resourceUri = vscode.Uri.file(path)
    item.iconPath = vscode.ThemeIcon.File
    const folder = relative(root, path).split('/').slice(0, -1).join('/')
    item.description = visible(folder.startsWith('..') ? path.slice(0, -basename(path).length - 1) : folder)
  }
  item.tooltip = visible(path) || count(hooks.length)
  return item
}

export function hookItem(
  { hook, event, folder }: HookNode,
  key: string,
  icons: Icons,
  last: LastRun | undefined,
  stats: HookStatsMessage | undefined,
  titleOf: (dialect: string) => string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(hook.name))
  item.id = key
  const isStale = last !== undefined && editedSince(textsOf(hook), last)
  const described = [describe(hook, event, last, stats, isStale), ...alsoReadBy(hook, titleOf)]
  item.description = visible(described.filter((part) => part !== '').join(' · '))
  item.iconPath =
    hook.state === 'active'
      ? last === undefined || isStale
        ? icons.idle
        : icons.sign(signOfRun(last.run))
      : icons.state(hook.state)
  item.tooltip = tooltip(hook, last, stats, folder)
  item.contextValue = `hook;${hook.state};${hook.source}${hook.path === '' ? '' : ';file'}${ownFile(hook) === hook.path ? '' : ';script'}${isHost(hook) ? ';host' : ''}${boundTo(hook)}`
  item.accessibilityInformation = {
    label: `${visible(hook.name)}, ${inWords(hook.state)}, ${item.description}`,
  }
  if (hook.path !== '') {
    item.command = {
      command: 'hookbench.openHook',
      title: vscode.l10n.t('Open Hook'),
      arguments: [{ kind: 'hook', folder, hook, event, within: key }],
    }
  }
  return item
}

// Which actions apply: replay and debug, or replay only.
function boundTo(hook: HookRow): string {
  if (hook.events.length === 0 || !canReplay(hook)) return ''
  return canDebug(hook) ? ';bound' : ';bound;entry'
}

function describe(
  hook: HookRow,
  event: string | undefined,
  last: LastRun | undefined,
  stats: HookStatsMessage | undefined,
  isStale: boolean,
): string {
  // The last result, or why it does not run, comes first: a narrow side bar shows no more than that.
  const parts: string[] = []
  const never = neverRuns(hook)
  if (hook.state !== 'active') parts.push(inWords(hook.state))
  else if (last !== undefined) parts.push([sayRun(last.run), ...durationTexts(last)].join(' '))
  if (isStale) parts.push(vscode.l10n.t('before the edit'))
  if (never !== undefined && hook.state !== 'broken') parts.push(never)
  // When grouped by file, the row lists the events; when grouped by event, the tree does.
  if (event === undefined && hook.events.length > 0) {
    const [first, ...others] = hook.events
    parts.push(others.length === 0 ? String(first) : `${first} +${others.length}`)
  }
  parts.push(...entryDescription(hook))
  if (hook.state === 'active' && stats !== undefined && stats.calls > 1)
    parts.push(`p50 ${duration(stats.p50)}`)
  // Most hooks come from the workspace, so only other sources are shown.
  if (hook.source !== 'workspace' && hook.entry === undefined) parts.push(hook.source)
  return parts.join(' · ')
}

function tooltip(
  hook: HookRow,
  last: LastRun | undefined,
  stats: HookStatsMessage | undefined,
  folder: vscode.WorkspaceFolder,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true)
  const { entry } = hook
  text.appendMarkdown(
    `**${inMarkdown(hook.name)}** · ${hook.dialect} · ${inMarkdown(entry?.scope ?? hook.source)}\n\n`,
  )
  if (hook.path !== '')
    text.appendMarkdown(`${codeInMarkdown(vscode.workspace.asRelativePath(hook.path))}\n\n`)
  if (entry !== undefined) {
    if (entry.fires !== undefined) text.appendMarkdown(`${inMarkdown(entry.fires)}\n\n`)
    text.appendCodeblock(visible(entry.runs), 'shell')
  }
  const why = hook.why === undefined ? '' : `: ${whyHere(hook.why)}`
  text.appendMarkdown(`$(${hook.state === 'active' ? 'check' : 'circle-slash'}) ${inWords(hook.state)}`)
  text.appendMarkdown(`${inMarkdown(why)}\n\n`)
  for (const one of uncoveredTexts(hook)) text.appendMarkdown(`$(warning) ${inMarkdown(one)}\n\n`)
  if (hook.events.length > 0)
    text.appendMarkdown(`${hook.events.slice(0, 8).map(codeInMarkdown).join(', ')}\n\n`)
  if (last !== undefined) {
    const where = sayHow(last.how)
    text.appendMarkdown(
      `$(history) ${inMarkdown(last.event)}: **${inMarkdown(sayRun(last.run))}** ${[...durationTexts(last), where].join(', ')}`,
    )
    const reason = last.run.verdict?.reason ?? (last.run.why && whyHere(last.run.why))
    if (reason !== undefined) text.appendMarkdown(`\n\n${inMarkdown(clipped(reason, 200))}`)
    text.appendMarkdown('\n\n')
  }
  if (stats !== undefined) {
    const { calls, failures } = stats
    const many =
      failures === 0
        ? vscode.l10n.t('{0} calls', calls)
        : vscode.l10n.t('{0} calls, {1} of them failed', calls, failures)
    text.appendMarkdown(
      `$(graph) ${many} · p50 ${duration(stats.p50)} · p95 ${duration(stats.p95)} · ${vscode.l10n.t('max {0}', duration(stats.max))}\n\n`,
    )
  }
  text.appendMarkdown(
    vscode.l10n.t('Time-out {0}, in {1}', duration(hook.timeoutMs), inMarkdown(folder.name)),
  )
  return text
}

function meaning(semantics: Semantics | undefined): string {
  if (semantics === 'observe')
    return vscode.l10n.t('Hooks of this event only observe. What they answer changes nothing.')
  if (semantics === 'transform')
    return vscode.l10n.t('Hooks of this event may replace the payload, one after the other.')
  return vscode.l10n.t('Hooks of this event may replace the payload, and the first denial ends it.')
}

function count(hooks: number): string {
  return hooks === 1 ? vscode.l10n.t('1 hook') : vscode.l10n.t('{0} hooks', hooks)
}
