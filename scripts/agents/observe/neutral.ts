// Replaces ids and paths of a run by neutral ones, so that cases from different runs and machines are comparable.

import type { CaseObject } from './case.ts'
import type { AgentRun } from './run.ts'

export type Neutral = {
  readonly text: (text: string) => string
  readonly payload: (payload: CaseObject) => CaseObject
}

const NUMBERED: Readonly<Record<string, string>> = {
  session_id: 'session',
  sessionId: 'session',
  prompt_id: 'prompt',
  tool_use_id: 'call',
  turn_id: 'turn',
  message_id: 'message',
  agent_id: 'agent',
}

export function neutralOf({ folders, calls }: AgentRun): Neutral {
  const ids = new Map<string, string>()
  const counts = new Map<string, number>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const word = NUMBERED[key]
      if (word === undefined || typeof inner !== 'string' || ids.has(inner)) visit(inner)
      else {
        const count = (counts.get(word) ?? 0) + 1
        counts.set(word, count)
        ids.set(inner, `${word}-${count}`)
      }
    }
  }
  for (const call of calls) visit(call.payload)

  const replaced: readonly (readonly [string | RegExp, string])[] = [
    ...[...new Set(calls.map(({ hook }) => hook))].map(
      (hook) => [`${folders.hooks}/${hook}`, `{{command:${hook}}}`] as const,
    ),
    [/"([^"]*)\/([^"/]+)\.jsonl"/g, '"/home/user/transcripts/$2.jsonl"'],
    [folders.project, '/project'],
    [folders.home, '/home/user'],
    [folders.temporary, '/tmp'],
    ...(folders.mark === undefined ? [] : [[folders.mark, ''] as const]),
    ...ids,
  ]
  const text = (raw: string) => replaced.reduce((left, [from, to]) => left.replaceAll(from, to), raw)
  return { text, payload: (payload) => JSON.parse(text(JSON.stringify(payload))) as CaseObject }
}
