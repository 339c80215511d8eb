// A client of a debug adapter: sends requests as an editor does, and receives the adapter's events.

import { connect } from 'node:net'

type Body = Readonly<Record<string, unknown>>
type Message = Body & {
  readonly type: string
  readonly request_seq?: number
  readonly event?: string
  readonly success?: boolean
  readonly message?: string
  readonly body?: Body
}

/** Attaches to an adapter over its socket. */
export async function dialAdapter(path: string) {
  const socket = connect(path)
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
  const answers = new Map<number, (message: Message) => void>()
  const events: string[] = []
  const waiting: { readonly event: string; readonly done: () => void }[] = []
  let seq = 0
  let left = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (part: Buffer) => {
    left = Buffer.concat([left, part])
    for (;;) {
      const end = left.indexOf('\r\n\r\n')
      const length = Number(/(\d+)$/.exec(left.subarray(0, Math.max(end, 0)).toString())?.[1])
      if (end === -1 || left.length < end + 4 + length) return
      const message = JSON.parse(left.subarray(end + 4, end + 4 + length).toString()) as Message
      left = left.subarray(end + 4 + length)
      if (message.type === 'response') answers.get(message.request_seq ?? 0)?.(message)
      else {
        events.push(message.event ?? '')
        settle()
      }
    }
  })
  const request = (command: string, given: Body = {}) =>
    new Promise<Body>((done, fail) => {
      const text = JSON.stringify({ seq: ++seq, type: 'request', command, arguments: given })
      answers.set(seq, ({ success, message, body = {} }) =>
        success === true ? done(body) : fail(new Error(message)),
      )
      socket.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    })
  await request('initialize')
  await request('attach')
  return {
    request,
    /** Waits for the next event of this name, which may have arrived already. */
    event: (event: string) =>
      new Promise<void>((done) => {
        waiting.push({ event, done })
        settle()
      }),
    async breakAt(path: string, lines: readonly number[]): Promise<readonly number[]> {
      const wanted = { source: { path }, breakpoints: lines.map((line) => ({ line })) }
      const { breakpoints } = await request('setBreakpoints', wanted)
      return (breakpoints as { line: number }[]).map(({ line }) => line)
    },
    leave: () => void socket.destroy(),
  }

  function settle(): void {
    const [first] = waiting
    const at = first === undefined ? -1 : events.indexOf(first.event)
    if (first === undefined || at === -1) return
    events.splice(0, at + 1)
    waiting.shift()
    first.done()
    settle()
  }
}
