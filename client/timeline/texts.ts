// The page's texts in the editor's language: the page itself cannot call the translation. Pure.

import { l10n } from '../l10n.ts'
import { inWords } from '../say.ts'
import { SIGNS, type Sign } from '../signs.ts'

/** All texts; the page fills in `{0}` and `{1}`. */
export function pageTexts() {
  return {
    timeline: l10n.t('Timeline of {0}'),
    event: l10n.t('1 event'),
    events: l10n.t('{0} events'),
    someEvents: l10n.t('{0} of {1} events'),
    hook: l10n.t('1 hook'),
    hooks: l10n.t('{0} hooks'),
    /** Names of the signs. */
    signs: Object.fromEntries(SIGNS.map((sign) => [sign, inWords(sign)])) as Readonly<Record<Sign, string>>,
    lane: l10n.t('Events'),
    filter: l10n.t('Filter events, hooks, outcomes'),
    noMatch: l10n.t('No event matches "{0}".'),
    empty: l10n.t('No event has fired yet. Events appear here as they fire.'),
    gone: l10n.t('The recording was deleted. The part that was already read is still shown.'),
    compress: l10n.t('Compress idle time'),
    compressed: l10n.t('Long waits are drawn short, and short events wide enough to be seen.'),
    idle: l10n.t('{0} idle'),
    zoomIn: l10n.t('Zoom in (+)'),
    zoomOut: l10n.t('Zoom out (-)'),
    fit: l10n.t('Show everything (0)'),
    payloadIn: l10n.t('Payload in'),
    payloadOut: l10n.t('Payload out'),
    openPayload: l10n.t('Open Payload'),
    replay: l10n.t('Replay'),
    saveAsTest: l10n.t('Save as Test'),
    decidedBy: l10n.t('because of {0}'),
    critical: l10n.t('Critical path'),
    beside: l10n.t('{0} outside of them'),
    onPath: l10n.t('On the critical path: without it, the event would have ended sooner.'),
    ran: l10n.t('Hooks in the order in which they started'),
    noHook: l10n.t('No hook answers this event.'),
    several: l10n.t('{0} events, too close together to show separately'),
    pick: l10n.t('Select an event with a click, or with Tab and the arrow keys. Double-click to open it.'),
    keys: l10n.t(
      'Left and right move between events, down and up between an event and its hooks, N to the next denial or failure, C along the critical path. Enter opens the payload, Space the hook. Plus, minus and 0 zoom, slash filters.',
    ),
  }
}

export type Texts = ReturnType<typeof pageTexts>
