// Completes a host's configuration: events, keys, values with units, words of matchers, variables and paths in
// commands. Works on incomplete text; offers nothing in places that no host reads.

import type { Json } from '../../../runtime/contract/json.ts'
import { formsOf, typeName, valuesOf, type WalkedShape } from '../../../runtime/contract/walk.ts'
import { type DataPlace, inside, placeAt } from '../../../runtime/documents/data/place.ts'
import { find, type Tree } from '../../../runtime/documents/data/tree.ts'
import type { View } from '../../../runtime/project/view.ts'
import { eventSummary, fieldSummary } from '../about.ts'
import type { CompletionGround, Item } from '../completion/item.ts'
import { writtenName, writtenValue } from '../written.ts'
import { commandItems } from './commands.ts'
import { asSnippet, matcherItems } from './matchers.ts'
import { type OfHost, outlineIn, ownersOf, shapesAt } from './shapes.ts'
import { keyItem, tableItems } from './written.ts'

/** All items at an offset, each label once. */
export async function configurationItems(
  view: View,
  offset: number,
  ground: CompletionGround,
): Promise<readonly Item[]> {
  const outline = await outlineIn(view)
  const place = placeAt(outline, offset)
  if (place === undefined) return []
  const isHeading = outline.headings?.some(({ written }) => written === place.written) === true
  const isBySchema = ground.schemas === true && isJson(view)
  if (place.at === 'key') {
    if (isBySchema) return []
    const keys = keyItems(view, outline.tree, place, { isHeading })
    return onceEach(isHeading ? keys : [...keys, ...tableItems(view, place)])
  }
  const shapes = shapesAt(view.role, outline.tree, place.path, true)
  // Where an object is expected, a bare word is its first key.
  if (place.asKey && shapes.some(({ shape }) => shape.type === 'object'))
    return onceEach(keyItems(view, undefined, { ...place, path: [...place.path, place.written.text] }, {}))
  const items = shapes.flatMap(({ dialect, shape }): readonly Item[] => {
    if (shape.format === 'matcher') return matcherItems(view, place, shape, offset)
    if (shape.format === 'command')
      return commandItems(view, place, { dialect, shape }, { ...ground, offset, tree: outline.tree })
    return isBySchema && valuesOf(shape) !== undefined ? [] : valueItems(view, place, shape)
  })
  return onceEach(items)
}

function isJson({ role }: View): boolean {
  const format = ownersOf(role)[0]?.format
  return format !== 'toml' && format !== 'frontmatter'
}

function keyItems(
  view: View,
  tree: Tree | undefined,
  { path, written }: DataPlace,
  { isHeading = false }: { readonly isHeading?: boolean },
): readonly Item[] {
  const above = path.slice(0, -1)
  const owner = find(tree, above.map(String))?.tree
  // A heading names the list to which it adds an item.
  const present = new Set(
    isHeading || owner?.kind !== 'object'
      ? []
      : owner.members.filter(({ key }) => key !== written).map(({ key }) => key.text),
  )
  const fields = new Map<string, { shape: WalkedShape; required: boolean; of: OfHost[] }>()
  const owners = shapesAt(view.role, tree, above).flatMap((one) =>
    // The tables of a list are named after the list.
    isHeading && typeof one.shape.items === 'object'
      ? formsOf(one.shape.items).map((shape) => ({ ...one, shape }))
      : [one],
  )
  for (const { dialect, shape } of owners)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) {
      const known = fields.get(name)
      const required = shape.required?.includes(name) === true
      if (known === undefined) fields.set(name, { shape: inner, required, of: [{ dialect, shape: inner }] })
      else {
        known.required &&= required
        known.of.push({ dialect, shape: inner })
        // A key that is deprecated for one host may be valid for another.
        if (known.shape.deprecated === true) known.shape = inner
      }
    }
  return [...fields].flatMap(([name, { shape, required, of }]): readonly Item[] => {
    if (present.has(name) || shape.deprecated === true) return []
    if (isHeading && shape.type !== 'array' && shape.type !== 'object') return []
    const titles = [...new Set(of.map(({ dialect }) => dialect.title))].join(', ')
    const isEvent = shape.event !== undefined
    return [
      {
        ...keyItem(view, written, name, shape, isHeading),
        label: name,
        kind: isEvent ? 'event' : 'field',
        detail: isEvent ? `${semantics(of)}${titles}` : `${unitOf(shape) ?? typeName(shape)}, ${titles}`,
        documentation: () => aboutKey(of),
        rank: required || (isEvent && of.some(isBeforeTool)) ? 0 : 1,
      },
    ]
  })
}

function isBeforeTool({ dialect, shape: { event = '' } }: OfHost): boolean {
  return dialect.events[event]?.lifecycle === 'tool.before'
}

function semantics(of: readonly OfHost[]): string {
  const [first] = of
  const record = first === undefined ? undefined : first.dialect.events[first.shape.event ?? '']
  return record === undefined ? '' : `${record.semantics}, `
}

function unitOf({ format }: WalkedShape): string | undefined {
  return format === 'seconds' || format === 'milliseconds' ? format : undefined
}

/** The meaning of a key, for each host that defines its own. */
function aboutKey(of: readonly OfHost[]): string {
  const texts = of.map(({ dialect, shape }) => {
    const record = shape.event === undefined ? undefined : dialect.events[shape.event]
    return record === undefined
      ? fieldSummary(shape)
      : eventSummary({ dialect, name: shape.event ?? '', record })
  })
  return [...new Set(texts)].join('\n\n---\n\n')
}

function valueItems(view: View, place: DataPlace, shape: WalkedShape): readonly Item[] {
  const { text } = view
  const slot = { range: inside(text, place.written), quote: place.written.quote }
  const item = (value: Json, detail?: string, about?: string): readonly Item[] => {
    const written = writtenValue(text, slot, value, 'other')
    if (written === undefined) return []
    const label = typeof value === 'string' ? value : written.insert
    return [{ ...written, label, kind: 'value', detail, documentation: () => about, rank: 0 }]
  }
  const unit = unitOf(shape)
  if (unit !== undefined) return timesFor(shape, unit).flatMap(([value, detail]) => item(value, detail))
  const abouts = new Map(shape.offers?.map(({ name, about }) => [name, about]))
  const values = valuesOf(shape)
  if (values !== undefined)
    return values.flatMap((value) =>
      item(
        value,
        shape.default === value ? 'the default' : undefined,
        abouts.get(String(value)) ?? shape.description,
      ),
    )
  return (shape.offers ?? []).flatMap(({ name, about, fill }) => {
    const written = writtenName(text, slot, name)
    const filled =
      fill === undefined ? {} : { snippet: written.insert.replace(name, () => asSnippet(name, fill)) }
    return [
      { ...written, ...filled, label: name, kind: 'value' as const, documentation: () => about, rank: 0 },
    ]
  })
}

// Long enough for most hooks without keeping the user waiting, plus the host's default.
function timesFor({ default: own }: WalkedShape, unit: string): readonly (readonly [number, string])[] {
  const per = unit === 'milliseconds' ? 1000 : 1
  const usual = [5, 10, 30, 60].map((seconds) => seconds * per)
  const all = typeof own === 'number' && !usual.includes(own) ? [...usual, own] : usual
  return all.map((value) => {
    const seconds = value / per
    const words = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
    return [value, value === own ? `${words}, the default` : words]
  })
}

function onceEach(items: readonly Item[]): readonly Item[] {
  const byLabel = new Map<string, Item>()
  for (const item of items) if (!byLabel.has(item.label)) byLabel.set(item.label, item)
  return [...byLabel.values()].toSorted((one, two) => one.rank - two.rank)
}
