// Draws the timeline page, at most once per frame, and skips what has not changed. Owns the drawing state: shapes,
// colors, the hovered shape, and what must be redrawn.

import { heightOf } from '../layout/lanes.ts'
import type { TimelineModel } from '../layout/model.ts'
import { shapesOf, type TimelineShape } from '../layout/shapes.ts'
import type { ToHost, ToPage } from '../messages.ts'
import { showChips } from './chips.ts'
import { onColours, readColours } from './colours.ts'
import { showDetails } from './details.ts'
import { placeFocus, tellWhy } from './focus.ts'
import { showNames } from './names.ts'
import type { makePage } from './page.ts'
import { paintLanes } from './paint.ts'
import { reportOf } from './report.ts'
import { paintRuler } from './ruler.ts'
import { showSummary } from './summary.ts'
import { surfaceOf } from './surface.ts'
import { showTip } from './tip.ts'

/** What must be redrawn besides the lanes: their names, the focus, and whether to scroll the focus into view. */
type Stale = { readonly lanes: boolean; readonly focus: boolean; readonly take: boolean }

type Drawn = {
  readonly session: Extract<ToPage, { kind: 'session' }>
  readonly model: TimelineModel
  readonly page: ReturnType<typeof makePage>
  readonly tell: (message: ToHost) => void
  readonly filter: (words: string) => void
  /** Saves the page's state. */
  readonly keep: () => void
  /** When the session arrived, for the report. */
  readonly arrived: number
}

/** Draws the first frame. */
export function openDrawing({ session, model, page, tell, filter, keep, arrived }: Drawn) {
  const { texts } = session
  let colours = readColours()
  let shapes: readonly TimelineShape[] = []
  let hovered: TimelineShape | undefined
  let scheduled = 0
  let stale: Stale = { lanes: true, focus: true, take: false }
  let isGone = false
  let worstMs = 0
  let reporting = 0

  onColours(() => {
    colours = readColours()
    redraw()
  })
  draw()
  const firstMs = performance.now() - arrived
  worstMs = 0
  return { shapes: () => shapes, redraw, hover, end }

  /** Schedules a redraw for the next frame. */
  function redraw(more: Partial<Stale> = {}): void {
    stale = { ...stale, ...more }
    if (scheduled !== 0) return
    scheduled = requestAnimationFrame(() => {
      scheduled = 0
      draw()
    })
  }

  function hover(shape: TimelineShape | undefined, x: number, y: number): void {
    showTip(page.tip, model, shape, texts, x, y)
    if (shape?.bar.event === hovered?.bar.event) return
    hovered = shape
    redraw()
  }

  /** The recording is gone; no more events will follow. */
  function end(): void {
    isGone = true
  }

  function draw(): void {
    const began = performance.now()
    if (stale.lanes) drawNames()
    if (stale.take) scrollToFocus()
    page.canvas.style.height = `${page.scroller.clientHeight}px`
    const { context, width, height } = surfaceOf(page.canvas)
    const scrolled = page.scroller.scrollTop
    const frame = { context, width, height, scrolled, colours }
    shapes = shapesOf(model.lanes, model.view, width, scrolled, scrolled + height)
    paintLanes(frame, model, shapes, hovered?.bar.event ?? model.spot?.event)
    paintRuler({ ...surfaceOf(page.ruler), scrolled: 0, colours }, model, texts.idle)
    if (stale.focus) drawFocus()
    placeFocus(page.stage, model, shapes, stale.take)
    stale = { lanes: false, focus: false, take: false }
    worstMs = Math.max(worstMs, performance.now() - began)
    keep()
    report()
  }

  function drawNames(): void {
    showNames(page.names, model, texts, (id) => tell({ kind: 'hook', id }))
    page.stage.style.height = `${Math.max(heightOf(model.lanes), 1)}px`
    showChips(page.chips, model, texts.signs, filter)
    page.filter.value = model.filter
    page.compress.checked = model.compress
    showSummary(page, model, texts, isGone)
  }

  function drawFocus(): void {
    const at = model.focused()
    showDetails(page.details, at, session, {
      payload: (n) => tell({ kind: 'payload', n }),
      hook: (id) => tell({ kind: 'hook', id }),
      replay: (n) => tell({ kind: 'replay', n }),
      save: (n) => tell({ kind: 'save', n }),
    })
    page.live.textContent = tellWhy(model)
    if (at !== undefined) tell({ kind: 'look', n: at.event.n })
  }

  function scrollToFocus(): void {
    if (model.spot === undefined) return
    const id = model.focused()?.run?.id ?? ''
    const lane = model.lanes.find((one) => one.id === id)
    if (lane === undefined) return
    const { scrollTop, clientHeight } = page.scroller
    if (lane.top < scrollTop) page.scroller.scrollTop = lane.top
    else if (lane.top + lane.height > scrollTop + clientHeight)
      page.scroller.scrollTop = lane.top + lane.height - clientHeight
  }

  // Throttled, since reports at frame rate are not needed.
  function report(): void {
    clearTimeout(reporting)
    reporting = window.setTimeout(() => {
      tell({ kind: 'drawn', report: reportOf(model, shapes, { firstMs, worstMs }) })
    }, 60)
  }
}
