// Completes a whole handler after an event's name, where the name is a key in an object of handlers. The handler
// passes.

import type { Exports } from '../../../runtime/contract/dialect.ts'
import type { EventRecord } from '../../../runtime/contract/eventRecord.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Item } from './item.ts'

/** The event's item again with a handler; none if a handler is already present. */
export function handlerItems({ role, document, text }: View, event: Item): readonly Item[] {
  if (role.kind !== 'hook' || event.kind !== 'event') return []
  const record = role.dialect.events[event.label]
  const body = record === undefined ? undefined : BODIES[role.dialect.exports]?.(event.label, record)
  const isHandled = document.sites.some(
    ({ events, range }) => events.includes(event.label) && range.start !== event.range.start,
  )
  const isFollowed = /^\s*[:(]/.test(text.slice(event.range.end))
  if (body === undefined || isHandled || isFollowed) return []
  return [
    {
      ...event,
      label: `${event.label}(ctx) { … }`,
      detail: 'a whole handler',
      insert: body.replaceAll('$0', ''),
      snippet: body,
      filter: event.filter,
      rank: event.rank + 1,
    },
  ]
}

const BODIES: { readonly [E in Exports]?: (name: string, record: EventRecord) => string } = {
  extension: (name, { semantics }) => {
    const ending = semantics === 'observe' ? '' : '\n  return ctx'
    return `async ${name}(ctx) {\n  $0${ending}\n},`
  },
  lists: (name) => `${name}: [\n  async (ctx) => {\n    $0\n  },\n],`,
}
