// Who is answered: the events of one handler, and what the contract says about their answers. Pure.

import type { Dialect } from './dialect.ts'
import { isOpen, type WalkedShape } from './walk.ts'

export type Answering = { readonly dialect: Dialect; readonly events: readonly string[] }

/** The shapes of the answers; none where any answer will do. */
export function shapesOf({ dialect, events }: Answering): readonly WalkedShape[] {
  const shapes = events.flatMap((event) => dialect.events[event]?.result ?? []) as readonly WalkedShape[]
  return shapes.some(isOpen) ? [] : shapes
}

/** The events in words. */
export function answeredEvents({ events }: Answering): string {
  return events.length > 3 ? 'the event' : events.join(' or ')
}

/** True where the answer is the payload, handed back. */
export function returnsPayload({ dialect, events }: Answering): boolean {
  const record = dialect.events[events[0] ?? '']
  return (
    record !== undefined && titleOf(record.result as WalkedShape) === titleOf(record.payload as WalkedShape)
  )
}

/** What is expected, in words. */
export function expectedAnswer({ dialect, events }: Answering): string {
  const record = dialect.events[events[0] ?? '']
  const title = record && titleOf(record.result as WalkedShape)
  const result = title === undefined ? 'a result' : `${/^[AEIOU]/.test(title) ? 'an' : 'a'} ${title}`
  return record?.empty === 'pass' ? `${result}, or nothing` : result
}

function titleOf(shape: WalkedShape | undefined): string | undefined {
  return shape?.title ?? shape?.anyOf?.find(({ title }) => title !== undefined)?.title
}
