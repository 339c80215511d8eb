// Completes commands in a host's configuration: variables that the host sets, paths, and whole commands that run a
// script of the host's own folder. Lists folders and runs nothing.

import { dirname, join, resolve } from 'node:path'
import { type DataPlace, inside } from '../../../runtime/documents/data/place.ts'
import type { Tree } from '../../../runtime/documents/data/tree.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { CompletionGround, Item } from '../completion/item.ts'
import { writtenName } from '../written.ts'
import { eventAlong, type OfHost, ownersOf } from './shapes.ts'

type Ground = CompletionGround & { readonly offset: number; readonly tree: Tree | undefined }

/** The items at an offset in a command. */
export function commandItems(view: View, place: DataPlace, of: OfHost, ground: Ground): readonly Item[] {
  const { text } = view
  const range = inside(text, place.written)
  const before = text.slice(range.start, ground.offset)
  const variable = /\$(\{)?(\w*)$/.exec(before)
  if (variable !== null) return variableItems(text, of, ground.offset, variable)
  const word = /[^\s=;|&<>()]*$/.exec(before)?.[0] ?? ''
  if (word.includes('/')) return pathItems(view, word, of, ground)
  return before === word ? scriptItems(view, place, of, ground) : []
}

function variableItems(
  text: string,
  { shape }: OfHost,
  offset: number,
  found: RegExpExecArray,
): readonly Item[] {
  const [, brace, name = ''] = found
  const [rest = ''] = /^\w*/.exec(text.slice(offset)) ?? []
  const end = offset + rest.length
  const close = brace !== undefined && text[end] !== '}' ? '}' : ''
  return (shape.offers ?? []).map((word) => ({
    label: word.name,
    kind: 'variable',
    detail: word.about,
    documentation: () => word.about,
    range: { start: offset - name.length, end },
    insert: `${word.name}${close}`,
    filter: word.name,
    rank: 0,
  }))
}

// Quotes are part of the word, and escaped where the format escapes them.
function pathItems(
  view: View,
  word: string,
  of: OfHost,
  { root, home, list, offset }: Ground,
): readonly Item[] {
  if (root === undefined || home === undefined || list === undefined) return []
  const typed = word.slice(word.lastIndexOf('/') + 1)
  const folders = foldersOf(view, of, { root, home })
  const folder = word
    .slice(0, word.lastIndexOf('/') + 1)
    .replaceAll(/\\?["']/g, '')
    .replace(/^~(?=\/)/, home)
    .replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) => folders[name] ?? whole)
  if (folder.includes('$')) return []
  const [rest = ''] = /^[\w.-]*/.exec(view.text.slice(offset)) ?? []
  return list(resolve(root, folder)).map(({ name, kind }) => ({
    label: kind === 'folder' ? `${name}/` : name,
    kind: kind === 'folder' ? 'folder' : 'file',
    range: { start: offset - typed.length, end: offset + rest.length },
    insert: kind === 'folder' ? `${name}/` : name,
    filter: name,
    rank: kind === 'folder' ? 1 : 0,
  }))
}

function foldersOf(
  { role, path }: View,
  { dialect }: OfHost,
  ground: { readonly root: string; readonly home: string },
): Readonly<Record<string, string>> {
  const place = ownersOf(role).find((one) => one.dialect === dialect)?.place
  return { ...dialect.host?.folders(ground), ...place?.folders, PWD: ground.root, HOME: ground.home, _: path }
}

// A script in the host's own folder, called as a new hook would call it.
function scriptItems(
  view: View,
  place: DataPlace,
  of: OfHost,
  { root, list, tree }: Ground,
): readonly Item[] {
  if (root === undefined || list === undefined) return []
  const [found] = eventAlong(view.role, tree, place.path).filter(({ dialect }) => dialect === of.dialect)
  const make = of.dialect.host?.newEntry
  if (found === undefined || make === undefined) return []
  const folder = dirname(make(found.event, 'script').script)
  const slot = { range: inside(view.text, place.written), quote: place.written.quote }
  return list(join(root, folder))
    .filter(({ kind }) => kind === 'file')
    .flatMap(({ name }): readonly Item[] => {
      const command = commandIn(make(found.event, name).value)
      if (command === undefined) return []
      const detail = `${folder}/${name}`
      return [{ ...writtenName(view.text, slot, command), label: command, kind: 'file', detail, rank: 0 }]
    })
}

/** Extracts the command from the value of a new entry. */
function commandIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { command } = value as { readonly command?: unknown }
  if (typeof command === 'string') return command
  for (const inner of Object.values(value)) {
    const found = commandIn(inner)
    if (found !== undefined) return found
  }
  return undefined
}
