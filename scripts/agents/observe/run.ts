// One run of a host's program: fresh folders, the configuration with stand-ins for its hooks, a scripted model, the
// program. Only records what happened. The folders are removed afterwards.

import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { numbered } from './callNumbers.ts'
import type { CaseObject } from './case.ts'
import type { CommandHost } from './host.ts'
import { type ModelRequest, startMockModel } from './mockModel.ts'
import { freshFolders, placed, type RunFolders, writeRecorders, writeScenario } from './runFolders.ts'
import type { Scenario, Situation } from './scenario.ts'
import { type ObservedCall, readCalls } from './standIn.ts'

export type AgentRun = {
  readonly folders: RunFolders
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  /** Requests that used a turn of the script. */
  readonly requests: readonly ModelRequest[]
  /** Calls of the hooks under test, and of the recorders on all other events. */
  readonly calls: readonly ObservedCall[]
  readonly made: readonly string[]
  readonly endedAt: number
  /** When the user was asked about a tool call; absent where there is no user. */
  readonly promptedAt?: readonly number[]
}

/**
 * Longest run in milliseconds: the slowest scripted hook takes four seconds, and a Stop hook may be called nine times.
 */
const MOST_MS = 60_000

/** Additional steps before the program starts and after it has ended. */
export type Around = {
  readonly before: (folders: RunFolders) => void
  readonly after: (folders: RunFolders) => void
  /** Where the program writes its log, relative to the hooks' folder. */
  readonly log?: string
  readonly mostMs?: number
}

/** Runs a situation with the hooks of a scenario; without a scenario, with recorders only. */
export async function runAgent(
  host: CommandHost,
  program: string,
  situation: Situation,
  scenario?: Scenario,
  around?: Around,
): Promise<AgentRun> {
  const folders = freshFolders()
  try {
    writeScenario(folders, scenario)
    around?.before(folders)
    const recorders = writeRecorders(host, folders, scenario)
    const model = await startMockModel(host.wire, placed(situation.turns, folders))
    const log = around?.log === undefined ? {} : { log: join(folders.hooks, around.log) }
    const { args, env, input } = host.commandLine({ folders, situation, port: model.port, recorders, ...log })
    const started = { cwd: folders.project, env: { ...baseEnvironment(folders), ...env } }
    const child = spawn(program, args, { ...started, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    // A program that has exited no longer reads its input.
    child.stdin.on('error', () => {}).end(input)
    const timer = setTimeout(() => endGroup(child.pid), around?.mostMs ?? MOST_MS)
    const [stdout, stderr, exit] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => child.on('error', reject).on('exit', resolve)),
    ])
    clearTimeout(timer)
    const endedAt = Date.now()
    endGroup(child.pid)
    await model.close()
    const requests = model.requests.filter(({ main }) => main)
    const made = readdirSync(folders.project).filter((name) => !name.startsWith('.'))
    const calls = numbered(host, readCalls(folders.hooks), requests)
    around?.after(folders)
    return { folders, exit, stdout, stderr, requests, calls, made, endedAt }
  } finally {
    rmSync(folders.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

const baseEnvironment = ({ home, temporary }: RunFolders): CaseObject & NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: home,
  TMPDIR: temporary,
  TERM: 'dumb',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
})

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
