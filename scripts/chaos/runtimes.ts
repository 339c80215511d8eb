// The runtime under test, `hookbench serve`, started again after each kill.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ChaosPlaces } from './places.ts'

export type ServedRuntimes = {
  readonly generation: number
  readonly pid: number
  /** Numbers of the starts that were killed. */
  readonly killed: ReadonlySet<number>
  /** Kills the runtime with SIGKILL and starts the next one. */
  killAndStart(): Promise<void>
  /** Stops the runtime in order, with SIGTERM. */
  stop(): Promise<void>
  /** Unexpected exits of the runtime. */
  readonly endedAlone: readonly string[]
  /** Lines written to standard error. */
  stderr(): readonly string[]
}

/** Environment variable of every process started, to identify it later. */
export const MARK = 'HOOKBENCH_CHAOS'

/** Starts the first runtime. */
export async function startRuntimes(places: ChaosPlaces): Promise<ServedRuntimes> {
  const program = fileURLToPath(new URL('../../runtime/cli/main.ts', import.meta.url))
  const stderr = `${places.folder}/stderr`
  const errors = openSync(stderr, 'a')
  const killed = new Set<number>()
  const endedAlone: string[] = []
  let generation = 0
  let stopping = false
  let child = await start()

  return {
    get generation() {
      return generation
    },
    get pid() {
      return child.pid as number
    },
    killed,
    endedAlone,
    async killAndStart() {
      killed.add(generation)
      await ended(child, () => child.kill('SIGKILL'))
      child = await start()
    },
    stop() {
      stopping = true
      return ended(child, () => child.kill('SIGTERM'))
    },
    stderr: () =>
      readFileSync(stderr, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !/ExperimentalWarning|--trace-warnings/.test(line)),
  }

  async function start(): Promise<ChildProcess> {
    writeFileSync(places.generation, String(++generation))
    const args = ['--workspace', places.idle, '--home', places.home, '--trust-workspace']
    const started = spawn(
      process.execPath,
      [program, ...args, 'serve', '--socket', places.socket, '--json'],
      {
        cwd: places.idle,
        env: environmentOf(places),
        stdio: ['ignore', 'pipe', errors],
      },
    )
    const own = generation
    started.once('exit', (code, signal) => {
      if (!killed.has(own) && !stopping)
        endedAlone.push(`the runtime ended by itself: ${signal ?? `exit code ${code}`}`)
    })
    // The runtime prints its address once it listens.
    await Promise.race([once(started.stdout as NodeJS.ReadableStream, 'data'), once(started, 'exit')])
    if (started.exitCode !== null)
      throw new Error(`the runtime did not start: ${readFileSync(stderr, 'utf8')}`)
    return started
  }
}

/** The environment of runtimes and clients. */
export function environmentOf({ folder, home, temporary }: ChaosPlaces): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(XDG_|HOOKBENCH_|NODE_)/.test(name))
  const own = { HOME: home, USERPROFILE: home, TMPDIR: temporary, [MARK]: folder }
  return { ...Object.fromEntries(kept), ...own }
}

/** Calls what ends a process and waits for its exit. */
export async function ended(child: ChildProcess, how: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  how()
  await exit
}
