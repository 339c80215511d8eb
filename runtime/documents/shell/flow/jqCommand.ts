// A call of jq: its options, program and input, and which payload fields it therefore reads.

import { defined } from '../../../contract/defined.ts'
import { rowOf } from '../../../contract/json.ts'
import { termsSideBySide } from '../../jq/columns.ts'
import { follow } from '../../jq/follow.ts'
import { parseProgram } from '../../jq/parse.ts'
import { mayGiveNothing, mayGiveSeveral, resultsOf } from '../../jq/results.ts'
import { type JqValue, type Sink, SOME_TEXT, UNKNOWN_VALUE } from '../../jq/values.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { alternatives, oneOf } from './choices.ts'
import { contentFrom, printedByTest } from './contentValues.ts'
import { fieldOf, lineOf, textOf } from './jqOutput.ts'
import { rejectedProgram, strayOperator } from './rejectedProgram.ts'
import {
  joined,
  only,
  type PayloadData,
  type PayloadOrigin,
  plain,
  type ShellValue,
  UNKNOWN_TEXT,
} from './value.ts'
import type { Context, State } from './walk.ts'
import { eventsAt } from './ways.ts'
import { fileAt } from './writtenFiles.ts'

type Call = {
  readonly program: ShellValue | undefined
  readonly files: readonly ShellValue[]
  readonly variables: ReadonlyMap<string, readonly JqValue[]>
  /** The variables that the options define; undefined if some options are not known. */
  readonly names: readonly string[] | undefined
  readonly raw: boolean
  readonly exits: boolean
  /**
   * What the program gets as input: the JSON of standard input, all inputs as a list (`-s`), `null` (`-n`), or
   * something unknown (`-R`, `--stream`, `--seq`).
   */
  readonly takes: 'json' | 'list' | 'nothing' | 'unknown'
}

/** Walks a call of jq and returns what it prints. `isJq`: other programs of its kind define more functions. */
export function jq(
  node: SyntaxNode,
  args: readonly ShellValue[],
  state: State,
  context: Context,
  isJq: boolean,
): ShellValue {
  const call = optionsOf(args, state)
  const stdin = inputOf(call, node, state, context)
  if (call.program === undefined) return UNKNOWN_TEXT
  const stray = strayOperator(call.files, state.walk.script.path)
  if (stray !== undefined) state.walk.spots.problem(stray)
  const { text, where } = joined(call.program)
  if (isJq && plain(call.program) !== undefined) {
    const { path } = state.walk.script
    const rejected = rejectedProgram(text, call.names, path, where)
    if (rejected !== undefined) state.walk.spots.problem(rejected)
  }
  const input: JqValue =
    call.takes === 'nothing'
      ? { kind: 'literal', value: null }
      : call.takes === 'list'
        ? { kind: 'list', items: [stdin] }
        : call.takes === 'unknown'
          ? UNKNOWN_VALUE
          : stdin
  const fallback = state.fallback
  const program = parseProgram(text)
  const terms = termsSideBySide(program)
  const lines = (terms.length > 1 ? terms : [program]).map((term) => {
    const reads: number[] = []
    const values = follow(term, input, {
      sink: sinkOf(node.start, where, reads, state, context),
      variables: call.variables,
      inputs: stdin,
      narrow: (among, path, values) => state.walk.script.narrow(eventsAt(state, among), path, values),
      asTest: context.test && call.exits,
      budget: state.walk.script.budget,
    })
    if (reads.length > 0) state.walk.spots.doubt(fallback)
    return { values, reads }
  })
  if (input.kind === 'unknown') state.walk.spots.mixed(node.start)
  const { raw } = call
  if (lines.length > 1) return lines.flatMap(({ values, reads }) => lineOf(values, { raw, reads, where }))
  const [{ values: results, reads } = { values: [], reads: [] }] = lines
  const printed =
    fieldOf(results, { raw, reads, where }) ?? (context.captured ? contentFrom(results) : undefined)
  if (printed !== undefined) return printed
  const texts = results.map((result) => textOf(result, raw, where))
  if (texts.length > 1 && texts.length === resultsOf(program)) return texts.flat()
  const isOfPayload = input.kind === 'piece' && context.captured
  const choices = printedByTest(isOfPayload ? text : '', texts, isOfPayload && mayGiveNothing(program))
  if (choices.length < 2 || mayGiveSeveral(program))
    return texts.length === 1 ? (texts[0] ?? UNKNOWN_TEXT) : UNKNOWN_TEXT
  return oneOf(choices, state.guards)
}

function sinkOf(owner: number, where: PayloadOrigin, reads: number[], state: State, context: Context): Sink {
  const { spots } = state.walk
  const isSure = context.sure && state.fallback.length === 0
  const placed = (found: Parameters<Sink['field' | 'compared']>[0]) => {
    const { range, path, quote, sure, events } = found
    const place = 'at' in found && found.at !== undefined ? found.at : where(range)
    const side = { of: 'payload', events: eventsAt(state, events) } as const
    return place && { range: place, side, path, quote, sure: sure && isSure }
  }
  return {
    field: (found) => {
      const spot = placed(found)
      if (spot === undefined) return
      const { access, optional, alternatives } = found
      if (spot.path.at(-1) !== '') reads.push(spot.range.start)
      spots.add(
        {
          kind: 'field',
          ...spot,
          access,
          ...(optional && { optional }),
          ...(isSure && defined({ alternatives })),
        },
        owner,
      )
    },
    compared: (found) => {
      const spot = placed(found)
      if (spot !== undefined) spots.add({ kind: 'value', ...spot, value: found.value, access: 'read' }, owner)
    },
    needed: ({ as, ...found }) => {
      const { range, path, sure, events } = found
      const place = where(range)
      const side = { of: 'payload', events: eventsAt(state, events) } as const
      const more = { quote: 'bare', access: 'read', sure: sure && isSure } as const
      if (place !== undefined)
        spots.add({ kind: 'value', range: place, side, path, needs: as, ...more }, owner)
    },
    tested: (path) => spots.tested(path),
  }
}

function optionsOf(args: readonly ShellValue[], state: State): Call {
  const variables = new Map<string, readonly JqValue[]>()
  const files: ShellValue[] = []
  let program: ShellValue | undefined
  let fromFile = false
  let named = false
  let isKnown = true
  const names: string[] = []
  const flags = new Set<string>()
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as ShellValue
    const text = plain(arg)
    if (text === undefined && program !== undefined) isKnown = false
    const long = text?.startsWith('--') === true && text.length > 2 ? text.slice(2) : undefined
    if (long === 'arg' || long === 'argjson') {
      const [name, value] = [plain(args[at + 1]), args[at + 2] ?? UNKNOWN_TEXT]
      if (name === undefined) isKnown = false
      else names.push(name)
      if (name !== undefined)
        variables.set(
          name,
          alternatives(value, state).map((one) => variableOf(one, long === 'argjson')),
        )
      at += 2
    } else if (long === 'slurpfile' || long === 'rawfile' || long === 'argfile') {
      names.push(plain(args[at + 1]) ?? '')
      at += 2
    } else if (long === 'indent' || long === 'library-path') at++
    else if (long === 'args' || long === 'jsonargs') named = true
    else if (long === 'from-file') fromFile = true
    else if (long !== undefined) flags.add(rowOf(LONG, long) ?? long)
    else if (text !== undefined && /^-[a-zA-Z]+$/.test(text)) {
      for (const flag of text.slice(1)) flags.add(flag)
      if (text.includes('L')) at++
      fromFile ||= text.includes('f')
    } else if (text === '--') continue
    else if (program === undefined && !fromFile) program = arg
    else if (fromFile && program === undefined) program = UNKNOWN_TEXT
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
  return {
    program: fromFile ? undefined : program,
    files,
    variables,
    names: isKnown ? names : undefined,
    raw,
    exits: flags.has('e'),
    takes,
  }
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
  if (isJson) return scalarOf(text)
  if (text === undefined) return SOME_TEXT
  const isWritten = part?.kind === 'text' && part.start >= 0 && part.text === text
  return { kind: 'literal', value: text, ...(isWritten ? { at: { start: part.start, end: part.end } } : {}) }
}

// `--argjson ok false`
function scalarOf(text: string | undefined): JqValue {
  const isScalar = /^\s*(?:true|false|null|-?\d+(?:\.\d+)?|"[^"\\]*")\s*$/.test(text ?? '')
  return isScalar
    ? { kind: 'literal', value: JSON.parse(text ?? '') as string | number | boolean | null }
    : UNKNOWN_VALUE
}

function pieceOf({ path, sure, events }: PayloadData): JqValue {
  return { kind: 'piece', path, sure, ...defined({ events }) }
}

// The input jq reads, even if its program does not use it.
function inputOf(call: Call, node: SyntaxNode, state: State, context: Context): JqValue {
  const [file, ...more] = call.files
  if (more.length > 0) return UNKNOWN_VALUE
  const name = file === undefined ? '-' : plain(file)
  if (name !== '-' && name !== '/dev/stdin') {
    // A process substitution as the file: `jq .x <(cat)`.
    const part = file === undefined ? undefined : only(fileAt(file, state) ?? file)
    return part?.kind === 'data' ? pieceOf(part) : UNKNOWN_VALUE
  }
  if (call.takes === 'nothing' && !callsInput(plain(call.program) ?? '')) return UNKNOWN_VALUE
  const part = only(state.walk.read(state, context, node))
  return part?.kind === 'data' ? pieceOf(part) : UNKNOWN_VALUE
}

// `$input`, `.input`, a key and a word in a string are not calls.
function callsInput(program: string): boolean {
  return /(?<![$.\w])inputs?\b(?!\s*:)/.test(program.replace(/"(?:[^"\\]|\\[^(])*"/g, '""'))
}
