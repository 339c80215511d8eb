// The two ways on from a shell command: after success (status 0), and after failure.

import type { SyntaxNode } from '../../treeSitter.ts'
import { isChatter } from './programs.ts'
import { fork, join, print } from './state.ts'
import type { Both, State } from './walk.ts'

/** Both ways of a command of which nobody knows whether it succeeds; none where the script does not go on. */
export function either(state: State | undefined): Both {
  return { yes: state, no: state }
}

/** The events that are left where a value of the payload is looked at. */
export function eventsAt(state: State, events?: readonly string[]): readonly string[] {
  return events ?? state.events ?? state.walk.script.events
}

/** `a && b`, `a || b`: the second is asked on the way that the first leaves open. */
export function chained(isAnd: boolean, one: Both, second: (state: State) => Both): Both {
  const [going, staying] = isAnd ? [one.yes, one.no] : [one.no, one.yes]
  if (going === undefined) return one
  const two = second(going === staying ? fork(going) : going)
  const [open, left] = isAnd ? [two.yes, two.no] : [two.no, two.yes]
  const rest = join(left === open ? left && fork(left) : left, staying)
  return isAnd ? { yes: open, no: rest } : { yes: rest, no: open }
}

/** What is asked whether it succeeds: where nobody knows, what it would have printed may be missing where it failed. */
export function failing(state: State, { start, end }: SyntaxNode, ask: () => Both): Both {
  const { printed } = state
  const { yes, no } = ask()
  if (no === undefined || no.printed === printed || yes?.printed !== no.printed) return { yes, no }
  // What programs say of their work, they say of their failure as well.
  if (isChatter(no.printed?.value)) return { yes, no }
  const failed = no === yes ? fork(no) : no
  failed.printed = printed
  print(failed, undefined, { start, end }, end)
  return { yes, no: failed }
}
