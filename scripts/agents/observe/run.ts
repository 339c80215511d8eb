// One run of a real agent: fresh folders, the configuration with stand-ins for its hooks, a scripted model, the program.
// It keeps what happened and judges nothing. The folders are removed afterwards.

import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { numbered } from './callNumbers.ts'
import type { ConfigFile, HookAnswer, JsonObject } from './case.ts'
import type { AgentHost } from './host.ts'
import { type ModelRequest, startMockModel } from './mockModel.ts'
import type { Scenario, Situation } from './scenario.ts'
import { type HookCall, readCalls, writeStandIn } from './standIn.ts'

export type RunFolders = {
  readonly root: string
  readonly project: string
  readonly home: string
  readonly temporary: string
  readonly hooks: string
}

export type AgentRun = {
  readonly folders: RunFolders
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
  /** Requests that took a turn of the script. */
  readonly requests: readonly ModelRequest[]
  /** Calls of the hooks under test and of the recorders on all other events. */
  readonly calls: readonly HookCall[]
  readonly made: readonly string[]
  readonly endedAt: number
}

/** Longest run: the slowest scripted hook takes four seconds, and a Stop hook may be asked nine times. */
const MOST_MS = 60_000

export const SILENT: HookAnswer = { exit: 0, stdout: '', stderr: '', ms: 0 }

/** The situation with the hooks of the scenario; without a scenario, with recorders alone. */
export async function runAgent(
  host: AgentHost,
  program: string,
  situation: Situation,
  scenario?: Scenario,
): Promise<AgentRun> {
  const folders = freshFolders()
  try {
    const commands = Object.entries(scenario?.answers ?? {}).map(
      ([hook, answers]) => [hook, writeStandIn(folders.hooks, hook, placed(answers, folders))] as const,
    )
    for (const file of scenario?.files ?? []) writeConfig(folders, file, new Map(commands))
    const recorders = (scenario === undefined ? host.events : host.evidence)
      .filter((event) => event !== scenario?.event)
      .map((event) => [event, writeStandIn(folders.hooks, recorderOf(event), [SILENT])] as const)
    const model = await startMockModel(host.wire, placed(situation.turns, folders))
    const { args, env } = host.commandLine({ folders, situation, port: model.port, recorders })
    const started = { cwd: folders.project, env: { ...baseEnvironment(folders), ...env } }
    const child = spawn(program, args, { ...started, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const timer = setTimeout(() => endGroup(child.pid), MOST_MS)
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
    return { folders, exit, stdout, stderr, requests, calls, made, endedAt }
  } finally {
    rmSync(folders.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

export const recorderOf = (event: string) => `recorder-${event}`

function freshFolders(): RunFolders {
  const root = mkdtempSync(join(tmpdir(), 'observe-'))
  const [project, home, temporary, hooks] = ['project', 'home', 'tmp', 'hooks'].map((name) =>
    join(root, name),
  ) as [string, string, string, string]
  for (const folder of [project, home, temporary, hooks]) mkdirSync(folder)
  writeFileSync(join(project, 'README.md'), '# demo\n')
  spawnSync('git', ['init', '-q', '-b', 'main', project], { env: { PATH: process.env.PATH, HOME: home } })
  // What the host says of the repository is then the same whatever files a scenario brings.
  appendFileSync(join(project, '.git/info/exclude'), '.*\n')
  return { root, project, home, temporary, hooks }
}

function writeConfig(folders: RunFolders, file: ConfigFile, commands: ReadonlyMap<string, string>): void {
  const [, place = '', rest = ''] = /^(project|home)\/(.*)$/.exec(file.path) ?? []
  const path = join(folders[place as 'project' | 'home'], rest)
  mkdirSync(dirname(path), { recursive: true })
  const content = 'text' in file ? file.text : JSON.stringify(file.json, undefined, 2)
  const here = content.replaceAll('{{project}}', folders.project)
  writeFileSync(
    path,
    here.replaceAll(/\bhook-\d+\b/g, (id) => commands.get(id) ?? id),
  )
}

/** The value with the project's folder filled in. */
const placed = <T>(value: T, { project }: RunFolders): T =>
  JSON.parse(JSON.stringify(value).replaceAll('{{project}}', project)) as T

const baseEnvironment = ({ home, temporary }: RunFolders): JsonObject & NodeJS.ProcessEnv => ({
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
