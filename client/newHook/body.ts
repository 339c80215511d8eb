// Where in a new hook file an author goes on writing: the first statement of its handler. Pure.

const HEADS =
  /^ *((export )?async function \w+\(|async handle\(|function run\(|def run\(|async def handle\(|payload=\$\(cat\)).*$/m

/** The offset of the handler's first statement; 0 where no handler is seen. */
export function bodyOffset(text: string): number {
  const head = HEADS.exec(text)
  if (head === null) return 0
  const after = text.slice(head.index + head[0].length)
  return head.index + head[0].length + (/\S/.exec(after)?.index ?? 0)
}
