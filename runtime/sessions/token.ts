// The session token: a secret in a file that only this user can read. Whoever has it can use the server.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readText } from '../files/read.ts'
import { Refusal } from '../workspace/admission.ts'

export type Token = {
  accepts(token: string): boolean
  /** Removes the file, unless another server has written its own token there. */
  remove(): void
}

/** Creates a token and writes it to a file atomically, readable by this user only. */
export function makeToken(file: string): Token {
  const token = randomBytes(32).toString('base64url')
  const digest = digestOf(token)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    write(file, `${token}\n`)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`The token file ${file} cannot be written: ${(error as Error).message}.`)
  }
  return {
    // Digests have equal length, so the comparison takes constant time.
    accepts: (given) => timingSafeEqual(digestOf(given.trim()), digest),
    remove() {
      try {
        if (readText(file).trim() === token) rmSync(file, { force: true })
      } catch {
        // The file is gone already.
      }
    },
  }
}

// A planted link must not determine which file is overwritten: the token goes to a new file ('x' follows no
// link), and the rename replaces a link instead of following it.
function write(file: string, text: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found !== undefined && !(found.isFile() && found.uid === (process.getuid?.() ?? found.uid))) {
    throw new Refusal(
      `${file} already exists and is not your file; remove it, or choose another path for the token.`,
    )
  }
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' })
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
