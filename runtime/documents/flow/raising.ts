// Errors that a statement raises: where nothing catches them, the program ends.

import { oncePer } from '../../contract/oncePer.ts'
import { lastName } from '../python/literals.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { condition } from './conditions.ts'
import { endByError, withdraw } from './ends.ts'
import { firstWords } from './printedTexts.ts'
import { endProgram } from './printing.ts'
import { noteRaised } from './raisedErrors.ts'
import { markExit } from './routines.ts'
import { type FlowReading, type FlowState, familyOf, fork } from './state.ts'

/** Follows a statement that raises an error, or ends the program with one of its own. */
export function raise(node: SyntaxNode, flow: FlowState): void {
  const [what] = named(node)
  const called = what?.type === 'call' ? child(what, 'function') : undefined
  const own = called?.type === 'identifier' ? exitOf(called.text, flow.reading) : undefined
  if (own !== undefined && called !== undefined) {
    flow.reading.value(what, flow)
    const [given] = named(child(what, 'arguments'))
    const status = own === 'given' ? given : own
    const value = flow.reading.value(status, flow)
    if (flow.ended === undefined && !catchesExit(called.text, flow)) endProgram(node, status, flow, value)
  } else if (lastName(called) === 'SystemExit' || endsCommand(called, flow)) {
    const [given] = named(child(what, 'arguments'))
    const status = given?.type === 'keyword_argument' ? child(given, 'value') : given
    markExit(status)
    const value = flow.reading.value(status, flow)
    if (flow.ended === undefined) endProgram(node, status, flow, value)
  } else {
    flow.reading.value(what, flow)
    withdraw(flow)
    const name = called?.type === 'identifier' ? called.text : ''
    // `throw "Blocked: …"`
    const isText = what?.type === 'string'
    if (flow.byContent === true && (isText || name !== '')) noteRaised(name, flow)
    const isFree = flow.ended === undefined && (isText || isError(name, flow)) && !isCaught(name, flow)
    const [words] = isText ? [what] : named(child(what, 'arguments'))
    if (isFree) endByError(node, firstWords(words), flow)
  }
  flow.ended = 'away'
}

// `raise typer.Exit(code=2)`
function endsCommand(called: SyntaxNode | undefined, flow: FlowState): boolean {
  if (lastName(called) !== 'Exit') return false
  const what = flow.reading.value(called, flow)
  return what.kind === 'named' && /^(?:typer|click\.exceptions)\.Exit$/.test(what.name)
}

/** `assert "rm -rf" not in command, "…"`: an error where the test of the content does not hold. */
export function asserted(node: SyntaxNode, flow: FlowState): void {
  const [test, words] = named(node)
  const { content } = condition(test, flow)
  if (content?.no !== true || flow.ended !== undefined) return
  noteRaised('AssertionError', flow)
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

const exitsOf = oncePer((_: FlowReading) => new Map<string, SyntaxNode | 'given' | undefined>())

// A class may be raised at thousands of places, and its code is long then.
function exitOf(name: string, reading: FlowReading): SyntaxNode | 'given' | undefined {
  const known = exitsOf(reading)
  if (!known.has(name)) known.set(name, exitIn(name, reading))
  return known.get(name)
}

// `class Refused(SystemExit)`: where the status is written that it ends the program with, or that its first argument is
// the status; undefined for other classes, and where the class computes it.
function exitIn(name: string, reading: FlowReading): SyntaxNode | 'given' | undefined {
  const family = familyOf(reading, name)
  if (!family.some(({ bases }) => bases.includes('SystemExit'))) return undefined
  // `code = 2` in the class, `self.code = 2`
  const isSet = family.some(
    (one) =>
      one.methods.has('code') ||
      [reading.before, reading.now].some(({ fields }) => fields.has(`${one.name}.code`)),
  )
  if (isSet) return undefined
  const creator = family.flatMap(({ methods }) => methods.get('__init__') ?? [])[0]
  if (creator === undefined) return 'given'
  const calls = nodesIn(creator.node).filter(({ type, text }) => type === 'call' && SUPER.test(text))
  const [status, ...more] = named(child(calls[0], 'arguments'))
  return calls.length === 1 && more.length === 0 && status?.type === 'integer' ? status : undefined
}

const SUPER = /^super\(\)\.__init__\(/

// Whether the file catches it by its name, by one of its classes', or at the end of a `with` statement.
function catchesExit(name: string, { reading }: FlowState): boolean {
  const caught = caughtIn(reading)
  const family = familyOf(reading, name).flatMap((one) => [one.name, ...one.bases])
  const isEntered = [...reading.classes.values()].some(({ methods }) => methods.has('__exit__'))
  return isEntered || [...family, 'BaseException', ''].some((one) => caught.has(one))
}
