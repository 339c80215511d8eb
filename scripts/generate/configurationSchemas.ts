// Generates JSON Schemas of hosts' configuration files: keys, enumerable values and descriptions, also for use without
// the language server, which otherwise leaves these to the schemas. They accept everything, because Hookbench reports
// errors itself and they must not be reported twice.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { ConfigurationPlace } from '../../runtime/contract/host.ts'
import { formsOf, type WalkedShape } from '../../runtime/contract/walk.ts'

/** A schema, the files it applies to, and its path. */
export type ConfigurationSchema = {
  readonly path: string
  readonly title: string
  readonly files: readonly string[]
  readonly schema: Loose
}

type Loose = { readonly [key: string]: unknown }

/** One schema for each host and each kind of its JSON files. */
export function configurationSchemas(): readonly ConfigurationSchema[] {
  return Object.values<Dialect>(dialects).flatMap(({ id, title, host }) => {
    const places = host?.places.filter(isOwnJson) ?? []
    const kinds = Map.groupBy(places, (place) => JSON.stringify(host?.shape(place)))
    return [...kinds.values()].flatMap((same, index): ConfigurationSchema[] => {
      const [first] = same
      const shape = first === undefined ? undefined : host?.shape(first)
      if (shape === undefined) return []
      const number = index === 0 ? '' : `-${index + 1}`
      return [
        {
          path: `schemas/${id}/configuration${number}.schema.json`,
          title: `${title}: hooks`,
          files: [...new Set(same.map(({ path }) => path))],
          schema: withDefinitions(loose(shape)),
        },
      ]
    })
  })
}

// Files of the system are rarely edited, and editors support schemas only for JSON.
function isOwnJson({ base, format, index, borrowed }: ConfigurationPlace): boolean {
  return (
    base !== 'system' && format !== 'toml' && format !== 'frontmatter' && index !== true && borrowed !== true
  )
}

/** Converts a shape to a schema that describes but forbids nothing. */
function loose(shape: WalkedShape): Loose {
  const forms = formsOf(shape)
  const { description = forms.find((one) => one.description !== undefined)?.description, event } = shape
  const about = description === undefined ? {} : { description }
  const fallback = shape.default === undefined ? {} : { default: shape.default }
  const objects = forms.filter(({ type }) => type === 'object')
  if (objects.length > 0) return { ...about, ...properties(objects) }
  const [form = shape] = forms
  if (form.type === 'array') {
    const snippet = event === undefined ? {} : { defaultSnippets: [{ label: 'hook', body: bodyOf(form) }] }
    return { ...about, ...(typeof form.items === 'object' ? { items: loose(form.items) } : {}), ...snippet }
  }
  const values = valuesIn(forms)
  if (values.length > 0) return { ...about, ...fallback, anyOf: [{ enum: values }, {}] }
  // Words of matchers, variables and times are completed by the server: they are parts of a text, or have a unit.
  return about
}

function valuesIn(forms: readonly WalkedShape[]): readonly unknown[] {
  return forms.flatMap(({ const: only, enum: some, type }) => {
    if (only !== undefined) return [only]
    return some ?? (type === 'boolean' ? [true, false] : type === 'null' ? [null] : [])
  })
}

// All keys of several kinds of object, with the values that each key has in any of them.
function properties(forms: readonly WalkedShape[]): Loose {
  const found = new Map<string, WalkedShape[]>()
  for (const form of forms)
    for (const [name, inner] of Object.entries(form.properties ?? {}))
      if (inner.deprecated !== true) found.set(name, [...(found.get(name) ?? []), inner])
  if (found.size === 0) return {}
  const all = [...found].map(([name, inner]): [string, Loose] => {
    const [only] = inner
    const first = only as WalkedShape
    const isKind = inner.length > 1 && inner.every((one) => one.const !== undefined)
    return [name, loose(isKind ? { anyOf: inner, description: 'What kind of entry it is.' } : first)]
  })
  return { properties: Object.fromEntries(all) }
}

// The required parts, with placeholders for what the author fills in.
function bodyOf(shape: WalkedShape, counter = { at: 0 }): unknown {
  const [form = shape] = formsOf(shape)
  if (form.const !== undefined) return form.const
  if (form.type === 'array') return typeof form.items === 'object' ? [bodyOf(form.items, counter)] : []
  if (form.type === 'object')
    return Object.fromEntries(
      (form.required ?? []).flatMap((name) => {
        const inner = form.properties?.[name]
        return inner === undefined ? [] : [[name, bodyOf(inner, counter)]]
      }),
    )
  counter.at++
  return `$${counter.at}`
}

const LONG = 160

// Moves schemas that occur several times to definitions.
function withDefinitions(schema: Loose): Loose {
  const times = new Map<string, number>()
  count(schema)
  const names = new Map<string, string>()
  const definitions: Record<string, unknown> = {}
  const top = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, shared(inner)]))
  return { ...top, ...(names.size === 0 ? {} : { $defs: definitions }) }

  function count(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const text = JSON.stringify(value)
    const seen = times.get(text) ?? 0
    times.set(text, seen + 1)
    if (seen === 0) for (const inner of Object.values(value)) count(inner)
  }

  function shared(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(shared)
    const text = JSON.stringify(value)
    const isSchema = 'description' in value || 'properties' in value
    if (!isSchema || text.length < LONG || (times.get(text) ?? 0) < 2) return inside(value)
    const known = names.get(text)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    const name = `d${names.size + 1}`
    names.set(text, name)
    definitions[name] = inside(value)
    return { $ref: `#/$defs/${name}` }
  }

  function inside(value: object): unknown {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shared(inner)]))
  }
}
