// The texts of the questions of trust, and the folder whose later edits one of them is about. Pure: does not use the
// editor.

import { dirname, relative, sep } from 'node:path'
import { commandLine } from '../runtime/contract/entry.ts'
import { wholeDetail } from './hooks/entries.ts'
import { l10n } from './l10n.ts'
import { oneLine, visible } from './plain.ts'
import type { HookRow, TrustRow } from './protocol.ts'
import { clipped, whyHere } from './signs.ts'

/** An open folder of the editor. */
type Folder = { readonly path: string; readonly name: string }

/** A sentence; or a hook or a file, and what is to know about it. */
type TrustLine = string | readonly [name: string, ...about: string[]]

/** A question, and what it is about. */
export type TrustQuestion = { readonly text: string; readonly lines: readonly TrustLine[] }

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
export function hookQuestion(
  [row, ...others]: readonly TrustRow[],
  folder: Folder,
  root: string | undefined,
): TrustQuestion {
  if (row === undefined) return { text: '', lines: [] }
  const { entry, events, name, why, remarks } = row
  const what =
    entry === undefined
      ? [l10n.t('It answers {0}.', events.join(', ') || '?'), ...remarks]
      : wholeDetail(row, folder.path, remarks)
  const changed = why?.startsWith('changed') === true ? [clipped(whyHere(why), 300)] : []
  const edits = root === undefined ? [] : [editsText(folder, root)]
  const sentences = (texts: readonly string[]) => texts.map((line) => sentence(oneLine(line)))
  const lines = [...sentences(what), ...rowTexts(others, folder), ...sentences([...changed, ...edits])]
  return { text: l10n.t('Let {0} run?', name), lines }
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
export function editsQuestion(rows: readonly TrustRow[], folder: Folder, root: string): TrustQuestion {
  const shown = root === folder.path ? folder.name : `${folder.name}/${relative(folder.path, root)}`
  return {
    text: l10n.t('Let the hooks of {0} run, as they are and after every edit?', shown),
    lines: [editsText(folder, root), ...rowTexts(rows, folder)],
  }
}

/** Whether trust in the folder of a hook covers nothing but what was shown of it. */
export function coversOnly(
  rows: readonly TrustRow[],
  shown: TrustRow,
  folder: string,
  root: string,
): boolean {
  const textOf = ({ id, path, entry, remarks }: TrustRow) =>
    JSON.stringify([entry === undefined ? path : id, entry, remarks])
  return root !== folder && rows.length > 0 && rows.every((row) => textOf(row) === textOf(shown))
}

/**
 * What trust covers, whole: configuration first, then rows with remarks, then what waits for trust.
 */
export function rowTexts(rows: readonly TrustRow[], folder: Folder): readonly TrustLine[] {
  const rank = ({ events, remarks, state }: TrustRow) =>
    events.length === 0 ? 0 : remarks.length > 0 ? 1 : state === 'untrusted' ? 2 : 3
  return rows
    .toSorted((one, two) => rank(one) - rank(two))
    .map(({ name, path, events, entry, remarks }) => {
      const on = [events[0], entry?.matcher].filter(Boolean).join(' ')
      const named = on === '' ? relative(folder.path, path) : `${name} (${on})`
      const runs = entry === undefined ? [] : [commandLine(entry.runs, Number.POSITIVE_INFINITY).line]
      return [oneLine(named), ...[...runs, ...remarks].map(oneLine)] as const
    })
}

/** The lines of a question for a dialog. */
export function dialogText({ lines }: Pick<TrustQuestion, 'lines'>): string {
  return lines.map(inOneLine).join('\n')
}

/** The same as sentences, for a message, which has no lines. */
export function sentencesOf({ lines }: Pick<TrustQuestion, 'lines'>): readonly string[] {
  return lines.map((line) => sentence(inOneLine(line)))
}

function inOneLine(line: TrustLine): string {
  if (typeof line === 'string') return line
  const [name, ...about] = line
  return about.length === 0 ? name : `${name}: ${about.join('; ')}`
}

/** More does not fit on a small screen, and a dialog of the system cannot be scrolled. */
export function fitsDialog({ text, lines }: TrustQuestion): boolean {
  return lines.length <= 20 && text.length + dialogText({ lines }).length <= 2000
}

/**
 * The text of a document that lists what a question is about: names at the start of a line, what is to know about each
 * below it. Long lines are broken, so that none ends out of view.
 */
export function listText({ text, lines }: TrustQuestion): string {
  const blocks = [text, ...lines].map((line) => {
    const [name, ...about] = typeof line === 'string' ? [line] : line
    return [broken(name), ...about.map((one) => INDENT + broken(one))].join('\n')
  })
  return `${blocks.join('\n\n')}\n`
}

const INDENT = '    '

function broken(line: string): string {
  return (visible(line).match(/.{1,80}/gu) ?? ['']).join(`\n${INDENT}${INDENT}`)
}

function sentence(line: string): string {
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
