// Walks the lists, branches and cases of a script.

import { type ContentBranch, comparesWithWord } from '../../comparedWords.ts'
import { childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { comparedWith, matches, wordIn } from './conditions.ts'
import { nestedContent } from './content.ts'
import { isContent } from './contentValues.ts'
import { guarded, narrowedChoices, without } from './narrowing.ts'
import { fork, join } from './state.ts'
import { only, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, State } from './walk.ts'
import { argumentBy, chained, either, eventsAt, eventsBy, failing } from './ways.ts'
import { evaluate } from './words.ts'

/** `a && b`, `a || b`. */
export function list(node: SyntaxNode, state: State, context: Context): Both {
  const { walk } = state
  const [left, right] = named(node)
  if (left === undefined || right === undefined) return walk.block(named(node), state, context)
  const isAnd = node.children.some(({ type }) => type === '&&')
  const before = state.byContent
  state.byContent = false
  const isIgnored = !isAnd && IGNORING.test(right.text)
  const leftContext = isIgnored
    ? { ...context, test: false, heedless: true, excused: true }
    : { ...context, test: true }
  const ask = () => walk.walk(left, state, leftContext)
  const tested = guarded(isAnd ? ask() : failing(state, left, ask), left)
  const one = before ? nestedContent(tested, isAnd, left) : tested
  const both = chained(isAnd, one, (going) => walk.walk(right, going, context))
  if (context.test) return both
  const { yes, no } = both
  if (yes !== undefined && no === undefined && tested.yes?.byContent === true && PASSES.test(right.text))
    return withContent(before || 'nested', both)
  const isLeaving = yes === undefined || no === undefined
  if (isLeaving || yes === no) return withContent(isLeaving ? behindLeaving(before) : before, both)
  // Where the two branches merge, the variables that differ depend on the content.
  yes.byContent ||= before
  no.byContent = before
  return both
}

/** `[[ $command == *sudo* ]] || exit 0`: the code after it is for such content only. */
const PASSES = /^(?:exit|return)(?:[ \t]+0)?$/

// What follows `||` where the status before it does not matter.
const IGNORING = /^(?:true|:)$/

/** `if a; b; then …`: the last command, b, is the condition. */
export function branches(node: SyntaxNode, state: State, context: Context): Both {
  const isNext = ({ type }: SyntaxNode): boolean => type === 'elif_clause' || type === 'else_clause'
  const before = state.byContent
  let going: State | undefined = state
  let after: State | undefined
  let hasLeft = false
  for (const clause of [node, ...node.children.filter(isNext)]) {
    if (going === undefined) break
    if (clause.type === 'else_clause') {
      going.byContent = false
      after = join(after, settled(state.walk.block(named(clause), going, context)))
      going = undefined
      break
    }
    const at = clause.children.findIndex(({ type }) => type === 'then')
    const conditions = words(clause.children.slice(0, at === -1 ? clause.children.length : at))
    const into = going
    into.byContent = false
    const both = failing(into, conditions.at(-1) ?? clause, () =>
      state.walk.block(conditions, into, { ...context, test: true }),
    )
    if (at === -1) return both
    const guardedTest = guarded(both, conditions.at(-1))
    const test = before ? nestedContent(guardedTest, true, conditions.at(-1)) : guardedTest
    going = test.no !== undefined && test.no === test.yes ? fork(test.no) : test.no
    if (test.yes === undefined) continue
    const body = words(clause.children.slice(at + 1)).filter((one) => !isNext(one))
    const left = settled(state.walk.block(body, test.yes, context))
    hasLeft ||= left === undefined
    after = join(after, left)
  }
  const isLeft = after === undefined && going?.byContent === true && PASSES.test(soleStatement(node))
  if (isLeft) return withContent(before || 'nested', { yes: going })
  // If no condition holds, the `if` succeeds.
  const by = hasLeft ? behindLeaving(before) : before
  return withContent(by, after === undefined ? { yes: going } : either(join(after, going)))
}

// Where something else also decides who gets here, such as the status of a program, the content alone does not.
function behindLeaving(before: ContentBranch): ContentBranch {
  return before === true
}

// The text of the only statement in an `if` without other branches; empty for others.
function soleStatement(node: SyntaxNode): string {
  const at = node.children.findIndex(({ type }) => type === 'then')
  const [only, ...others] = words(node.children.slice(at + 1))
  return only !== undefined && others.length === 0 ? only.text : ''
}

// The content that selected a branch does not carry over to the code after it.
function withContent(byContent: ContentBranch, both: Both): Both {
  if (both.yes !== undefined) both.yes.byContent = byContent
  if (both.no !== undefined) both.no.byContent = byContent
  return both
}

/** The items of a case; an item that the parser could not place has no subject. */
export function cases(
  items: readonly SyntaxNode[],
  subjectNode: SyntaxNode | undefined,
  state: State,
  context: Context,
): Both {
  let subject: ShellValue =
    subjectNode === undefined ? (state.args?.[0] ?? UNKNOWN_TEXT) : evaluate(subjectNode, state, context)
  const before = state.byContent
  let going: State | undefined = state
  let after: State | undefined
  let falling: State | undefined
  // `*) exit 0 ;;`: the code after the case is for the content of the other items only.
  let passes = false
  let isForContent = true
  for (const item of items) {
    const patterns = patternsOf(item)
    const found: Matched = matchIn(patterns, { subject, node: subjectNode }, going, context)
    const into = join(found.yes, falling)
    if (into !== undefined && !patterns.every(isEmptyPattern))
      into.byContent =
        isContent(subject) || (before !== false && comparesCase(subjectNode, patterns) && 'nested')
    else if (into !== undefined) into.byContent = false
    const matchedContent = into?.byContent === true
    going = found.no
    subject = found.subject
    falling = undefined
    if (into === undefined) continue
    const body = named(item).filter(({ field }) => field !== 'value')
    const end = settled(state.walk.block(body, into, context))
    if (item.children.some(({ type }) => type === ';&' || type === ';;&')) falling = end
    else after = join(after, end)
    if (patterns.every(isEmptyPattern)) passes ||= body.every(({ text }) => PASSES.test(text))
    if (end !== undefined) isForContent &&= matchedContent
  }
  const by = passes && isForContent && going === undefined ? before || 'nested' : before
  return withContent(by, either(join(join(after, falling), going)))
}

/** One pattern of an item: the grammar has a node for each of its quoted and unquoted parts. */
type CasePattern = readonly SyntaxNode[]

function patternsOf(item: SyntaxNode): readonly CasePattern[] {
  const patterns: SyntaxNode[][] = []
  for (const node of childrenOf(item, 'value')) {
    const before = patterns.at(-1)
    if (before !== undefined && before.at(-1)?.end === node.start) before.push(node)
    else patterns.push([node])
  }
  return patterns
}

function comparesCase(subject: SyntaxNode | undefined, patterns: readonly CasePattern[]): boolean {
  const words = patterns.map((nodes) => nodes.map(({ text }) => text).join(''))
  return subject !== undefined && words.every((word) => comparesWithWord(subject.text, word))
}

// `*` matches the remaining values, `""` a missing one.
function isEmptyPattern(pattern: CasePattern): boolean {
  return /^(?:\*|""|''|null|"null"|)$/.test(pattern.map(({ text }) => text).join(''))
}

/** The branches of an item, and the subject's value if none of its patterns matches. */
type Matched = Both & { readonly subject: ShellValue }

function matchIn(
  patterns: readonly CasePattern[],
  { subject, node }: { readonly subject: ShellValue; readonly node: SyntaxNode | undefined },
  state: State | undefined,
  context: Context,
): Matched {
  if (state === undefined) return { subject }
  const narrowed = narrowedCase(patterns, subject, state, context)
  return narrowed ?? { ...guarded(matched(patterns, subject, state, context), node), subject }
}

function matched(
  patterns: readonly CasePattern[],
  subject: ShellValue,
  state: State,
  context: Context,
): Both {
  const data = only(subject)
  const text = plain(subject)
  const names: string[] = []
  const tests: ReturnType<typeof fitting>[] = []
  const literals = patterns.map((nodes) => nodes.map(({ text }) => text.replaceAll(/["']/g, '')).join(''))
  let possible = false
  for (const nodes of patterns) {
    const value = nodes.flatMap((node) => evaluate(node, state, context))
    const pattern = plain(value)
    const isPattern = nodes.some((node) => isUnquotedPattern(node))
    if (pattern === '*' && isPattern) return { yes: state }
    if (pattern !== undefined && text !== undefined) {
      const fits = fitting(nodes, pattern)(text)
      if (fits === true) return { yes: state }
      if (fits === undefined) possible = true
      continue
    }
    if (pattern !== undefined && data?.kind === 'data' && !isPattern) {
      comparedWith(data, value, fork(state), literals)
      names.push(pattern)
    }
    if (pattern !== undefined) tests.push(fitting(nodes, pattern))
    possible = true
  }
  if (!possible) return { no: state }
  if (data?.kind === 'data' && names.length < patterns.length && tests.length === patterns.length) {
    const isOne = (word: string) => {
      const answers = tests.map((test) => test(word))
      return answers.includes(true) || (answers.includes(undefined) ? undefined : false)
    }
    return argumentBy(subject, isOne, state)
  }
  const yes = fork(state)
  if (data?.kind !== 'data' || names.length < patterns.length) return { yes, no: state }
  const texts = names.flatMap((name) => wordIn(data, name) ?? [])
  if (texts.length < names.length) return { yes, no: state }
  const left = eventsBy(data, texts, eventsAt(state, data.events), state.walk.script)
  yes.events = left?.yes ?? yes.events
  state.events = left?.no ?? state.events
  return { yes, no: state }
}

function isUnquotedPattern({ type, text }: SyntaxNode): boolean {
  return type !== 'string' && type !== 'raw_string' && /[*?[(|]/.test(text)
}

// Quoted characters in a pattern are literal.
function fitting(nodes: CasePattern, pattern: string): (text: string) => boolean | undefined {
  if (!nodes.some(isUnquotedPattern)) return (text) => text === pattern
  const isPlain = nodes.every((node) => isUnquotedPattern(node) || !/[*?[(|\\]/.test(node.text))
  return (text) => (isPlain ? matches(text, pattern) : undefined)
}

// For a subject that may be one of several texts: which of them match these patterns.
function narrowedCase(
  patterns: readonly CasePattern[],
  subject: ShellValue,
  state: State,
  context: Context,
): Matched | undefined {
  const part = only(subject)
  if (part?.kind !== 'unknown' || part.choices === undefined) return undefined
  const tests = patterns.map((nodes) => {
    const pattern = plain(nodes.flatMap((node) => evaluate(node, state, context)))
    return pattern === undefined ? () => undefined : fitting(nodes, pattern)
  })
  const fits = (text: string): boolean | undefined => {
    const answers = tests.map((one) => one(text))
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
  }
  const both = narrowedChoices(subject, state, fits)
  return both && { ...both, subject: without(subject, fits) }
}

/** The state after statements, whether they succeeded or failed. */
export function settled({ yes, no }: Both): State | undefined {
  return join(yes, no)
}

function words(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return children.filter((one) => one.named && one.type !== 'comment')
}
