// textDocument/inlayHint: behind an event's name what its hooks may do, and when this one runs.

import type { InlayHint, InlayHintParams } from 'vscode-languageserver'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import { SEMANTICS } from '../../runtime/contract/words.ts'
import type { Feature } from '../feature.ts'
import type { View } from '../project/view.ts'
import { handlersOf, ordinal, rankOf } from './hookSpots.ts'
import { eventsNamed } from './shapesOf.ts'

/** A hint at an offset, and what it says when it is looked at. */
export type Hint = { readonly at: number; readonly label: string; readonly about: string }

/** Semantics and order of handlers. */
export const inlayHint: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(connection, context) {
    connection.languages.inlayHint.on(
      context.answers('inlay hints', async ({ textDocument, range }: InlayHintParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const hints = hintsOf(place.view, await place.project.hooks(), place.positions.span(range))
        return hints.map(
          ({ at, label, about }): InlayHint => ({
            position: place.positions.at(at),
            label,
            tooltip: about,
            paddingLeft: true,
            // A handler's parameters stand right behind its name.
            paddingRight: true,
          }),
        )
      }),
    )
  },
}

/** The hints within a range, one behind each name that a handler is known by. */
export function hintsOf(view: View, hooks: readonly Hook[], within: Range): readonly Hint[] {
  const { role } = view
  if (role.kind !== 'hook') return []
  const named = new Set<number>()
  return handlersOf(view, hooks).flatMap(({ site, event, hook }) => {
    // Behind the quote where the name stands in quotes, or the hint would read as part of it.
    const at = site.range.end + (/["'`]/.test(view.text[site.range.end] ?? '') ? 1 : 0)
    const [known] = eventsNamed(view, event)
    // A class that answers many events has one name, and one hint would say too little of it.
    if (
      at < within.start ||
      at > within.end ||
      named.has(at) ||
      known === undefined ||
      site.events.length > 1
    )
      return []
    named.add(at)
    const rank = hook === undefined ? undefined : rankOf(hook, event, hooks)
    const order = rank === undefined || rank.of === 1 ? '' : `, ${ordinal(rank.at)} of ${rank.of}`
    return [{ at, label: `${known.record.semantics}${order}`, about: SEMANTICS[known.record.semantics] }]
  })
}
