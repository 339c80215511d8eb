// Functions that a program runs for a word of its command line: what `set_defaults(run=…)` of argparse names, what
// `@app.command()` of click and typer decorates, and the handlers of `.command('pre')` in commander and yargs. Each is
// for the events whose entries pass its word; for a word that no entry passes, what it does is not reported.

import { ARGUMENT } from '../../contract/calledNarrowing.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { callableFor } from './routines.ts'
import type { FlowState } from './state.ts'
import type { FlowRoutine, FlowValue, GivenArguments } from './values.ts'

/** The events whose entries pass a word, or may pass it. */
export function eventsOfWord(word: string, { reading }: FlowState): readonly string[] {
  const { input, events } = reading
  return input.called?.narrow(events, [ARGUMENT], [word]).yes ?? events
}

/** Enters a function that a decorator makes a subcommand: `@cli.command("pre")`. */
export function enterDecorated(
  decorator: SyntaxNode | undefined,
  routine: FlowRoutine,
  flow: FlowState,
): void {
  const isCall = decorator?.type === 'call'
  const over = isCall ? child(decorator, 'function') : decorator
  if (child(over, 'attribute')?.text !== 'command') return
  const given = isCall ? named(child(decorator, 'arguments')) : []
  const text = given.flatMap((one) =>
    one.type === 'string' ? [one] : child(one, 'name')?.text === 'name' ? [child(one, 'value')] : [],
  )[0]?.text
  enter(text?.replaceAll(/^["']|["']$/g, '') ?? routine.name.replaceAll('_', '-'), routine, flow)
}

/** Enters the functions that a call gives to a subcommand: `program.command('pre').action(run)`. */
export function enterHandlers({ call, items, nodes }: GivenArguments, flow: FlowState): void {
  const callee = child(call, 'function')?.text ?? ''
  const at = callee.lastIndexOf('.command(')
  const word = callee.endsWith('.command')
    ? nodes[0]?.text
    : callee.endsWith('.action') && at !== -1
      ? callee.slice(at + '.command('.length, at + 200)
      : undefined
  const [, name] = /^\s*["'`]([\w:-]+)/.exec(word ?? '') ?? []
  if (name !== undefined) for (const one of items) if (isRoutine(one)) enter(name, one.routine, flow)
}

function isRoutine(value: FlowValue): value is FlowValue & { readonly kind: 'routine' } {
  return value.kind === 'routine'
}

// A program with one command does not ask for its name.
function enter(word: string, routine: FlowRoutine, flow: FlowState): void {
  if (flow.reading.input.text.split(/\.command\b/, 3).length < 3) return
  callableFor(routine, eventsOfWord(word, flow), flow)
}
