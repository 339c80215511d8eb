// Parts of a script that run by themselves: pipelines, parentheses, statements with redirections around them. What they
// set is gone afterwards, and an `exit` in there ends that part alone.

import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { contentWay } from './content.ts'
import { redirected } from './redirects.ts'
import type { End } from './start.ts'
import { fork, join, joinAll } from './state.ts'
import type { Both, Context, State, WalkedScript } from './walk.ts'
import { either } from './ways.ts'

/** Statements that keep what they set to themselves. */
export function apart(nodes: readonly SyntaxNode[], inside: State, context: Context): State | undefined {
  const ends: State[] = []
  const returns: Context['returns'] = context.returns && []
  const unheeded = context.heedless && !context.test
  const early = { returns, breaks: ends, continues: ends, unheeded }
  const { yes, no } = inside.walk.block(nodes, inside, { ...context, ...early, ends })
  return joinAll([yes, no, ...ends, ...(returns ?? []).map((one) => one.state)])
}

/** `( … )`, and the last part of a pipeline. */
export function subshell(nodes: readonly SyntaxNode[], state: State, context: Context): Both {
  const { shared, walk } = state
  const inside = fork(state)
  const [only] = nodes
  // A search at the end of a pipeline is asked how it went.
  const isSearch = nodes.length === 1 && only?.type === 'command' && /^[ef]?grep\b/.test(only.text)
  const both = isSearch ? walk.walk(only, inside, context) : undefined
  const after = both === undefined ? apart(nodes, inside, context) : join(both.yes && fork(both.yes), both.no)
  state.shared = shared
  if (after === undefined) return {}
  state.printed = after.printed
  state.input = after.input
  state.stderr = after.stderr
  state.logged = after.logged
  return both?.yes?.byContent === true ? { yes: contentWay(either(state)), no: state } : either(state)
}

/** A command, or several, with redirections behind them. */
export function withRedirections(node: SyntaxNode, state: State, context: Context): Both {
  const { walk } = state
  const redirects = childrenOf(node, 'redirect')
  const body = child(node, 'body')
  const inner = redirected(redirects, state, context)
  // `cat <<EOF | jq …`: the rest of the pipeline stands inside the redirection.
  const rest = redirects.flatMap((one) => one.children).find(({ type }) => type === 'pipeline')
  const isExec = body?.type === 'command' && body.text === 'exec'
  if (isExec || (body === undefined && inner.mute)) {
    if (inner.mute && isExec) state.muted = inner.mute
    return { yes: state }
  }
  if (body === undefined) return { yes: state }
  if (rest === undefined) return walk.walk(body, state, inner)
  const first = walk.capture([body], state, inner)
  return pipeline(named(rest), state, { ...context, stdin: first })
}

/** `a | b`. */
export function pipeline(parts: readonly SyntaxNode[], state: State, context: Context): Both {
  let { stdin } = context
  for (const part of parts.slice(0, -1))
    stdin = state.walk.capture([part], state, { ...context, stdin, test: false })
  const last = parts.at(-1)
  return last === undefined ? { yes: state } : subshell([last], state, { ...context, stdin })
}

/** An end of a subshell or a function, and how many ends of the script came before it. */
export type LostEnd = End & { readonly before: number }

/** Those of them after which the script says and does nothing else, whatever their status was. */
export function unheededEnds(lost: readonly LostEnd[], ends: readonly End[]): readonly End[] {
  const last = ends.at(-1)?.printed
  const other = ends.findLastIndex(({ status, node, printed }) => {
    const isPlain = status === 0 || (status === undefined && node.type === 'program')
    return !isPlain || printed !== last
  })
  return lost.filter(({ before, printed }) => before >= ends.length || (before > other && printed === last))
}

/** Where nobody asks how a statement went: neither the next one nor the shell. */
export function heeding(context: Context, next: SyntaxNode | undefined): Context {
  const heedless = !/\$\?|\$\{?(?:PIPESTATUS|pipestatus)\b/.test(next?.text ?? '')
  return heedless === context.heedless ? context : { ...context, heedless }
}

/**
 * Whether a part of the script that fails ends that part alone: the shell is not told to stop there. The last part of a
 * pipeline runs the script's own shell in zsh and ksh, and in bash where that is set.
 */
export function endsAlone({ text, path }: WalkedScript): boolean {
  const isOwn = /^#!.*\b(?:ba|da|a)?sh\b/.test(text) || (!text.startsWith('#!') && /\.(?:ba)?sh$/.test(path))
  return isOwn && !/\blastpipe\b|\berrexit\b|^#!.*\s-\w*e|\bset\s+(?:-\w+\s+)*-\w*e|\bERR\b/m.test(text)
}
