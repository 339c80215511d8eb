// Replay of a long recording through its module hook, isolated and compared, with workspace and worker started anew
// each time, against the minimum of any replayer: one process that reads the file, parses every line and calls the
// hook's function, without isolation or comparison.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { recordingsFolder } from '../../runtime/recordings/folder.ts'
import { replayRecording } from '../../runtime/replay/replay.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { recordWorkspace } from '../../runtime/workspace/recording.ts'
import { inFolder } from '../fixtures.ts'
import { atLeast, type BenchRow, paired } from '../measure.ts'

const EVENTS = 100_000
const event = 'tool_execute_before'

export function replay(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    const [root, home] = [join(folder, 'workspace'), join(folder, 'home')]
    const path = join(root, 'extensions', '_10_marks.mjs')
    mkdirSync(join(root, 'extensions'), { recursive: true })
    writeFileSync(path, `export const ${event} = async (payload) => ({ ...payload, toolName: 'marked' })\n`)
    const open = () => openWorkspace({ root, home, trust: 'workspace' })
    const recording = join(folder, 'long.ndjson')
    writeFileSync(recording, repeated(await recorded(open, root)))
    const hook = ((await import(pathToFileURL(path).href)) as Record<string, Hook>)[event] as Hook
    const ours = async () => {
      const start = performance.now()
      const { same } = await replayRecording(open, recording, { keep: 'notable' })
      if (same !== EVENTS) throw new Error(`${same} of ${EVENTS} events were replayed equal`)
      return perEvent(start)
    }
    const theirs = async () => {
      const start = performance.now()
      let called = 0
      for (const line of readFileSync(recording, 'utf8').split('\n')) {
        if (line === '') continue
        const step = JSON.parse(line) as { kind?: string; payload?: unknown }
        if (step.kind !== 'fired') continue
        await hook(step.payload)
        called++
      }
      if (called !== EVENTS) throw new Error(`${called} of ${EVENTS} events were called`)
      return perEvent(start)
    }
    const name = `replay an event through an isolated module hook (of ${EVENTS}, starting included)`
    const against = 'a bare loop: JSON.parse of every line, and the call; the ratio is of throughput'
    return [atLeast({ name, against, budget: 0.6 }, await paired(ours, theirs, 3))]
  })
}

type Hook = (payload: unknown) => unknown

function perEvent(start: number): number {
  return ((performance.now() - start) * 1e6) / EVENTS
}

/** One event as the recorder writes it. */
async function recorded(open: () => ReturnType<typeof openWorkspace>, root: string): Promise<string> {
  const workspace = await open()
  const recorder = recordWorkspace(workspace, (message) => {
    throw new Error(message)
  })
  await workspace.fire(event, secureyeoman.events[event].example, { dialect: 'secureyeoman' })
  recorder.close()
  await workspace.close()
  const folder = recordingsFolder(root)
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  return readFileSync(join(folder, file as string), 'utf8')
}

/** The same event `EVENTS` times, each as a firing of its own. */
function repeated(text: string): string {
  const [header = '', ...steps] = text.trimEnd().split('\n')
  const firing = steps.join('\n')
  const all = Array.from({ length: EVENTS }, (_, n) => firing.replaceAll('"firing":"f1"', `"firing":"f${n}"`))
  return `${header}\n${all.join('\n')}\n`
}
