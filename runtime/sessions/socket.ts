// A server on a Unix domain socket that only this user can access, and only with the session token.
// One server per socket: a second one is refused, and the socket of a dead server is replaced.

import { chmodSync, lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server as NetServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { Refusal } from '../workspace/admission.ts'
import type { Server } from './server.ts'
import { makeToken, type Token } from './token.ts'

export type Listening = {
  readonly socket: string
  readonly tokenFile: string
  /** Accepts no more clients; socket and token file have been removed when this returns. */
  stop(): void
}

/** Longest path of a socket that every system supports, in bytes (104 on macOS, 108 on Linux, including a NUL). */
const LONGEST = 103

/** Listens on `socket`; the token is written next to it, or to `tokenFile`. */
export async function listen(
  server: Server,
  {
    socket,
    tokenFile = `${socket}.token`,
  }: { readonly socket: string; readonly tokenFile?: string | undefined },
): Promise<Listening> {
  if (Buffer.byteLength(socket) > LONGEST) {
    throw new Refusal(`The socket's path ${socket} is longer than ${LONGEST} bytes; choose a shorter one.`)
  }
  makeFolder(dirname(socket))
  if (await isTaken(socket)) {
    throw new Refusal(`Another server answers on ${socket}; use that one, stop it, or choose another path.`)
  }
  await clearStale(socket)
  let accepts: (token: string) => boolean = () => false
  const net = createServer((client) => {
    client.setNoDelay(true)
    server.attach(client, client, (token) => accepts(token))
  })
  await bound(net, socket)
  // Until then no token is accepted.
  const token = tokenOf(net, tokenFile)
  accepts = token.accepts
  const own = inode(socket)
  let stopped = false
  const stop = () => {
    if (stopped) return
    stopped = true
    process.off('exit', stop)
    net.close()
    token.remove()
    // Node removes the socket it created; a later server may have created another one of that name.
    if (inode(socket) === own) rmSync(socket, { force: true })
  }
  process.once('exit', stop)
  return { socket, tokenFile, stop }
}

// Without a token the socket is unusable, so it is closed, too.
function tokenOf(net: NetServer, file: string): Token {
  try {
    return makeToken(file)
  } catch (error) {
    net.close()
    throw error
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Refusal(`The socket's folder ${folder} cannot be made: ${(error as Error).message}.`)
  }
  const { mode, uid } = statSync(folder)
  // The owner of a folder can replace its entries whatever its permissions are.
  if (uid !== 0 && uid !== (process.geteuid?.() ?? uid)) {
    throw new Refusal(
      `${folder} belongs to another user (${uid}), who could replace the socket; choose a folder that only you can write to.`,
    )
  }
  const shared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0
  if (shared && process.platform !== 'win32') {
    throw new Refusal(
      `Others may write to ${folder}, so they could replace the socket; choose a folder that only you can write to.`,
    )
  }
  mustBeSafeWay(folder)
}

// A user who can replace a folder or a link on the way could direct clients to another folder.
function mustBeSafeWay(folder: string): void {
  if (process.platform === 'win32') return
  const own = process.geteuid?.()
  const looked = new Set<string>()
  const ways = [resolve(folder)]
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    for (let at = way; at !== dirname(at) && !looked.has(at); at = dirname(at)) {
      looked.add(at)
      const found = lstatSync(at)
      if (found.isSymbolicLink()) ways.push(resolve(dirname(at), readlinkSync(at)))
      const isOpen = !found.isSymbolicLink() && (found.mode & 0o002) !== 0 && (found.mode & 0o1000) === 0
      if (!isOpen && (found.uid === 0 || found.uid === own)) continue
      throw new Refusal(
        `Another user may change ${at}, which leads to ${folder}, and replace the socket; choose a folder that only you can write to.`,
      )
    }
  }
}

// Created with restricted permissions from the start; changing them afterwards would leave a gap.
async function bound(net: NetServer, socket: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  net.once('error', reject)
  const before = process.umask(0o177)
  try {
    net.listen(socket, resolve)
  } finally {
    process.umask(before)
  }
  try {
    await promise
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Refusal(`Another server is now using ${socket}; use that one.`)
    throw new Refusal(`The socket ${socket} cannot be made: ${message}.`)
  }
  net.off('error', reject)
  net.on('error', () => {})
  if (process.platform !== 'win32') chmodSync(socket, 0o600)
}

/** Whether a server answers there, or is too busy to. */
function isTaken(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const client = connect(path)
  client
    .once('connect', () => resolve(true))
    .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'))
  return promise.finally(() => client.destroy())
}

// Renamed before it is removed, so that two servers that find the same dead socket do not remove each other's new one.
async function clearStale(socket: string): Promise<void> {
  const found = lstatSync(socket, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket())
    throw new Refusal(`${socket} already exists and is not a socket; choose another path.`)
  const aside = `${socket}.${process.pid}`
  try {
    renameSync(socket, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new Refusal(
      `The socket ${socket} of a server that is gone cannot be replaced: ${(error as Error).message}.`,
    )
  }
  if (await isTaken(aside)) {
    renameSync(aside, socket)
    throw new Refusal(`Another server is now using ${socket}; use that one.`)
  }
  rmSync(aside, { force: true })
}

function inode(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}
