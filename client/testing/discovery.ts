// Lists the cases of the open folders as test items, each under its hook, or under its event if it runs a whole chain.
// Only reads files, so it works in Restricted Mode too.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { MOST_DATA, readText } from '../../runtime/files/read.ts'
import { inLabel } from '../plain.ts'
import { watchFiles } from '../watched.ts'
import type { CaseText } from './caseText.ts'

export type TestCase = CaseText & { readonly folder: vscode.WorkspaceFolder; readonly uri: vscode.Uri }

export type CaseDiscovery = vscode.Disposable & {
  /** The case of an item; undefined for a group or an invalid file. */
  caseOf(item: vscode.TestItem): TestCase | undefined
  /** The cases at and below an item. */
  casesBelow(item: vscode.TestItem): readonly vscode.TestItem[]
  /** Scans the folders again. */
  look(): Promise<void>
  /** A case, or a whole folder of cases, was created, changed or deleted. */
  readonly onChange: vscode.Event<vscode.Uri>
}

/** Keeps a controller's items in sync with the files. */
export function openDiscovery(controller: vscode.TestController): CaseDiscovery {
  const cases = new WeakMap<vscode.TestItem, TestCase>()
  const changes = new vscode.EventEmitter<vscode.Uri>()
  const changed = (uri: vscode.Uri) => void look().then(() => changes.fire(uri))
  const subscriptions = [
    watchFiles('cases', '*.json', changed),
    vscode.workspace.onDidChangeWorkspaceFolders(() => look()),
    changes,
  ]
  let looking: Promise<void> = Promise.resolve()
  return {
    caseOf: (item) => cases.get(item),
    casesBelow,
    look,
    onChange: changes.event,
    dispose() {
      for (const one of subscriptions) one.dispose()
    },
  }

  // Scans run one after the other, so that the latest result is the one that stays.
  function look(): Promise<void> {
    looking = looking.then(lookNow, lookNow)
    return looking
  }

  async function lookNow(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? []
    const groups = new Map<string, vscode.TestItem>()
    for (const folder of folders) {
      for (const uri of await filesOf(folder)) await add(folder, uri, folders.length > 1, groups)
    }
    controller.items.replace([...groups.values()].toSorted((one, two) => (one.label < two.label ? -1 : 1)))
  }

  async function add(
    folder: vscode.WorkspaceFolder,
    uri: vscode.Uri,
    isOneOfMany: boolean,
    groups: Map<string, vscode.TestItem>,
  ): Promise<void> {
    const document = textOf(uri.fsPath)
    if (document === undefined) return
    const { readCase } = await import('./caseText.ts')
    const read = readCase(document)
    const item = controller.createTestItem(uri.fsPath, inLabel(read?.name ?? basename(uri.fsPath)), uri)
    if (read === undefined) {
      item.error = vscode.l10n.t('This is not a valid case. Its problems are marked in the file.')
      groups.set(uri.fsPath, item)
      return
    }
    const before = document.slice(0, read.expectAt).split('\n')
    const at = new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0)
    item.range = new vscode.Range(at, at)
    cases.set(item, { ...read, folder, uri })
    groupOf(folder, read, isOneOfMany, groups).children.add(item)
  }

  function groupOf(
    folder: vscode.WorkspaceFolder,
    { hook, event, dialect }: CaseText,
    isOneOfMany: boolean,
    groups: Map<string, vscode.TestItem>,
  ): vscode.TestItem {
    const id = `${folder.uri}\n${hook ?? `${dialect}\n${event}`}`
    let group = groups.get(id)
    if (group === undefined) {
      const label = hook === undefined ? event : nameIn(hook)
      group = controller.createTestItem(id, inLabel(label))
      const what = hook === undefined ? vscode.l10n.t('whole chain') : event
      group.description = [isOneOfMany ? folder.name : '', dialect, what]
        .filter((word) => word !== '')
        .join(' · ')
      groups.set(id, group)
    }
    return group
  }

  function casesBelow(item: vscode.TestItem): readonly vscode.TestItem[] {
    if (cases.has(item)) return [item]
    return [...item.children].flatMap(([, child]) => casesBelow(child))
  }
}

// `kodelet:workspace:guard`, `claude-code:workspace:.claude/settings.json#PreToolUse/Bash/hooks/guard.sh`: the name is
// the last segment.
function nameIn(id: string): string {
  const last = id.split(':').at(-1) ?? id
  const [, entry = ''] = last.split('#')
  return (entry.includes('/') ? entry.split('/').at(-1) : undefined) ?? last
}

function textOf(path: string): string | undefined {
  try {
    return readText(path, MOST_DATA).replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
}

async function filesOf({ uri }: vscode.WorkspaceFolder): Promise<readonly vscode.Uri[]> {
  const at = vscode.Uri.joinPath(uri, '.hookbench', 'cases')
  const entries = await vscode.workspace.fs.readDirectory(at).then(
    (found) => found,
    () => [],
  )
  const names = entries.flatMap(([name, type]) =>
    type !== vscode.FileType.Directory && name.endsWith('.json') ? [name] : [],
  )
  return names.toSorted().map((name) => vscode.Uri.joinPath(at, name))
}
