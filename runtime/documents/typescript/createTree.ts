// Parses a text with the TypeScript compiler under a work limit: where parentheses may begin an arrow function it tries
// both readings, so `async(async(async(…` takes exponential time. It cannot be cancelled, but it requests a node class,
// so nodes are counted: unlike time, a count gives the same result on every machine.

import ts from 'typescript'
import { SlowText } from '../treeSitter.ts'

type NodeClass = new (kind: ts.SyntaxKind, pos: number, end: number) => ts.Node
type Allocator = { getNodeConstructor(): NodeClass }

/** Part of the compiler's interface, but not of its types. */
const compiler = ts as unknown as {
  readonly objectAllocator: Allocator
  setObjectAllocator(allocator: Allocator): void
}

/** Many times what any ordinary text needs, which is less than one node per character. */
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

/** The tree of a text; throws a SlowText for one that would keep the parser busy too long. */
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
