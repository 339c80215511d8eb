// Finds where to place the cursor in a new hook file: the first statement of its handler. Pure.

// In a program, the body starts after the payload is read; in other hooks, after the handler's head.
const HEADS = [
  /^ *(const )?\$?payload(: .*)? ?= ?(json\.load|JSON\.parse|\$\(cat\)|\[Console\]::In).*$/m,
  /^ *((export )?async function \w+\(|async handle\(|function run\(|def run\(|async def handle\().*$/m,
]

/** The offset of the handler's first statement; 0 if no handler is found. */
export function bodyOffset(text: string): number {
  const head = HEADS.map((one) => one.exec(text)).find((found) => found !== null)
  if (head === undefined || head === null) return 0
  const after = text.slice(head.index + head[0].length)
  return head.index + head[0].length + (/\S/.exec(after)?.index ?? 0)
}
