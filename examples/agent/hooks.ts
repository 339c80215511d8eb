// How the agent reaches its hooks: embedded in this process, or through `hookbench serve --socket` in another.
// The agent does not know which. Outside this repository the import below is `from 'hookbench'`.

import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { type DialectId, type Outcome, openWorkspace } from '../../runtime/index.ts'

export type Hooks = {
  fire(dialect: DialectId, event: string, payload: object): Promise<Outcome>
  close(): Promise<void>
}

/** Opens the hooks of a folder here. They are this example's own, so it trusts them without asking. */
export async function embedded(root: string): Promise<Hooks> {
  const workspace = await openWorkspace({ root, trust: 'workspace' })
  return {
    fire: (dialect, event, payload) => workspace.fire(event, payload, { dialect, session: 'agent' }),
    close: () => workspace.close(),
  }
}

/** Uses the server on a socket; this is all of the protocol that an agent needs. */
export async function served(path: string, tokenFile = `${path}.token`): Promise<Hooks> {
  const socket = connect(path)
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  let bytes = Buffer.alloc(0)
  let last = 0
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(bytes.toString('latin1', 0, Math.max(end, 0)))?.[1])
      if (end === -1 || bytes.length < end + 4 + length) return
      const message = JSON.parse(bytes.toString('utf8', end + 4, end + 4 + length))
      bytes = bytes.subarray(end + 4 + length)
      if (message.error === undefined) waiting.get(message.id)?.resolve(message.result as never)
      else waiting.get(message.id)?.reject(new Error(message.error.message))
    }
  })
  const gone = (error?: unknown) => {
    const why = error instanceof Error ? error : new Error('the hook server is gone')
    for (const { reject } of waiting.values()) reject(why)
  }
  socket.on('error', gone).on('close', gone)
  const call = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      const body = JSON.stringify({ jsonrpc: '2.0', id: last, method, params })
      socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  await call('initialize', { token: readFileSync(tokenFile, 'utf8').trim(), protocolVersion: 1 })
  const { session } = await call<{ session: string }>('session/start', { conversation: 'agent' })
  return {
    fire: (dialect, event, payload) => call('fire', { session, dialect, event, payload }),
    async close() {
      await call('session/end', { session })
      socket.end()
    },
  }
}
