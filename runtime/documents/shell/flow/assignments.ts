// The effect of assignments and declarations on the variables.

import { checksCode } from '../../codeCheckers.ts'
import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { failedCheck } from './content.ts'
import { countOf, forgetStatus, setVar } from './state.ts'
import { CHECKED, made, reshaped, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, State } from './walk.ts'
import { either } from './ways.ts'
import { evaluate, filledIn } from './words.ts'

/** Applies assignments; `saved` receives the previous values of names local to the current function. */
export function assignments(
  node: SyntaxNode,
  state: State,
  context: Context,
  saved: Map<string, ShellValue | undefined> | undefined,
): Both {
  const own = node.type === 'variable_assignment' ? [node] : named(node)
  const local = /^(local|declare|typeset)\b/.test(node.text)
  for (const one of own) {
    const name = one.type === 'variable_assignment' ? (child(one, 'name')?.text ?? '') : one.text
    if (local && saved !== undefined && !saved.has(name)) saved.set(name, state.vars.get(name))
    if (one.type !== 'variable_assignment') {
      if (local && one.type === 'variable_name') setVar(state, name, UNKNOWN_TEXT)
      continue
    }
    const given = child(one, 'value')
    const value = given === undefined ? [made('')] : setValue(given, state, context)
    const before = state.vars.get(name)
    if (before !== undefined && state.fallback.length > 0) state.walk.differ(before, value)
    const appends = one.children.some(({ type }) => type === '+=')
    const isItem = child(one, 'name')?.type === 'subscript'
    if (isItem || (appends && given?.type === 'array')) setVar(state, name, UNKNOWN_TEXT)
    else setVar(state, name, appends ? [...(before ?? UNKNOWN_TEXT), ...value] : value)
    if (given?.type === 'array' && !appends && !isItem)
      setVar(state, countOf(name), named(given).length === 0 ? [made('0')] : UNKNOWN_TEXT)
  }
  forgetStatus(state)
  // `x=$(command)` has the status of the command.
  const ran = /^\w+=["']?\$\(([^()]*)\)["']?$/s.exec(node.text)?.[1]
  if (ran === undefined || !checksCode(filledIn(ran, state))) return either(state)
  setVar(state, '?', CHECKED)
  return failedCheck(either(state))
}

// `words=($command)`: any word of the text.
function setValue(given: SyntaxNode, state: State, context: Context): ShellValue {
  if (given.type !== 'array') return evaluate(given, state, context)
  const [only, ...more] = named(given).map((item) => evaluate(item, state, context))
  return only !== undefined && more.length === 0 ? reshaped(only) : UNKNOWN_TEXT
}
