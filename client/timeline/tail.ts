// Reads a recording that may still be growing, line by line, without reading any part twice. Remembers the positions of
// payloads but not their contents.

import type { Step } from '../../runtime/contract/outcome.ts'
import { MOST_DATA, openFile, Unreadable } from '../../runtime/files/read.ts'
import { l10n } from '../l10n.ts'

type Fired = Extract<Step, { kind: 'fired' }>

export type Tail = {
  /**
   * Reads the whole lines appended since the last call; `anew` means that the file was replaced and reading starts
   * over.
   */
  more(line: (text: string) => void): Promise<'read' | 'anew'>
  /** The first step of the event with this number (from 1), with its name and payload. */
  fired(n: number): Promise<Fired>
}

const CHUNK = 1 << 18
const FIRED = '{"v":1,"kind":"fired"'

/** Opens the reader; reads nothing yet. */
export function openTail(path: string): Tail {
  const fired: { readonly at: number; readonly bytes: number }[] = []
  let read = 0
  // Chunks of the current line, concatenated only at its end; concatenating on each read would copy a long line
  // repeatedly.
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
        // Stops at binary or overlong data, which could otherwise continue for gigabytes.
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
