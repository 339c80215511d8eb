// The folders of one run and their contents: the configuration of a scenario with stand-ins for its hooks, and recorder
// hooks.

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ConfigFile, HookAnswer } from './case.ts'
import type { AgentHost } from './host.ts'
import type { Scenario } from './scenario.ts'
import { writeStandIn } from './standIn.ts'

export type RunFolders = {
  readonly root: string
  readonly project: string
  readonly home: string
  readonly temporary: string
  readonly hooks: string
  /** Replaces `{{mark}}` in a situation: part of a file name that no earlier run used. */
  readonly mark?: string
}

export const SILENT: HookAnswer = { exit: 0, stdout: '', stderr: '', ms: 0 }

export const recorderOf = (event: string) => `recorder-${event}`

export function freshFolders(): RunFolders {
  const root = mkdtempSync(join(tmpdir(), 'observe-'))
  const [project, home, temporary, hooks] = ['project', 'home', 'tmp', 'hooks'].map((name) =>
    join(root, name),
  ) as [string, string, string, string]
  for (const folder of [project, home, temporary, hooks]) mkdirSync(folder)
  makeProject(project, home)
  return { root, project, home, temporary, hooks }
}

/** Creates a repository with one file. */
export function makeProject(project: string, home: string): void {
  writeFileSync(join(project, 'README.md'), '# demo\n')
  spawnSync('git', ['init', '-q', '-b', 'main', project], { env: { PATH: process.env.PATH, HOME: home } })
  // Excluded from git, so that the host describes the repository the same way whatever files a scenario adds.
  appendFileSync(join(project, '.git/info/exclude'), '.*\n')
}

/** Writes the files of a scenario, with stand-ins as the commands of its hooks. */
export function writeScenario(folders: RunFolders, scenario: Scenario | undefined): void {
  const commands = Object.entries(scenario?.answers ?? {}).map(
    ([hook, answers]) => [hook, writeStandIn(folders.hooks, hook, placed(answers, folders))] as const,
  )
  for (const file of scenario?.files ?? []) writeConfig(folders, file, new Map(commands))
}

/** The events recorded in a run, each with the command of its recorder. */
export function writeRecorders(
  host: AgentHost,
  folders: RunFolders,
  scenario: Scenario | undefined,
): readonly (readonly [event: string, command: string])[] {
  return (scenario === undefined ? host.events : host.evidence)
    .filter((event) => event !== scenario?.event)
    .map((event) => [event, writeStandIn(folders.hooks, recorderOf(event), [SILENT])] as const)
}

function writeConfig(folders: RunFolders, file: ConfigFile, commands: ReadonlyMap<string, string>): void {
  const [, place = '', rest = ''] = /^(project|home)\/(.*)$/.exec(file.path) ?? []
  if (place === '') return
  const path = join(folders[place as 'project' | 'home'], rest)
  mkdirSync(dirname(path), { recursive: true })
  const content = 'text' in file ? file.text : JSON.stringify(file.json, undefined, 2)
  const here = content.replaceAll('{{project}}', folders.project)
  writeFileSync(
    path,
    here.replaceAll(/\bhook-\d+\b/g, (id) => commands.get(id) ?? id),
  )
}

/** Fills in the project's folder and the run's mark. */
export const placed = <T>(value: T, { project, mark = '' }: RunFolders): T =>
  JSON.parse(JSON.stringify(value).replaceAll('{{project}}', project).replaceAll('{{mark}}', mark)) as T
