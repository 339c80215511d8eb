// The port that bash contacts before each command. `decide` gets one stop at a time; others queue, because parts of a
// pipeline run concurrently. Connections need the token, and a message of more than 4 MiB closes its connection.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'

/** One frame of the shell's stack. */
export type ShellFrame = { readonly name: string; readonly path: string; readonly line: number }

/** A command that bash is about to run. `frames` starts with the innermost one. */
export type ShellStop = {
  readonly process: number
  /** Number of nested subshells. */
  readonly subshell: number
  readonly command: string
  /** Exit status of the previous command. */
  readonly status: string
  readonly args: readonly string[]
  readonly frames: readonly ShellFrame[]
  go(): void
  /** The output of `declare -p`. */
  variables(): Promise<string>
  /** The output of a command, run in a subshell. */
  evaluate(command: string): Promise<string>
  /** Settles when bash closes the connection. */
  readonly gone: Promise<void>
}

export type ShellStops = {
  /** The value of the variable that passes the port to bash. */
  readonly address: string
  close(): void
}

const MOST_BYTES = 4 * 1024 * 1024

/** Opens the port; `decide` receives each stop and must call its `go`. */
export async function openStops(decide: (stop: ShellStop) => void): Promise<ShellStops> {
  const token = randomBytes(16).toString('hex')
  const waiting: (() => void)[] = []
  const sockets = new Set<Socket>()
  let isBusy = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    listen(socket)
  })
  const port = await listening(server)
  return {
    address: `${port} ${token}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }

  function listen(socket: Socket): void {
    let text = ''
    let bytes = 0
    let answer: ((reply: string) => void) | undefined
    const gone = new Promise<void>((done) => socket.once('close', () => done()))
    // An editor sends several requests at once; bash answers them one by one.
    let pending: Promise<unknown> = Promise.resolve()
    const ask = (request: string) => {
      const next = pending.then(
        () =>
          new Promise<string>((done) => {
            text = ''
            bytes = 0
            answer = done
            socket.write(`${request}\0`)
            void gone.then(() => done(text))
          }),
      )
      pending = next
      return next
    }
    let isKnown = false
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      bytes += part.length
      if (bytes > MOST_BYTES) return void socket.destroy()
      text += part
      if (!isKnown) {
        const address = stopIn(text.split('\0').slice(0, -1), token)
        if (address === 'more') return
        if (address === 'stranger') return void socket.destroy()
        isKnown = true
        inTurn({
          ...address,
          go: () => void pending.then(() => socket.end('go\0')),
          variables: () => ask('variables'),
          evaluate: (command) => ask(`evaluate ${command.replaceAll('\0', '')}`),
          gone,
        })
      } else if (text.endsWith('\0')) {
        answer?.(text.slice(0, -1))
        answer = undefined
      }
    })
  }

  function inTurn(stop: ShellStop): void {
    const take = () => {
      isBusy = true
      decide(stop)
      void stop.gone.then(() => {
        isBusy = false
        waiting.shift()?.()
      })
    }
    if (isBusy) waiting.push(take)
    else take()
  }
}

type StopReport = Pick<ShellStop, 'process' | 'subshell' | 'command' | 'status' | 'args' | 'frames'>

// Parses the fields of a stop; `more` if it is incomplete, `stranger` if the token is wrong.
function stopIn(fields: readonly string[], token: string): StopReport | 'more' | 'stranger' {
  const [reply = '', process, subshell, folder = '', command = '', count] = fields
  if (fields.length > 0 && !isSame(reply, token)) return 'stranger'
  if (count === undefined) return 'more'
  const after = 6 + Number(count)
  const deep = fields[after]
  if (deep === undefined || fields.length < after + 1 + 3 * Number(deep)) return 'more'
  const [status = '', ...args] = fields.slice(6, after)
  const frames = Array.from({ length: Number(deep) }, (_, at): ShellFrame => {
    const [name = '', path = '', line] = fields.slice(after + 1 + at * 3, after + 4 + at * 3)
    return { name, path: resolve(folder, path), line: Number(line) }
  })
  return { process: Number(process), subshell: Number(subshell), command, status, args, frames }
}

function isSame(reply: string, token: string): boolean {
  return reply.length === token.length && timingSafeEqual(Buffer.from(reply), Buffer.from(token))
}

/** Listens on a free port of the loopback interface. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => done())
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
