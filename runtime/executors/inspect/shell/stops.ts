// The port that bash asks before each command. Whoever decides is handed one stop at a time; the others wait their turn, for
// parts of a pipeline run side by side. Only who was told the token is listened to, and no message has more than a bound.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'

/** One place in the shell's stack, the innermost first. */
export type ShellFrame = { readonly name: string; readonly path: string; readonly line: number }

/** A command that bash is about to run. */
export type ShellStop = {
  readonly process: number
  /** How many subshells deep. */
  readonly subshell: number
  readonly command: string
  /** What the command before it came to. */
  readonly status: string
  readonly args: readonly string[]
  readonly frames: readonly ShellFrame[]
  go(): void
  /** `declare -p`, as bash writes it. */
  variables(): Promise<string>
  /** What a command prints, run in a shell of its own. */
  evaluate(command: string): Promise<string>
  /** When bash is gone. */
  readonly gone: Promise<void>
}

export type ShellStops = {
  /** The value of the variable that tells bash. */
  readonly address: string
  close(): void
}

const MOST_BYTES = 4 * 1024 * 1024

/** Opens it; `decide` is handed each stop, and has to let it go. */
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
    // An editor asks several things at once; bash answers one after the other.
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

// Its fields, one after the other; counts say how many follow.
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

/** Listens on a free port of this machine alone. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => done())
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
