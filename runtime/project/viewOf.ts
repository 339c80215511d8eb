// Creates the view of one version of one file, for the language server, `hookbench check` and tests alike.
// Accesses other files only through the functions passed in, and caches nothing between calls.

import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import { readData } from '../documents/data/read.ts'
import { factsOf } from '../documents/languages.ts'
import { readAtOnce } from '../documents/reading.ts'
import type { SpottedDocument } from '../documents/spots.ts'
import type { Typed } from '../documents/typed.ts'
import { LARGEST_FOLLOWED } from '../documents/understand.ts'
import { embeddedIn } from './embedded.ts'
import type { EmbeddedCode, View, ViewInput } from './view.ts'

/** Analyzes a file. Incomplete text yields what can be determined from it. */
export async function viewOf(input: ViewInput): Promise<View> {
  const { path, text, version = 0, role, typing, reading, textOf } = input
  const document = await documentOf(input)
  let typed: Promise<Typed | undefined> | undefined
  const outer = { path, text, version, role, ...defined({ typing, reading, textOf }) }
  let embedded: Promise<readonly EmbeddedCode[]> | undefined
  return {
    embedded() {
      embedded ??= embeddedIn(outer, document, viewOf)
      return embedded
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
      const called = calledOf(role.dialect)
      if (called === undefined || textOf === undefined) return []
      const { exports, events } = role.dialect
      const own = { path, text, exports, events: Object.keys(events), called }
      return spotsWith(own, document, textOf)
    },
  }

  function typedOnce(): Promise<Typed | undefined> {
    typed ??= typedOf()
    return typed
  }

  async function typedOf(): Promise<Typed | undefined> {
    if (role.kind !== 'hook' || typing === undefined || document.shape === 'none') return undefined
    if (document.language !== 'typescript' && document.language !== 'javascript') return undefined
    if (text.length > LARGEST_FOLLOWED) return undefined
    const { dialect } = role
    const { exports } = dialect
    const called = calledOf(dialect)
    const events = Object.keys(dialect.events)
    const input = {
      path,
      text,
      exports,
      events,
      dialect,
      version,
      ...defined({ called }),
    }
    return (await typing()).view(input, document)
  }
}

async function documentOf({
  path,
  text,
  role,
  embedded,
  reading = readAtOnce,
}: ViewInput): Promise<SpottedDocument> {
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
  const { exports, events } = role.dialect
  const called = calledOf(role.dialect)
  const input = { path, text, exports, events: Object.keys(events), ...defined({ embedded }) }
  const document = await reading.understand(called === undefined ? input : { ...input, called })
  // Any project may have a folder of this name, so files in it that are not hooks are not reported.
  const isOthers = document.shape === 'none' || document.unclaimed === true
  return role.shared === true && isOthers ? { ...document, problems: [] } : document
}
