// Follows `if`: the events and values on each branch, and what remains where the branches merge.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { comparesWord, condition } from './conditions.ts'
import { contentOf } from './content.ts'
import { narrowErrors, narrowName } from './narrowing.ts'
import { decidedByOptions, withoutOptions } from './options.ts'
import { forgetRows, picksRows } from './pickedRows.ts'
import { choose, nextAbove } from './scopes.ts'
import { type Block, beyond, type FlowState, fork, getName, mergeBranches } from './state.ts'
import { alternatives, type FlowScope, type FlowValue } from './values.ts'

const ARGUMENTS = /\bargv\b|\bargs\b|\bopts?\b|environ|getenv|isatty|debug|verbose|dry.?run/i

/** Texts and patterns: a script looks for them in the payload's content, `/\bdebugger\b/.test(content)`. */
const LONGEST_TEST = 2000
const TEXTS = /(["'`/])(?:(?!\1)[^\\\n]|\\.)+\1/g

// `if args.json:` — hosts pass no options, so output on that branch is meant for a person.
const OPTIONS = /\bargv\b|\bargs\b|\bopts?\b|\boptions\b|\bas_json\b|\bjson_output\b/

/** Follows an if statement; `block` follows its branches. */
export function branches(node: SyntaxNode, flow: FlowState, block: Block): void {
  const parts: FlowState[] = []
  let rest = fork(flow)
  // An earlier branch handles one kind of payload and ends; the code after it may handle another host's.
  let isSplit = false
  let isByOption = false
  const clauses = [node, ...node.children.filter(({ type }) => type === 'elif_clause')]
  for (const clause of clauses) {
    const test = child(clause, 'condition')
    const isDecided = decidedByOptions(test, rest)
    isByOption ||= isDecided !== undefined
    const isAlways = isDecided === true || isSwitchedOn(test, rest)
    const { errors } = rest
    const { yes, no, guesses, content, result } = condition(test, rest)
    choose(rest.scope)
    const isNarrower = (one: readonly string[] | undefined) =>
      one !== undefined && one.length < rest.events.length
    // A comparison that narrows the events distinguishes events, not a manual run from a run by a host.
    const isChosen = test?.type !== 'boolean_operator' && (isNarrower(yes) || isNarrower(no))
    const text = isChosen || isAlways ? '' : testOfOptions(test, rest)
    const isRun = /["']run["']/.test(text)
    const isQuery = /["']hook["']/.test(text)
    const isLooked = content !== undefined && text.length < LONGEST_TEST
    const isAside = ARGUMENTS.test(isLooked ? text.replace(TEXTS, '') : text)
    const here = isDecided === false ? beyond(rest) : fork(rest)
    if (yes !== undefined) here.events = yes
    const other = fork(rest)
    narrowName(test, here, other)
    for (const names of rest.loop?.rows ?? [])
      if (test !== undefined && picksRows(test, names, rest, result?.value)) forgetRows(names, [here, other])
    if (result !== undefined) narrowErrors(result, errors, here, other)
    here.aside ||= isQuery || (isAside && !isRun)
    here.byContent = content?.yes === true || (flow.byContent !== false && comparesWord(test) && 'nested')
    here.afterTest = false
    const isOption = OPTIONS.test(text) && !/\blen\(/.test(text) && !isRun && !isQuery
    if (guesses === true || isOption || isDecided === false) here.guessed++
    const body = child(clause, 'consequence')
    block(body, here)
    if (isDecided === false) here.ended = 'away'
    parts.push(flat(here, flow))
    if (guesses === true && here.ended !== undefined && named(body).length > 1) isSplit = true
    // The branch is always taken, so nothing after it is reached from the other side.
    if (isAlways) other.ended = 'away'
    rest = {
      ...other,
      events: no ?? rest.events,
      guessed: rest.guessed + (guesses === true ? 1 : 0),
      aside: rest.aside || isRun || (isAside && !isQuery),
      byContent: content?.no === true,
    }
  }
  const otherwise = node.children.find(({ type }) => type === 'else_clause')
  if (otherwise !== undefined) block(child(otherwise, 'body'), rest)
  parts.push(flat(rest, flow))
  mergeBranches(flow, parts)
  const left = parts.filter(({ ended }) => ended === undefined)
  // The last test that ended some path decides.
  if (left.length < parts.length && !isByOption)
    flow.afterTest =
      rest.byContent && otherwise === undefined && left.length === 1 && left[0] === parts.at(-1)
  const [only, ...more] = parts.filter(({ ended, printed }) => ended === undefined && printed !== undefined)
  const isPlain =
    only !== undefined && !only.aside && only.guessed === flow.guessed && flow.printed === undefined
  flow.met =
    isPlain && more.length === 0 && only.printed !== undefined
      ? { printed: only.printed, events: only.events }
      : undefined
  if (isSplit) flow.guessed++
}

// The text of a test, without what is known not to come from options.
function testOfOptions(test: SyntaxNode | undefined, flow: FlowState): string {
  return isOfPayload(test, flow) ? '' : withoutGiven(withoutOptions(test, flow), flow)
}

/** Whether a test looks at options or variables whose values are not known. */
export function looksAtOptions(test: SyntaxNode | undefined, flow: FlowState): boolean {
  return ARGUMENTS.test(testOfOptions(test, flow))
}

// `VERBOSE = True` is its only assignment: the branch is always taken.
function isSwitchedOn(test: SyntaxNode | undefined, flow: FlowState): boolean {
  if (test?.type !== 'identifier' || !/^_?[A-Z][A-Z\d_]*$/.test(test.text)) return false
  const value = getName(flow, test.text)
  return value?.kind === 'constant' && value.value === true && value.way === undefined
}

// `args = payload["toolArgs"]`, `argv = shlex.split(command)`: named like options, but holds the tool's input.
function isOfPayload(test: SyntaxNode | undefined, flow: FlowState): boolean {
  if (/\.argv\b/.test(test?.text ?? '')) return false
  const names = test?.text.match(OPTION_NAMES) ?? []
  return names.length > 0 && names.every((name) => isTaken(getName(flow, name) ?? getName(flow, `$${name}`)))
}

const OPTION_NAMES = /(?<![\w.])(?:args|argv|opts?|options)\b/g

function isTaken(value: FlowValue | undefined): boolean {
  return (
    value !== undefined &&
    alternatives(value).every(
      (one) =>
        one.kind === 'payload' ||
        contentOf(one) !== undefined ||
        (one.kind === 'dict' && !FROM_OUTSIDE.test(one.node.text)),
    )
  )
}

// `const opts = { max: 3 }` is not set from outside the program.
const FROM_OUTSIDE = /argv|env|parse|args/i

// Removes arguments and variables that hold the payload: `os.environ["PAYLOAD"]`, `sys.argv[1]` are not options.
function withoutGiven(text: string, { reading }: FlowState): string {
  const { args = [], variables = [] } = reading.input.called?.within ?? {}
  const names = [...args.map(String), ...variables]
  if (names.length === 0) return text
  return text.replaceAll(
    new RegExp(`\\b(?:environ|getenv|argv)\\W+(?:get\\W+)?(?:${names.join('|')})\\b`, 'g'),
    '',
  )
}

// Flattens a nested branch, so that names set in the condition of an elif are visible in its body and at the merge.
function flat(part: FlowState, flow: FlowState): FlowState {
  const names = new Map<string, FlowValue>()
  const chain: FlowScope[] = []
  let at: FlowScope | undefined = part.scope
  for (; at !== undefined && at !== flow.scope; at = nextAbove(at)) chain.push(at)
  if (part.ended !== undefined) part.scope.isLeft = true
  const size = chain.reduce((sum, scope) => sum + scope.names.size, 0)
  if (flow.reading.budget.take(size))
    for (const scope of chain.reverse()) for (const [name, value] of scope.names) names.set(name, value)
  return { ...part, scope: { names, above: flow.scope } }
}
