// A disk that keeps results for one discovery: each path is accessed once, so that ten thousand entries that name one
// script cost one access. The next discovery needs a new one, since files may have changed.

import type { Disk } from './disk.ts'

/** Most file content that is kept, in bytes. */
const MOST_KEPT = 64 * 1024 * 1024

/** The disk with the results of all calls but `head` kept by path. */
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
