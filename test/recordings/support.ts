// Steps and recorders for the tests of recordings and replay.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { HookRun, Step } from '../../runtime/contract/outcome.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { openRecorder, type Recorder, type RecorderOptions } from '../../runtime/recordings/recorder.ts'

/** A temporary folder that is removed after the test. */
export function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookbench-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A recorder with default settings. */
export function recorder(folder: string, more: Partial<RecorderOptions> = {}): Recorder {
  return openRecorder(options(folder, more))
}

/** Default settings of a recorder. */
export function options(folder: string, more: Partial<RecorderOptions> = {}): RecorderOptions {
  const { redaction, recording } = defaultSettings
  return { root: folder, folder, session: 's1', version: '0.0.0', redaction, ...recording, ...more }
}

/** The run of a hook, with typical values. */
export function run(more: Partial<HookRun> = {}): HookRun {
  return {
    id: 'kodelet:workspace:guard.py',
    name: 'guard.py',
    source: 'workspace',
    path: '/home/bob/shop/.kodelet/hooks/guard.py',
    status: 'returned',
    result: {},
    durationMs: 3,
    ...more,
  }
}

export type Firing = {
  readonly firing?: string
  readonly dialect?: string
  readonly event?: string
  readonly payload?: unknown
  readonly session?: string
  readonly runs?: readonly HookRun[]
  readonly outcome?: Partial<Extract<Step, { kind: 'settled' }>['outcome']>
}

/** The steps of one firing, as the engine emits them. */
export function steps({
  firing = 'f1',
  payload = { tool_name: 'bash' },
  runs = [run()],
  ...more
}: Firing = {}): readonly Step[] {
  const { dialect = 'kodelet', event = 'before_tool_call', session = 's1', outcome = {} } = more
  const base = { v: 1, at: 1000, firing } as const
  return [
    { ...base, kind: 'fired', dialect, event, payload, session, cwd: undefined },
    { ...base, kind: 'planned', hooks: runs.map(({ id, name }) => ({ id, name, run: true })) },
    ...runs.flatMap((one): Step[] => [
      { ...base, kind: 'started', hook: one.id },
      { ...base, kind: 'finished', run: one },
    ]),
    {
      ...base,
      kind: 'settled',
      outcome: {
        v: 1,
        dialect,
        event,
        decision: 'pass',
        changed: false,
        context: [],
        notes: [],
        followUps: [],
        durationMs: 4,
        ...outcome,
      },
    },
  ]
}
