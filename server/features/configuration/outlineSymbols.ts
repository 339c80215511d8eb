// Document symbols of a host's configuration: its events, each with its entries, named by what they run.

import type { JsonPath } from '../../../runtime/contract/entry.ts'
import { oneLineOf, runLine } from '../../../runtime/contract/entry.ts'
import type { Range } from '../../../runtime/contract/problems.ts'
import { textOfJson } from '../../../runtime/contract/textOfJson.ts'
import { find, memberOf, plain, type Tree } from '../../../runtime/documents/data/tree.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { FileSymbol } from '../symbolsOf.ts'
import { outlineIn, shapesAt } from './shapes.ts'

/** Events with their entries, in text order. */
export async function configurationSymbols(view: View): Promise<readonly FileSymbol[]> {
  const { tree } = await outlineIn(view)
  const events = find(tree, ['hooks'])?.tree
  if (events?.kind !== 'object') return []
  return events.members.flatMap(({ key, value }): readonly FileSymbol[] => {
    const known = shapesAt(view.role, tree, ['hooks', key.text]).some(
      ({ shape }) => shape.event !== undefined,
    )
    if (!known || value === undefined) return []
    return [
      {
        name: key.text,
        detail: '',
        kind: 'handler',
        range: { start: Math.min(key.range.start, value.range.start), end: value.range.end },
        selection: key.range,
        children: entrySymbols(value, view.text),
      },
    ]
  })
}

function entrySymbols(list: Tree, text: string): readonly FileSymbol[] {
  if (list.kind !== 'array') return []
  return list.items.flatMap((item): readonly FileSymbol[] => {
    if (item.kind !== 'object') return []
    const inner = memberOf(item, 'hooks')?.value
    const matcher = textAt(item, ['matcher'])
    if (inner?.kind === 'array') return inner.items.flatMap((entry) => entrySymbol(entry, matcher, text))
    return entrySymbol(item, matcher, text)
  })
}

function entrySymbol(entry: Tree, matcher: string, text: string): readonly FileSymbol[] {
  if (entry.kind !== 'object') return []
  const fields = (plain(entry) ?? {}) as Readonly<Record<string, unknown>>
  const kind = typeof fields.type === 'string' ? fields.type : 'command'
  const command = Object.values(fields).find((one) => typeof one === 'string' && one !== kind)
  const what = runLine({
    command: textOfJson(fields.command ?? command ?? ''),
    args: undefined,
    kind,
    fields,
  })
  const { range } = entry
  return [
    {
      name: oneLineOf(what, 60) || '(empty command)',
      detail: matcher,
      kind: 'hook',
      range,
      selection: firstLine(text, range),
      children: [],
    },
  ]
}

function textAt(tree: Tree, path: JsonPath): string {
  const value = plain(find(tree, path.map(String))?.tree)
  return typeof value === 'string' ? value : ''
}

function firstLine(text: string, { start, end }: Range): Range {
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(start, end)) ?? []
  return { start, end: start + line.length }
}
