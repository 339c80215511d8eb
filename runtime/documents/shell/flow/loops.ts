// Loops of a script. A loop with a known number of iterations is walked iteration by iteration, any other once.

import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { collected } from './collectedLines.ts'
import { not } from './conditions.ts'
import { derivedFrom } from './contentValues.ts'
import { endRounds, type InLoop, startRounds, withoutRounds } from './rounds.ts'
import { assigned } from './setNames.ts'
import { fork, join, joinAll, setVar } from './state.ts'
import { settled } from './structures.ts'
import { only, plain, reshaped, type ShellValue, splitAt, trimmed, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, State } from './walk.ts'
import { either } from './ways.ts'
import { evaluate, isAllArguments } from './words.ts'

/** Walks a loop of any kind. */
export function loop(node: SyntaxNode, state: State, around: Context): Both {
  const whole = collected(node, state, around)
  if (whole !== undefined) return either(whole)
  const context = withoutLines(around)
  const { words, piece = UNKNOWN_TEXT } =
    node.type === 'for_statement' ? wordsOf(node, state, context) : NO_WORDS
  const names = assigned(node, state.walk.script)
  const after =
    words !== undefined && (words.length < 2 || state.walk.mayRepeat(words.length))
      ? overWords(words, node, state, context)
      : node.type === 'while_statement' && names.has('@')
        ? shifting(node, names, state, context)
        : once(node, names, state, context, piece)
  return either(after)
}

// Each iteration may read another line of a text.
function withoutLines(context: Context): Context {
  const { stdin } = context
  const isOne = stdin === 'script' || splitAt(trimmed(stdin), '\n').length < 2
  return isOne ? context : { ...context, stdin: UNKNOWN_TEXT }
}

/** What a `for` iterates over; `words` is undefined where their number is unknown, `piece` stands for any of them. */
type LoopWords = {
  readonly words: readonly ShellValue[] | undefined
  readonly piece?: ShellValue | undefined
}

const NO_WORDS: LoopWords = { words: undefined }

function wordsOf(node: SyntaxNode, state: State, context: Context): LoopWords {
  const nodes = childrenOf(node, 'value')
  if (nodes.length === 0) return { words: state.args }
  const words: ShellValue[] = []
  let certain = true
  for (const one of nodes) {
    if (isAllArguments(one)) {
      words.push(...(state.args ?? []))
      certain &&= state.args !== undefined
      if (state.args === undefined && nodes.length === 1)
        return { words: undefined, piece: evaluate(one, state, context) }
      continue
    }
    const value = evaluate(one, state, context)
    words.push(value)
    // An unquoted word may expand to many: a file pattern, or an expansion with several words.
    const isOne = /^(raw_)?string$/.test(one.type) && !/\[[@*]\]|\$\{?[@*]/.test(one.text)
    certain &&= isOne || /^[\w.:/-]+$/.test(plain(value) ?? '')
  }
  // `for name in *.lock $file`: another word may be the one that a condition in the loop applies to.
  const [first, ...others] = words
  const piece = first === undefined || others.length > 0 ? undefined : pieceOf(first)
  return { words: certain ? words : undefined, piece }
}

// `for file in $(grep -o '[^ ]*\.lock' <<<"$command")`: each line has a part of the content.
function pieceOf(value: ShellValue): ShellValue {
  return only(value)?.kind === 'data' ? reshaped(value) : derivedFrom(value)
}

function overWords(
  words: readonly ShellValue[],
  node: SyntaxNode,
  state: State,
  context: Context,
): State | undefined {
  let going: State | undefined = state
  let after: State | undefined
  for (const word of words) {
    if (going === undefined) break
    setVar(going, child(node, 'variable')?.text ?? '', word)
    const inner = { ...context, breaks: [], continues: [] }
    const end = body(node, going, inner)
    going = joinAll([end, ...inner.continues])
    after = joinAll([after, ...inner.breaks])
  }
  return join(after, going)
}

// `while [ $# -gt 0 ]; do …; shift; done`: the arguments run out after a known number of iterations.
function shifting(node: SyntaxNode, names: InLoop, state: State, context: Context): State | undefined {
  let going: State | undefined = state
  let after: State | undefined
  while (going?.args !== undefined && state.walk.mayRepeat(1)) {
    const inner = { ...context, breaks: [], continues: [] }
    const { yes, no }: Both = condition(node, going, inner)
    if (yes !== undefined && no !== undefined) {
      going = join(yes, no)
      break
    }
    const end = yes && body(node, yes, inner)
    going = joinAll([end, ...inner.continues])
    after = joinAll([after, no, ...inner.breaks])
  }
  const rest = going && once(node, names, going, context)
  return join(after, rest)
}

// The body is walked once, for any iteration.
function once(
  node: SyntaxNode,
  names: InLoop,
  state: State,
  context: Context,
  piece = UNKNOWN_TEXT,
): State | undefined {
  const rounds = startRounds(names, state, context)
  const inner = { ...context, breaks: [], continues: [] }
  const { yes, no } = condition(node, state, inner)
  const before = withoutRounds(rounds, no === yes ? no && fork(no) : no)
  if (yes === undefined) return before
  if (node.type === 'for_statement') setVar(yes, child(node, 'variable')?.text ?? '', piece)
  const end = body(node, yes, inner)
  return joinAll([endRounds(rounds, joinAll([end, ...inner.continues, ...inner.breaks])), before])
}

function condition(node: SyntaxNode, state: State, context: Context): Both {
  const conditions = node.children.filter(({ field, named: isNamed }) => field === 'condition' && isNamed)
  if (node.type !== 'while_statement' || conditions.length === 0) return either(state)
  const both = state.walk.block(conditions, state, { ...context, test: true })
  return node.children[0]?.type === 'until' ? not(both) : both
}

function body(node: SyntaxNode, state: State, context: Context): State | undefined {
  return settled(state.walk.block(named(child(node, 'body')), state, context))
}
