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

/** What is asked whether it succeeds. Where nobody knows, it may have printed nothing, and said why, where it failed. */
export function failing(state: State, node: SyntaxNode, ask: () => Both): Both {
  const { printed } = state
  const { yes, no } = ask()
  const isAnswer = no?.printed !== printed && yes?.printed === no?.printed && !isChatter(no?.printed?.value)
  const isNoise = no === yes && TAKEN_UP.test(node.text)
  if (no === undefined || (!isAnswer && !isNoise)) return { yes, no }
  const failed = no === yes ? fork(no) : no
  if (isNoise) failed.stderr = undefined
  if (isAnswer) {
    failed.printed = printed
    print(failed, undefined, node, node.end)
  }
  return { yes, no: failed }
}

/** A program that fails has its say on standard error: `root=$(realpath "$1")`, `cd "$root"`. */
const TAKEN_UP =
  /^(?:(?:local|declare|readonly|export)\s+)?\w+=["']?\$\(|^(?:cd|pushd|realpath|readlink|stat|mktemp)\s/
