// The commands that a script's answer is made with, and those that print nothing.

import { act, type Expr, known, type Stmt, UNKNOWN, write } from '../program/program.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { testCommand, testWords } from './tests.ts'
import { ARGUMENTS, escaped, isAllArguments, word } from './words.ts'

export type Redirected = {
  /** What stands on standard input, when the text says so. */
  readonly input?: Expr
}

/** What a simple command does. `functions` are the names the script defines itself. */
export function command(
  node: SyntaxNode,
  functions: ReadonlySet<string>,
  { input }: Redirected = {},
): readonly Stmt[] {
  const nameNode = child(node, 'name')
  const args = childrenOf(node, 'argument')
  const name = nameNode?.text ?? ''
  const values = args.map(argument)
  const first = nameNode?.children[0] ?? nameNode
  if (first?.type === 'arithmetic_expansion') return []
  if (isAllArguments(first)) {
    const rest: Expr = { kind: 'slice', of: ARGUMENTS, from: known(1) }
    return [
      act({
        kind: 'call',
        callee: { kind: 'item', of: ARGUMENTS, at: known(0) },
        args: [{ kind: 'spread', of: rest }],
      }),
    ]
  }
  if (functions.has(name))
    return [act({ kind: 'call', callee: { kind: 'name', name: `${name}()` }, args: values })]
  switch (name) {
    case 'echo':
      return [act(echo(args))]
    case 'printf':
      return [act(printf(args))]
    case 'cat':
      return [act(write(args.length === 0 && input !== undefined ? input : UNKNOWN, ''))]
    case 'exit':
      return [
        act({
          kind: 'exit',
          status: args[0] === undefined ? known(0) : { kind: 'change', how: 'number', of: word(args[0]) },
        }),
      ]
    case 'return':
      return [{ kind: 'return', value: UNKNOWN }]
    case 'break':
    case 'continue':
      return [{ kind: name }]
    case 'shift':
      return [
        assign('@', {
          kind: 'slice',
          of: ARGUMENTS,
          from: args[0] === undefined ? known(1) : { kind: 'change', how: 'number', of: word(args[0]) },
        }),
      ]
    case 'set':
      return args[0]?.text === '--' ? [assign('@', { kind: 'list', items: values.slice(1) })] : []
    case 'read':
    case 'unset':
      return args.filter(({ text }) => /^\w+$/.test(text)).map(({ text }) => assign(text, UNKNOWN))
    case 'exec':
      return args.length === 0 ? [] : [act(write(UNKNOWN)), act({ kind: 'exit', status: UNKNOWN })]
    case 'grep':
      return args.some(({ text }) => /^-\w*q/.test(text)) ? [] : [act(write(UNKNOWN))]
  }
  if (QUIET.has(name)) return []
  const callee = word(nameNode)
  // A command whose name is a value may be one of the script's own functions.
  if (callee.kind !== 'text') return [act({ kind: 'call', callee, args: values })]
  return [act(write(UNKNOWN))]
}

/** Whether a simple command succeeds, where the text says so. */
export function commandStatus(node: SyntaxNode): Expr | undefined {
  const args = childrenOf(node, 'argument')
  const name = child(node, 'name')
  // `(( … ))` is read as a command whose name is worked out.
  const [sum] = name?.children ?? []
  if (sum?.type === 'arithmetic_expansion') return testCommand(sum)
  switch (name?.text) {
    case 'test':
      return testWords(args)
    case '[':
      return testWords(args.slice(0, -1))
    case 'true':
    case ':':
    case 'echo':
    case 'printf':
      return known(true)
    case 'false':
      return known(false)
    default:
      return undefined
  }
}

/** Sets a name of the script; `local` inside the function at hand. */
export function assign(name: string, value: Expr, local = false): Stmt {
  return act({ kind: 'assign', target: { kind: 'name', name }, value, local: local || name === '@' })
}

/** Commands that print nothing. */
export const QUIET: ReadonlySet<string> = new Set(
  'alias cd chmod cp export hash let ln local logger mkdir mv rm shopt sleep source . test [ touch trap true false ulimit umask wait : rmdir kill'.split(
    ' ',
  ),
)

function argument(node: SyntaxNode): Expr {
  return isAllArguments(node) ? { kind: 'spread', of: ARGUMENTS } : word(node)
}

function echo(args: readonly SyntaxNode[]): Expr {
  let at = 0
  let end = '\n'
  let escapes = false
  for (; /^-[neE]+$/.test(args[at]?.text ?? ''); at++) {
    const flags = args[at]?.text ?? ''
    if (flags.includes('n')) end = ''
    if (flags.includes('e')) escapes = true
  }
  const parts = args
    .slice(at)
    .map(argument)
    .map((part) => (escapes && part.kind === 'text' ? { ...part, text: escaped(part.text) } : part))
  return write({ kind: 'join', parts, between: ' ' }, end)
}

function printf(args: readonly SyntaxNode[]): Expr {
  const rest = args[0]?.text === '--' ? args.slice(1) : args
  const [formatNode, ...valueNodes] = rest
  const format = word(formatNode)
  if (formatNode?.text === '-v') return UNKNOWN
  if (format.kind !== 'text') return write(UNKNOWN)
  const values = valueNodes.map(argument)
  if (values.some(({ kind }) => kind === 'spread')) return write(UNKNOWN)
  const pieces = escaped(format.text).split(/(%%|%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z])/)
  const places = pieces.filter((piece) => /^%[^%]/.test(piece))
  if (places.some((place) => place !== '%s' && place !== '%b')) return write(UNKNOWN)
  if (places.length === 0)
    return write({ ...format, text: pieces.map((piece) => (piece === '%%' ? '%' : piece)).join('') }, '')
  const parts: Expr[] = []
  // The format is used again until the arguments are used up.
  for (let used = 0; used === 0 || used < values.length; ) {
    for (const piece of pieces) {
      if (piece === '%s' || piece === '%b') parts.push(values[used++] ?? known(''))
      else parts.push(known(piece === '%%' ? '%' : piece))
    }
  }
  return write({ kind: 'join', parts }, '')
}

/** What a here-document or here-string puts on standard input; undefined when nothing does. */
export function inputOf(redirects: readonly SyntaxNode[]): Expr | undefined {
  for (const redirect of redirects) {
    if (redirect.type === 'herestring_redirect')
      return { kind: 'join', parts: [word(named(redirect)[0]), known('\n')] }
    const body =
      redirect.type === 'heredoc_redirect'
        ? named(redirect).find(({ type }) => type === 'heredoc_body')
        : undefined
    if (body === undefined) continue
    if (named(body).some(({ type }) => type !== 'heredoc_content')) return heredoc(body)
    return { kind: 'text', text: body.text, range: { start: body.start, end: body.end } }
  }
  return undefined
}

function heredoc(body: SyntaxNode): Expr {
  const parts: Expr[] = []
  let at = body.start
  for (const inner of named(body).filter(({ type }) => type !== 'heredoc_content')) {
    parts.push(known(body.text.slice(at - body.start, inner.start - body.start)), word(inner))
    at = inner.end
  }
  return { kind: 'join', parts: [...parts, known(body.text.slice(at - body.start))] }
}
