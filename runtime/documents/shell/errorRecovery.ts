// A line being typed leaves quotes and brackets open, which swallow the lines after it. This closes them at the end of
// the line, where that makes the script parse better, and maps offsets back to the author's text.

import { firstError, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { parseShell } from './tree.ts'
import { asBash } from './zshSyntax.ts'

export type RecoveredTree = {
  readonly text: string
  readonly root: SyntaxNode
  /** The text parses, either as it is or after recovery. */
  readonly whole: boolean
  /** Maps an offset of the recovered text to the author's text. */
  original(offset: number): number
}

const MAX_LENGTH = 100_000
const MAX_TRIES = 10

/** The tree of a script, with one unfinished line closed where that helps. */
export async function recoveredTree(text: string): Promise<RecoveredTree> {
  const root = await parseShell(text)
  const asItIs = { text, root, whole: false, original: (offset: number) => offset }
  const error = firstError(root)
  if (error === undefined) return { ...asItIs, whole: true }
  if (text.length > MAX_LENGTH) return asItIs
  let best: RecoveredTree | undefined
  let fewest = errorsIn(root)
  if (ZSH.test(text)) {
    // The result is as long as the author's text.
    const bash = asBash(text)
    const tree = await parseShell(bash)
    const errors = errorsIn(tree)
    if (errors < fewest) best = { text: bash, root: tree, whole: errors === 0, original: asItIs.original }
    if (errors === 0) return best ?? asItIs
    fewest = Math.min(fewest, errors)
  }
  for (const { at, close } of openLines(text).slice(0, MAX_TRIES)) {
    const recovered = text.slice(0, at) + close + text.slice(at)
    const tree = await parseShell(recovered)
    const errors = errorsIn(tree)
    if (errors >= fewest) continue
    fewest = errors
    const original = (offset: number): number =>
      offset <= at ? offset : offset <= at + close.length ? at : offset - close.length
    best = { text: recovered, root: tree, whole: errors === 0, original }
    if (errors === 0) break
  }
  return best ?? asItIs
}

// How much of a tree did not parse, in characters, so that swallowed text counts by its length.
function errorsIn(root: SyntaxNode): number {
  let count = 0
  for (const node of nodesIn(root)) {
    if (node.missing) count += 1
    if (node.type === 'ERROR') {
      count += 1
      for (const one of node.children)
        if (!one.named || one.children.length === 0) count += one.end - one.start
      if (node.children.length === 0) count += node.end - node.start
    }
  }
  return count
}

const ZSH = /^#!.*\bzsh\b/

type Open = "'" | '"' | '$(' | '`' | '${'
const CLOSERS: Readonly<Record<Open, string>> = { "'": "'", '"': '"', '$(': ')', '`': '`', '${': '}' }

/** Lines that end inside quotes or a substitution that began on them, with the text that closes these. */
function openLines(text: string): readonly { readonly at: number; readonly close: string }[] {
  const found: { at: number; close: string }[] = []
  const open: Open[] = []
  let before = 0
  let atWord = true
  for (let at = 0; at <= text.length; at++) {
    const char = text[at]
    const inner = open.at(-1)
    if (char === '\n' || char === undefined) {
      if (open.length > before)
        found.push({
          at,
          close: open
            .slice(before)
            .reverse()
            .map((one) => CLOSERS[one])
            .join(''),
        })
      before = open.length
      atWord = true
      continue
    }
    const begins = atWord
    atWord = char === ' ' || char === '\t' || char === ';'
    if (inner === "'") {
      if (char === "'") close(open)
    } else if (char === '\\') at++
    else if (inner === '"' && char === '"') close(open)
    else if (inner === '`' && char === '`') close(open)
    else if (inner === '$(' && char === ')') close(open)
    else if (inner === '${' && char === '}') close(open)
    else if (char === '$' && (text[at + 1] === '(' || text[at + 1] === '{'))
      open.push(text[++at] === '(' ? '$(' : '${')
    else if (char === '"' || char === '`') open.push(char)
    else if (char === "'" && inner !== '"') open.push(char)
    else if (char === '#' && begins && inner !== '"') {
      const end = text.indexOf('\n', at)
      at = (end === -1 ? text.length : end) - 1
    }
    before = Math.min(before, open.length)
  }
  return found
}

function close(open: Open[]): void {
  open.pop()
}
