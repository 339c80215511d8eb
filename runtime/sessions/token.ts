// The session token: a secret in a file that only this user can read. Whoever can read it may use the server.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { Refusal } from '../workspace/door.ts'

export type Token = {
  accepts(token: string): boolean
  /** Removes the file, unless another server has written its own there. */
  remove(): void
}

/** Makes a token and writes it to a file, whole and readable by this user alone. */
export function makeToken(file: string): Token {
  const token = randomBytes(32).toString('base64url')
  const digest = digestOf(token)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileAtomic.sync(file, `${token}\n`, { mode: 0o600 })
  } catch (error) {
    throw new Refusal(`The token file ${file} cannot be written: ${(error as Error).message}.`)
  }
  return {
    // Digests are of one length, and comparing them takes the same time wherever they differ.
    accepts: (given) => timingSafeEqual(digestOf(given.trim()), digest),
    remove() {
      try {
        if (readFileSync(file, 'utf8').trim() === token) rmSync(file, { force: true })
      } catch {
        // It is gone already.
      }
    },
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
