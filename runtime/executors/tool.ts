// Runs a program that is no hook (git, say) to its end: arguments as a list, never a shell, in a group of its own
// that is gone when its time is up. Its input is empty, so that it cannot ask anything.

import { openPipes } from './executable/pipes.ts'
import { startProcess } from './executable/process.ts'
import { openGroups } from './groups.ts'

export type ToolRequest = {
  /** A program on the path, or its file. */
  readonly file: string
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment; nothing is inherited beside it. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** The user's data folder, where running process groups are noted. */
  readonly data: string
  readonly signal?: AbortSignal | undefined
}

export type ToolEnd =
  | {
      readonly kind: 'ended'
      readonly exitCode: number | undefined
      readonly stdout: string
      readonly stderr: string
    }
  | { readonly kind: 'unstarted'; readonly code: string }
  | { readonly kind: 'stopped'; readonly why: 'timeout' | 'aborted' }

const OUTPUT_CAP = 1024 * 1024
const GRACE_MS = 200

/** Runs a program to its end. Never rejects. */
export async function runTool(request: ToolRequest): Promise<ToolEnd> {
  const { file, argv, cwd, env, timeoutMs, signal } = request
  if (signal?.aborted === true) return { kind: 'stopped', why: 'aborted' }
  const groups = openGroups(request.data, { sweeps: false })
  const { promise, resolve } = Promise.withResolvers<ToolEnd>()
  let stopped: 'timeout' | 'aborted' | undefined
  const running = startProcess(
    {
      file,
      argv,
      cwd,
      env: { ...env, ...groups.env },
      input: '',
      outputCap: OUTPUT_CAP,
      graceMs: GRACE_MS,
      groups,
      pipes: openPipes(undefined),
      objection: () => undefined,
    },
    (end) => {
      if (stopped !== undefined) resolve({ kind: 'stopped', why: stopped })
      else if (end.kind === 'unstarted')
        resolve({ kind: 'unstarted', code: end.error.code ?? end.error.message })
      else {
        const exitCode = end.kind === 'ended' ? end.exitCode : undefined
        const text = (bytes: Buffer) => bytes.toString('utf8')
        resolve({
          kind: 'ended',
          exitCode,
          stdout: text(running.stdout.bytes()),
          stderr: text(running.stderr.bytes()),
        })
      }
    },
  )
  const stop = (why: 'timeout' | 'aborted') => {
    stopped ??= why
    running.stop()
  }
  const timer = setTimeout(stop, timeoutMs, 'timeout')
  const abort = () => stop('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const end = await promise
    await running.gone
    return end
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    groups.close()
  }
}
