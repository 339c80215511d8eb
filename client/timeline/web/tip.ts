// The tooltip for the shape under the pointer.

import { filled } from '../../l10n.ts'
import { duration } from '../../signs.ts'
import { make } from '../../web/dom.ts'
import { glyph } from '../../web/glyphs.ts'
import type { TimelineModel } from '../layout/model.ts'
import type { TimelineShape } from '../layout/shapes.ts'
import type { Texts } from '../texts.ts'

/** Shows the tooltip; hides it if there is no shape. */
export function showTip(
  tip: HTMLElement,
  model: TimelineModel,
  shape: TimelineShape | undefined,
  texts: Texts,
  x: number,
  y: number,
): void {
  const event = shape === undefined ? undefined : model.shown[shape.bar.event]
  tip.hidden = event === undefined
  if (shape === undefined || event === undefined) return
  const run = event.runs[shape.bar.run]
  const { sign, word, start, end } = run ?? event
  const why = run === undefined ? event.reason : run.why
  tip.replaceChildren(
    make('strong', {}, glyph(sign), run?.name ?? event.event),
    make('span', {}, `${word} · ${duration(end - start)}`),
    make('span', { class: 'dim' }, run === undefined ? event.gist : event.event),
    ...(why === undefined ? [] : [make('span', {}, why)]),
    ...(shape.count > 1 ? [make('em', {}, filled(texts.several, shape.count))] : []),
  )
  const { offsetWidth, offsetHeight } = tip
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - offsetWidth - 8))}px`
  tip.style.top = `${y + 18 + offsetHeight > innerHeight ? y - offsetHeight - 8 : y + 18}px`
}
