// textDocument/inlayHint: after a handler's name, what hooks of its event may do; after a time, its unit. A program
// prints its event's name rather than defining a handler, so it has no hints.

import type { InlayHint, InlayHintParams } from 'vscode-languageserver'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import { SEMANTICS } from '../../runtime/contract/recordWords.ts'
import type { View } from '../../runtime/project/view.ts'
import type { Feature } from '../feature.ts'
import { configurationHints } from './configuration/hints.ts'
import { handlersOf, isProgram } from './hookSpots.ts'
import type { InlayHintSpot } from './inlayHintSpot.ts'
import { eventsNamed } from './shapesOf.ts'

/** What handlers may do. */
export const inlayHint: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(connection, context) {
    connection.languages.inlayHint.on(
      context.answers('inlay hints', async ({ textDocument, range }: InlayHintParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const within = place.positions.span(range)
        const hints =
          place.view.role.kind === 'configuration'
            ? await configurationHints(place.view, within)
            : hintsOf(place.view, await place.project.hooks(), within)
        return hints.map(
          ({ at, label, about }): InlayHint => ({
            position: place.positions.at(at),
            label,
            tooltip: about,
            paddingLeft: true,
            // The handler's parameters follow directly after its name.
            paddingRight: true,
          }),
        )
      }),
    )
  },
}

/** The hints within a range, one after each handler's name. */
export function hintsOf(view: View, hooks: readonly Hook[], within: Range): readonly InlayHintSpot[] {
  const { role } = view
  if (role.kind !== 'hook' || isProgram(view)) return []
  const named = new Set<number>()
  return handlersOf(view, hooks).flatMap(({ site, event }) => {
    // After the closing quote of a quoted name; otherwise the hint would look like part of it.
    const at = site.range.end + (/["'`]/.test(view.text[site.range.end] ?? '') ? 1 : 0)
    const [known] = eventsNamed(view, event)
    // A class that answers many events has only one name, which a single hint would not describe.
    if (
      at < within.start ||
      at > within.end ||
      named.has(at) ||
      known === undefined ||
      site.events.length > 1
    )
      return []
    named.add(at)
    const { semantics } = known.record
    return [{ at, label: semantics, about: SEMANTICS[semantics] }]
  })
}
