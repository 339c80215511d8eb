// The typed view of one version of one document: creates the virtual copy, runs the checks and queries, and maps their
// results to offsets of the author's text. Returns a result for every text and never throws.

import type ts from 'typescript'
import type { Range } from '../../../contract/problems.ts'
import type { HookDocument, Site } from '../../document.ts'
import { eventBehind } from '../../events.ts'
import type { Spot } from '../../spots.ts'
import type { Typed, TypedFault, TypedInput } from '../../typed.ts'
import { treeOf } from '../parse.ts'
import { spotsWithModules } from '../spots.ts'
import { AGAIN_MS, isGivenUp, LONGEST_MS, MOMENT_MS, withinTime } from '../withinTime.ts'
import { aboutAt } from './about.ts'
import { annotationsOf, handlersIn } from './annotate.ts'
import { type CheckContext, contextOf } from './checkContext.ts'
import { copyOf, type TypedCopy } from './copy.ts'
import { entriesAt } from './entries.ts'
import { spotOf, spotsOf } from './fieldSpots.ts'
import { findingsOf, type Placed, valuesOf } from './findingsOf.ts'
import { type AnsweredVersion, isQuick, type Question } from './keystrokes.ts'
import { nodeAt } from './nodes.ts'
import type { ProgramCache } from './programCache.ts'
import { streamInsertions } from './streams.ts'

/** What is known about files from their earlier versions, by path. */
export type EarlierVersions = {
  /** The time limit for the requests about a file, in milliseconds, where it differs from the default. */
  readonly patience: Map<string, number>
  readonly answered: Map<string, AnsweredVersion>
}

/** Creates the view. Nothing is parsed before the first request. */
export function typedView(
  input: TypedInput,
  read: HookDocument,
  programs: ProgramCache,
  { patience, answered }: EarlierVersions = { patience: new Map(), answered: new Map() },
): Typed {
  const document = { ...read, sites: read.sites.map((site) => withKnownEvents(site, input)) }
  const name = nameOf(document)
  let prepared: TypedCopy | undefined
  let judged: Judged | undefined
  let fields: ReturnType<Typed['fields']> | undefined
  let modules: readonly Spot[] | undefined
  let left = patience.get(input.path) ?? LONGEST_MS
  const took: AnsweredVersion['took'] = new Map()
  const before = programs.isSettled(name) ? answered.get(input.path) : undefined

  return {
    faults: () => judge().faults,
    values: () => judge().values,
    entries: (offset) => safely([], () => entriesAt(context(), offset), offset),
    about: (offset) => safely(undefined, () => aboutAt(context(), offset)),
    spot: (offset) =>
      safely(undefined, () => {
        const at = context()
        return spotOf(
          at,
          nodeAt(at.file, at.copy.toCopy(offset), offset > 0 ? at.copy.toCopy(offset - 1) : 0),
        )
      }),
    loaded: () =>
      (modules ??= unlessTooDeep(() =>
        spotsWithModules(input, document, (specifier, from) =>
          programs.local(specifier, from.fileName === ownTree().fileName ? name : from.fileName),
        ),
      )),
    fields: () => (fields ??= safely([], () => spotsOf(context()), 'fields')),
    isSlow: () => left <= 0,
  }

  // Computed together in one call, because a time limit costs as much as an answer. For a script that entries call,
  // `flow` finds as much, in every language.
  function judge(): Judged {
    if (input.called !== undefined) return NOTHING
    const ask = () => ({ faults: inSites(findings), values: inSites(valuesOf) })
    judged ??= safely(NOTHING, ask, 'judged')
    return judged
  }

  // The compiler does not cope with every text: deep nesting overflows its stack, and some types take it hours, which
  // is not tried again for this version. Then nothing is known, and because an interrupted checker may give wrong
  // results, the next version starts with a new one.
  function safely<T>(otherwise: T, ask: () => T, question?: Question): T {
    if (left <= 0) return otherwise
    const start = performance.now()
    try {
      const quick = question !== undefined && isQuick(question, input.text, before)
      return quick ? ask() : withinTime(ask, left)
    } catch (error) {
      // The clock here may show slightly less than the limit.
      if (isGivenUp(error)) left = 0
      programs.forget(input.path)
      return otherwise
    } finally {
      // An editor sends a thousand requests about one version, each answered in a moment.
      const elapsed = performance.now() - start
      if (elapsed > MOMENT_MS) left -= elapsed
      if (left <= 0) patience.set(input.path, AGAIN_MS)
      if (question !== undefined) took.set(question, Math.max(elapsed, took.get(question) ?? 0))
      answered.set(input.path, { text: input.text, took })
    }
  }

  function context(): CheckContext {
    const copy = prepare()
    const checked = programs.check({ name, text: copy.text })
    return contextOf(input, document, copy, checked, (dialect) => programs.places(checked, dialect))
  }

  function prepare(): TypedCopy {
    if (prepared === undefined) {
      const file = ownTree()
      const handlers = handlersIn(file, document.sites, input.dialect, (node) => ({
        start: node.getStart(file),
        end: node.end,
      }))
      const insertions =
        input.exports === 'executable'
          ? streamInsertions(file, document.sites, input.dialect, (specifier) =>
              programs.local(specifier, name),
            )
          : annotationsOf(handlers, input.dialect, name)
      prepared = copyOf(input.text, insertions)
    }
    return prepared
  }

  function ownTree(): ts.SourceFile {
    return treeOf(input.text, document.language === 'typescript' ? 'typescript' : 'javascript')
  }

  function inSites<T>(ask: (at: CheckContext) => readonly T[]): readonly T[] {
    return document.sites.length === 0 ? [] : ask(context())
  }
}

// A text, or a module it loads, may be nested deeper than the parser's stack allows.
function unlessTooDeep<T>(ask: () => readonly T[]): readonly T[] {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return []
  }
}

type Judged = { readonly [K in 'faults' | 'values']: ReturnType<Typed[K]> }

const NOTHING: Judged = { faults: [], values: [] }

function findings(at: CheckContext): readonly TypedFault[] {
  return findingsOf(at).flatMap((placed) => faultAt(placed, at) ?? [])
}

function faultAt({ finding, site }: Placed, at: CheckContext): TypedFault | undefined {
  const { node, edit, ...fault } = finding
  const range = node === undefined ? site : (rangeOf(node, at) ?? site)
  if (range === undefined) return undefined
  const place = edit && rangeOf(edit.node, at)
  if (edit === undefined || place === undefined) return { ...fault, range } as TypedFault
  const within = edit.before === true ? { start: place.start, end: place.start } : place
  return { ...fault, range, edit: { range: within, text: edit.text } } as TypedFault
}

// A misspelled event is treated as the known one.
function withKnownEvents(site: Site, { events }: TypedInput): Site {
  return { ...site, events: site.events.map((event) => eventBehind(event, events) ?? event) }
}

// Undefined for a node in inserted text.
function rangeOf(node: ts.Node, { copy, file }: CheckContext): Range | undefined {
  const start = node.getStart(file)
  if (!copy.isAuthors(start)) return undefined
  return { start: copy.toAuthor(start), end: copy.toAuthor(node.end) }
}

// An executable may have no file ending, or that of another language.
function nameOf({ path, language }: HookDocument): string {
  const name = path.replaceAll('\\', '/')
  if (language === 'typescript') return /\.[mc]?ts$/.test(name) ? name : `${name}.ts`
  return /\.[mc]?js$/.test(name) ? name : `${name}.js`
}
