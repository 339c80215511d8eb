// What the model received because of the hooks: what the requests of a run hold beyond those of the same situation
// without hooks, beginning with a given request.

import type { ModelText } from './case.ts'
import type { AgentHost } from './host.ts'
import type { RequestPart } from './mockModel.ts'
import { type Neutral, neutralOf } from './neutral.ts'
import type { AgentRun } from './run.ts'

export type NewText = ModelText & { readonly callId?: string }

const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g

/** Texts of the requests from number `first` (from 0) on that neither earlier ones nor the plain run have. */
export function newTexts(host: AgentHost, run: AgentRun, plain: AgentRun, first: number): readonly NewText[] {
  const before = new Set<string>()
  const [of, ofPlain] = [neutralOf(run), neutralOf(plain)]
  const keyOf = ({ text, where, call }: Piece) => JSON.stringify([where, call, steady(host, text)])
  const add = (piece: Piece) => before.add(keyOf(piece))
  for (const request of plain.requests) for (const part of request.parts) pieces(part, ofPlain).forEach(add)
  for (const request of run.requests.slice(0, first))
    for (const part of request.parts) pieces(part, of).forEach(add)
  return run.requests.slice(first).flatMap((request, index) =>
    request.parts.flatMap((part) =>
      pieces(part, of).flatMap((piece): NewText[] => {
        const key = keyOf(piece)
        if (before.has(key) || !canBeOfHooks(host, piece)) return []
        before.add(key)
        const number = index === 0 ? {} : { request: index + 1 }
        const call = part.callId === undefined ? {} : { callId: part.callId }
        return [
          { text: piece.text, where: piece.where, role: piece.role as ModelText['role'], ...number, ...call },
        ]
      }),
    ),
  )
}

type Piece = {
  readonly text: string
  readonly where: ModelText['where']
  readonly role: RequestPart['role']
  readonly call: string
}

/** Whether the host would not have said it by itself. */
const canBeOfHooks = (host: AgentHost, { text, where, role }: Piece) =>
  role !== 'assistant' &&
  role !== 'system' &&
  !host.ownText(text) &&
  !(where === 'result' && host.ownRefusal(text))

/** The text without what differs from run to run. */
export const steady = (host: AgentHost, text: string) =>
  host.changing.reduce((left, one) => left.replaceAll(one, '…'), text)

/** A tool's result is told apart from the reminders added to it; everything else is one piece. */
function pieces(part: RequestPart, neutral: Neutral): readonly Piece[] {
  const text = neutral.text(part.text).trim()
  const common = { role: part.role, call: part.callId ?? '' }
  if (part.role !== 'tool') return [{ ...common, text, where: 'message' }]
  const added = text.match(REMINDER) ?? []
  const own = text.replaceAll(REMINDER, '').trim()
  return [
    { ...common, text: own, where: 'result' },
    ...added.map((reminder) => ({ ...common, text: reminder, where: 'in-result' as const })),
  ]
}

/** The tool's own result of a call, without reminders. */
export function resultOf(
  run: AgentRun,
  callId: string,
): { readonly text: string; readonly isError: boolean } | undefined {
  for (const { parts } of run.requests) {
    const part = parts.find((other) => other.callId === callId)
    if (part === undefined) continue
    const [own] = pieces(part, neutralOf(run))
    return { text: own?.text ?? '', isError: part.isError === true }
  }
  return undefined
}
