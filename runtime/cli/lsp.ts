// `hookbench lsp`: the language server for any editor, on this process's standard streams, with a runtime that can
// replay hooks. The server itself runs nothing; replays are requested by the user and subject to trust as everywhere
// else.

import type { Command } from 'commander'
import type { LastOutcome, ServerRuntime } from '../../server/runtime.ts'
import { defined } from '../contract/defined.ts'
import { userFolders } from '../discovery/folders.ts'
import { keepCodeIn } from '../documents/codeFolder.ts'
import { version } from '../version.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { type KnownEvents, lastEvents } from './lastEvents.ts'
import { replayLast } from './replayLast.ts'
import { examples, openOptions, UsageError } from './usage.ts'

type Options = { readonly stdio?: boolean }

export function lsp(program: Command): void {
  program
    .command('lsp')
    .summary('the language server, for any editor')
    .description(
      'Speaks the Language Server Protocol (docs/editors.md): validates and completes hooks as you type. Runs a hook only when its code lens is clicked.',
    )
    .option('--stdio', "serve one editor on this process's standard streams")
    .option('--clientProcessId <pid>', 'exit when the process with this ID exits')
    .addHelpText('after', examples(['lsp --stdio', 'for an editor that starts it']))
    .action(async (options: Options, command: Command) => {
      if (options.stdio !== true) throw new UsageError('lsp expects --stdio.')
      await serve(openOptions(command))
    })
}

async function serve(open: OpenOptions): Promise<never> {
  keepCodeIn(userFolders(open.home).cache)
  const { createConnection } = await import('../../server/connection.ts')
  const { openLanguageServer } = await import('../../server/server.ts')
  const connection = createConnection(process.stdin, process.stdout)
  openLanguageServer(connection, {
    version,
    runtime: runtimeFor(open),
    trusting: open.trust === 'workspace',
    ...defined({ home: open.home }),
  })
  connection.listen()
  // The connection ends the process: on `exit`, when the streams close, or when the editor process is gone.
  return new Promise(() => {})
}

function runtimeFor(open: OpenOptions): ServerRuntime {
  const read = new Map<string, Map<string, KnownEvents>>()
  const running = new Set<Promise<unknown>>()
  const ending = new AbortController()
  return {
    async replay(root, target, signal) {
      const replayed = replayLast({ ...open, root }, target, AbortSignal.any([signal, ending.signal]))
      running.add(replayed)
      try {
        return await replayed
      } finally {
        running.delete(replayed)
      }
    },
    async outcomes(root): Promise<ReadonlyMap<string, LastOutcome>> {
      const known = read.get(root) ?? new Map<string, KnownEvents>()
      read.set(root, known)
      return lastEvents(root, known)
    },
    async close() {
      ending.abort()
      await Promise.allSettled(running)
    },
  }
}
