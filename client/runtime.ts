// One hook server, `hookbench serve --stdio`, for one workspace folder: the only place of the extension that starts a
// process. It ends with the connection; whether and when another takes its place is decided in runtimes.ts.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'
import { l10n } from './l10n.ts'
import { NOTICES, type Notice, type Notices, type RuntimeMethod, type RuntimeMethods } from './protocol.ts'

/** What can be awaited to be no longer wanted; the editor's cancellation tokens are of this shape. */
export type Cancellation = {
  readonly isCancellationRequested: boolean
  readonly onCancellationRequested: (listener: () => unknown) => { dispose(): void }
}

export type Runtime = {
  readonly pid: number
  request<M extends RuntimeMethod>(
    method: M,
    params: RuntimeMethods[M]['params'],
    cancellation?: Cancellation,
  ): Promise<RuntimeMethods[M]['result']>
  /** Resolves with a sentence that says why once the process is gone, wanted or not. */
  readonly ended: Promise<string>
  /** Ends the process, and with it whatever hooks it has running. */
  stop(): Promise<void>
}

export type RuntimeOptions = {
  /** `dist/cli.js`. */
  readonly cli: string
  readonly root: string
  readonly notice: <N extends Notice>(name: N, params: Notices[N]) => void
  /** A line that the process wrote to its standard error. */
  readonly say: (line: string) => void
}

/** Ample for a server that ends what it runs; then it is killed. */
const PATIENCE_MS = 3000

/** Starts the server and waits until it answers. */
export async function startRuntime({ cli, root, notice, say }: RuntimeOptions): Promise<Runtime> {
  // The editor's own Node: in the desktop editor its executable is one when it is told so.
  const child = spawn(process.execPath, [cli, 'serve', '--stdio', '--workspace', root], {
    cwd: root,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  let stopping = false
  linesOf(child.stderr, (line) => {
    // Of an error that nobody caught, what came of it says more than where, and than what follows.
    if (isError(line) || !isError(complaint)) complaint = line
    say(line)
  })
  // What cannot be written any more is answered by the end of the process.
  child.stdin.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(l10n.t('The hook runtime does not start: {0}.', error.message)))
    child.once('close', (code, signal) => resolve(how(signal ?? code ?? -1, complaint)))
  })
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  // Pending requests are refused when the connection is disposed of.
  void ended.then(() => connection.dispose())
  connection.onError(([error]) => say(error.message))
  // Without a connection the process is of no use to anyone.
  connection.onClose(() => {
    if (!stopping) child.kill('SIGKILL')
  })
  for (const name of NOTICES) connection.onNotification(name, (params) => notice(name, params))
  connection.listen()

  const runtime: Runtime = { pid: child.pid ?? 0, request, ended, stop }
  await runtime.request('initialize', { protocolVersion: 1 })
  await runtime.request('subscribe', {})
  return runtime

  async function request<M extends RuntimeMethod>(
    method: M,
    params: RuntimeMethods[M]['params'],
    cancellation?: Cancellation,
  ): Promise<RuntimeMethods[M]['result']> {
    const answer = connection.sendRequest<RuntimeMethods[M]['result']>(
      method,
      params,
      ...(cancellation === undefined ? [] : [cancellation as never]),
    )
    answer.catch(() => {})
    const gone = ended.then((why) => {
      throw new Gone(why)
    })
    gone.catch(() => {})
    return Promise.race([answer, gone]).catch(async (error: unknown) => {
      if (isAnswer(error)) throw error
      // The connection broke; the end of the process says why.
      return gone
    })
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    stopping = true
    const gone = once(child, 'close')
    // The end of its input is how it is told to end.
    child.stdin.end()
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await gone
    clearTimeout(patience)
  }
}

// What the server said, or the cancelling client, and not what became of the connection.
function isAnswer(error: unknown): boolean {
  return error instanceof ResponseError && !(error.code >= -32099 && error.code <= -32096)
}

// The process is gone, so the request has no answer.
class Gone extends Error {}

function isError(line: string): boolean {
  return /^(Uncaught )?\w*Error( \[\w+\])?: /.test(line)
}

function how(end: number | string, complaint: string): string {
  const by = typeof end === 'string'
  if (complaint === '') {
    return by
      ? l10n.t('The hook runtime was ended by {0}.', end)
      : l10n.t('The hook runtime ended with exit code {0}.', end)
  }
  return by
    ? l10n.t('The hook runtime was ended by {0}: {1}.', end, complaint)
    : l10n.t('The hook runtime ended with exit code {0}: {1}.', end, complaint)
}

function linesOf(stream: NodeJS.ReadableStream, say: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') say(line)
  })
  stream.on('end', () => {
    if (rest.trim() !== '') say(rest)
  })
}
