// Formats a key for insertion into a configuration file, with a value to fill in, for each file format.

import type { WalkedShape } from '../../../runtime/contract/walk.ts'
import { formsOf } from '../../../runtime/contract/walk.ts'
import type { DataPlace } from '../../../runtime/documents/data/place.ts'
import type { WrittenNode } from '../../../runtime/documents/data/tree.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Item } from '../completion/item.ts'
import { ownersOf, shapeFor } from './shapes.ts'

type Put = Pick<Item, 'range' | 'insert' | 'filter' | 'snippet'>

/** A key at a place where one is allowed, with a value unless one follows already. */
export function keyItem(
  view: View,
  { range, quote }: WrittenNode,
  name: string,
  shape: WalkedShape,
  isHeading: boolean,
): Put {
  const { text } = view
  const format = ownersOf(view.role)[0]?.format
  if (isHeading || format === 'toml') {
    const bare = quote === 'bare' ? name : `${quote}${name}${quote}`
    const put = { range, insert: bare, filter: bare }
    if (isHeading || /^[ \t]*=/.test(text.slice(range.end)) || !isScalar(shape)) return put
    return filled(put, `${bare} = `, shape)
  }
  if (format === 'frontmatter') {
    const isFollowed = /^["']?\s*:/.test(text.slice(range.end))
    const colon = isFollowed ? '' : isScalar(shape) ? ': ' : ':'
    return { range, insert: `${name}${colon}`, filter: name }
  }
  const quoted = JSON.stringify(name)
  const put = { range, insert: quoted, filter: quoted }
  if (/^\s*:/.test(text.slice(range.end))) return put
  // A following member requires a comma before it.
  const comma = /^\s*["{]/.test(text.slice(range.end)) ? ',' : ''
  return filled(put, `${quoted}: `, shape, comma)
}

/** Whole TOML tables, one for each event, at the start of a line. */
export function tableItems(view: View, { path, written }: DataPlace): readonly Item[] {
  const { text, role } = view
  const line = text.slice(text.lastIndexOf('\n', written.range.start - 1) + 1, written.range.start)
  if (ownersOf(role)[0]?.format !== 'toml' || line.trim() !== '' || written.quote !== 'bare') return []
  if (path.length === 0) return []
  return ownersOf(role).flatMap((reader) => {
    const { dialect } = reader
    const hooks = shapeFor(reader)?.properties?.hooks
    return Object.entries(hooks?.properties ?? {}).flatMap(([name, shape]): readonly Item[] => {
      const item = typeof shape.items === 'object' ? shape.items : undefined
      if (item === undefined || shape.event === undefined) return []
      const counter = { at: 0 }
      const group = scalarsOf(item, counter)
      const inner = item.properties?.hooks
      const entry = typeof inner?.items === 'object' ? formsOf(inner.items)[0] : undefined
      const lines = [
        `[[hooks.${name}]]`,
        ...group,
        ...(entry === undefined ? [] : ['', `[[hooks.${name}.hooks]]`, ...scalarsOf(entry, counter)]),
      ]
      const snippet = lines.join('\n')
      return [
        {
          label: `[[hooks.${name}]]`,
          kind: 'event',
          detail: `a whole hook, ${dialect.title}`,
          documentation: () => shape.description,
          range: written.range,
          insert: plain(snippet),
          snippet,
          filter: `[[hooks.${name}]]`,
          rank: 2,
        },
      ]
    })
  })
}

function scalarsOf(shape: WalkedShape, counter: { at: number }): readonly string[] {
  return (shape.required ?? []).flatMap((name) => {
    const inner = shape.properties?.[name]
    return inner === undefined || !isScalar(inner) ? [] : [`${name} = ${snippetOf(inner, counter, '')}`]
  })
}

function filled(put: Put, before: string, shape: WalkedShape, after = ''): Put {
  const snippet = escapeSnippet(before) + snippetOf(shape, { at: 0 }, '') + after
  return { ...put, insert: plain(snippet), snippet }
}

// A value in snippet syntax: the required parts, with a placeholder for each part that the author fills in.
function snippetOf(shape: WalkedShape, counter: { at: number }, indent: string): string {
  const [form = shape] = formsOf(shape)
  if (form.const !== undefined) return JSON.stringify(form.const)
  if (form.type === 'array') {
    const inner = typeof form.items === 'object' ? form.items : undefined
    if (inner === undefined || isScalar(inner)) return `[${stop(counter)}]`
    return `[\n${indent}\t${snippetOf(inner, counter, `${indent}\t`)}\n${indent}]`
  }
  if (form.type === 'object') {
    const members = (form.required ?? []).flatMap((name) => {
      const inner = form.properties?.[name]
      return inner === undefined
        ? []
        : [`${indent}\t${JSON.stringify(name)}: ${snippetOf(inner, counter, `${indent}\t`)}`]
    })
    return members.length === 0 ? `{${stop(counter)}}` : `{\n${members.join(',\n')}\n${indent}}`
  }
  if (form.type === 'string') return `"${stop(counter)}"`
  const { default: own } = form
  if (form.type === 'boolean') return stop(counter, String(own === false))
  return stop(counter, own === undefined ? undefined : String(own))
}

function stop(counter: { at: number }, text?: string): string {
  counter.at++
  return text === undefined ? `$${counter.at}` : `\${${counter.at}:${text}}`
}

function isScalar(shape: WalkedShape): boolean {
  return formsOf(shape).every(({ type }) => type !== 'object' && type !== 'array')
}

function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&')
}

// The snippet as plain text, for clients without snippet support.
function plain(snippet: string): string {
  return snippet
    .replaceAll(/(?<!\\)\$\d+/g, '')
    .replaceAll(/(?<!\\)\$\{\d+:([^}]*)\}/g, '$1')
    .replaceAll(/\\([\\$}])/g, '$1')
    .replaceAll('\t', '  ')
}
