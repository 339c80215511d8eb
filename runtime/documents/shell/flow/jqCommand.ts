// A call of jq: its options, its program, what it is given, and so which fields of the payload it reads.

import { defined } from '../../../contract/defined.ts'
import { follow } from '../../jq/follow.ts'
import { parseProgram } from '../../jq/parse.ts'
import { type JqValue, NOBODY_KNOWS, type Sink } from '../../jq/values.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import type { Context, Walk } from './context.ts'
import type { State } from './state.ts'
import {
  HOLE,
  joined,
  made,
  only,
  type PayloadData,
  type PayloadOrigin,
  plain,
  type ShellValue,
} from './value.ts'

type Call = {
  readonly program: ShellValue | undefined
  readonly files: readonly ShellValue[]
  readonly variables: ReadonlyMap<string, JqValue>
  readonly raw: boolean
  readonly exits: boolean
  /** Its input is not the JSON of standard input: `-n`, `-R`, `--stream`, or many in one with `-s`. */
  readonly takes: 'json' | 'list' | 'nothing' | 'unknown'
}

/** Walks a call of jq and says what it prints. */
export function jq(
  node: SyntaxNode,
  args: readonly ShellValue[],
  walk: Walk,
  state: State,
  context: Context,
): ShellValue {
  const call = optionsOf(args)
  const stdin = inputOf(call, node, walk, state, context)
  if (call.program === undefined) return HOLE
  const { text, where } = joined(call.program)
  const input: JqValue =
    call.takes === 'nothing'
      ? { kind: 'literal', value: null }
      : call.takes === 'list'
        ? { kind: 'list', items: [stdin] }
        : call.takes === 'unknown'
          ? NOBODY_KNOWS
          : stdin
  const fallback = state.fallback
  const reads: number[] = []
  const results = follow(parseProgram(text), input, {
    sink: sinkOf({ owner: node.start, where, reads, walk, state, context }),
    variables: call.variables,
    inputs: stdin,
    narrow: (among, path, values) => walk.narrow(among ?? state.events ?? walk.events, path, values),
    asTest: context.test && call.exits,
    budget: walk.budget,
  })
  if (input.kind === 'unknown') walk.spots.mixed(node.start)
  if (reads.length > 0) walk.spots.doubt(fallback)
  return printedOf(results, call, where, reads)
}

type Sinking = {
  readonly owner: number
  readonly where: PayloadOrigin
  readonly reads: number[]
  readonly walk: Walk
  readonly state: State
  readonly context: Context
}

function sinkOf({ owner, where, reads, walk, state, context }: Sinking): Sink {
  const side = (events: readonly string[] | undefined) =>
    ({ of: 'payload', events: events ?? state.events ?? walk.events }) as const
  const isSure = context.sure && state.fallback.length === 0
  return {
    field: ({ range, path, quote, sure, access, events, optional }) => {
      const placed = where(range)
      if (placed === undefined) return
      if (path.at(-1) !== '') reads.push(placed.start)
      walk.spots.add(
        {
          kind: 'field',
          range: placed,
          side: side(events),
          path,
          quote,
          access,
          sure: sure && isSure,
          ...(optional && { optional }),
        },
        owner,
      )
    },
    compared: ({ range, path, value, quote, sure, events }) => {
      const placed = where(range)
      if (placed === undefined) return
      walk.spots.add(
        {
          kind: 'value',
          range: placed,
          side: side(events),
          path,
          value,
          quote,
          access: 'read',
          sure: sure && isSure,
        },
        owner,
      )
    },
    tested: (path) => walk.spots.tested(path),
  }
}

function optionsOf(args: readonly ShellValue[]): Call {
  const variables = new Map<string, JqValue>()
  const files: ShellValue[] = []
  let program: ShellValue | undefined
  let fromFile = false
  let named = false
  const flags = new Set<string>()
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as ShellValue
    const text = plain(arg)
    const long = text?.startsWith('--') === true && text.length > 2 ? text.slice(2) : undefined
    if (long === 'arg' || long === 'argjson') {
      const [name, value] = [plain(args[at + 1]), args[at + 2] ?? HOLE]
      if (name !== undefined) variables.set(name, variableOf(value, long === 'argjson'))
      at += 2
    } else if (long === 'slurpfile' || long === 'rawfile') at += 2
    else if (long === 'indent' || long === 'library-path') at++
    else if (long === 'args' || long === 'jsonargs') named = true
    else if (long === 'from-file') fromFile = true
    else if (long !== undefined) flags.add(LONG[long] ?? long)
    else if (text !== undefined && /^-[a-zA-Z]+$/.test(text)) {
      for (const flag of text.slice(1)) flags.add(flag)
      if (text.includes('L')) at++
      fromFile ||= text.includes('f')
    } else if (text === '--') continue
    else if (program === undefined && !fromFile) program = arg
    else if (fromFile && program === undefined) program = HOLE
    else if (!named) files.push(arg)
  }
  const takes = flags.has('n')
    ? 'nothing'
    : flags.has('R') || flags.has('stream') || flags.has('seq')
      ? 'unknown'
      : flags.has('s')
        ? 'list'
        : 'json'
  const raw = flags.has('r') || flags.has('j')
  return { program: fromFile ? undefined : program, files, variables, raw, exits: flags.has('e'), takes }
}

const LONG: Readonly<Record<string, string>> = {
  'null-input': 'n',
  'raw-input': 'R',
  slurp: 's',
  'raw-output': 'r',
  'join-output': 'j',
  'exit-status': 'e',
}

function variableOf(value: ShellValue, isJson: boolean): JqValue {
  const part = only(value)
  if (part?.kind === 'data' && (isJson || part.path.length === 0)) return pieceOf(part)
  const text = plain(value)
  if (!isJson && text !== undefined) return { kind: 'literal', value: text }
  return NOBODY_KNOWS
}

function pieceOf({ path, sure, events }: PayloadData): JqValue {
  return { kind: 'piece', path, sure, ...defined({ events }) }
}

// What jq reads, even where its program does not want it.
function inputOf(call: Call, node: SyntaxNode, walk: Walk, state: State, context: Context): JqValue {
  const [file, ...more] = call.files
  if (more.length > 0) return NOBODY_KNOWS
  const name = file === undefined ? '-' : plain(file)
  if (name !== '-' && name !== '/dev/stdin') {
    // A file that is a substitution: `jq .x <(cat)`.
    const part = file === undefined ? undefined : only(file)
    return part?.kind === 'data' ? pieceOf(part) : NOBODY_KNOWS
  }
  if (call.takes === 'nothing' && !callsInput(plain(call.program) ?? '')) return NOBODY_KNOWS
  const part = only(walk.read(state, context, node))
  return part?.kind === 'data' ? pieceOf(part) : NOBODY_KNOWS
}

// `$input`, `.input`, a key and a word of a string are no calls.
function callsInput(program: string): boolean {
  return /(?<![$.\w])inputs?\b(?!\s*:)/.test(program.replace(/"(?:[^"\\]|\\[^(])*"/g, '""'))
}

function printedOf(
  results: readonly JqValue[],
  call: Call,
  where: PayloadOrigin,
  reads: readonly number[],
): ShellValue {
  const { raw } = call
  const pieces = results.filter((one) => one.kind === 'piece')
  const [piece] = pieces
  const paths = new Set(pieces.map(({ path }) => path.join('\0')))
  const others = results.filter((one) => one.kind !== 'piece')
  if (piece !== undefined && paths.size === 1 && others.every(({ kind }) => kind === 'literal')) {
    const { path, events } = piece
    const sure = pieces.every((one) => one.sure)
    const more = defined({ events })
    return [{ kind: 'data', path, sure, raw, exact: others.length === 0, reads, ...more }, made('\n')]
  }
  const [result, ...more] = results
  if (result?.kind === 'built' && more.length === 0)
    return [{ kind: 'made', built: result, where }, made('\n')]
  if (result?.kind === 'literal' && more.length === 0 && (raw || typeof result.value !== 'string'))
    return [made(`${result.value}\n`)]
  return HOLE
}
