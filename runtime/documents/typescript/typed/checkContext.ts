// The data that all queries of a typed view use: the checked copy, its handlers, and the contract.

import type ts from 'typescript'
import type { Dialect } from '../../../contract/dialect.ts'
import type { Range } from '../../../contract/problems.ts'
import type { HookDocument } from '../../document.ts'
import type { TypedInput } from '../../typed.ts'
import { type AnnotatedHandler, handlersIn } from './annotate.ts'
import { isTypedByAuthor } from './authored.ts'
import { contractIdOf } from './calledContract.ts'
import type { TypedCopy } from './copy.ts'
import type { Places } from './places.ts'
import type { Checked } from './programCache.ts'

/** A handler in the copy. */
type Acting = AnnotatedHandler & {
  /** The author's compiler knows its types and reports its errors itself. */
  readonly authored: boolean
}

export type CheckContext = {
  readonly input: TypedInput
  readonly document: HookDocument
  readonly dialect: Dialect
  readonly copy: TypedCopy
  readonly file: ts.SourceFile
  readonly program: ts.Program
  /** TypeScript's diagnostics of the whole file, without syntax errors. */
  readonly diagnostics: Checked['diagnostics']
  readonly checker: ts.TypeChecker
  readonly handlers: readonly Acting[]
  readonly places: Places
  /** The range of a node in the author's text. */
  rangeOf(node: ts.Node): Range
}

/** Builds the context. */
export function contextOf(
  input: TypedInput,
  document: HookDocument,
  copy: TypedCopy,
  { program, checker, file, diagnostics }: Checked,
  places: (dialect: string) => Places,
): CheckContext {
  const { dialect } = input
  const where = (node: ts.Node): Range => ({
    start: copy.toAuthor(node.getStart(file)),
    end: copy.toAuthor(node.end),
  })
  let acting: readonly Acting[] | undefined
  return {
    input,
    document,
    dialect,
    copy,
    file,
    program,
    diagnostics,
    checker,
    rangeOf: where,
    get handlers() {
      acting ??= handlersIn(file, document.sites, dialect, where).map((one) => ({
        ...one,
        authored: isTypedByAuthor(one.node, file),
      }))
      return acting
    },
    get places() {
      return places(contractIdOf(dialect))
    },
  }
}

/** The events of the handler around a node, or of the whole file outside of all handlers. */
export function eventsAround(node: ts.Node, { file, handlers, document }: CheckContext): readonly string[] {
  for (const handler of handlers)
    if (handler.node.getStart(file) <= node.getStart(file) && node.end <= handler.node.end)
      return handler.events
  return [...new Set(document.sites.flatMap(({ events }) => events))]
}

/**
 * The code to check: the whole file, but only the handlers in a file as large as bundlers produce, because computing
 * all of its types would take seconds.
 */
export function codeOf({ file, handlers }: CheckContext): readonly ts.Node[] {
  return file.end <= LARGE ? [file] : handlers.map(({ node }) => node)
}

const LARGE = 200_000
