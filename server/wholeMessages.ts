// Writes each protocol message in one piece. The library writes header and body separately, and each write to a pipe
// wakes the editor, which would then wait for the rest.

import { Writable } from 'node:stream'

/**
 * A stream that holds a header back until its body arrives, then writes both to `output`. Errors and closing of
 * `output` propagate to it.
 */
export function wholeMessages(output: NodeJS.WritableStream): Writable {
  let header: Buffer | undefined
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (header === undefined && chunk.subarray(0, HEADER.length).equals(HEADER)) {
        header = chunk
        done()
        return
      }
      const message = header === undefined ? chunk : Buffer.concat([header, chunk])
      header = undefined
      output.write(message, done)
    },
  })
  output.on('error', (error: Error) => stream.destroy(error))
  output.on('close', () => stream.destroy())
  return stream
}

const HEADER = Buffer.from('Content-Length: ')
