// One run in an open window of the editor: its workspace and home made clean, the configuration with stand-ins for its
// hooks, a scripted model, one prompt in a new chat.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { numbered } from '../callNumbers.ts'
import type { CaseObject } from '../case.ts'
import type { EditorHost } from '../host.ts'
import { type MockModel, startMockModel } from '../mockModel.ts'
import type { AgentRun } from '../run.ts'
import { makeProject, placed, type RunFolders, writeRecorders, writeScenario } from '../runFolders.ts'
import type { Scenario, Situation } from '../scenario.ts'
import { readCalls } from '../standIn.ts'
import type { EditorWindow } from './window.ts'

/** What the editor needs to see that files have changed. */
const SEEN_MS = 300
/** Where the settings of the person stand in a scenario. */
const SETTINGS = 'user-data/settings.json'

/** Plays it, and once more where no hook of any kind was heard of: the editor may not have seen the files yet. */
export async function runInWindow(
  host: EditorHost,
  window: EditorWindow,
  situation: Situation,
  scenario?: Scenario,
): Promise<AgentRun> {
  const run = await playedOnce(host, window, situation, scenario)
  return run.calls.length > 0 ? run : playedOnce(host, window, situation, scenario)
}

async function playedOnce(
  host: EditorHost,
  window: EditorWindow,
  situation: Situation,
  scenario?: Scenario,
): Promise<AgentRun> {
  const folders = cleanFolders(window)
  writeScenario(folders, scenario)
  host.recorders(folders, writeRecorders(host, folders, scenario))
  const model = await startMockModel(host.wire, placed(situation.turns, folders))
  await sleep(SEEN_MS)
  window.takePrompts()
  const { type, error = '' } = await window.ask({
    prompt: situation.prompt,
    model: `http://127.0.0.1:${model.port}/`,
    modelId: situation.model ?? 'scripted',
    settings: settingsIn(scenario),
  })
  await quiet(model, folders, type === 'confirmation' ? 15_000 : 2000)
  const endedAt = Date.now()
  await model.close()
  const requests = model.requests.filter(({ main }) => main)
  const made = readdirSync(folders.project).filter((name) => !name.startsWith('.') && name !== 'README.md')
  const calls = numbered(host, readCalls(folders.hooks), requests)
  const byRequest = window.takePrompts()
  return {
    folders,
    exit: null,
    stdout: '',
    stderr: error,
    requests,
    calls,
    made,
    endedAt,
    promptedAt: byRequest,
  }
}

/** A file that was there in an earlier run is known to the editor for a while, so each run has names of its own. */
let runs = 0

/** The window keeps its folders; what a run put there is taken away. */
function cleanFolders({ stage }: EditorWindow): RunFolders {
  const { folder, workspace, home } = stage
  const root = mkdtempSync(join(folder, 'run-'))
  const [temporary, hooks] = [join(root, 'tmp'), join(root, 'hooks')]
  for (const one of [temporary, hooks]) mkdirSync(one)
  for (const name of readdirSync(workspace).filter((one) => one !== '.git'))
    rmSync(join(workspace, name), { recursive: true })
  for (const name of ['.copilot', '.claude']) rmSync(join(home, name), { recursive: true, force: true })
  makeProject(workspace, home)
  runs += 1
  return { root, project: workspace, home, temporary, hooks, mark: `-run${runs}-` }
}

function settingsIn(scenario: Scenario | undefined): CaseObject {
  const file = scenario?.files.find(({ path }) => path === SETTINGS)
  return file !== undefined && 'json' in file ? file.json : {}
}

/** Longest wait after the answer: a call that a person was asked about is still to run. */
const MOST_MS = 40_000
const EVERY_MS = 50

/** Until nothing more comes: soon after the hooks at the end of the turn, else after so long. */
async function quiet(model: MockModel, { hooks }: RunFolders, otherwise: number): Promise<void> {
  const began = Date.now()
  const state = () => {
    const calls = readCalls(hooks)
    const isOver = calls.findLast(({ payload }) => payload.hook_event_name === 'Stop')?.endedAt !== undefined
    const open = calls.filter(({ endedAt }) => endedAt === undefined).length
    return {
      of: [model.requests.length, calls.length, open].join(),
      needed: isOver && open === 0 ? 500 : otherwise,
    }
  }
  let last = state()
  let since = Date.now()
  while (Date.now() - began < MOST_MS) {
    await sleep(EVERY_MS)
    const now = state()
    if (now.of !== last.of) since = Date.now()
    last = now
    if (Date.now() - since >= now.needed) return
  }
}
