// `hookbench serve`: the hook server for local agent sessions, on this process's standard streams or on a socket.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { BadRequest } from '../replay/set.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { print, printError, printJson } from './print.ts'
import { examples, openOptions, optionsAt, UsageError } from './usage.ts'

type Options = {
  readonly stdio?: boolean
  readonly socket?: string
  readonly tokenFile?: string
  readonly record: boolean
  readonly watch: boolean
  readonly json?: boolean
}

export function serve(program: Command): void {
  program
    .command('serve')
    .summary('the JSON-RPC hook server for agents')
    .description(
      'Serves sessions over JSON-RPC 2.0 (docs/protocol.md): every verb is a method, sessions are recorded, hooks are live as they are edited. The socket is private to you, and clients must present the token in the token file.',
    )
    .option('--stdio', "serve one client on this process's standard streams")
    .option('--socket <path>', 'serve many clients on a Unix domain socket')
    .option('--token-file <path>', 'where the session token is written; beside the socket unless given')
    .option('--no-record', 'record only sessions that ask for it')
    .option('--no-watch', 'do not reload edited hooks')
    .option('--json', 'print the address as JSON')
    .addHelpText(
      'after',
      examples(
        ['serve --stdio', 'for an agent that starts it'],
        ['serve --socket /run/user/1000/hookbench/agent.sock', 'for several agents'],
      ),
    )
    .action(async (options: Options, command: Command) => {
      if ((options.stdio === true) === (options.socket !== undefined)) {
        throw new UsageError('serve expects either --stdio or --socket <path>.')
      }
      const open = { ...openOptions(command), watch: options.watch }
      if (options.socket === undefined) await serveStreams(open, options)
      else await serveSocket(open, resolve(options.socket), options)
    })
}

async function serveStreams(open: OpenOptions, options: Options): Promise<void> {
  const server = await serverFor(open, options)
  server.attach(process.stdin, process.stdout)
  await server.idle()
  await server.close()
}

async function serveSocket(open: OpenOptions, socket: string, options: Options): Promise<void> {
  const { listen } = await import('../sessions/socket.ts')
  const server = await serverFor(open, options)
  try {
    const tokenFile = options.tokenFile === undefined ? undefined : resolve(options.tokenFile)
    const listening = await listen(server, { socket, tokenFile })
    if (options.json === true) printJson({ socket, tokenFile: listening.tokenFile, pid: process.pid })
    else print(`Listening on ${socket}; the session token is in ${listening.tokenFile}. Ctrl+C ends.`)
  } catch (error) {
    await server.close()
    throw error
  }
  // A signal ends the process (main.ts), including the socket, the token file and all processes of hooks.
  await new Promise(() => {})
}

async function serverFor(open: OpenOptions, { record }: Options) {
  const { openServer } = await import('../sessions/server.ts')
  const { openWorkspace } = await import('../workspace/open.ts')
  const { verbMethods } = await import('./methods.ts')
  return openServer({
    root: open.root,
    open: (root) => openWorkspace({ ...optionsAt(open, root), webhooks: true }),
    verbs: verbMethods(open),
    records: record,
    isRefusal: (error) => error instanceof UsageError || error instanceof BadRequest,
    say: printError,
  })
}
