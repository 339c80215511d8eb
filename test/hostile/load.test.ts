// Fifty sessions at once through one workspace, and the hook of one of them hangs: the other forty-nine get the right
// answer on time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'
import { leftIn } from './stage.ts'

const SESSIONS = 50
const HANGS = 17
// Never reached: the hung call is canceled once the others are done.
const TIMEOUT_MS = 100_000

type Row = {
  readonly form: string
  readonly dialect: 'secureyeoman' | 'kodelet' | 'kaizen'
  readonly event: string
  readonly files: string
  readonly payload: (session: string) => object
  /** The hook's answer, which differs by session, so that mixed-up answers are detected. */
  readonly answer: (outcome: Outcome) => unknown
}

const module = (form: string, hang: string): Row => ({
  form,
  dialect: 'secureyeoman',
  event: 'tool_execute_before',
  files: `
    //- /ws/extensions/_10_busy.mjs
    export const tool_execute_before = async (context) => {
      if (context.sessionId === 'session-${HANGS}') ${hang}
      await new Promise((resolve) => setTimeout(resolve, 10))
      return { ...context, answer: context.sessionId }
    }
  `,
  payload: (sessionId) => ({
    ...(recordOf('secureyeoman', 'tool_execute_before')?.example as object),
    sessionId,
  }),
  answer: ({ payload }) => (payload as { answer?: string }).answer,
})

const executable = (form: string, hang: string): Row => ({
  form,
  dialect: 'kodelet',
  event: 'before_tool_call',
  files: `
    //- /ws/.kodelet/hooks/busy 755
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    read -r payload
    session=\${payload#*'"conv_id":"'}
    session=\${session%%'"'*}
    [ "$session" = session-${HANGS} ] && ${hang}
    echo '{"input": {"answer": "'$session'"}}'
  `,
  payload: (conv_id) => ({ ...(recordOf('kodelet', 'before_tool_call')?.example as object), conv_id }),
  answer: ({ payload }) => (payload as { tool_input: { answer?: string } }).tool_input.answer,
})

const python = (form: string, hang: string): Row => ({
  form,
  dialect: 'kaizen',
  event: 'pre_tool_use',
  files: `
    //- /ws/.kaizen/hooks/busy.py
    import asyncio
    from kaizen.core.autonomy.hooks import BaseHook, HookResult


    class Busy(BaseHook):
        def __init__(self):
            super().__init__(name="busy")

        async def handle(self, context):
            if context.agent_id == "session-${HANGS}":
                ${hang}
            await asyncio.sleep(0.01)
            return HookResult(success=True, data={"answer": context.agent_id})
  `,
  payload: (agent_id) => ({ ...(recordOf('kaizen', 'pre_tool_use')?.example as object), agent_id }),
  answer: ({ hooks }) => (hooks[0]?.result as { data?: { answer?: string } } | undefined)?.data?.answer,
})

const rows: readonly Row[] = [
  module('a module that never resolves', 'await new Promise(() => {})'),
  module('a module that spins', 'for (;;) {}'),
  module('a module that spins after an await', '{ await null; for (;;) {} }'),
  executable('an executable that sleeps', 'sleep 300'),
  executable('an executable that spins', 'while :; do :; done'),
  python('a Python hook that never resolves', 'await asyncio.Event().wait()'),
  python('a Python hook that spins', 'while True: pass'),
]

for (const row of rows) {
  test(`${row.form}: forty-nine answers are right and on time`, async (t) => {
    const tree = writeTree(`//- /home/\n${row.files}`)
    t.after(tree.remove)
    const settings = { maxExecutionTime: TIMEOUT_MS }
    const workspace = await openWorkspace({
      root: tree.at('/ws'),
      home: tree.at('/home'),
      trust: 'workspace',
      settings,
    })
    const { dialect, event } = row
    const aborted = new AbortController()
    // Warms everything up, as in a server that has run for a while.
    await workspace.fire(event, row.payload('first'), { dialect })
    const began = performance.now()
    const took: number[] = []
    const outcomes = await Promise.all(
      Array.from({ length: SESSIONS }, async (_, n) => {
        const session = `session-${n}`
        const outcome = await workspace.fire(event, row.payload(session), {
          dialect,
          session,
          signal: aborted.signal,
        })
        if (n !== HANGS) took.push(performance.now() - began)
        // Once the others are done, the hung call is aborted instead of waiting for the timeout.
        if (took.length === SESSIONS - 1) aborted.abort()
        return outcome
      }),
    )
    await workspace.close()
    outcomes.forEach((outcome, n) => {
      const [run] = outcome.hooks
      if (n === HANGS)
        assert.deepEqual([run?.status, /timeout|aborted/.test(run?.failure ?? '')], ['failed', true])
      else assert.deepEqual([run?.status, row.answer(outcome)], ['returned', `session-${n}`], run?.why)
    })
    assert.ok(
      Math.max(...took) < TIMEOUT_MS / 2,
      `the last of them came after ${Math.max(...took).toFixed(0)} ms`,
    )
    assert.deepEqual(await leftIn(tree.folder), [])
  })
}
