// One run in an open editor window: cleans its workspace and home, writes the configuration with stand-ins for its
// hooks, starts a scripted model and sends one prompt in a new chat.

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

/** How long the editor takes to notice changed files, in milliseconds. */
const SEEN_MS = 300
/** Path of the user settings in a scenario. */
const SETTINGS = 'user-data/settings.json'

/** Plays the run, and repeats it once if no hook was called at all: the editor may not have noticed the files yet. */
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

/** The editor remembers files of earlier runs for a while, so each run uses its own names. */
let runs = 0

/** Reuses the window's folders and removes what the last run left in them. */
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

/** Longest wait after the answer, in milliseconds: a call that the user was asked about may still run. */
const MOST_MS = 40_000
const EVERY_MS = 50

/**
 * Waits until nothing more happens: briefly after the hooks at the end of the turn, otherwise `otherwise` milliseconds.
 */
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
