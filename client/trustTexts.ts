// The texts of the questions of trust, and the folder whose later edits one of them is about. Pure: does not use the
// editor.

import { dirname, relative, sep } from 'node:path'
import { entryDetail } from './hooks/entries.ts'
import { l10n } from './l10n.ts'
import type { HookRow, TrustRow } from './protocol.ts'
import { clipped, whyHere } from './signs.ts'

/** An open folder of the editor. */
type Folder = { readonly path: string; readonly name: string }

/** The smallest workspace folder that contains the hooks and what they run: later edits are trusted by folder. */
export function editsFolder(folder: string, hooks: readonly HookRow[]): string | undefined {
  if (hooks.some(({ source }) => source !== 'workspace')) return undefined
  const [first, ...others] = hooks.flatMap(({ path, entry }) =>
    [path, ...(entry?.scripts ?? [])].map(dirname),
  )
  if (first === undefined) return undefined
  let root = first
  while (!others.every((one) => isWithin(one, root)) && dirname(root) !== root) root = dirname(root)
  return isWithin(root, folder) ? root : undefined
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`)
}

/** The question about one hook: what it runs, what trust does not cover, and which later edits can be trusted too. */
export function hookQuestion(row: TrustRow, folder: Folder, root: string | undefined): string {
  const { entry, events, name, why, remarks } = row
  const what =
    entry === undefined
      ? [l10n.t('It answers {0}.', events.join(', ') || '?'), ...remarks]
      : entryDetail(row, folder.path, remarks)
  const changed = why?.startsWith('changed') === true ? [clipped(whyHere(why), 300)] : []
  const edits = root === undefined ? [] : [editsText(folder, root)]
  return [l10n.t('Let {0} run?', name), ...[...what, ...changed, ...edits].map(sentence)].join(' ')
}

function editsText({ path, name }: Folder, root: string): string {
  return root === path
    ? l10n.t(
        'Trusting later edits covers the whole workspace folder {0}: all its hooks, settings and webhooks, also those added later.',
        name,
      )
    : l10n.t('Trusting later edits covers all hooks in {0}, also those added later.', relative(path, root))
}

/** The question about a folder with later edits, and all that it would cover. */
export function editsQuestion(rows: readonly TrustRow[], folder: Folder, root: string) {
  const shown = root === folder.path ? folder.name : `${folder.name}/${relative(folder.path, root)}`
  return {
    text: l10n.t('Let the hooks of {0} run, as they are and after every edit?', shown),
    detail: `${editsText(folder, root)}\n${coveredTexts(rows, folder)}`,
  }
}

/** Whether trust in the folder of a hook covers nothing else that the user has not seen. */
export function coversOnly(rows: readonly TrustRow[], hook: HookRow, folder: string, root: string): boolean {
  const isSame = ({ id, path }: HookRow) => (hook.entry === undefined ? path === hook.path : id === hook.id)
  return root !== folder && rows.every((row) => isSame(row) && row.remarks.length === 0)
}

// A line each, and how many are left out. Configuration comes first, then what waits for trust, so that what is left
// out is trusted already wherever possible.
function coveredTexts(rows: readonly TrustRow[], folder: Folder): string {
  const rank = ({ events, state }: TrustRow) => (events.length === 0 ? 0 : state === 'untrusted' ? 1 : 2)
  const sorted = rows.toSorted((one, two) => rank(one) - rank(two))
  const left = sorted.length - MOST_ROWS
  const lines = sorted.slice(0, MOST_ROWS).map((row) => {
    const { name, path, events, entry, remarks } = row
    const on = [events[0], entry?.matcher].filter(Boolean).join(' ')
    const named = on === '' ? relative(folder.path, path) : `${name} (${on})`
    return remarks.length === 0 ? named : `${named}: ${remarks.join('; ')}`
  })
  return [...lines, ...(left > 0 ? [l10n.t('and {0} more', left)] : [])].join('\n')
}

const MOST_ROWS = 20

function sentence(line: string): string {
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
