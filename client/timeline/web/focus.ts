// The only focusable element of the lanes: covers the focused event's or run's shape, carries its description, and
// passes the focus to its successor.

import { duration } from '../../signs.ts'
import { make } from '../../web/dom.ts'
import type { TimelineModel } from '../layout/model.ts'
import { shapeOf, type TimelineShape } from '../layout/shapes.ts'

/** Describes the focused element in one line. */
export function tellFocus(model: TimelineModel): string {
  const at = model.focused()
  if (at === undefined) return ''
  const { event, run } = at
  const what = run === undefined ? event.event : `${run.name}, ${event.event}`
  const { word, start, end } = run ?? event
  return `${what}, ${word}, ${duration(end - start)}`
}

/** The reason for its result, if there is one. */
export function tellWhy(model: TimelineModel): string {
  const at = model.focused()
  if (at === undefined) return ''
  const { event, run } = at
  const count = event.runs.filter(({ sign }) => sign !== 'skipped').length
  return (run === undefined ? [event.reason, event.gist, `${count}`] : [run.why]).filter(Boolean).join('. ')
}

/** Positions the element over the focus; `take` also moves the page's focus there. */
export function placeFocus(
  stage: HTMLElement,
  model: TimelineModel,
  shapes: readonly TimelineShape[],
  take: boolean,
): void {
  const before = stage.querySelector<HTMLElement>('.focus')
  const label = tellFocus(model)
  const had = before !== null && before === document.activeElement
  // A new label requires a new element, because only then do screen readers announce it.
  const element =
    before !== null && before.getAttribute('aria-label') === label
      ? before
      : make('div', { class: 'focus', role: 'option', tabindex: 0, 'aria-selected': 'true' })
  element.setAttribute('aria-label', label || '–')
  const { spot } = model
  if (spot !== undefined) {
    element.setAttribute('aria-posinset', String(spot.event + 1))
    element.setAttribute('aria-setsize', String(model.shown.length))
  }
  const shape = spot === undefined ? undefined : shapeOf(shapes, model.lanes, spot.event, spot.run)
  element.classList.toggle('away', shape === undefined)
  if (shape !== undefined) {
    element.style.left = `${shape.x - 2}px`
    element.style.top = `${shape.y - 2}px`
    element.style.width = `${shape.width + 3}px`
    element.style.height = `${shape.height + 4}px`
  }
  if (element !== before) {
    stage.append(element)
    if (take || had) element.focus({ preventScroll: true })
    before?.remove()
  } else if (take) element.focus({ preventScroll: true })
}
