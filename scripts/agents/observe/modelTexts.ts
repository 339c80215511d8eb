// Determines what the model received because of the hooks: texts in the requests of a run that the same situation
// without hooks lacks, from a given request on.

import type { ObservedModelText } from './case.ts'
import type { AgentHost } from './host.ts'
import type { RequestPart } from './mockModel.ts'
import { type Neutral, neutralOf } from './neutral.ts'
import type { AgentRun } from './run.ts'

export type NewText = ObservedModelText & { readonly callId?: string }

/**
 * Texts of the requests from number `first` (from 0) that the plain run does not contain at all and that occur more
 * often than in any earlier request (each request contains the whole conversation so far).
 */
export function newTexts(host: AgentHost, run: AgentRun, plain: AgentRun, first: number): readonly NewText[] {
  const keyOf = ({ text, where, call }: Piece) => JSON.stringify([where, call, steady(host, text)])
  const pieces = (part: RequestPart, neutral: Neutral) => piecesOf(host, part, neutral)
  const [of, ofPlain] = [neutralOf(run), neutralOf(plain)]
  const known = new Set(
    plain.requests.flatMap(({ parts }) => parts.flatMap((part) => pieces(part, ofPlain).map(keyOf))),
  )
  const most = new Map<string, number>()
  return run.requests.flatMap(({ parts }, index) => {
    const counts = new Map<string, number>()
    const found: NewText[] = []
    for (const piece of parts.flatMap((part) => pieces(part, of))) {
      const key = keyOf(piece)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= (most.get(key) ?? 0)) continue
      most.set(key, count)
      if (index < first || known.has(key) || !canBeOfHooks(host, piece)) continue
      const number = index === first ? {} : { request: index - first + 1 }
      const call = piece.call === '' ? {} : { callId: piece.call }
      found.push({
        text: steady(host, piece.text),
        where: piece.where,
        role: piece.role as ObservedModelText['role'],
        ...number,
        ...call,
      })
    }
    return found
  })
}

type Piece = {
  readonly text: string
  readonly where: ObservedModelText['where']
  readonly role: RequestPart['role']
  readonly call: string
}

/** Whether the text may come from hooks rather than from the host itself. */
const canBeOfHooks = (host: AgentHost, { text, where, role }: Piece) =>
  role !== 'assistant' &&
  role !== 'system' &&
  !host.ownText(text) &&
  !(where === 'result' && host.ownRefusal(text))

/** The text with everything that varies between runs replaced. */
export const steady = (host: AgentHost, text: string) =>
  host.changing.reduce((left, one) => left.replaceAll(one, '{{any}}'), text)

/** Separates a tool's result or a prompt from what the host adds to it; any other text is one piece. */
function piecesOf(host: AgentHost, part: RequestPart, neutral: Neutral): readonly Piece[] {
  const text = neutral.text(part.text).trim()
  const common = { role: part.role, call: part.callId ?? '' }
  const isResult = part.role === 'tool'
  const pattern = isResult ? host.added?.result : host.added?.prompt
  const added = pattern === undefined ? [] : (text.match(pattern) ?? [])
  const rest = pattern === undefined ? text : text.replaceAll(pattern, '').trim()
  const own = isResult ? rest : (host.promptIn?.(rest) ?? rest)
  // A text that consists only of additions was not added to anything.
  if (!isResult && rest === '' && added.length > 0) return [{ ...common, text, where: 'message' }]
  return [
    { ...common, text: own, where: isResult ? 'result' : 'message' },
    ...added.map((one) => ({
      ...common,
      text: one.trim(),
      where: isResult ? ('in-result' as const) : ('in-prompt' as const),
    })),
  ]
}

/** The last text of the user or the host, without the host's additions. */
export function lastUserText(host: AgentHost, run: AgentRun, request: number): string | undefined {
  const part = run.requests[request]?.parts.findLast(({ role }) => role === 'user')
  return part === undefined ? undefined : piecesOf(host, part, neutralOf(run))[0]?.text
}

/** The tool's own result of a call, without the host's additions. */
export function resultOf(
  host: AgentHost,
  run: AgentRun,
  callId: string,
): { readonly text: string; readonly isError: boolean } | undefined {
  for (const { parts } of run.requests) {
    const part = parts.find((other) => other.callId === callId)
    if (part === undefined) continue
    const [own] = piecesOf(host, part, neutralOf(run))
    return { text: own?.text ?? '', isError: part.isError === true }
  }
  return undefined
}
