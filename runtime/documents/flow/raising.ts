// Errors that a statement raises: where nothing catches them, the program ends.

import { oncePer } from '../../contract/oncePer.ts'
import { lastName } from '../python/literals.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { condition } from './conditions.ts'
import { endByError, withdraw } from './ends.ts'
import { firstWords } from './printedTexts.ts'
import { endProgram } from './printing.ts'
import { markExit } from './routines.ts'
import { type FlowReading, type FlowState, familyOf, fork } from './state.ts'

/** Follows a statement that raises an error, or ends the program with one of its own. */
export function raise(node: SyntaxNode, flow: FlowState): void {
  const [what] = named(node)
  const called = what?.type === 'call' ? child(what, 'function') : undefined
  if (lastName(called) === 'SystemExit') {
    const [status] = named(child(what, 'arguments'))
    markExit(status)
    const value = flow.reading.value(status, flow)
    if (flow.ended === undefined) endProgram(node, status, flow, value)
  } else {
    flow.reading.value(what, flow)
    withdraw(flow)
    const name = called?.type === 'identifier' ? called.text : ''
    // `throw "Blocked: …"`
    const isText = what?.type === 'string'
    if (flow.byContent && (isText || name !== '')) flow.reading.now.raised.add(name)
    const isFree = flow.ended === undefined && (isText || isError(name, flow)) && !isCaught(name, flow)
    const [words] = isText ? [what] : named(child(what, 'arguments'))
    if (isFree) endByError(node, firstWords(words), flow)
  }
  flow.ended = 'away'
}

/** `assert "rm -rf" not in command, "…"`: an error where the test of the content does not hold. */
export function asserted(node: SyntaxNode, flow: FlowState): void {
  const [test, words] = named(node)
  const { content } = condition(test, flow)
  if (content !== true || flow.ended !== undefined) return
  flow.reading.now.raised.add('AssertionError')
  if (!isCaught('AssertionError', flow))
    endByError(node, firstWords(words), { ...fork(flow), byContent: true })
}

// Whether an error ends the program with status 1: library exceptions (`click.Abort`) and SystemExit have their own.
function isError(name: string, { reading }: FlowState): boolean {
  const family = familyOf(reading, name)
  const ends = family.flatMap(({ bases }) => bases).filter((base) => !reading.classes.has(base))
  return (family.length === 0 ? [name] : ends).some((one) => ERROR.test(one)) && !ends.includes('SystemExit')
}

const ERROR = /^\$?(?:[A-Z]\w*)?(?:Error|Exception)$/

// Considers every handler in the file, not just those around the calls of this function.
function isCaught(name: string, { reading }: FlowState): boolean {
  if (handlesErrors(reading)) return true
  const family = [name, ...familyOf(reading, name).flatMap((one) => [one.name, ...one.bases])]
  const caught = caughtIn(reading)
  return [...family, ''].some((one) => caught.has(one)) || [...caught].some((one) => ANYTHING.test(one))
}

/** The names of errors that the file catches; an empty name means any error. */
const caughtIn = oncePer(({ input, printing }: FlowReading): ReadonlySet<string> => {
  const all = [...input.text.matchAll(printing.catches)]
  return new Set(all.flatMap(([, what = '']) => what.match(/\w+/g) ?? ['']))
})

const ANYTHING = /^(?:Base)?Exception$/

// `.then(done, (error) => …)`
const handlesErrors = oncePer(({ before }: FlowReading): boolean =>
  [...before.routines.values()].some(({ handles }) => handles),
)
