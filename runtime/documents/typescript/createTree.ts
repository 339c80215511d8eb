// Parses a text with the TypeScript compiler under a work limit: where parentheses may begin an arrow function it tries
// both readings, so `async(async(async(…` takes exponential time. It requests a node class, so nodes are counted: unlike
// time, a count gives the same result on every machine. What looks ahead without nodes, such as `async async async …`,
// takes time quadratic in the text, so a long text has a time limit as well.

import ts from 'typescript'
import { parseLimit, SlowText } from '../treeSitter.ts'
import { isGivenUp, withinTime } from './withinTime.ts'

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

/** In characters. Shorter texts are parsed within a second; a time limit costs each a timer thread. */
const LONG = 16_000

/** The last text that took too long: several readers ask for one text. */
let slow: string | undefined

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
  if (text === slow) throw new SlowText()
  left = NODES_FOR_ANY + NODES_FOR_EACH * text.length
  const parse = (): ts.SourceFile => ts.createSourceFile(name, text, options, setParents)
  try {
    return text.length < LONG ? parse() : withinTime(parse, parseLimit(text))
  } catch (error) {
    if (!isGivenUp(error) && !(error instanceof SlowText)) throw error
    slow = text
    throw new SlowText()
  } finally {
    left = Number.POSITIVE_INFINITY
  }
}
