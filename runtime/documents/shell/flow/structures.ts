// Lists, branches and cases of a script.

import { childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { comparedWith, matches } from './conditions.ts'
import { fork, join } from './state.ts'
import { only, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, State } from './walk.ts'
import { chained, either, eventsAt } from './ways.ts'
import { evaluate } from './words.ts'

/** `a && b`, `a || b`. */
export function list(node: SyntaxNode, state: State, context: Context): Both {
  const { walk } = state
  const [left, right] = named(node)
  if (left === undefined || right === undefined) return walk.block(named(node), state, context)
  const isAnd = node.children.some(({ type }) => type === '&&')
  const one = walk.walk(left, state, { ...context, test: true })
  return chained(isAnd, one, (going) => walk.walk(right, going, context))
}

/** `if a; b; then …`: b decides, a is done on the way. */
export function branches(node: SyntaxNode, state: State, context: Context): Both {
  const isNext = ({ type }: SyntaxNode): boolean => type === 'elif_clause' || type === 'else_clause'
  let going: State | undefined = state
  let after: State | undefined
  for (const clause of [node, ...node.children.filter(isNext)]) {
    if (going === undefined) break
    if (clause.type === 'else_clause') {
      after = join(after, settled(state.walk.block(named(clause), going, context)))
      going = undefined
      break
    }
    const at = clause.children.findIndex(({ type }) => type === 'then')
    const conditions = words(clause.children.slice(0, at === -1 ? clause.children.length : at))
    const test = state.walk.block(conditions, going, { ...context, test: true })
    if (at === -1) return test
    going = test.no !== undefined && test.no === test.yes ? fork(test.no) : test.no
    if (test.yes === undefined) continue
    const body = words(clause.children.slice(at + 1)).filter((one) => !isNext(one))
    after = join(after, settled(state.walk.block(body, test.yes, context)))
  }
  return either(join(after, going))
}

/** The items of a case; what the parser could not place comes without a subject. */
export function cases(
  items: readonly SyntaxNode[],
  subjectNode: SyntaxNode | undefined,
  state: State,
  context: Context,
): Both {
  const subject =
    subjectNode === undefined ? (state.args?.[0] ?? UNKNOWN_TEXT) : evaluate(subjectNode, state, context)
  const text = plain(subject)
  let going: State | undefined = state
  let after: State | undefined
  let falling: State | undefined
  for (const item of items) {
    const patterns = childrenOf(item, 'value')
    const found: Both = going === undefined ? NO : match(patterns, subject, text, going, context)
    const into = join(found.yes, falling)
    going = found.no
    falling = undefined
    if (into === undefined) continue
    const body = named(item).filter(({ field }) => field !== 'value')
    const end = settled(state.walk.block(body, into, context))
    if (item.children.some(({ type }) => type === ';&' || type === ';;&')) falling = end
    else after = join(after, end)
  }
  return either(join(join(after, falling), going))
}

const NO: Both = {}

function match(
  patterns: readonly SyntaxNode[],
  subject: ShellValue,
  text: string | undefined,
  state: State,
  context: Context,
): Both {
  const data = only(subject)
  const names: string[] = []
  let certain = true
  let possible = false
  for (const node of patterns) {
    const value = evaluate(node, state, context)
    const pattern = plain(value)
    const isPattern = node.type !== 'string' && node.type !== 'raw_string' && /[*?[(|]/.test(pattern ?? '')
    if (pattern === undefined) certain = false
    else if (pattern === '*' && isPattern) return { yes: state }
    else if (text !== undefined) {
      const fits = isPattern ? matches(text, pattern) : text === pattern
      if (fits === true) return { yes: state }
      if (fits === undefined) possible = true
      continue
    } else if (data?.kind === 'data' && !isPattern) {
      comparedWith(data, value, fork(state))
      names.push(pattern)
    }
    possible = true
  }
  if (!possible) return { no: state }
  const yes = fork(state)
  if (!certain || data?.kind !== 'data' || names.length === 0 || names.length < patterns.length)
    return { yes, no: state }
  const left = state.walk.script.narrow(eventsAt(state, data.events), data.path, names)
  yes.events = left?.yes ?? yes.events
  state.events = left?.no ?? state.events
  return { yes, no: state }
}

/** What goes on behind statements, whichever way they went. */
export function settled({ yes, no }: Both): State | undefined {
  return join(yes, no)
}

function words(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return children.filter((one) => one.named && one.type !== 'comment')
}
