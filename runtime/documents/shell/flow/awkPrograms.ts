// What an awk program prints, where its `print` and `printf` have literal texts: `BEGIN { print "{…}" }`, `/rm/ { print
// "{…}" }`. Programs that print in any other way (into files and pipes, in functions, one text or another) print
// something unknown.

import { oneOf } from './choices.ts'
import { formatted } from './printing.ts'
import { EMPTY, made, only, plain, type ShellText, type ShellValue, spoken, UNKNOWN_TEXT } from './value.ts'
import type { Context, State } from './walk.ts'
import { PRINTED, texts } from './words.ts'

type Token = { readonly text: string; readonly at: number }

/** The texts that a block prints one after the other; `always`: once, whatever the input is. */
type Output = { readonly value: ShellValue; readonly always: boolean }

/** The output of a call of awk; undefined if it is not known. */
export function awkOutput(
  values: readonly ShellValue[],
  { guards }: State,
  { captured }: Context,
): ShellValue | undefined {
  const program = programIn(values)
  const all = program === undefined ? undefined : outputsOf(program)
  if (all === undefined || all.length === 0) return undefined
  if (all.every(({ always }) => always)) return all.flatMap(({ value }) => value)
  // Lines of the input may print a text several times.
  if (captured || all.some(({ always }) => always)) return undefined
  // Of several texts, one alone may be a part of an object.
  if (all.length > 1 && !all.every(({ value }) => isWhole(value))) return undefined
  const choices = [...all.map(({ value }) => value), EMPTY]
  return oneOf(
    choices.map((value) => ({ value, stderr: undefined, events: undefined, ways: [[]] })),
    guards,
  )
}

function isWhole(value: ShellValue): boolean {
  const text = spoken(value).trim()
  return !/[{}]/.test(text) || (text.startsWith('{') && text.endsWith('}'))
}

function programIn(values: readonly ShellValue[]): ShellText | undefined {
  const words = values.map((value) => plain(value) ?? '')
  const isOption = (at: number) => /^-./.test(words[at] ?? '')
  const at = words.findIndex((_, one) => !isOption(one) && !/^-[vF]$/.test(words[one - 1] ?? ''))
  const options = words.slice(0, at)
  if (
    at === -1 ||
    options.some((word) => (!/^(?:-[vF]|-$)/.test(word) && word.startsWith('-')) || SEPARATORS.test(word))
  )
    return undefined
  const part = only(values[at] as ShellValue)
  const isWritten = part?.kind === 'text' && part.start >= 0 && part.end - part.start === part.text.length
  return isWritten ? part : undefined
}

const TOKEN = /"(?:\\[\s\S]|[^"\\\n])*"|#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|[ \t]+|[\s\S]/g
const PATTERN = /\/(?:\\.|\[\^?\]?[^\]\n]{0,200}\]|[^/\\\n])*\//y
/** After these, a slash divides. */
const OPERAND = /^(?:[\w$.]+|"[\s\S]*|\)|\])$/
const LONGEST = 10_000

function tokensOf(text: string): readonly Token[] | undefined {
  if (text.length > LONGEST) return undefined
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at
    PATTERN.lastIndex = at
    const isPattern = text[at] === '/' && !OPERAND.test(tokens.at(-1)?.text ?? '')
    const found = (isPattern ? PATTERN : TOKEN).exec(text)?.[0]
    if (found === undefined) return undefined
    if (!/^(?:[ \t]+|#.*)$/.test(found)) tokens.push({ text: found, at })
    at += found.length
  }
  return tokens
}

/** Words and signs that make it uncertain what is printed, and where. */
const UNCERTAIN = /^(?:OFS|ORS|function|func|getline|system|close|fflush|while|for|do|[|>?])$/
const LEAVES = /^(?:if|else|exit|next|return)$/
/** Variables that change what stands between and after the values of a `print`. */
const SEPARATORS = /\bO[FR]S\b/

function outputsOf({ text, start }: ShellText): readonly Output[] | undefined {
  const tokens = tokensOf(text)
  if (tokens === undefined || !isCertain(tokens)) return undefined
  const outputs: { value: ShellValue; always: boolean; block: string }[] = []
  const blocks: number[] = []
  let isOnce = false
  let hasLeft = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.text === '{') {
      if (blocks.length === 0) {
        isOnce = /^(?:BEGIN|END)$/.test(tokens[at - 1]?.text ?? '')
        hasLeft = false
      }
      blocks.push(at)
    } else if (token.text === '}') blocks.pop()
    else if (LEAVES.test(token.text)) hasLeft = true
    if (token.text !== 'print' && token.text !== 'printf') continue
    const end = endOfStatement(tokens, at + 1)
    const value = printedBy(token.text, tokens.slice(at + 1, end), start)
    if (value === undefined) return undefined
    const always = isOnce && !hasLeft && blocks.length === 1
    const isGuarded = !/^[;{}\n]$/.test(tokens[at - 1]?.text ?? '')
    const block = `${blocks.join(' ')}${isGuarded || hasLeft ? ` ${at}` : ''}`
    const before = outputs.at(-1)
    if (before?.block === block) before.value = [...before.value, ...value]
    else outputs.push({ value, always, block })
    at = end - 1
  }
  return outputs
}

// In a pattern outside of blocks, and in conditions, `>` compares.
function isCertain(tokens: readonly Token[]): boolean {
  return !tokens.some(
    ({ text }, at) =>
      UNCERTAIN.test(text) && !(text === '|' && [at - 1, at + 1].some((one) => tokens[one]?.text === '|')),
  )
}

function endOfStatement(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const sign = tokens[at]?.text ?? ''
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (depth === 0 && /^[;}\n]$/.test(sign)) return at
  }
  return tokens.length
}

// The text of `print "a" $1, "b"` or `printf "a %s\n", $1`; undefined if it does not begin with a literal text.
function printedBy(name: string, tokens: readonly Token[], start: number): ShellValue | undefined {
  if (!/^["(]/.test(tokens[0]?.text ?? '')) return undefined
  const isInBrackets = tokens[0]?.text === '(' && tokens.at(-1)?.text === ')'
  const args: Token[][] = [[]]
  let depth = 0
  for (const token of isInBrackets ? tokens.slice(1, -1) : tokens) {
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    if (depth === 0 && token.text === ',') args.push([])
    else args.at(-1)?.push(token)
  }
  if (args[0]?.[0]?.text.startsWith('"') !== true) return undefined
  const isPlain = args[0].length === 1
  if (name === 'printf' && !isPlain) return undefined
  const all = args.map((one, at) => textOf(one, start, name === 'printf' && at === 0))
  if (name === 'printf') return formatted(all)
  return [...all.flatMap((one, at) => (at === 0 ? one : [made(' '), ...one])), made('\n')]
}

// A format is expanded later.
function textOf(tokens: readonly Token[], start: number, isFormat: boolean): ShellValue {
  const isFlat = tokens.every(({ text }) => /^(?:"|[\w$]+$)/.test(text))
  if (!isFlat) return UNKNOWN_TEXT
  return tokens.flatMap(({ text, at }): ShellValue => {
    if (!text.startsWith('"')) return UNKNOWN_TEXT
    const inner = text.slice(1, -1)
    const from = start + at + 1
    if (isFormat) return [{ kind: 'text', text: inner, start: from, end: from + inner.length }]
    return texts(inner, from, PRINTED)
  })
}
