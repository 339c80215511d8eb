// How a script ends: the status of `exit` and `return`, and whether code runs after a `return` that ends nothing.

import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { statusesIn } from './choices.ts'
import { setVar } from './state.ts'
import { type ShellValue, statusIn, UNKNOWN_TEXT } from './value.ts'
import type { Context, EndMore, State, WalkedScript } from './walk.ts'

/** An exit status; undefined where unknown. */
export type Status = number | undefined

/** The status passed to `exit` or `return`; undefined where unknown. */
export function statusOf([status]: readonly ShellValue[]): Status {
  return statusIn(status)?.status
}

/** Ends the script: once for each status that a variable may have here. */
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
  // A script that also exits with status 2, or may, knows the difference.
  const isAware = choices.some(
    ({ status }) => status === 2 || (status === undefined && NAMES_TWO.test(state.walk.script.text)),
  )
  for (const { status, at, stderr, events, byContent } of choices) {
    const wrong = status === 0 ? [] : state.wrong
    const own = {
      ...state,
      stderr,
      events: events ?? state.events,
      byContent: (byContent === true && !isAware) || state.byContent,
    }
    state.walk.end({ ...own, wrong }, status, node, context, { at })
  }
}

/** A status that an unknown one may be: `return 2`, `code=2`. */
const NAMES_TWO = /(?:\b(?:return|exit)[ \t]+|=)["']?2\b/

/** Whether the script ends with a nonzero status of this command: it is the last one, or the shell stops on errors. */
export function endsWith({ end }: SyntaxNode, { text, stopsOnErrors }: WalkedScript): boolean {
  const rest = text.slice(end, end + 2000)
  if (stopsOnErrors !== false) return /^[ \t]*(?:[;#}]|\n|$)/.test(rest)
  return NOTHING_MORE.test(rest)
}

/** Whether nothing of the script itself runs after this subshell: an `exit` in it then gives the script its status. */
export function isLastStatement(node: SyntaxNode, context: Context, script: WalkedScript): boolean {
  const isScripts = context.ends === undefined && context.returns === undefined
  return (
    isScripts && !context.test && !context.captured && endsWith(node, { ...script, stopsOnErrors: false })
  )
}

/** Whether the shell stops on errors, and this statement only searches: `x=$(… | grep …)`, which may find nothing. */
export function endsOnFailure(node: SyntaxNode, context: Context, { stopsOnErrors }: WalkedScript): boolean {
  if (stopsOnErrors === false || node.type !== 'variable_assignment') return false
  if (context.test || context.excused || context.captured || context.ends !== undefined) return false
  const value = child(node, 'value')
  const inner = value?.type === 'string' ? onlyOne(value) : value
  const statement = inner?.type === 'command_substitution' ? onlyOne(inner) : undefined
  const stages =
    statement?.type === 'pipeline' ? named(statement) : statement === undefined ? [] : [statement]
  const failing = stopsOnErrors === 'in pipes' ? stages : stages.slice(-1)
  return failing.some(isSearch)
}

function isSearch(node: SyntaxNode): boolean {
  const command = node.type === 'redirected_statement' ? child(node, 'body') : node
  return command?.type === 'command' && /^[ef]?grep\s/.test(command.text)
}

function onlyOne(node: SyntaxNode): SyntaxNode | undefined {
  const [first, ...others] = named(node)
  return others.length === 0 && first?.text.length === node.text.length - (node.type === 'string' ? 2 : 3)
    ? first
    : undefined
}

/** Whether the shell stops where a command fails: the last of a pipeline, or any. */
export function stopsOnErrors(text: string): WalkedScript['stopsOnErrors'] {
  if (!ERREXIT.test(text) || /\bset\s+\+\w*e|\bERR\b/.test(text)) return false
  return /\bpipefail\b/.test(text) ? 'in pipes' : 'after pipes'
}

const ERREXIT = /^#!.*\s-\w*e|^[ \t]*set\s+(?:-\w+\s+)*-\w*e|\berrexit\b/m
const NOTHING_MORE = /^(?:[ \t]*(?:[;}]|#[^\n]*|\n\s*(?:fi|done|esac|;;)\b|\n\s*;;|\n))*[ \t]*$/

/** Sets `$?` to the status that a function returned. */
export function setStatus(state: State | undefined, status: Status, node?: SyntaxNode): void {
  if (state === undefined) return
  const { start, end } = (node && statusAt(node).at) ?? { start: -1, end: -1 }
  setVar(
    state,
    '?',
    status === undefined ? UNKNOWN_TEXT : [{ kind: 'text', text: String(status), start, end }],
  )
}

/** The range of a written status. */
export function statusAt(node: SyntaxNode): Pick<EndMore, 'at'> {
  const [written] = childrenOf(node, 'argument')
  return written === undefined ? {} : { at: { start: written.start, end: written.end } }
}

/**
 * Whether bash continues after a `return` outside of all functions, and has more to run. False where the next code
 * belongs to another branch (`else`, the next pattern), or where the status of the `return` is tested.
 */
export function endsNothing(text: string, { end }: SyntaxNode): boolean {
  const [line = '', ...lines] = text.slice(end, end + 10_000).split('\n')
  if (!/^#!.*\bbash\b/.test(text) || !/^[\s;]*(?:#.*)?$/.test(line)) return false
  const next = lines.find((one) => !/^\s*(?:#.*|(?:fi|done|;;|\})[\s;]*)?$/.test(one))
  return next !== undefined && !/^\s*(?:el(?:se|if)\b|esac\b|[^\s()]*\))/.test(next)
}
