// What may be written at a path of a host's configuration: the shapes of the hosts whose file it is, narrowed by what
// stands around the path. Hosts that only read along have no say in what their neighbor's file may hold.

import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { oncePer } from '../../../runtime/contract/oncePer.ts'
import { formsOf, type Path, type WalkedShape } from '../../../runtime/contract/walk.ts'
import { outlineOf } from '../../../runtime/documents/data/outline.ts'
import type { Outline } from '../../../runtime/documents/data/place.ts'
import { memberOf, type Tree } from '../../../runtime/documents/data/tree.ts'
import type { ConfigurationReader, Role, View } from '../../../runtime/project/view.ts'

/** A shape, and whose it is. */
export type OfHost = { readonly dialect: Dialect; readonly shape: WalkedShape }

/** The outline of a configuration file. Made once per view. */
export const outlineIn = oncePer(({ text, role }: Pick<View, 'text' | 'role'>): Promise<Outline> => {
  const [reader] = ownersOf(role)
  return reader === undefined ? Promise.resolve({ tree: undefined }) : outlineOf(text, reader.format)
})

/** The hosts whose file it is; all that read it where it is nobody's. */
export function ownersOf(role: Role): readonly ConfigurationReader[] {
  const all = readersOf(role)
  const own = all.filter(({ place }) => place.borrowed !== true)
  return own.length > 0 ? own : all
}

export function readersOf(role: Role): readonly ConfigurationReader[] {
  return role.kind === 'configuration' ? role.readers.filter(({ place }) => place.index !== true) : []
}

/** The shapes at a path; none where no host looks. `replaced`: what stands there is about to be another. */
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

/** What a host says may be written in a file. Made once per place. */
export function shapeFor({ dialect, place }: ConfigurationReader): WalkedShape | undefined {
  if (!shapes.has(place)) shapes.set(place, dialect.host?.shape(place))
  return shapes.get(place)
}

/** The event that a path leads through, by the name of its record, with the host that has it. */
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

// Of several forms those that what is written tells nothing against, and of these the ones that know most of it.
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
  // What stands beside a value that is about to change fits the old one.
  if (except !== undefined) return left
  const known = left.map(
    ({ properties = {} }) => names.filter((name) => Object.hasOwn(properties, name)).length,
  )
  const most = Math.max(...known)
  return left.filter((_, index) => known[index] === most)
}

// What is no object is told by the whole of its shape.
function objectForms(shape: WalkedShape): readonly WalkedShape[] {
  const forms = formsOf(shape)
  return forms.some(({ type }) => type === 'object' || type === 'array') ? forms : [shape]
}
