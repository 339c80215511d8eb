// Parses a shell script. The grammar does not support a here-string after another redirection (`> /dev/null <<< "$x"`)
// or some quoted `case` patterns (`*"push"*"--force"*`); such a text is parsed again with substitutes of the same
// length.

import { firstError, nodesIn, parseTree, type SyntaxNode, type SyntaxTree } from '../treeSitter.ts'

/**
 * The tree of a script, with offsets of the given text. The last tree is cached, because each script is parsed twice.
 */
export function parseShell(text: string): Promise<SyntaxTree> {
  if (last?.text === text) return last.tree
  const tree = parsed(text)
  if (text.length <= MAX_KEPT) last = { text, tree }
  return tree
}

const MAX_KEPT = 300_000
let last: { readonly text: string; readonly tree: Promise<SyntaxTree> } | undefined

async function parsed(text: string): Promise<SyntaxTree> {
  const tree = await reworded(text)
  if (text.includes('|')) for (const node of nodesIn(tree)) if (node.type === 'pipeline') regroup(node, text)
  return tree
}

// In a block the grammar parses `a | b && c` as a pipeline whose last part is `b && c`, although `|` binds tighter.
function regroup(pipeline: OwnNode, source: string): void {
  const last = pipeline.children.at(-1)
  const [left, ...rest] = last?.children ?? []
  if (last?.type !== 'list' || left === undefined) return
  const parts = [...pipeline.children.slice(0, -1), ...(left.type === 'pipeline' ? left.children : [left])]
  const { start } = pipeline
  const text = source.slice(start, left.end)
  const inner: OwnNode = { ...left, type: 'pipeline', start, text, children: parts }
  regroup(inner, source)
  pipeline.type = 'list'
  pipeline.children = [inner, ...rest]
}

type OwnNode = { -readonly [K in keyof SyntaxNode]: SyntaxNode[K] }

async function reworded(text: string): Promise<SyntaxTree> {
  const root = await parseTree('bash', text)
  if (firstError(root) === undefined) return root
  const patterns = text.replace(QUOTED_PATTERN, (written) => `*${'x'.repeat(written.length - 1)}`)
  const others = new Set([text, patterns].flatMap((one) => [one, one.replaceAll('<<<', '  <')]))
  others.delete(text)
  let best: SyntaxTree | undefined
  let fewest = countErrors(root)
  for (const words of others) {
    const again = await parseTree('bash', words)
    const errors = countErrors(again)
    if (errors >= fewest) continue
    best = again
    fewest = errors
  }
  if (best === undefined) return root
  restore(best, text)
  return best
}

// A case pattern of quoted and unquoted parts: `*"push"*"--force"*`. Patterns with variables are left as they are.
const QUOTED_PATTERN =
  /(?=\S)(?<=^[ \t]*\(?|[|(][ \t]*|\bin[ \t]+|;;[ \t]*)(?=[^\s"']{0,200}[*?\]]|["'][^"'\n]{0,200}["'][^\s|)])(?:"[^"\n`$]*"|'[^'\n]*'|\\[^\n]|[^\s"'`$()|&;<>\\#])+(?=[ \t]*[|)])/gm

function countErrors(root: SyntaxNode): number {
  const errors = nodesIn(root).filter(({ missing, type }) => missing || type === 'ERROR')
  return errors.reduce((sum, { start, end }) => sum + 1 + (end - start), 0)
}

// Restores the original text of every node, and the types of substituted ones. Changes the tree in place: it is not
// shared yet.
function restore(root: SyntaxNode, source: string): void {
  const nodes: readonly OwnNode[] = nodesIn(root)
  for (const node of nodes) {
    if (node.type === 'file_redirect' && source.startsWith('<<<', node.start - 2)) {
      node.type = 'herestring_redirect'
      node.start -= 2
    }
    node.text = source.slice(node.start, node.end)
    if (node.field === 'value' && node.type === 'extglob_pattern' && /["']/.test(node.text))
      node.type = 'quoted_pattern'
  }
}
