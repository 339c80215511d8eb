// One hook server process, `hookbench serve --stdio`, for one workspace folder. The only file of the extension that
// starts a process. The process ends with its connection; runtimes.ts decides on restarts.

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

/** Cancellation of a request; structurally compatible with the editor's cancellation tokens. */
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
  /** Resolves with a sentence that gives the reason once the process has exited, expected or not. */
  readonly ended: Promise<string>
  /** Ends the process and all hooks it is running. */
  stop(): Promise<void>
}

export type RuntimeOptions = {
  /** Path of `dist/cli.js`. */
  readonly cli: string
  readonly root: string
  readonly notice: <N extends Notice>(name: N, params: Notices[N]) => void
  /** Called for each line that the process writes to standard error. */
  readonly say: (line: string) => void
}

/** Time for the server to end its hooks, in milliseconds; then it is killed. */
const PATIENCE_MS = 3000

/** Starts the server and waits for its first response. */
export async function startRuntime({ cli, root, notice, say }: RuntimeOptions): Promise<Runtime> {
  // Uses the editor's own executable; in the desktop editor, ELECTRON_RUN_AS_NODE makes it run as Node.
  const child = spawn(process.execPath, [cli, 'serve', '--stdio', '--workspace', root], {
    cwd: root,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  let stopping = false
  linesOf(child.stderr, (line) => {
    // For an uncaught error, the message line is kept rather than its location or the lines that follow.
    if (isError(line) || !isError(complaint)) complaint = line
    say(line)
  })
  // Failed writes are reported through the end of the process.
  child.stdin.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(l10n.t('The hook runtime does not start: {0}.', error.message)))
    child.once('close', (code, signal) => resolve(how(signal ?? code ?? -1, complaint)))
  })
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  // Disposing of the connection rejects pending requests.
  void ended.then(() => connection.dispose())
  connection.onError(([error]) => say(error.message))
  // Without a connection the process is useless.
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
      // The connection broke; the process's end gives the reason.
      return gone
    })
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    stopping = true
    const gone = once(child, 'close')
    // The server exits when its input ends.
    child.stdin.end()
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    await gone
    clearTimeout(patience)
  }
}

// An error sent by the server or caused by cancellation, as opposed to a connection error.
function isAnswer(error: unknown): boolean {
  return error instanceof ResponseError && !(error.code >= -32099 && error.code <= -32096)
}

// The process exited before the request was answered.
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
