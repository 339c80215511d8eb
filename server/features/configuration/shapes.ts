// The shapes allowed at a path of a host's configuration, narrowed by the surrounding values. Only the shapes of the
// hosts that own the file count, not those of hosts that merely read it.

import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { oncePer } from '../../../runtime/contract/oncePer.ts'
import { formsOf, type Path, type WalkedShape } from '../../../runtime/contract/walk.ts'
import { outlineOf } from '../../../runtime/documents/data/outline.ts'
import type { Outline } from '../../../runtime/documents/data/place.ts'
import { memberOf, type Tree } from '../../../runtime/documents/data/tree.ts'
import type { ConfigurationReader, Role, View } from '../../../runtime/project/view.ts'

/** A shape and the dialect of its host. */
export type OfHost = { readonly dialect: Dialect; readonly shape: WalkedShape }

/** The outline of a configuration file, cached per view. */
export const outlineIn = oncePer(({ text, role }: Pick<View, 'text' | 'role'>): Promise<Outline> => {
  const [reader] = ownersOf(role)
  return reader === undefined ? Promise.resolve({ tree: undefined }) : outlineOf(text, reader.format)
})

/** The hosts that own the file; all its readers if no host owns it. */
export function ownersOf(role: Role): readonly ConfigurationReader[] {
  const all = readersOf(role)
  const own = all.filter(({ place }) => place.borrowed !== true)
  return own.length > 0 ? own : all
}

export function readersOf(role: Role): readonly ConfigurationReader[] {
  return role.kind === 'configuration' ? role.readers.filter(({ place }) => place.index !== true) : []
}

/**
 * The shapes at a path; none in places that no host reads. `replaced`: the value at the path is about to be replaced.
 */
export function shapesAt(
  role: Role,
  tree: Tree | undefined,
  path: Path,
  replaced = false,
): readonly OfHost[] {
  return ownersOf(role).flatMap((reader) => {
    const shape = shapeFor(reader)
    const { dialect } = reader
    return shape === undefined
      ? []
      : along(shape, tree, path, replaced).map((one) => ({ dialect, shape: one }))
  })
}

const shapes = new WeakMap<object, WalkedShape | undefined>()

/** The shape of a host's configuration file, cached per place. */
export function shapeFor({ dialect, place }: ConfigurationReader): WalkedShape | undefined {
  if (!shapes.has(place)) shapes.set(place, dialect.host?.shape(place))
  return shapes.get(place)
}

/** The event that a path passes through, by the name of its record, with its dialect. */
export function eventAlong(
  role: Role,
  tree: Tree | undefined,
  path: Path,
): readonly { readonly dialect: Dialect; readonly event: string }[] {
  for (let length = path.length; length > 0; length--) {
    const found = shapesAt(role, tree, path.slice(0, length)).flatMap(({ dialect, shape: { event } }) =>
      event === undefined ? [] : [{ dialect, event }],
    )
    if (found.length > 0) return found
  }
  return []
}

function along(
  root: WalkedShape,
  tree: Tree | undefined,
  path: Path,
  replaced: boolean,
): readonly WalkedShape[] {
  let node = tree
  const except = replaced ? path.at(-1) : undefined
  let forms = fitting([root], node, path.length === 1 ? except : undefined)
  for (const [level, key] of path.entries()) {
    const next = forms.flatMap((form) => stepInto(form, key))
    node = child(node, key)
    forms = fitting([...new Set(next)], node, level === path.length - 2 ? except : undefined)
  }
  return forms
}

function stepInto(form: WalkedShape, key: string | number): readonly WalkedShape[] {
  if (typeof key === 'number') return typeof form.items === 'object' ? [form.items] : []
  const { properties = {}, additionalProperties } = form
  const own = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (own !== undefined) return [own]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

function child(node: Tree | undefined, key: string | number): Tree | undefined {
  if (node?.kind === 'array') return node.items[Number(key)]
  return node?.kind === 'object' ? memberOf(node, String(key))?.value : undefined
}

// Of several forms, those that the written values do not contradict, and of these the ones that know the most keys.
function fitting(
  shapes: readonly WalkedShape[],
  node: Tree | undefined,
  except?: string | number,
): readonly WalkedShape[] {
  const forms = shapes.flatMap(objectForms)
  if (forms.length < 2 || node?.kind !== 'object') return forms
  const names = node.members.map(({ key }) => key.text)
  const open = forms.filter(({ properties = {} }) =>
    Object.entries(properties).every(([name, inner]) => {
      const value = inner.const === undefined || name === except ? undefined : memberOf(node, name)?.value
      return value?.kind !== 'scalar' || value.value === inner.const || value.value === ''
    }),
  )
  const left = open.length > 0 ? open : forms
  // The keys beside a value that is about to change match its old form, so they are not counted.
  if (except !== undefined) return left
  const known = left.map(
    ({ properties = {} }) => names.filter((name) => Object.hasOwn(properties, name)).length,
  )
  const most = Math.max(...known)
  return left.filter((_, index) => known[index] === most)
}

// A shape without object or array forms is kept whole.
function objectForms(shape: WalkedShape): readonly WalkedShape[] {
  const forms = formsOf(shape)
  return forms.some(({ type }) => type === 'object' || type === 'array') ? forms : [shape]
}
