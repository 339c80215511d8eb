// Creates the view of one version of one file, for the language server, `hookbench check` and tests alike.
// Accesses other files only through the functions passed in, and caches nothing between calls.

import { isAbsolute } from 'node:path'
import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { readData } from '../documents/data/read.ts'
import type { DocumentInput } from '../documents/document.ts'
import { factsOf } from '../documents/languages.ts'
import { readAtOnce } from '../documents/reading.ts'
import type { SpottedDocument } from '../documents/spots.ts'
import type { Typed } from '../documents/typed.ts'
import { LARGEST_FOLLOWED } from '../documents/understand.ts'
import { embeddedIn, startedIn, throughPackage } from './embedded.ts'
import type { EmbeddedCode, Role, View, ViewInput } from './view.ts'

/** Analyzes a file. Incomplete text yields what can be determined from it. */
export async function viewOf(input: ViewInput): Promise<View> {
  const { path, text, version = 0, role, typing, reading, textOf, ground } = input
  const document = await documentOf(input)
  let typed: Promise<Typed | undefined> | undefined
  const outer = { path, text, version, role, ...defined({ typing, reading, textOf, ground }) }
  let embedded: Promise<readonly EmbeddedCode[]> | undefined
  let followed: Promise<View> | undefined
  const view: View = {
    followed() {
      followed ??= followedOf(input, document).then((whole) => ({ ...view, document: whole }))
      return followed
    },
    embedded() {
      embedded ??= embeddedIn(outer, document, viewOf)
      return embedded
    },
    async started() {
      if (role.kind !== 'hook' || text.length > LARGEST_FOLLOWED) return []
      // What else the command of an entry starts is a script of the entry.
      if (input.embedded === true) return throughPackage(outer, viewOf)
      return startedIn(outer, document, foldersOf(role.dialect, ground), viewOf)
    },
    path,
    text,
    version,
    role,
    document,
    typed: typedOnce,
    async loaded() {
      if (role.kind !== 'hook' || text.length > LARGEST_FOLLOWED) return []
      const { spotsWith } = (await factsOf(document.language)?.reader()) ?? {}
      if (spotsWith === undefined) return (await typedOnce())?.loaded() ?? []
      if (calledOf(role.dialect) === undefined || textOf === undefined) return []
      return spotsWith(documentInput(input, role.dialect), document, textOf, foldersOf(role.dialect, ground))
    },
  }
  return view

  function typedOnce(): Promise<Typed | undefined> {
    typed ??= typedOf()
    return typed
  }

  async function typedOf(): Promise<Typed | undefined> {
    if (role.kind !== 'hook' || typing === undefined || document.shape === 'none') return undefined
    if (document.language !== 'typescript' && document.language !== 'javascript') return undefined
    if (text.length > LARGEST_FOLLOWED) return undefined
    const { dialect } = role
    return (await typing()).view({ ...documentInput(input, dialect), dialect, version }, document)
  }
}

// What variables stand for where each entry that calls the script agrees, and as the empty name the folder it starts in.
function foldersOf(dialect: Dialect, ground: ViewInput['ground']): Readonly<Record<string, string>> {
  const found = new Map<string, string | undefined>()
  const callers = ground === undefined ? [] : (calledOf(dialect)?.callers ?? [])
  for (const { dialect: caller, entry } of callers) {
    const isOfProject = /^(?:project|local)$/.test(entry.scope) && entry.fields.cwd === undefined
    const own = {
      ...(ground && caller.host?.folders(ground)),
      ...entry.env,
      ...(isOfProject ? defined({ '': ground?.root }) : {}),
    }
    for (const [name, folder] of Object.entries(own))
      found.set(name, isAbsolute(folder) && (found.get(name) ?? folder) === folder ? folder : undefined)
    if (!isOfProject) found.set('', undefined)
  }
  return Object.fromEntries([...found].filter((one): one is [string, string] => one[1] !== undefined))
}

async function documentOf(view: ViewInput): Promise<SpottedDocument> {
  const { path, text, role, reading = readAtOnce } = view
  // Discovery analyzes it for each host; without that, the text is plain JSON or Markdown.
  if (role.kind === 'configuration')
    return {
      path,
      language: 'other',
      shape: 'none',
      sites: [],
      imports: [],
      tools: [],
      problems: [],
      spots: [],
    }
  if (role.kind !== 'hook') return readData(role.kind, { path, text })
  const document = await reading.understand(documentInput(view, role.dialect))
  return isOthers(role, document) ? { ...document, problems: [] } : document
}

async function followedOf(view: ViewInput, document: SpottedDocument): Promise<SpottedDocument> {
  const { role, reading = readAtOnce } = view
  if (role.kind !== 'hook' || isOthers(role, document)) return document
  return reading.follow(documentInput(view, role.dialect), document)
}

// Any project may have a folder of this name, so files in it that are not hooks are not reported.
function isOthers(role: Role & { readonly kind: 'hook' }, document: SpottedDocument): boolean {
  return role.shared === true && (document.shape === 'none' || document.unclaimed === true)
}

function documentInput({ path, text, embedded }: ViewInput, dialect: Dialect): DocumentInput {
  const called = calledOf(dialect)
  const { exports, events } = dialect
  return { path, text, exports, events: Object.keys(events), ...defined({ embedded, called }) }
}
