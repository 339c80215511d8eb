// Follows `try` and `with`: a hook that catches errors for missing keys does not depend on those keys.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { itemOf } from './access.ts'
import { perhapsErrors } from './printingErrors.ts'
import { catchesAny, isRaised } from './raisedErrors.ts'
import { type Block, type FlowReading, type FlowState, fork, mergeBranches } from './state.ts'
import { assign } from './targets.ts'
import { type FlowRoutine, type FlowValue, UNKNOWN } from './values.ts'

const MISSING = /\b(KeyError|LookupError|AttributeError|IndexError|TypeError)\b/
const ANYTHING = /\b(Base)?Exception\b/
/** Handlers that also catch the end of the program, which in Python is an exception (SystemExit). */
const ENDING = /^$|\b(BaseException|SystemExit)\b/
const READS = /\bstdin\b|\binput\(|open\(0/

/** Follows a try statement: the whole body, or any of the handlers. */
export function attempt(node: SyntaxNode, flow: FlowState, block: Block): void {
  const handlers = node.children.filter(({ type }) => /^except(_group)?_clause$/.test(type))
  const caught = handlers.map((one) => (child(one, 'value') ?? child(one, 'alias'))?.text ?? '')
  const body = child(node, 'body')
  const isWhole = READS.test(body?.text ?? '')
  const isGuard = caught.some(
    (what) => MISSING.test(what) || (!isWhole && (what === '' || ANYTHING.test(what))),
  )
  const mayCatch = caught.some((what) => ENDING.test(what))
  const part = fork(flow)
  if (isGuard) part.guarded++
  if (mayCatch || node.children.some(({ type }) => type === 'finally_clause')) part.caught++
  const taking = caught.findIndex((what) => ENDING.test(what))
  part.swallows = flow.caught === 0 && isEndTaken(handlers[taking], node, flow)
  const raises = takesAll(handlers, caught) ? new Set<string>() : undefined
  part.raises = raises ?? flow.raises
  block(body, part)
  part.raises = flow.raises
  part.caught = flow.caught
  part.swallows = flow.swallows
  part.guarded = flow.guarded
  const otherwise = node.children.find(({ type }) => type === 'else_clause')
  if (otherwise !== undefined && part.ended === undefined)
    block(child(otherwise, 'body') ?? named(otherwise).at(-1), part)
  const parts = [part]
  for (const [i, handler] of handlers.entries()) {
    const after = fork(flow)
    if (isGuard) after.guarded++
    // The error may come from any point of the body; if it comes from reading the payload, input was still consumed.
    after.handled =
      (!flow.aside || flow.handled) && part.printed === flow.printed && part.perhaps === flow.perhaps
    after.byContent = isRaised(caught[i] ?? '', flow.reading, caught.slice(0, i), raises)
    after.aside = flow.aside || !after.byContent || part.printed !== undefined || part.perhaps !== undefined
    after.read ||= part.read
    const alias = named(handler).find(({ type }) => type === 'as_pattern')
    if (alias !== undefined) assign(child(alias, 'alias'), caughtBy(alias, flow), after)
    block(
      named(handler).findLast(({ type }) => type === 'block'),
      after,
    )
    after.guarded = flow.guarded
    parts.push({ ...after, aside: flow.aside, handled: flow.handled })
  }
  mergeBranches(flow, parts)
  const last = node.children.find(({ type }) => type === 'finally_clause')
  if (last === undefined) return
  const { ended } = flow
  flow.ended = undefined
  block(named(last).at(-1), flow)
  flow.ended ??= ended
}

// Whether no error of the body leaves the statement.
function takesAll(handlers: readonly SyntaxNode[], caught: readonly string[]): boolean {
  return caught.some(catchesAny) && !handlers.some(({ text }) => /\b(?:raise|throw)\b/.test(text))
}

// `except: sys.exit(0)`: the program ends with status 0, whatever status the body passes to exit.
function isEndTaken(
  handler: SyntaxNode | undefined,
  whole: SyntaxNode,
  { routine, reading }: FlowState,
): boolean {
  const { input } = reading
  if (handler === undefined) return false
  const body = named(handler).findLast(({ type }) => type === 'block')
  const last = named(body).at(-1)
  const rest = input.text.slice(whole.end, routine?.node.end)
  const isLast = rest.trim() === '' && (routine === undefined || isCalledLast(routine, reading))
  if (isLast && named(body).every(isHarmless)) return !/\bfinally\b/.test(whole.text)
  if (/\braise\b|\breturn\b|\.code\b|\bsys\.exc_info\b|\bisinstance\b/.test(body?.text ?? '')) return false
  const exits = body?.text.match(/\b(?:sys\.exit|exit|quit|os\._exit)\(\s*\w*/g) ?? []
  return exits.length === 1 && ENDS_WELL.test(last?.text ?? '') && !/\bfinally\b/.test(whole.text)
}

// Whether each call of a function is a statement of its own at the end of the file.
function isCalledLast({ node }: FlowRoutine, { before, input }: FlowReading): boolean {
  const known = before.routines.get(node.start)
  if (known === undefined || known.calls === 0 || known.drops < known.calls) return false
  const places = [...known.apart.keys()]
  return places.length === known.calls && places.every((at) => /^[^\n]*\s*$/.test(input.text.slice(at)))
}

// `pass`, and calls that only log the error.
function isHarmless({ type, text }: SyntaxNode): boolean {
  return type === 'pass_statement' || type === 'comment' || (!/\bexit\b/.test(text) && NOTES.test(text))
}

const NOTES =
  /^(?:print|traceback\.\w+|(?:sys\.)?stderr\.write|_?(?:log|logger|logging|LOG|LOGGER)\.\w+)\([^\n]*\)$/

const ENDS_WELL = /^(?:sys\.exit|exit|quit|os\._exit)\(\s*0?\s*\)$/

// `except Denied as error`, where Denied is a class of the same file.
function caughtBy(alias: SyntaxNode, flow: FlowState): FlowValue {
  const [what] = named(alias)
  const known = what?.type === 'identifier' && flow.reading.classes.has(what.text)
  return known ? { kind: 'instance', name: what.text } : UNKNOWN
}

/** Follows a with statement. */
export function within(node: SyntaxNode, flow: FlowState, block: Block): void {
  let isGuard = false
  let isAway = false
  const clause = node.children.find(({ type }) => type === 'with_clause')
  for (const item of named(clause)) {
    const what = child(item, 'value') ?? named(item)[0]
    const opened = what?.type === 'as_pattern' ? named(what)[0] : what
    const given = flow.reading.value(opened, flow)
    // A generator function yields the value that a context manager binds.
    const value = given.kind === 'list' ? itemOf(given) : given
    if (what?.type === 'as_pattern') assign(child(what, 'alias'), value, flow)
    if (/\bsuppress\(/.test(item.text) && (MISSING.test(item.text) || ANYTHING.test(item.text)))
      isGuard = true
    isAway ||= AWAY.test(item.text)
  }
  const { guarded, printed, perhaps, aside } = flow
  if (isGuard) flow.guarded++
  if (isAway) flow.aside = true
  block(child(node, 'body'), flow)
  flow.guarded = guarded
  if (!isAway) return
  Object.assign(flow, { printed, perhaps, aside, met: undefined })
  if (!KEPT.test(clause?.text ?? '')) perhapsErrors(flow)
}

/** What is printed in `with redirect_stdout(notes):` is no output of the hook. */
const AWAY = /(?:^|\.)redirect_stdout\(/
/** Where it goes to a buffer, it does not reach standard error either. */
const KEPT = /\bredirect_stdout\(\s*(?!sys\.)[\w.]+(?:\(\))?\s*\)/
