// Navigation between entries of a host's configuration and the scripts they run, in both directions. Discovery has
// determined the scripts from the commands; this file finds their paths in the current text.

import { basename } from 'node:path'
import type { HookEntry } from '../../../runtime/contract/entry.ts'
import type { Hook } from '../../../runtime/contract/hook.ts'
import type { Range } from '../../../runtime/contract/problems.ts'
import { find, type Tree } from '../../../runtime/documents/data/tree.ts'
import type { Project, View } from '../../../runtime/project/view.ts'
import { covers } from '../spotsAt.ts'
import type { UseLocation } from '../uses.ts'
import { outlineIn, readersOf } from './shapes.ts'

type EntryHook = Hook & { readonly entry: HookEntry }

/** The range of a script's path in a command, and the script's absolute path. */
export type ScriptLink = { readonly range: Range; readonly file: string }

/** The script paths in a configuration file, in the order of its entries. */
export async function scriptLinks(view: View, hooks: readonly Hook[]): Promise<readonly ScriptLink[]> {
  const { tree } = await outlineIn(view)
  const seen = new Set<number>()
  return entriesIn(view, hooks).flatMap(({ entry }) => {
    const texts = textsIn(find(tree, entry.at.map(String))?.tree)
    return entry.scripts.flatMap((file) =>
      texts.flatMap((range): readonly ScriptLink[] => {
        const found = pathIn(view.text, range, basename(file))
        // A file that several hosts read has an entry per host for the same text.
        if (found === undefined || seen.has(found.start)) return []
        seen.add(found.start)
        return [{ range: found, file }]
      }),
    )
  })
}

/** The script whose path is at an offset. */
export async function scriptsAt(
  view: View,
  offset: number,
  project: Pick<Project, 'hooks'>,
): Promise<readonly UseLocation[]> {
  const links = await scriptLinks(view, await project.hooks())
  return links
    .filter(({ range }) => covers(range, offset))
    .map(({ file }) => ({ path: file, range: { start: 0, end: 0 } }))
}

/** The locations of the entries that run a script. */
export async function callersOf(
  script: string,
  project: Pick<Project, 'hooks' | 'view'>,
): Promise<readonly UseLocation[]> {
  const hooks = await project.hooks()
  const callers = hooks.filter(
    (hook): hook is EntryHook => hook.entry?.scripts.includes(script) === true && hook.path !== script,
  )
  const found: UseLocation[] = []
  for (const path of new Set(callers.map((hook) => hook.path))) {
    const view = await project.view(path)
    if (view === undefined || readersOf(view.role).length === 0) continue
    const links = await scriptLinks(view, hooks)
    for (const { file, range } of links) if (file === script) found.push({ path, range })
  }
  return found
}

function entriesIn({ path }: Pick<View, 'path'>, hooks: readonly Hook[]): readonly EntryHook[] {
  return hooks.filter((hook): hook is EntryHook => hook.entry !== undefined && hook.path === path)
}

function textsIn(tree: Tree | undefined): readonly Range[] {
  if (tree === undefined) return []
  if (tree.kind === 'scalar') return typeof tree.value === 'string' ? [tree.range] : []
  if (tree.kind === 'array') return tree.items.flatMap(textsIn)
  return tree.members.flatMap(({ value }) => textsIn(value))
}

// The word that ends with the file's name, without surrounding quotes.
function pathIn(text: string, { start, end }: Range, name: string): Range | undefined {
  for (let at = text.indexOf(name, start); at !== -1 && at < end; at = text.indexOf(name, at + 1)) {
    const stop = at + name.length
    if (/[\w.-]/.test(text[stop] ?? '') || /[\w-]/.test(text[at - 1] ?? '')) continue
    let from = at
    while (from > start && !/[\s;|&<>()=]/.test(text[from - 1] ?? '')) from--
    while (/["'`\\]/.test(text[from] ?? '')) from++
    return { start: from, end: stop }
  }
  return undefined
}
