// A thousand concurrent firings over fifty sessions, each through a hook in a worker and one in this process. No firing
// may be lost, get the result of another, or settle before an earlier one of its session.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { hookOf, inFolder } from '../fixtures.ts'
import { type BenchRow, nanos } from '../measure.ts'

const FIRINGS = 1000
const SESSIONS = 50
const event = 'tool_execute_before'

type Payload = (typeof secureyeoman.events)[typeof event]['example']

/** Waits up to 2 ms, depending on the call, and marks the payload with its id. */
const slow = async (payload: Payload) => {
  await sleep(Number(payload.toolCallId) % 3)
  return { ...payload, toolName: `${payload.toolName} ${payload.toolCallId}` }
}

export function concurrent(): Promise<BenchRow[]> {
  return inFolder(async (folder) => {
    const [root, home] = [join(folder, 'workspace'), join(folder, 'home')]
    mkdirSync(join(root, 'extensions'), { recursive: true })
    writeFileSync(
      join(root, 'extensions', '_10_marks.mjs'),
      `export const ${event} = async (payload) => ({ ...payload, input: { seen: payload.toolCallId } })\n`,
    )
    const brought = hookOf('slow', {
      dialect: 'secureyeoman',
      events: [event],
      runner: 'in-process',
      order: 1000,
      handler: slow,
    })
    const workspace = await openWorkspace({ root, home, trust: 'workspace', handlers: [brought] })
    try {
      const settled: string[] = []
      const start = performance.now()
      const right = await Promise.all(
        Array.from({ length: FIRINGS }, async (_, n) => {
          const [id, session] = [String(n), `session-${n % SESSIONS}`]
          const payload: Payload = { ...secureyeoman.events[event].example, toolCallId: id, toolName: 'bash' }
          const outcome = await workspace.fire(event, payload, { dialect: 'secureyeoman', session })
          settled.push(`${session} ${id}`)
          return isAnswerTo(id, outcome)
        }),
      )
      const elapsed = performance.now() - start
      const good = right.filter(Boolean).length
      const ordered = inOrder(settled)
      return [
        {
          name: `${FIRINGS} firings at once, ${SESSIONS} sessions, a worker hook and a slow one each`,
          against: 'none lost, mixed up or overtaken',
          budget: `${FIRINGS} right`,
          ours: `${good} right${ordered ? '' : ', overtaken'}, ${nanos(elapsed * 1e6)} in all`,
          theirs: '',
          ok: good === FIRINGS && ordered,
        },
      ]
    } finally {
      await workspace.close()
    }
  })
}

function isAnswerTo(id: string, { payload, hooks }: Outcome): boolean {
  const { toolName, toolCallId, input } = payload as Payload
  return (
    hooks.length === 2 &&
    hooks.every((run) => run.status === 'returned') &&
    toolCallId === id &&
    toolName === `bash ${id}` &&
    (input as { seen?: unknown }).seen === id
  )
}

function inOrder(settled: readonly string[]): boolean {
  const last = new Map<string, number>()
  return settled.every((line) => {
    const [session, id] = line.split(' ') as [string, string]
    const before = last.get(session) ?? -1
    last.set(session, Number(id))
    return Number(id) > before
  })
}
