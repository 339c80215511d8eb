// Where in a new hook file an author goes on writing: the first statement of its handler. Pure.

// Where a program has read its payload, it begins; everything else is called with it.
const HEADS = [
  /^ *(const )?\$?payload(: .*)? ?= ?(json\.load|JSON\.parse|\$\(cat\)|\[Console\]::In).*$/m,
  /^ *((export )?async function \w+\(|async handle\(|function run\(|def run\(|async def handle\().*$/m,
]

/** The offset of the handler's first statement; 0 where no handler is seen. */
export function bodyOffset(text: string): number {
  const head = HEADS.map((one) => one.exec(text)).find((found) => found !== null)
  if (head === undefined || head === null) return 0
  const after = text.slice(head.index + head[0].length)
  return head.index + head[0].length + (/\S/.exec(after)?.index ?? 0)
}
