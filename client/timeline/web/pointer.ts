// Pointer handling: wheel, drag, hover and click on the lanes, and dragging on the overview of the whole session.

import type { TimelineModel } from '../layout/model.ts'
import { shapeAt, type TimelineShape } from '../layout/shapes.ts'
import { unitAtX, wholeOf } from '../layout/view.ts'
import type { Page } from './page.ts'
import { OVERVIEW } from './ruler.ts'

export type PointerActs = {
  readonly shapes: () => readonly TimelineShape[]
  readonly redraw: () => void
  readonly hover: (shape: TimelineShape | undefined, x: number, y: number) => void
  readonly click: (shape: TimelineShape) => void
  readonly twice: (shape: TimelineShape) => void
}

/** Movement below this many pixels counts as a click. */
const DRAGGED = 4

/** Installs the listeners. */
export function listenToPointer(
  { stage, canvas, scroller, ruler }: Page,
  model: TimelineModel,
  acts: PointerActs,
): void {
  const at = (event: MouseEvent) => {
    const box = stage.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const under = (event: MouseEvent) => {
    const { x, y } = at(event)
    return shapeAt(acts.shapes(), x, y)
  }

  stage.addEventListener('wheel', wheel, { passive: false })
  ruler.addEventListener('wheel', wheel, { passive: false })
  function wheel(event: WheelEvent): void {
    event.preventDefault()
    const width = canvas.clientWidth
    const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX
    const pixels = event.deltaMode === 1 ? 16 : 1
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      model.pan(((sideways * pixels) / width) * (model.view.to - model.view.from))
    } else {
      const strength = Math.min(Math.abs(event.deltaY) * pixels, 120) / 120
      const factor = 1.35 ** (Math.sign(event.deltaY) * strength)
      model.zoom(factor, unitAtX(model.view, width, at(event).x))
    }
    acts.redraw()
  }

  let from: { readonly x: number; readonly y: number } | undefined
  let dragging = false
  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    from = { x: event.clientX, y: event.clientY }
    dragging = false
  })
  stage.addEventListener('pointermove', (event) => {
    if (from === undefined) {
      const shape = under(event)
      stage.classList.toggle('over', shape !== undefined)
      acts.hover(shape, event.clientX, event.clientY)
      return
    }
    const [byX, byY] = [event.clientX - from.x, event.clientY - from.y]
    if (!dragging && Math.abs(byX) + Math.abs(byY) < DRAGGED) return
    if (!dragging) stage.setPointerCapture(event.pointerId)
    dragging = true
    stage.classList.add('dragging')
    acts.hover(undefined, 0, 0)
    model.pan((-byX / canvas.clientWidth) * (model.view.to - model.view.from))
    scroller.scrollTop -= byY
    from = { x: event.clientX, y: event.clientY }
    acts.redraw()
  })
  stage.addEventListener('pointerup', (event) => {
    const shape = from !== undefined && !dragging ? under(event) : undefined
    from = undefined
    stage.classList.remove('dragging')
    if (shape !== undefined) acts.click(shape)
  })
  stage.addEventListener('dblclick', (event) => {
    const shape = under(event)
    if (shape !== undefined) acts.twice(shape)
  })
  stage.addEventListener('pointercancel', () => {
    from = undefined
  })
  stage.addEventListener('pointerleave', () => acts.hover(undefined, 0, 0))

  // The overview centers the view on the pointed position; the ruler below it does not react.
  const goto = (event: PointerEvent) => {
    const x = event.clientX - ruler.getBoundingClientRect().left
    const unit = unitAtX(wholeOf(model.axis.length), ruler.clientWidth, x)
    model.pan(unit - (model.view.from + model.view.to) / 2)
    acts.redraw()
  }
  ruler.addEventListener('pointerdown', (event) => {
    if (event.clientY - ruler.getBoundingClientRect().top > OVERVIEW) return
    ruler.setPointerCapture(event.pointerId)
    goto(event)
  })
  ruler.addEventListener('pointermove', (event) => {
    if (ruler.hasPointerCapture(event.pointerId)) goto(event)
  })
}
