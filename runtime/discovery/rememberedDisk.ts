// A disk as it is in one moment: what was asked once is not asked again, so that ten thousand entries that name one
// script cost one look at it. For one look only; whoever looks again makes a new one.

import type { Disk } from './disk.ts'

/** How much of what was read is kept. */
const MOST_KEPT = 64 * 1024 * 1024

/** The disk, asked each thing once. */
export function rememberedDisk(disk: Disk): Disk {
  const contents = new Map<string, { readonly limit: number; readonly content: ReturnType<Disk['read']> }>()
  let kept = 0
  return {
    list: once(disk.list),
    stat: once(disk.stat),
    real: once(disk.real),
    target: once(disk.target),
    head: disk.head,
    read(path, limit) {
      const known = contents.get(path)
      if (known?.limit === limit) return known.content
      const content = disk.read(path, limit)
      const size = Buffer.isBuffer(content) ? content.length : 0
      if (kept + size > MOST_KEPT) return content
      kept += size
      contents.set(path, { limit, content })
      return content
    },
  }
}

function once<T extends object | string>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, T>()
  return (path) => {
    const known = answers.get(path)
    if (known !== undefined) return known
    const answer = ask(path)
    answers.set(path, answer)
    return answer
  }
}
