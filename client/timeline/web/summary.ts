// The line above the timeline (number of events and hooks, total time), and a notice if there is nothing to draw or the
// recording was deleted.

import { filled } from '../../l10n.ts'
import { duration } from '../../signs.ts'
import { counted } from '../../web/dom.ts'
import type { openModel } from '../layout/model.ts'
import { clock } from '../layout/ticks.ts'
import type { Texts } from '../texts.ts'
import type { makePage } from './page.ts'

/** Updates both. `isGone`: the recording was deleted. */
export function showSummary(
  page: Pick<ReturnType<typeof makePage>, 'summary' | 'notice'>,
  { all, shown, filter }: ReturnType<typeof openModel>,
  texts: Texts,
  isGone: boolean,
): void {
  const hooks = new Set(all.flatMap(({ runs }) => runs.map(({ id }) => id))).size
  const count =
    shown.length === all.length
      ? counted(texts.event, texts.events, all.length)
      : filled(texts.someEvents, shown.length, all.length)
  const end = all.reduce((most, one) => Math.max(most, one.end), 0)
  const took = end < 60_000 ? duration(end) : clock(end, 1000)
  page.summary.textContent = [count, counted(texts.hook, texts.hooks, hooks), took].join(' · ')
  const notice = noticeOf()
  page.notice.textContent = notice
  page.notice.hidden = notice === ''
  // The notice must not cover drawn events.
  page.notice.classList.toggle('below', shown.length > 0)

  function noticeOf(): string {
    if (isGone) return texts.gone
    if (all.length === 0) return texts.empty
    return shown.length === 0 ? filled(texts.noMatch, filter) : ''
  }
}
