// Runs a program that is not a hook (such as git) to completion: arguments as a list, no shell, in its own process
// group, which is killed when the time limit passes. Standard input is empty, so it cannot prompt.

import { openPipes } from './executable/pipes.ts'
import { startProcess } from './executable/process.ts'
import { openGroups } from './groups.ts'
import { startTimeLimit } from './timeLimit.ts'

export type ToolRequest = {
  /** A program on PATH, or its path. */
  readonly file: string
  readonly argv: readonly string[]
  readonly cwd: string
  /** The complete environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** The user's data folder, where running process groups are recorded. */
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

/** Runs a program to completion. Never rejects. */
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
  const limit = startTimeLimit(timeoutMs, () => stop('timeout'))
  const abort = () => stop('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const end = await promise
    await running.gone
    return end
  } finally {
    limit.stop()
    signal?.removeEventListener('abort', abort)
    groups.close()
  }
}
