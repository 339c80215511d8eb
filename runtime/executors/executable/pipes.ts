// Standard streams that a child can also open by name, on Linux. Node gives children sockets, which cannot be opened:
// `cat /dev/stdin` and `echo … > /dev/stderr`, which other hosts of hooks allow, would fail. Input is a file and output
// a named pipe, both unlinked before the child starts. Not needed elsewhere.

import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type Streams = {
  /** The child's ends, for the `stdio` option of spawn. */
  readonly stdio: readonly [number, number, number]
  readonly stdout: Readable
  readonly stderr: Readable
  /**
   * Closes this process's copies of the child's ends; must be called once the child has them or has failed to start.
   */
  handOver(): void
}

export type Pipes = {
  /** Streams with this text as input; undefined if they are unavailable. */
  take(input: string): Streams | undefined
  close(): void
}

const { O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants
/** Node has no pipe(2); mkfifo runs once for this many pipes at first, and for this many more when few are left. */
const FIRST = 16
const MORE = 256

/** Streams whose names exist briefly in `folder`; unavailable without a folder and on systems other than Linux. */
export function openPipes(folder: string | undefined): Pipes {
  let usable = process.platform === 'linux' && folder !== undefined
  let made = 0
  const names: string[] = []
  let refilling: ChildProcess | undefined

  return {
    take(input) {
      if (!usable) return undefined
      const opened: number[] = []
      try {
        const file = fresh()
        const childIn = open(file, O_RDWR | O_CREAT | O_EXCL)
        unlinkSync(file)
        // Written at a position, so that the child's own offset stays at the start.
        if (writeSync(childIn, input, 0) !== Buffer.byteLength(input)) throw new Error('the disk is full')
        const [output, errors] = [pipe(), pipe()]
        // The reading end first: with O_NONBLOCK it opens at once, and the writing end needs a reader.
        const ourOut = open(output, O_RDONLY | O_NONBLOCK)
        const childOut = open(output, O_WRONLY)
        unlinkSync(output)
        const ourErr = open(errors, O_RDONLY | O_NONBLOCK)
        const childErr = open(errors, O_WRONLY)
        unlinkSync(errors)
        return {
          stdio: [childIn, childOut, childErr],
          stdout: new Socket({ fd: ourOut, readable: true, writable: false }),
          stderr: new Socket({ fd: ourErr, readable: true, writable: false }),
          handOver() {
            for (const fd of [childIn, childOut, childErr]) closeSync(fd)
          },
        }
      } catch (error) {
        for (const fd of opened) closeSync(fd)
        // Too many open files is temporary; a folder that does not support pipes stays unusable.
        usable = /^E[MN]FILE$/.test((error as NodeJS.ErrnoException).code ?? '')
        return undefined
      }

      function open(path: string, flags: number): number {
        const fd = openSync(path, flags, 0o600)
        opened.push(fd)
        return fd
      }
    },
    close() {
      usable = false
      refilling?.kill('SIGKILL')
      for (const name of names) rmSync(name, { force: true })
    },
  }

  function fresh(): string {
    return join(folder as string, String(made++))
  }

  function pipe(): string {
    if (names.length === 0) {
      const batch = Array.from({ length: FIRST }, fresh)
      execFileSync('mkfifo', ['-m', '600', ...batch], { stdio: 'ignore' })
      names.push(...batch)
    } else if (names.length < FIRST / 2 && refilling === undefined) {
      const batch = Array.from({ length: MORE }, fresh)
      refilling = execFile('mkfifo', ['-m', '600', ...batch], (error) => {
        refilling = undefined
        if (error === null && usable) names.push(...batch)
        else for (const path of batch) rmSync(path, { force: true })
      })
    }
    return names.pop() as string
  }
}
