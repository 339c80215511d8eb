// Parses text with tree-sitter's grammars and returns the tree as plain data, so that readers never hold wasm memory. A
// text that takes too long or too much memory is given up without affecting other texts.

import { hash } from 'node:crypto'
import type { Parser, Tree, TreeCursor } from '@vscode/tree-sitter-wasm'
import { oncePer } from '../contract/oncePer.ts'
import type { Range } from '../contract/problems.ts'
import { type Grammar, type Grammars, grammars, isBroken } from './grammars.ts'
import { isLong, yieldTurn } from './yieldTurn.ts'

/** A node of a syntax tree. Offsets are UTF-16 code units. */
export type SyntaxNode = {
  readonly type: string
  /** Its role in its parent (`condition`, `body`), if any. */
  readonly field: string | undefined
  /** False for punctuation and keywords. */
  readonly named: boolean
  /** True where the parser inserted a missing token. */
  readonly missing: boolean
  readonly start: number
  readonly end: number
  readonly text: string
  readonly children: readonly SyntaxNode[]
}

/** The root of a text's tree. */
export type SyntaxTree = SyntaxNode & {
  /** The ranges of comments; absent where any part did not parse, because the ranges are then unreliable. */
  readonly comments?: readonly Range[]
}

/** Thrown for a text that takes the parser too long; readers treat it like a text nested too deeply. */
export class SlowText extends RangeError {}

/** Parses a text; parts that do not parse are nodes of type `ERROR`. Throws only `SlowText`. */
export function parseTree(grammar: Grammar, source: string): Promise<SyntaxTree> {
  // To Python a carriage return alone ends a line, which its grammar does not know.
  const text = grammar === 'python' ? source.replaceAll(/\r(?!\n)/g, '\n') : source
  if (!isLong(text)) return parsed(grammar, text)
  if (latest?.text === text && latest.grammar === grammar) return latest.tree
  clearTimeout(latest?.timer)
  const timer = setTimeout(() => {
    latest = undefined
  }, KEPT_MS)
  timer.unref()
  latest = { grammar, text, tree: parsed(grammar, text), timer }
  return latest.tree
}

// A long text is read for the editor, for discovery, and once more for every host that runs it, in quick succession;
// after that its tree, which takes a hundred times the text's memory, is released.
const KEPT_MS = 5000
let latest:
  | {
      readonly grammar: Grammar
      readonly text: string
      readonly tree: Promise<SyntaxTree>
      readonly timer: NodeJS.Timeout
    }
  | undefined

// Hashes of texts that were given up, so that reading one again fails without the wait.
const slow = new Set<string>()
const MOST_SLOW = 1000

async function parsed(grammar: Grammar, text: string): Promise<SyntaxTree> {
  const key = slow.size === 0 ? '' : hash('sha256', grammar + text)
  if (slow.has(key)) throw new SlowText()
  try {
    return await parsedAnew(grammar, text)
  } catch (error) {
    if (error instanceof SlowText && slow.size < MOST_SLOW) slow.add(hash('sha256', grammar + text))
    throw error
  }
}

async function parsedAnew(grammar: Grammar, text: string): Promise<SyntaxTree> {
  const own = await grammars(isLong(text) ? 'long' : 'short')
  try {
    return await parsedWith(own, grammar, text)
  } catch (error) {
    if (!isBroken(error)) throw error
    // The library is broken, by another text meanwhile or by this one.
    if (own.isGone) return parsedAnew(grammar, text)
    own.leave()
    throw new SlowText()
  }
}

async function parsedWith(own: Grammars, grammar: Grammar, text: string): Promise<SyntaxTree> {
  const tree = isLong(text)
    ? await parseLong(await own.newParser(grammar), text)
    : parseShort(await own.parserOf(grammar), text)
  if (tree === null) return { ...LEAF, type: 'ERROR', end: text.length, text }
  const cursor = tree.walk()
  try {
    const nodes = plain(cursor, text, grammar)
    for (;;) {
      await yieldTurn(text)
      const { done, value } = nodes.next()
      if (done === true) return value
    }
  } finally {
    cursor.delete()
    tree.delete()
  }
}

/** The first child with this role. */
export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((one) => one.field === field)
}

/** The first child of this type. */
export function childOfType(node: SyntaxNode | undefined, type: string): SyntaxNode | undefined {
  return node?.children.find((one) => one.type === type)
}

/** Every named child with this role. */
export function childrenOf(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  return node.children.filter((one) => one.field === field && one.named)
}

/** The named children, without comments. */
export function named(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  return node?.children.filter((one) => one.named && one.type !== 'comment') ?? []
}

/** The first node that did not parse, in reading order. */
export function firstError(root: SyntaxTree): SyntaxNode | undefined {
  if (root.comments !== undefined) return undefined
  return nodesIn(root).find(({ type, missing }) => type === 'ERROR' || missing)
}

/** A node and its descendants, in reading order; a node that `enters` rejects is listed without its descendants. */
export function nodesIn(
  root: SyntaxNode | undefined,
  enters?: (node: SyntaxNode) => boolean,
): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  const open = root === undefined ? [] : [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node)
    if (enters?.(node) === false) continue
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as SyntaxNode)
  }
  return found
}

/** All nodes of a tree that no longer changes, in reading order; listed once, because many analyses read them. */
export const allNodes = oncePer((root: SyntaxTree): readonly SyntaxNode[] => nodesIn(root))

const LEAF = { field: undefined, named: true, missing: false, start: 0, children: [] } as const

/**
 * Time limit for parsing a text, in milliseconds: many times what other texts take, even on a busy machine. A grammar
 * may scan everything after a line for each line: comments in Python, here-documents in a shell.
 */
export const parseLimit = ({ length }: { readonly length: number }): number => 1000 + length / 64

function parseShort(parser: Parser, text: string): Tree | null {
  const end = performance.now() + parseLimit(text)
  let isSlow = false
  const tree = parser.parse(text, null, { progressCallback: () => (isSlow = performance.now() > end) })
  if (!isSlow) return tree
  parser.reset()
  throw new SlowText()
}

/** How many progress callbacks pass before the parser yields to other work: about two milliseconds. */
const CHECKS_PER_TURN = 20

// Parses in turns with other work. A stopped parser resumes where it was, so it must not be shared.
async function parseLong(parser: Parser, text: string): Promise<Tree | null> {
  try {
    for (let left = parseLimit(text); left > 0; ) {
      let checks = 0
      const start = performance.now()
      const stopped = (): boolean => ++checks > CHECKS_PER_TURN || performance.now() - start > left
      const tree = parser.parse(text, null, { progressCallback: stopped })
      const took = performance.now() - start
      if (tree !== null || (checks <= CHECKS_PER_TURN && took <= left)) return tree
      left -= took
      await yieldTurn(text)
    }
    throw new SlowText()
  } finally {
    parser.delete()
  }
}

type Open = Omit<SyntaxNode, 'children'> & { children: SyntaxNode[] }

// Most nodes are leaves.
const NO_CHILDREN: SyntaxNode[] = []

/** How many nodes are converted before other work gets a turn. */
const NODES_IN_A_TURN = 2000

// A loop, not a recursion: a text may be nested deeper than the stack.
function* plain(cursor: TreeCursor, source: string, grammar: Grammar): Generator<undefined, SyntaxTree> {
  const kinds = new Map<number, Pick<SyntaxNode, 'type' | 'named'>>()
  // Each access crosses over to wasm, so the attributes of a node kind are read once.
  const kindOf = (id: number): Pick<SyntaxNode, 'type' | 'named'> => {
    const known = kinds.get(id)
    if (known !== undefined) return known
    const kind = { type: cursor.nodeType, named: cursor.nodeIsNamed }
    kinds.set(id, kind)
    return kind
  }
  const here = (): Open => {
    const start = cursor.startIndex
    const end = endOf(cursor.endIndex, start)
    const { type, named } = kindOf(cursor.nodeTypeId)
    return {
      type,
      field: cursor.currentFieldName ?? undefined,
      named,
      // Inserted tokens have no width.
      missing: start === end && cursor.nodeIsMissing,
      start,
      end,
      text: source.slice(start, end),
      children: NO_CHILDREN,
    }
  }
  const root = here()
  const comments: Range[] = []
  let isWhole = root.type !== 'ERROR'
  const whole = (): SyntaxTree => (isWhole ? { ...root, comments } : root)
  const above: Open[] = []
  let node = root
  for (let count = 1; ; count++) {
    if (count % NODES_IN_A_TURN === 0) yield
    if (cursor.gotoFirstChild()) {
      above.push(node)
    } else {
      while (!cursor.gotoNextSibling()) {
        if (above.length <= 1 || !cursor.gotoParent()) return whole()
        above.pop()
      }
    }
    node = here()
    if (node.type === 'comment') comments.push({ start: node.start, end: node.end })
    if (node.missing || node.type === 'ERROR') isWhole = false
    const parent = above.at(-1)
    if (parent === undefined) continue
    if (parent.children === NO_CHILDREN) parent.children = [node]
    else parent.children.push(node)
  }

  // In the grammar a comment extends to the line feed; in Python CRLF is one line end, in a shell it is not.
  function endOf(end: number, start: number): number {
    const isWithin = grammar === 'python' && source[end] === '\n' && source[end - 1] === '\r'
    return isWithin ? Math.max(start, end - 1) : end
  }
}
