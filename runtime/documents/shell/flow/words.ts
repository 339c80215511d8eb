// Shell words as values: quoting, variables with their defaults, substitutions.

import { ARGUMENT } from '../../../contract/calledNarrowing.ts'
import { oncePer } from '../../../contract/oncePer.ts'
import type { Letters } from '../../spots.ts'
import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { derivedFrom, partOf } from './contentValues.ts'
import { isNeverSet } from './setNames.ts'
import { countOf, forgetSet, itemOf } from './state.ts'
import {
  EMPTY,
  made,
  numberOf,
  only,
  type PayloadData,
  plain,
  reshaped,
  type ShellText,
  type ShellValue,
  type StringPart,
  sizeOf,
  trimmed,
  UNKNOWN_TEXT,
} from './value.ts'
import type { Context, State, WalkedScript } from './walk.ts'
import { fileAt } from './writtenFiles.ts'

/** The value of a word; commands in it are walked. */
export function evaluate(node: SyntaxNode | undefined, state: State, context: Context): ShellValue {
  if (node === undefined) return EMPTY
  const value = word(node, state, context)
  return state.walk.script.budget.take(sizeOf(value)) ? value : UNKNOWN_TEXT
}

function word(node: SyntaxNode, state: State, context: Context): ShellValue {
  const inner = (one: SyntaxNode): ShellValue => evaluate(one, state, context)
  switch (node.type) {
    case 'command_name':
      return node.children.length === 0 ? unquoted(node) : inner(node.children[0] as SyntaxNode)
    case 'word':
    case 'number':
    case 'variable_name':
    case 'extglob_pattern':
    case 'regex':
    case 'special_variable_name':
    case 'test_operator':
      return named(node).length === 0 ? unquoted(node) : pieces(node, node.start, node.end, inner, WORD)
    case 'quoted_pattern':
      return withoutQuotes(node)
    case 'raw_string':
      return [{ kind: 'text', text: node.text.slice(1, -1), start: node.start + 1, end: node.end - 1 }]
    case 'ansi_c_string':
      return texts(node.text.slice(2, -1), node.start + 2, ANSI)
    case 'string':
    case 'translated_string': {
      const open = node.text.indexOf('"') + 1
      const closed = node.text.length > open && node.text.endsWith('"')
      return pieces(node, node.start + open, closed ? node.end - 1 : node.end, inner, QUOTED)
    }
    case 'concatenation':
      return named(node).flatMap(inner)
    case 'simple_expansion':
      return parameter(named(node)[0]?.text ?? '', state)
    case 'expansion':
      return expansion(node, state, context)
    case 'command_substitution':
      return substituted(node, state, context)
    case 'process_substitution':
      state.walk.capture(named(node), state, context)
      return UNKNOWN_TEXT
    case 'arithmetic_expansion':
      for (const one of named(node)) inner(one)
      forgetSet(state, node.text)
      return UNKNOWN_TEXT
    default:
      if (!node.text.includes('$') && !node.text.includes('`')) return UNKNOWN_TEXT
      for (const one of named(node)) inner(one)
      return UNKNOWN_TEXT
  }
}

/** True for `"$@"`, `$@` and `$*`, which stand for all arguments. */
export function isAllArguments(node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^"?\$(@|\{@\}|\*)"?$/.test(node.text)
}

/** The words of a command; `"$@"` expands to all arguments. */
export function evaluateAll(
  nodes: readonly SyntaxNode[],
  state: State,
  context: Context,
): readonly ShellValue[] {
  return nodes.flatMap((node) =>
    isAllArguments(node) ? (state.args ?? [UNKNOWN_TEXT]) : [evaluate(node, state, context)],
  )
}

/** The value of `$(…)` or `<(…)`. */
export function substituted(node: SyntaxNode, state: State, context: Context): ShellValue {
  const inner = named(node)
  const [only, ...more] = inner
  if (only?.type === 'file_redirect' && more.length === 0) {
    const file = child(only, 'destination')
    return file?.text === '/dev/stdin' || file?.text === '/proc/self/fd/0'
      ? state.walk.read(state, context, node)
      : (fileAt(evaluate(file, state, context), state) ?? UNKNOWN_TEXT)
  }
  // `>(…)` reads what is written to it.
  const stdin = node.text.startsWith('>(') ? UNKNOWN_TEXT : context.stdin
  return trimmed(state.walk.capture(inner, state, { ...context, stdin }))
}

/** The standard input that a here-document provides. */
export function hereDocument(
  body: SyntaxNode,
  isQuoted: boolean,
  state: State,
  context: Context,
): ShellValue {
  if (isQuoted) return [{ kind: 'text', text: body.text, start: body.start, end: body.end }]
  const parts = pieces(body, body.start, body.end, (one) => evaluate(one, state, context), HERE)
  return parts.flatMap((part) => (part.kind === 'text' ? withArguments(part, state) : [part]))
}

// The grammar parses `$1` in a here-document as text.
function withArguments({ text, start, end }: ShellText, { args }: State): ShellValue {
  const parts: StringPart[] = []
  let from = 0
  for (const { 0: written, 1: name = '', index } of text.matchAll(/\$([1-9@*#])/g)) {
    // An escaped character occupies two characters in the script but one in the text.
    if (start < 0 || end - start !== text.length) return UNKNOWN_TEXT
    parts.push({ kind: 'text', text: text.slice(from, index), start: start + from, end: start + index })
    const given = /\d/.test(name) && args !== undefined ? (args[Number(name) - 1] ?? []) : UNKNOWN_TEXT
    parts.push(...given)
    from = index + written.length
  }
  if (from === 0) return [{ kind: 'text', text, start, end }]
  return [...parts, { kind: 'text', text: text.slice(from), start: start + from, end }]
}

const WORD = /\\([\s\S])/g
const QUOTED = /\\(["\\$`\n])/g
const HERE = /\\([\\$`\n])/g
const ANSI = /\\([\s\S])/g

// The text between the parts of a string is not always a separate node, so it is taken from the gaps.
function pieces(
  node: SyntaxNode,
  start: number,
  end: number,
  inner: (one: SyntaxNode) => ShellValue,
  escapes: RegExp,
): ShellValue {
  const parts: StringPart[] = []
  let at = start
  const gap = (to: number): void => {
    if (to > at) parts.push(...texts(node.text.slice(at - node.start, to - node.start), at, escapes))
  }
  for (const one of named(node)) {
    if (one.type === 'string_content' || one.type === 'heredoc_content') continue
    gap(one.start)
    parts.push(...inner(one))
    at = one.end
  }
  gap(end)
  // An empty text keeps its position, for completion.
  return parts.length === 0 && end >= start ? [{ kind: 'text', text: '', start, end: start }] : parts
}

function unquoted(node: SyntaxNode): ShellValue {
  return texts(node.text, node.start, WORD)
}

// Quoted characters are literal, even if they are pattern characters.
function withoutQuotes({ text }: SyntaxNode): ShellValue {
  const pieces = text.match(/"[^"]*"|'[^']*'|\\?[^"']/gs) ?? []
  if (pieces.some((one) => /^["'\\].*[*?[\]\\]/s.test(one))) return UNKNOWN_TEXT
  return [made(pieces.map((one) => one.replace(/^(["'])(.*)\1$|^\\/s, '$2')).join(''))]
}

/** A text of the script with its escapes resolved. */
export function texts(source: string, start: number, escapes: RegExp): ShellValue {
  if (!source.includes('\\')) return [{ kind: 'text', text: source, start, end: start + source.length }]
  const parts: StringPart[] = []
  let at = 0
  const plainTo = (end: number): void => {
    if (end > at)
      parts.push({ kind: 'text', text: source.slice(at, end), start: start + at, end: start + end })
  }
  for (const found of source.matchAll(escapes)) {
    plainTo(found.index)
    at = found.index + found[0].length
    const code = found[1] ?? ''
    const text = escapes === ANSI || escapes === PRINTED ? (CODES[code] ?? code) : code === '\n' ? '' : code
    parts.push({ kind: 'text', text, start: start + found.index, end: start + at })
  }
  plainTo(source.length)
  return parts
}

/** The escapes of `printf` formats and `echo -e`. */
export const PRINTED = /\\([ntr\\"'])/g
const CODES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

// An argument that an entry passes; its index is irrelevant.
const GIVEN: PayloadData = {
  ...{ kind: 'data', path: [ARGUMENT], sure: false, raw: true, defaults: [], reads: [] },
}

// The script may give itself another one: `[ $# -gt 0 ] || set -- pre`.
const givenOrSet = oncePer(
  ({ text }: WalkedScript): ShellValue =>
    /(?:^|[\s;&|])set\s+--\s/m.test(text) ? [{ ...GIVEN, defaults: undefined }] : [GIVEN],
)

function parameter(name: string, { args, vars, walk }: State): ShellValue {
  if (/^[1-9]\d*$/.test(name)) {
    if (args !== undefined) return args[Number(name) - 1] ?? EMPTY
    return asPassed(givenOrSet(walk.script), Number(name) <= walk.script.fewestWords)
  }
  if (name === '#') return numberOf(args?.length ?? walk.script.wordCount)
  if (name === '@' || name === '*')
    return args?.flatMap((arg, at) => (at === 0 ? arg : [made(' '), ...arg])) ?? givenOrSet(walk.script)
  const isSetByAll = walk.script.setOutside.get(name)
  return vars.get(name) ?? (isSetByAll === undefined ? UNKNOWN_TEXT : asPassed([GIVEN], isSetByAll))
}

function asPassed(value: ShellValue, isPassed: boolean): ShellValue {
  return value.map((part) => (part.kind === 'data' ? { ...part, isPassed } : part))
}

/** A command line with the known values of its variables inserted: `"$@"`, `$cmd`, `"${cmd}"`. */
export function filledIn(line: string, state: State): string {
  return line.replaceAll(
    /"?\$(?:\{)?(@|\*|\w+)(?:\})?"?/g,
    (written, name: string) => plain(parameter(name, state)) ?? written,
  )
}

function expansion(node: SyntaxNode, state: State, context: Context): ShellValue {
  const [name, ...others] = named(node)
  if (name === undefined || !/^(variable_name|special_variable_name)$/.test(name.type)) {
    // `${words[@]}`, `${words[0]}`: any item of a list that was split from a text.
    const [, list, at] = /^\$\{(\w+)\[([@*\w$+-]+)\]\}$/.exec(node.text) ?? []
    if (list !== undefined) return itemAt(list, at, state) ?? reshaped(parameter(list, state))
    if (node.text.length === 4 && node.text.includes('#')) return parameter('#', state)
    const counted = /^\$\{#(\w+)\[[@*]\]\}$/.exec(node.text)?.[1]
    if (counted !== undefined) return parameter(countOf(counted), state)
    for (const one of named(node)) evaluate(one, state, context)
    return UNKNOWN_TEXT
  }
  const value = parameter(name.text, state)
  const letters = /^\$\{\w+(?:,,|(\^\^))\}$/.exec(node.text)
  if (letters !== null) return inLetters(value, letters[1] === undefined ? 'lower' : 'upper')
  const operator = node.children.find(({ field }) => field === 'operator')?.text
  if (operator === undefined)
    return others.length === 0 && /^\$\{\w+\}$/.test(node.text) ? value : partOf(value, node)
  if (operator === ':?' || operator === '?') return value
  const text = plain(value) ?? (isNeverSet(name.text, state.walk.script) ? '' : undefined)
  if (!/^:?[-=]$/.test(operator)) {
    for (const one of others) evaluate(one, state, context)
    const part = only(value)
    // A piece of a word is looked for in the words that entries pass all the same: `${1#--mode=}`.
    return part?.kind === 'data' && part.path[0] === ARGUMENT ? value : partOf(value, node)
  }
  if (text !== undefined && text !== '') return value
  const before = state.input
  const doubtful = text === '' ? context : { ...context, sure: false }
  const otherwise = others.flatMap((one) => evaluate(one, state, doubtful))
  if (text === '') return otherwise
  if (state.input !== before) state.input = 'some'
  return defaulted(value, otherwise, state)
}

function itemAt(list: string, at: string | undefined, { vars }: State): ShellValue | undefined {
  return at !== undefined && /^\d{1,3}$/.test(at) ? vars.get(itemOf(list, Number(at))) : undefined
}

// `${tool,,}`
function inLetters(value: ShellValue, letters: Letters): ShellValue {
  const part = only(value)
  if (part?.kind !== 'data' || part.path.length === 0) return derivedFrom(value)
  // Words are looked for in any case.
  return [part.path[0] === ARGUMENT ? part : { ...part, letters }]
}

// `${a:-b}` where it is unknown which of the two applies.
function defaulted(value: ShellValue, otherwise: ShellValue, state: State): ShellValue {
  const [left, right] = [only(value), only(otherwise)]
  if (left?.kind === 'data' && right?.kind === 'data') state.walk.differ(value, otherwise)
  if (left?.kind === 'data') {
    const text = plain(otherwise)
    const sure = left.sure && (text !== undefined || right?.kind === 'data')
    const defaults = text === undefined ? undefined : left.defaults && [...left.defaults, text]
    return [{ ...left, defaults, sure }]
  }
  return right?.kind === 'data'
    ? [{ ...right, defaults: undefined, sure: false } satisfies PayloadData]
    : UNKNOWN_TEXT
}
