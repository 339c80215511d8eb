// Makes the compiler's tree of a text, with a bound on the work: where parentheses may begin an arrow function the parser
// tries both, and `async(async(async(…` doubles that with each one. It has no hook to stop it; it does ask for a class of
// nodes, so they are counted. A count, and not a clock, so that a text comes to the same everywhere.

import ts from 'typescript'
import { SlowText } from '../treeSitter.ts'

type NodeClass = new (kind: ts.SyntaxKind, pos: number, end: number) => ts.Node
type Allocator = { getNodeConstructor(): NodeClass }

/** In the compiler's own interface, but not in its types. */
const compiler = ts as unknown as {
  readonly objectAllocator: Allocator
  setObjectAllocator(allocator: Allocator): void
}

/** Many times what any text takes that was not made to be slow: less than one for each character. */
const NODES_FOR_EACH = 16
const NODES_FOR_ANY = 20_000

let left = Number.POSITIVE_INFINITY

const { objectAllocator } = compiler
const PlainNode = objectAllocator.getNodeConstructor()

class CountedNode extends PlainNode {
  constructor(kind: ts.SyntaxKind, pos: number, end: number) {
    if (--left < 0) throw new SlowText()
    super(kind, pos, end)
  }
}

compiler.setObjectAllocator({ ...objectAllocator, getNodeConstructor: () => CountedNode })

/** The tree of a text; throws a SlowText for one that keeps the parser busy without end. */
export function createTree(
  name: string,
  text: string,
  options: ts.CreateSourceFileOptions,
  setParents: boolean,
): ts.SourceFile {
  left = NODES_FOR_ANY + NODES_FOR_EACH * text.length
  try {
    return ts.createSourceFile(name, text, options, setParents)
  } finally {
    left = Number.POSITIVE_INFINITY
  }
}
