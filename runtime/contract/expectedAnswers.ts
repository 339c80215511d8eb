// The answers that the contract expects from one handler, given the events it answers. Pure.

import type { Dialect } from './dialect.ts'
import { isOpen, type WalkedShape } from './walk.ts'

export type Answering = { readonly dialect: Dialect; readonly events: readonly string[] }

/** The shapes of the answers; empty where any answer is accepted. */
export function shapesOf({ dialect, events }: Answering): readonly WalkedShape[] {
  const shapes = events.flatMap((event) => dialect.events[event]?.result ?? []) as readonly WalkedShape[]
  return shapes.some(isOpen) ? [] : shapes
}

/** The events as text for a message. */
export function answeredEvents({ events }: Answering): string {
  return events.length > 3 ? 'the event' : events.join(' or ')
}

/** True where the answer has the type of the payload. */
export function returnsPayload({ dialect, events }: Answering): boolean {
  const record = dialect.events[events[0] ?? '']
  return (
    record !== undefined && titleOf(record.result as WalkedShape) === titleOf(record.payload as WalkedShape)
  )
}

/** The expected answer as text for a message. */
export function expectedAnswer({ dialect, events }: Answering): string {
  const record = dialect.events[events[0] ?? '']
  const title = record && titleOf(record.result as WalkedShape)
  const result = title === undefined ? 'a result' : `${/^[AEIOU]/.test(title) ? 'an' : 'a'} ${title}`
  return record?.empty === 'pass' ? `${result}, or nothing` : result
}

function titleOf(shape: WalkedShape | undefined): string | undefined {
  return shape?.title ?? shape?.anyOf?.find(({ title }) => title !== undefined)?.title
}
