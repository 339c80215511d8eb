// Clicks in the command palette, the status bar and the Testing view.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  behind,
  type Click,
  type ClickPosition,
  closed,
  gated,
  guided,
  inResult,
  inView,
  lens,
  listed,
  logged,
  messageShown,
  met,
  modal,
  narrowed,
  opened,
  questionShown,
  reloads,
  resulted,
  silently,
  tabbed,
  unmet,
  widened,
} from './click.ts'
import { FILES, HOOKS } from './place.ts'

const { runs, waits, fails } = HOOKS

const isActive = (at: ClickPosition) =>
  at.pane('Hooks').locator(`.monaco-list-row[aria-label^="${waits.name}, active"]`).first().waitFor()

export const PALETTE_CLICKS: readonly Click[] = [
  { key: 'file/newFile hookbench.newHook hookbench@1', seen: questionShown('Which agent is it for?') },
  { key: 'palette hookbench.newHook', seen: questionShown('Which agent is it for?') },
  { key: 'palette hookbench.reload', seen: (at) => at.until('the log counts hooks', () => reloads(at) > 2) },
  { key: 'palette hookbench.replay', before: opened(FILES.runs), seen: questionShown('Which payload?') },
  { key: 'palette hookbench.replayAgain', seen: resulted(runs.name, /^(pass|deny)$/) },
  { key: 'palette hookbench.compareAgents', before: closed, seen: questionShown('Which hook?') },
  {
    key: 'palette hookbench.whyNotFired',
    before: opened(FILES.payload),
    seen: gated(/^Nothing prevents it from firing$/, 'Exit code', /Only a run shows/),
  },
  {
    key: 'gates Run It',
    use: inResult('Run It'),
    seen: gated(/^Nothing prevents it from firing$/, 'Answer', /The answer is valid/),
  },
  { key: 'palette hookbench.keepAsTest', seen: questionShown('Name of the test.') },
  { key: 'palette hookbench.editPayload', before: opened(FILES.runs), seen: tabbed('.payload.json') },
  { key: 'palette hookbench.debug', before: opened(FILES.runs), seen: questionShown(`Debug ${runs.name}`) },
  { key: 'palette hookbench.openHook', before: closed, seen: questionShown('Which hook?') },
  { key: 'palette hookbench.openEntry', seen: questionShown('Which hook?') },
  { key: 'palette hookbench.getStarted', seen: guided },
  { key: 'palette hookbench.trust', before: closed, seen: questionShown('Which hook?') },
  { key: 'palette hookbench.untrust', seen: questionShown('Which hook?') },
  { key: 'palette hookbench.trustFolder', seen: modal('Let the hooks of workspace') },
  { key: 'palette hookbench.enable', seen: messageShown('No hook here is turned off.') },
  { key: 'palette hookbench.disable', seen: questionShown('Which hook?') },
  { key: 'palette hookbench.hooks.groupByFile', before: inView, seen: listed('Hooks', `${runs.name}.ts`) },
  { key: 'palette hookbench.hooks.groupByEvent', seen: listed('Hooks', runs.event) },
  { key: 'palette hookbench.recordOn', seen: (at) => at.status('Firings of workspace are recorded.') },
  { key: 'palette hookbench.recordOff', seen: (at) => at.status('no longer recorded') },
  { key: 'palette hookbench.openTimeline', seen: questionShown('Which session?') },
  { key: 'palette hookbench.compareSessions', seen: questionShown('Which session?') },
  { key: 'palette hookbench.recordings.filter', seen: narrowed },
  { key: 'palette hookbench.recordings.clearFilter', seen: widened },
  { key: 'palette hookbench.recordings.refresh', seen: silently },
  {
    key: 'palette hookbench.restartLanguageServer',
    seen: (at) =>
      at.until('the server is up again', () => at.log().split('The language server is up.').length > 2),
  },
  { key: 'palette hookbench.status', seen: questionShown('Record Firings') },
  { key: 'palette hookbench.showLog', seen: logged },
  {
    key: 'status bar',
    use: async ({ page }) => page.locator('.statusbar-item', { hasText: 'Hookbench' }).first().click(),
    seen: questionShown('Trust Hooks and Edits…'),
  },
  { key: 'testing/item/context hookbench.acceptOutcome inline@9', before: unmet, seen: met },
  { key: 'testing/message/content hookbench.acceptOutcome', before: unmet, seen: met },
  {
    key: 'ghost text after a reload of the window',
    use: async (at) => {
      await at.page.reload()
      await inView(at)
      await at.open(`extensions/${fails.name}.ts`)
    },
    // No recording contains a run of this hook, so the value comes from the stored last run.
    seen: behind(/^crashed · [<\d.]+ ms · .*nobody is home/),
  },
  {
    key: 'lens trust in later edits',
    before: opened(`extensions/${waits.name}.ts`),
    use: async (at) => {
      await lens('Trust This and Later Edits')(at)
      await at.pressIn(at.dialog('Let the hooks of workspace/extensions run'), 'Trust Hooks and Edits')
      // An edit before the answer arrives would be asked about again.
      await isActive(at)
      const before = reloads(at)
      const path = join(at.workspace, `extensions/${waits.name}.ts`)
      writeFileSync(path, `${readFileSync(path, 'utf8')}// Once more.\n`)
      await at.palette('Hookbench: Reload Hooks')
      await at.until('the edit is read', () => reloads(at) > before)
    },
    seen: isActive,
  },
]
