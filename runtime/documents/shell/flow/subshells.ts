// Parts of a script that run in a subshell or with redirections around them: pipelines, parentheses, redirected
// statements. Variables set in a subshell are lost afterwards, and an `exit` in it ends only that part.

import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { simple } from './commands.ts'
import { not } from './conditions.ts'
import { contentWay } from './content.ts'
import { redirectRest } from './descriptors.ts'
import { isLastStatement } from './leaving.ts'
import { redirected } from './redirects.ts'
import { fork, join, joinAll } from './state.ts'
import { putTrace } from './tracing.ts'
import { spoken } from './value.ts'
import type { Both, Context, End, LostEnd, ShellPrinted, State, WalkedScript } from './walk.ts'
import { either } from './ways.ts'

/** Walks statements whose variables are lost afterwards. */
export function apart(nodes: readonly SyntaxNode[], inside: State, context: Context): State | undefined {
  const ends: State[] = []
  const returns: Context['returns'] = context.returns && []
  const unheeded = context.heedless && !context.test
  const alone = context.ends === undefined && nodes.length === 1 ? nodes[0] : undefined
  const early = { returns, breaks: ends, continues: ends, unheeded, alone }
  const { yes, no } = inside.walk.block(nodes, inside, { ...context, ...early, ends })
  return joinAll([yes, no, ...ends, ...(returns ?? []).map((one) => one.state)])
}

/** `( … )`, and the last command of a pipeline. */
export function subshell(nodes: readonly SyntaxNode[], state: State, context: Context): Both {
  const { shared, walk } = state
  const inside = fork(state)
  const [only] = nodes
  // The status of a search at the end of a pipeline is the pipeline's.
  const isSearch =
    nodes.length === 1 && only?.type === 'command' && /^(?:[ef]?grep|rg|[gm]?awk|jq)\b/.test(only.text)
  const both = isSearch ? walk.walk(only, inside, context) : undefined
  const after = both === undefined ? apart(nodes, inside, context) : join(both.yes && fork(both.yes), both.no)
  state.shared = shared
  if (after === undefined) return {}
  state.printed = after.printed
  state.input = after.input
  state.stderr = after.stderr
  state.logged = after.logged
  if (both?.yes?.byContent === true) return { yes: contentWay(either(state)), no: state }
  return both?.no?.byContent === true ? { yes: state, no: contentWay(either(state)) } : either(state)
}

/** One or several commands followed by redirections. */
export function withRedirections(node: SyntaxNode, state: State, context: Context): Both {
  const { walk } = state
  // `done <<<"$command"`: the grammar does not mark a here-string as a redirection there.
  const redirects = node.children.filter(
    ({ field, type }) => field === 'redirect' || type === 'herestring_redirect',
  )
  const body = child(node, 'body')
  const inner = redirected(redirects, state, context)
  // `cat <<EOF | jq …`: the grammar puts the rest of the pipeline inside the redirection.
  const rest = redirects.flatMap((one) => one.children).find(({ type }) => type === 'pipeline')
  const isExec = body?.type === 'command' && body.text === 'exec'
  if (isExec || (body === undefined && inner.mute)) {
    putTrace(node, state, context)
    if (isExec) redirectRest(redirects, inner, state)
    if (isExec && !walk.script.savesOutput) state.hushed ||= inner.hushed
    return { yes: state }
  }
  if (body === undefined) return { yes: state }
  if (rest === undefined && body.type === 'command')
    return simple(body, state, redirected(childrenOf(body, 'redirect'), state, inner), context)
  if (rest === undefined) return walk.walk(body, state, inner)
  const first = walk.capture([body], state, inner)
  return pipeline(named(rest), state, { ...context, stdin: first })
}

/** `a | b`. */
export function pipeline(parts: readonly SyntaxNode[], state: State, context: Context): Both {
  let { stdin } = context
  const [first, ...others] = parts
  // `! a | b` negates the whole pipeline, but the grammar puts only its first command inside the negation.
  if (first?.type === 'negated_command' && others.length > 0)
    return not(pipeline([...named(first), ...others], state, context))
  const { walk, printed } = state
  const heedless = context.heedless || !HEEDS_STAGES.test(walk.script.text)
  const from = walk.lost.length
  for (const part of parts.slice(0, -1))
    stdin = walk.capture([part], state, { ...context, stdin, test: false, heedless })
  const last = parts.at(-1)
  if (last !== undefined && COMPOUND.test(last.type) && isLastStatement(last, context, walk.script))
    return walk.walk(last, state, { ...context, stdin })
  const both = last === undefined ? { yes: state } : subshell([last], state, { ...context, stdin })
  // What a stage prints reaches the end of the script through the last one.
  if (walk.lost.length > from && isPlainSince(state.printed, printed))
    walk.lost.splice(
      from,
      walk.lost.length,
      ...walk.lost.slice(from).map((one) => ({ ...one, printed: state.printed })),
    )
  return both
}

/** Statements that may have an `exit`: behind them, it is the script's own. */
const COMPOUND = /^(?:while_statement|for_statement|if_statement|case_statement|compound_statement)$/

// The status of a pipeline, or of each stage, is that of its stages too.
const HEEDS_STAGES = /\bpipefail\b|\b(?:PIPESTATUS|pipestatus)\b/

// Whether everything printed since then is known, and no answer.
function isPlainSince(printed: ShellPrinted | undefined, before: ShellPrinted | undefined): boolean {
  for (let one = printed; one !== before; one = one.before)
    if (one?.value === undefined || one.either !== undefined || spoken(one.value).includes('{')) return false
  return true
}

/** Those ends after which the script prints and does nothing else, whatever their status was. */
export function unheededEnds(lost: readonly LostEnd[], ends: readonly End[]): readonly End[] {
  const last = ends.at(-1)?.printed
  const other = ends.findLastIndex(({ status, node, printed }) => {
    const isPlain = status === 0 || (status === undefined && node.type === 'program')
    return !isPlain || printed !== last
  })
  return lost.filter(({ before, printed }) => before >= ends.length || (before > other && printed === last))
}

/** The context of a statement whose status neither the next statement nor the shell uses. */
export function heeding(context: Context, next: SyntaxNode | undefined): Context {
  const heedless = !/\$\?|\$\{?(?:PIPESTATUS|pipestatus)\b/.test(next?.text ?? '')
  return heedless === context.heedless ? context : { ...context, heedless }
}

/**
 * Whether a failing function or subshell ends only itself, because the shell is not set to stop on errors. In zsh and
 * ksh the last command of a pipeline runs in the script's own shell, and in bash where `lastpipe` is set.
 */
export function endsAlone({ text, path }: WalkedScript, what: 'function' | 'subshell'): boolean {
  const isOwn =
    what === 'function' ||
    /^#!.*\b(?:ba|da|a)?sh\b/.test(text) ||
    (!text.startsWith('#!') && /\.(?:ba)?sh$/.test(path))
  return isOwn && !/\blastpipe\b|\berrexit\b|^#!.*\s-\w*e|\bset\s+(?:-\w+\s+)*-\w*e|\bERR\b/m.test(text)
}
