// The command line for tests: fast, in one helper process that runs many commands, or as a process of its own where the
// process is under test.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { COMPILED } from './compiled.ts'

export type CliResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export type CliOptions = {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly stdin?: string | Buffer
}

export type Cli = {
  /** Runs one command after all earlier ones; its output is that of a pipe. */
  run(args: readonly string[], options?: { readonly cwd?: string }): Promise<CliResult>
  close(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../runtime/cli/main.ts', import.meta.url))

/** Starts the helper process; pass `close` to `after`. */
export function openCli(): Cli {
  const helper: ChildProcess = fork(new URL('./cliHelper.ts', import.meta.url), {
    env: cleanEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...COMPILED],
  })
  const waiting = new Map<number, (result: CliResult) => void>()
  let next = 0
  helper.on('message', (message: CliResult & { readonly id: number }) => {
    const { id, ...result } = message
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  helper.on('exit', (code) => {
    for (const answer of waiting.values()) answer({ code, stdout: '', stderr: 'the helper process is gone' })
  })
  return {
    run(args, options = {}) {
      const id = next++
      const { promise, resolve } = Promise.withResolvers<CliResult>()
      waiting.set(id, resolve)
      helper.send({ id, args, cwd: options.cwd })
      return promise
    },
    async close() {
      if (helper.exitCode !== null) return
      const gone = once(helper, 'exit')
      helper.disconnect()
      await gone
    },
  }
}

/** Runs one command as a process of its own. */
export async function spawnCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = startCli(args, options)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.stdin ?? '')
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** Starts one command as a process; the caller handles its streams and its end. */
export function startCli(args: readonly string[], options: CliOptions = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...COMPILED, MAIN, ...args], {
    cwd: options.cwd,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

// The environment without Hookbench's variables of this machine and without settings for colors.
function cleanEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(HOOKBENCH_|NODE_TEST|FORCE_COLOR|NO_COLOR|XDG_|NODE_OPTIONS)/.test(name)) env[name] = value
  }
  return env
}
