// A recording that may still grow, line by line: what was read is not read again. It remembers where the payloads stand
// and keeps none of them.

import type { Step } from '../../runtime/contract/outcome.ts'
import { MOST_DATA, openFile, Unreadable } from '../../runtime/files/read.ts'
import { l10n } from '../l10n.ts'

type Fired = Extract<Step, { kind: 'fired' }>

export type Tail = {
  /** Reads what has come since the last time, whole lines only; `anew`: the file is another, begin again. */
  more(line: (text: string) => void): Promise<'read' | 'anew'>
  /** The first step of the event of this number, from 1: its name and its payload. */
  fired(n: number): Promise<Fired>
}

const CHUNK = 1 << 18
const FIRED = '{"v":1,"kind":"fired"'

/** Nothing is read yet. */
export function openTail(path: string): Tail {
  const fired: { readonly at: number; readonly bytes: number }[] = []
  let read = 0
  let rest = Buffer.alloc(0)
  return {
    async more(line) {
      await using file = openFile(path)
      if (file.size < read) {
        read = 0
        rest = Buffer.alloc(0)
        fired.length = 0
        return 'anew'
      }
      const chunk = Buffer.allocUnsafe(CHUNK)
      for (;;) {
        const bytesRead = await file.read(chunk, read)
        if (bytesRead === 0) return 'read'
        const began = read - rest.length
        const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
        read += bytesRead
        let from = 0
        for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
          const text = bytes.toString('utf8', from, end)
          if (text.startsWith(FIRED)) fired.push({ at: began + from, bytes: end - from })
          line(text)
          from = end + 1
        }
        rest = Buffer.from(bytes.subarray(from))
        // Gigabytes may follow of a file that is no text.
        if (rest.length > MOST_DATA || (rest.length > CHUNK && rest.includes(0)))
          throw new Unreadable(path, 'EINVAL', l10n.t('a line of it is too long, or binary'))
      }
    },
    async fired(n) {
      const place = fired[n - 1]
      if (place === undefined) throw new Error(l10n.t('The recording has no event {0} any more.', n))
      await using file = openFile(path)
      const bytes = Buffer.alloc(place.bytes)
      await file.read(bytes, place.at)
      return JSON.parse(bytes.toString('utf8')) as Fired
    },
  }
}
