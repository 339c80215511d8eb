// Runs a large CommonJS file of the built product with V8 code cached by an earlier start, which saves most of its
// startup time. Only the bundle calls it, with files of the product; hooks are never loaded this way.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { defined } from '../contract/defined.ts'
import { MOST_DATA, readBytes, readText } from '../files/read.ts'
import { codeFolder } from './codeFolder.ts'

/**
 * When the code is saved: after this time most of what a program needs is compiled, and V8 has dropped little of it.
 */
const COMPILED_MS = 10_000
/** Files not written for this long belong to an older product or another Node version and are deleted. */
const OLD_MS = 30 * 24 * 60 * 60 * 1000

/** Runs the file and returns its exports. */
export function runCompiled(path: string): unknown {
  const folder = codeFolder()
  const source = readText(path, MOST_DATA)
  const tag = `${crc32(source).toString(16)}-${cachedDataVersionTag().toString(16)}`
  const file = folder === undefined ? undefined : join(folder, `${basename(path, '.cjs')}-${tag}.v8`)
  const cachedData = file === undefined ? undefined : readCode(file)
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: path,
    ...defined({ cachedData }),
  })
  if (file !== undefined && (cachedData === undefined || script.cachedDataRejected === true))
    writeLater(file, script)
  const module = { exports: {} }
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void
  run(module.exports, createRequire(path), module, path, dirname(path))
  return module.exports
}

// V8 does not detect damaged data; the checksum at the end does.
function readCode(file: string): Buffer | undefined {
  try {
    const bytes = readBytes(file, MOST_DATA)
    const code = bytes.subarray(0, -4)
    return bytes.length > 4 && bytes.readUInt32LE(code.length) === crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

function writeLater(file: string, script: Script): void {
  const write = () => {
    clearTimeout(timer)
    process.off('exit', write)
    writeCode(file, script.createCachedData())
  }
  const timer = setTimeout(write, COMPILED_MS)
  timer.unref()
  process.once('exit', write)
}

// If the code cannot be written, the next start is slower; nothing else depends on it.
function writeCode(file: string, code: Buffer): void {
  const fresh = `${file}.${process.pid}`
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(code))
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    try {
      writeFileSync(fresh, Buffer.concat([code, sum]), { mode: 0o600 })
      renameSync(fresh, file)
    } finally {
      rmSync(fresh, { force: true })
    }
    for (const name of readdirSync(dirname(file))) {
      const old = join(dirname(file), name)
      if (Date.now() - statSync(old).mtimeMs > OLD_MS) rmSync(old)
    }
  } catch {
    // The cache is optional.
  }
}
