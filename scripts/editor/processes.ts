// Starts a program in its own process group and ends the whole group.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Program = {
  /** Output so far. */
  readonly output: () => string
  readonly gone: Promise<void>
  stop(): Promise<void>
}

/** Starts a program; `stop` ends it and everything it has started. */
export function startProgram(file: string, argv: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(file, argv, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += String(error)
      resolve()
    })
    child.once('exit', () => resolve())
  })
  const atExit = () => signalGroup(child, 'SIGKILL')
  process.once('exit', atExit)
  return {
    output: () => output,
    gone,
    async stop() {
      process.off('exit', atExit)
      signalGroup(child, 'SIGTERM')
      const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), 5000)
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        await once(child, 'exit')
      clearTimeout(patience)
      // Children may outlive the group's first process.
      signalGroup(child, 'SIGKILL')
    },
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // No process is left.
  }
}
