// Replays a case like a recording of one event; the expectation takes the place of the recorded outcome.

import type { Case } from '../contract/case.ts'
import { defined } from '../contract/defined.ts'
import { overriddenPayload } from './overriddenOutcome.ts'
import type { Open, Replay } from './replay.ts'
import type { ReplayedEvent } from './replayedEvent.ts'
import { type RunCaseOptions, runCase } from './runCase.ts'

/** Replays one case into a new workspace. */
export async function replayCase(open: Open, one: Case, options: RunCaseOptions = {}): Promise<Replay> {
  const workspace = await open()
  try {
    const result = await runCase(workspace, overridden(one, options), options)
    const { status, differences, outcome, why } = result
    const same = status === 'passed'
    const { event, dialect, hook, expect } = one
    const replayed: ReplayedEvent = {
      n: 1,
      event,
      dialect,
      session: '',
      ...defined({ hook }),
      recorded: expect,
      replayed: outcome ?? null,
      same,
      ...(differences.length === 0 ? {} : { differences }),
      ...defined({ failed: why }),
    }
    const failed = why === undefined ? 0 : 1
    return { v: 1, events: [replayed], same: same ? 1 : 0, changed: same ? 0 : 1 - failed, failed }
  } finally {
    await workspace.close()
  }
}

function overridden(one: Case, { set = {} }: RunCaseOptions): Case {
  const { payload, expect } = one
  if (!('payload' in expect)) return one
  return { ...one, expect: { ...expect, payload: overriddenPayload(expect.payload, payload, set) } }
}
