// The words of the page, in the language of the editor: the page itself has no way to ask for them.

import * as vscode from 'vscode'

/** All of them; `{0}` and `{1}` are filled in by the page. */
export function pageTexts() {
  return {
    timeline: vscode.l10n.t('Timeline of {0}'),
    event: vscode.l10n.t('1 event'),
    events: vscode.l10n.t('{0} events'),
    someEvents: vscode.l10n.t('{0} of {1} events'),
    hook: vscode.l10n.t('1 hook'),
    hooks: vscode.l10n.t('{0} hooks'),
    lane: vscode.l10n.t('Events'),
    filter: vscode.l10n.t('Filter events, hooks, outcomes'),
    noMatch: vscode.l10n.t('No event matches "{0}".'),
    empty: vscode.l10n.t('Nothing has been fired yet. Events are drawn here as they come.'),
    gone: vscode.l10n.t('The recording was deleted. What was read of it is still shown.'),
    compress: vscode.l10n.t('Compress idle time'),
    compressed: vscode.l10n.t('Long waits are drawn short, and short events wide enough to be seen.'),
    idle: vscode.l10n.t('{0} idle'),
    zoomIn: vscode.l10n.t('Zoom in (+)'),
    zoomOut: vscode.l10n.t('Zoom out (-)'),
    fit: vscode.l10n.t('Show everything (0)'),
    openPayload: vscode.l10n.t('Open Payload'),
    replay: vscode.l10n.t('Replay'),
    saveAsTest: vscode.l10n.t('Save as Test'),
    decidedBy: vscode.l10n.t('by {0}'),
    ran: vscode.l10n.t('Hooks in the order in which they started'),
    noHook: vscode.l10n.t('No hook answers this event.'),
    several: vscode.l10n.t('{0} events, too near to be told apart here'),
    pick: vscode.l10n.t('Choose an event: click it, or come here with Tab and move with the arrow keys.'),
    keys: vscode.l10n.t(
      'Left and right move between events, down and up between an event and its hooks, N to the next denial or failure. Enter opens the payload, Space the hook. Plus, minus and 0 zoom, slash filters.',
    ),
  }
}

export type Texts = ReturnType<typeof pageTexts>
