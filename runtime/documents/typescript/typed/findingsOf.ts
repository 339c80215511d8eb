// All findings of one document by the contract's types: fields, values, answers. Handlers that do not parse are
// skipped, and so is what the author's own types cover.

import ts from 'typescript'
import type { Range } from '../../../contract/problems.ts'
import type { Spot } from '../../spots.ts'
import { hasOwnAnswerType } from './authored.ts'
import { type CheckContext, codeOf, eventsAround } from './checkContext.ts'
import { isCliOnly } from './cliOnlyBranches.ts'
import { namesOf } from './declared.ts'
import { misreadFields } from './fieldFindings.ts'
import type { TypedFinding } from './findings.ts'
import { endFinding, handlerFindings, valueFindings } from './handlerFindings.ts'
import { printedIn } from './printed.ts'
import { literalsBehind } from './printedAnswers.ts'
import { misspeltKeys } from './printedKeys.ts'
import { impossibleValues } from './valueFindings.ts'

export type Placed = { readonly finding: TypedFinding; readonly site: Range | undefined }

/** Every finding, with the range of the site it belongs to. */
export function findingsOf(context: CheckContext): readonly Placed[] {
  const { file, checker, dialect, program, document } = context
  const { handlers } = context
  const broken = program.getSyntacticDiagnostics(file).map(({ start }) => start ?? 0)
  if (broken.length > 0 && handlers.length === 0) return []
  const found: Placed[] = []
  const isWhole = codeOf(context).includes(file)
  const mayEnd = handlers.some(
    ({ node, events, authored }) =>
      !authored &&
      mayEndWithoutAnswer(node, file) &&
      endFinding({ dialect, events, checker, handler: node }).length > 0,
  )
  const unending = mayEnd && isWhole ? endsWithoutAnswer(context) : []
  for (const { node, events, site, authored } of handlers) {
    if (authored || isBroken(node)) continue
    const answered = { dialect, events, checker, handler: node }
    const end = unending.some((at) => isAnnotation(at, node)) ? endFinding(answered) : []
    if (!hasOwnAnswerType(node, file))
      for (const finding of [...handlerFindings(answered), ...end]) found.push({ finding, site: site.range })
  }
  if (context.input.exports === 'executable' && broken.length === 0 && isWhole) {
    const answered = { dialect, events: eventsAround(file, context), checker }
    const printed = printedIn(file).filter((value) => !isCliOnly(value))
    for (const finding of misspeltKeys(file, printed, answered))
      found.push({ finding, site: document.sites[0]?.range })
    const values = printed.flatMap((value) => [value, ...literalsBehind(value, namesOf(file))])
    for (const value of new Set(values))
      for (const finding of valueFindings(value, answered))
        found.push({ finding, site: document.sites[0]?.range })
  }
  const parses = parseTest(context)
  for (const finding of misreadFields(context))
    if (parses(finding.node)) found.push({ finding, site: undefined })
  return found

  function isBroken(node: ts.Node): boolean {
    return broken.some((at) => node.getStart(file) <= at && at <= node.end)
  }

  // Whether the compiler reports it at this handler's return annotation, inserted or the author's.
  function isAnnotation(at: number, node: ts.SignatureDeclaration): boolean {
    if (innermostHandler(at) !== node) return false
    return (
      !context.copy.isAuthors(at) || (node.type !== undefined && node.type.pos <= at && at < node.type.end)
    )
  }

  function innermostHandler(at: number): ts.Node | undefined {
    const around = handlers.filter(({ node }) => node.pos <= at && at <= node.end)
    return around.sort((one, two) => two.node.pos - one.node.pos)[0]?.node
  }
}

/** Literals in comparisons with a field that never has them, in code that parses. */
export function valuesOf(context: CheckContext): readonly (Spot & { readonly kind: 'value' })[] {
  const parses = parseTest(context)
  return impossibleValues(context).flatMap(({ node, spot }) => (parses(node) ? [spot] : []))
}

// Whether the enclosing handler parses; outside of handlers, whether the file does.
function parseTest({ program, file, handlers }: CheckContext): (node: ts.Node) => boolean {
  const broken = program.getSyntacticDiagnostics(file).map(({ start }) => start ?? 0)
  return (node) => {
    const around = handlers.find(({ node: outer }) => outer.pos <= node.pos && node.end <= outer.end)?.node
    if (around === undefined) return broken.length === 0
    return !broken.some((at) => around.getStart(file) <= at && at <= around.end)
  }
}

// The binder knows whether the end of a function is reachable. Only for such functions is the whole file checked, which
// shows whether the calls before it return.
function mayEndWithoutAnswer(node: ts.SignatureDeclaration, file: ts.SourceFile): boolean {
  return (node.flags & ts.NodeFlags.HasImplicitReturn) !== 0 && !hasOwnAnswerType(node, file)
}

// "A function whose declared type … must return a value" and "… lacks ending return statement".
const ENDS_WITHOUT = new Set([2355, 2366])

function endsWithoutAnswer({ diagnostics }: CheckContext): readonly number[] {
  return diagnostics()
    .filter(({ code }) => ENDS_WITHOUT.has(code))
    .flatMap(({ start }) => start ?? [])
}
