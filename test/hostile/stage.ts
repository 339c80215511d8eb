// A workspace with one harmful hook and an innocent one after it, fired through the whole product.

import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import type { Settings } from '../../runtime/contract/settings.ts'
import { openWorkspace, recordWorkspace } from '../../runtime/index.ts'
import { type Tree, writeTree } from '../support/tree.ts'

export type Kind = 'module' | 'executable' | 'python' | 'lists'

type Scene = {
  readonly dialect: 'secureyeoman' | 'kodelet' | 'kaizen' | 'compilr'
  readonly event: string
  /** The path of a hook of this kind, without its extension. */
  readonly place: string
  readonly innocent: string
  /** The fields that the innocent hook adds to the payload, where its dialect allows it. */
  readonly adds?: Readonly<Record<string, unknown>>
}

export const SCENES: Readonly<Record<Kind, Scene>> = {
  module: {
    dialect: 'secureyeoman',
    event: 'tool_execute_before',
    place: '/ws/extensions/_10_hostile',
    innocent: `
      //- /ws/extensions/_20_innocent.mjs
      export const tool_execute_before = (context) => ({ ...context, innocent: true })
    `,
    adds: { innocent: true },
  },
  executable: {
    dialect: 'kodelet',
    event: 'before_tool_call',
    place: '/ws/.kodelet/hooks/10-hostile',
    innocent: `
      //- /ws/.kodelet/hooks/20-innocent 755
      #!/bin/sh
      [ "$1" = hook ] && echo before_tool_call && exit
      cat > /dev/null
      echo '{"input": {"innocent": true}}'
    `,
    adds: { tool_input: { innocent: true } },
  },
  python: {
    dialect: 'kaizen',
    event: 'pre_tool_use',
    place: '/ws/.kaizen/hooks/a_hostile.py',
    innocent: `
      //- /ws/.kaizen/hooks/b_innocent.py
      from kaizen.core.autonomy.hooks import BaseHook, HookResult


      class Innocent(BaseHook):
          def __init__(self):
              super().__init__(name="innocent")

          async def handle(self, context):
              return HookResult(success=True, data={"innocent": True})
    `,
  },
  lists: {
    dialect: 'compilr',
    event: 'beforeTool',
    place: '/ws/.compilr/hooks/10_hostile',
    innocent: `
      //- /ws/.compilr/hooks/20_innocent.mjs
      export default { beforeTool: [({ input }) => ({ input: { ...input, innocent: true } })] }
    `,
  },
}

export type Played = {
  readonly tree: Tree
  readonly outcome: Outcome
  /** Absent if the hook has no event, because no firing includes it then. */
  readonly hostile: HookRun | undefined
  readonly listed: Hook | undefined
  readonly innocent: HookRun
  readonly problems: readonly string[]
}

export type PlayOptions = {
  readonly payload?: unknown
  readonly settings?: Partial<Settings>
  /** The number of times that the event is fired; the last outcome counts. */
  readonly times?: number
  /** False: nothing is recorded. */
  readonly record?: boolean
}

/** Fires the event of this kind; when it resolves, everything is closed and every process is gone. */
export async function play(kind: Kind, files: string, options: PlayOptions = {}): Promise<Played> {
  const { dialect, event, innocent, adds } = SCENES[kind]
  const tree = writeTree(`//- /home/\n${files}\n${innocent}`)
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    // Long enough for a busy machine; tests whose hooks hang set their own.
    settings: { maxExecutionTime: 120_000, ...options.settings },
  })
  const recorder = options.record === false ? undefined : recordWorkspace(workspace, assert.fail)
  let outcome: Outcome | undefined
  try {
    const payload = options.payload ?? recordOf(dialect, event)?.example
    for (let time = 0; time < (options.times ?? 1); time++)
      outcome = await workspace.fire(event, payload, { dialect })
  } finally {
    recorder?.close()
    await workspace.close()
  }
  assert.ok(outcome)
  assert.deepEqual(await leftIn(tree.folder), [], 'no process is left')
  const innocentRun = outcome.hooks.find(({ path }) => path.includes('innocent'))
  assert.ok(innocentRun)
  if (adds !== undefined) {
    assert.deepEqual(
      { ...(outcome.payload as object), ...adds },
      outcome.payload,
      `the innocent answer counts: ${outcome.hooks.map(({ name, status, why }) => `${name} ${status} ${why ?? ''}`)}`,
    )
  }
  const { problems } = workspace
  return {
    tree,
    outcome,
    hostile: outcome.hooks.find(({ path }) => path.includes('hostile')),
    listed: workspace.list().find(({ path }) => path.includes('hostile')),
    innocent: innocentRun,
    problems: problems.map(({ message }) => message),
  }
}

/** Processes whose working directory is in the folder. Ending takes a moment, so this polls for up to 30 seconds. */
export async function leftIn(folder: string): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const left = processesIn(folder)
    if (left.length === 0 || tries === 600) return left
    await sleep(50)
  }
}

/** Processes whose working directory is in the folder, now. */
export function processesIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`)
      const program = readlinkSync(`/proc/${pid}/exe`)
      return cwd.startsWith(folder) ? [`${pid} ${program}`] : []
    } catch {
      // The process has ended, or belongs to another user.
      return []
    }
  })
}
