// Computes completion items: spots determine what is expected at the place, the contract what exists. Offers nothing
// where neither applies, and leaves the rest to the editor.

import type { Spot } from '../../../runtime/documents/spots.ts'
import type { TypedEntry } from '../../../runtime/documents/typed.ts'
import type { EmbeddedCode, View } from '../../../runtime/project/view.ts'
import { configurationItems } from '../configuration/complete.ts'
import { codeAt } from '../embedded.ts'
import { spotsAt } from '../spotsAt.ts'
import { fieldItems, valueItems } from './fields.ts'
import { handlerItems } from './handlers.ts'
import type { CompletionGround, Item } from './item.ts'
import { eventItems, namedItems, variableItems } from './names.ts'
import { wholeHookItems } from './wholeHooks.ts'

/** All items at an offset, each label once; items whose range spans several lines are dropped. */
export async function complete(
  view: View,
  offset: number,
  ground: CompletionGround,
): Promise<readonly Item[]> {
  const inside = await codeAt(view, offset)
  if (inside !== undefined) {
    const inner = await complete(inside.view, inside.offset, ground)
    if (inner.length > 0) return inner.map((item) => written(item, inside.code))
  }
  if (view.role.kind === 'configuration') return configurationItems(view, offset, ground)
  const items: Item[] = []
  for (const spot of spotsAt(view, offset))
    items.push(...(await itemsOf(view, atCursor(spot, view, offset), ground)))
  const typed = await view.typed()
  if (typed !== undefined) {
    const entries = typed.entries(offset).map(itemOf)
    items.push(...entries, ...entries.flatMap((entry) => handlerItems(view, entry)))
  }
  if (items.length === 0) items.push(...wholeHookItems(view, offset))
  return onceEach(items.filter(({ range }) => !/[\r\n]/.test(view.text.slice(range.start, range.end))))
}

// A key that is not begun is written at the cursor, and the blanks around it stay.
function atCursor(spot: Spot, { text }: View, offset: number): Spot {
  const isBlank = spot.kind === 'field' && text.slice(spot.range.start, spot.range.end).trim() === ''
  return isBlank ? { ...spot, range: { start: offset, end: offset } } : spot
}

async function itemsOf(view: View, spot: Spot, ground: CompletionGround): Promise<readonly Item[]> {
  switch (spot.kind) {
    case 'event':
      return eventItems(view, spot)
    case 'field':
      return fieldItems(view, spot)
    case 'value':
      return [...(await namedItems(view, spot, ground)), ...valueItems(view, spot)]
    case 'variable': {
      const set = Object.keys(ground.settings.environment.set)
      return variableItems(view, spot, [...set, ...ground.variables])
    }
    case 'answer':
    case 'code':
    case 'end':
    case 'file':
      return []
  }
}

function itemOf({ name, kind, detail, documentation, range, insert }: TypedEntry): Item {
  return {
    label: name,
    kind,
    detail,
    documentation: () => documentation,
    range,
    insert: insert ?? name,
    filter: insert ?? name,
    rank: 0,
  }
}

// Translates an item of embedded code to the surrounding text.
function written(item: Item, code: EmbeddedCode): Item {
  const { range, insert, filter, snippet, clears } = item
  return {
    ...item,
    range: code.toOuter(range),
    insert: code.written(insert),
    filter: code.written(filter),
    ...(snippet === undefined ? {} : { snippet: code.written(snippet) }),
    ...(clears === undefined ? {} : { clears: code.toOuter(clears) }),
  }
}

function onceEach(items: readonly Item[]): readonly Item[] {
  const byLabel = new Map<string, Item>()
  for (const item of items) if (!byLabel.has(item.label)) byLabel.set(item.label, item)
  return [...byLabel.values()].toSorted((one, two) => one.rank - two.rank)
}
