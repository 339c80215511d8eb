// How a script is left: the status of `exit` and `return`, and what comes after a `return` that ends nothing.

import type { SyntaxNode } from '../../treeSitter.ts'
import { statusesIn } from './choices.ts'
import { type ShellValue, statusIn } from './value.ts'
import type { Context, State } from './walk.ts'

/** Undefined where nobody knows it. */
export type Status = number | undefined

/** The number that `exit` or `return` is given; undefined where nobody knows it. */
export function statusOf([status]: readonly ShellValue[]): Status {
  return statusIn(status)?.status
}

/** Ends the script: once for each status that a variable holds on one of the ways to here. */
export function leave(
  [value]: readonly ShellValue[],
  node: SyntaxNode,
  state: State,
  context: Context,
): void {
  const choices = value === undefined ? undefined : statusesIn(value)
  if (choices === undefined) {
    const { status, at } = statusIn(value) ?? {}
    state.walk.end(state, status, node, context, { at })
    return
  }
  for (const { status, at, stderr, events } of choices) {
    const wrong = status === 0 ? [] : state.wrong
    state.walk.end({ ...state, stderr, events: events ?? state.events, wrong }, status, node, context, { at })
  }
}

/**
 * Whether a `return` outside of all functions is one that bash goes on after, and has more to run. What is another way
 * than this one (`else`, the next pattern) leaves it open, and so does whoever looks at how it went.
 */
export function endsNothing(text: string, { end }: SyntaxNode): boolean {
  const [line = '', ...lines] = text.slice(end, end + 10_000).split('\n')
  if (!/^#!.*\bbash\b/.test(text) || !/^[\s;]*(?:#.*)?$/.test(line)) return false
  const next = lines.find((one) => !/^\s*(?:#.*|(?:fi|done|;;|\})[\s;]*)?$/.test(one))
  return next !== undefined && !/^\s*(?:el(?:se|if)\b|esac\b|[^\s()]*\))/.test(next)
}
