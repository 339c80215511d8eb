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
  // The beginning of the line that is read, as it came: put together at its end, or a long one would be copied again
  // and again.
  let rest: Buffer[] = []
  let held = 0
  return {
    async more(line) {
      await using file = openFile(path)
      if (file.size < read) {
        read = 0
        rest = []
        held = 0
        fired.length = 0
        return 'anew'
      }
      for (;;) {
        const buffer = Buffer.allocUnsafe(CHUNK)
        const bytesRead = await file.read(buffer, read)
        if (bytesRead === 0) return 'read'
        const chunk = buffer.subarray(0, bytesRead)
        let from = 0
        for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
          const last = chunk.subarray(from, end)
          const bytes = held === 0 ? last : Buffer.concat([...rest, last])
          const text = bytes.toString('utf8')
          if (text.startsWith(FIRED)) fired.push({ at: read + from - held, bytes: bytes.length })
          rest = []
          held = 0
          line(text)
          from = end + 1
        }
        read += bytesRead
        if (from === chunk.length) continue
        // Gigabytes may follow of a file that is no text.
        if (held + chunk.length - from > MOST_DATA || (held > 0 && chunk.includes(0)))
          throw new Unreadable(path, 'EINVAL', l10n.t('a line of it is too long, or binary'))
        rest.push(chunk.subarray(from))
        held += chunk.length - from
      }
    },
    async fired(n) {
      const place = fired[n - 1]
      if (place === undefined) throw new Error(l10n.t('The recording no longer has event {0}.', n))
      await using file = openFile(path)
      const bytes = Buffer.alloc(place.bytes)
      await file.read(bytes, place.at)
      return JSON.parse(bytes.toString('utf8')) as Fired
    },
  }
}
