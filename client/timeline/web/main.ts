// The page of a timeline: hears the session from the host, draws it once per frame at most, and tells the host what to
// open. It loads nothing, stores nothing but how it was left, and knows no payload.

import { filled } from '../../l10n.ts'
import { heightOf } from '../layout/lanes.ts'
import type { KeptEvents } from '../layout/model.ts'
import { openModel } from '../layout/model.ts'
import { gravity, shapesOf, type TimelineShape } from '../layout/shapes.ts'
import type { ToHost, ToPage } from '../messages.ts'
import { showChips } from './chips.ts'
import { onColours, readColours } from './colours.ts'
import { showDetails, showPayloads } from './details.ts'
import { placeFocus, tellWhy } from './focus.ts'
import { openGlide } from './glide.ts'
import { listenToKeys } from './keys.ts'
import { showNames } from './names.ts'
import { makePage } from './page.ts'
import { paintLanes } from './paint.ts'
import { listenToPointer } from './pointer.ts'
import { reportOf } from './report.ts'
import { paintRuler } from './ruler.ts'
import { showSummary } from './summary.ts'
import { surfaceOf } from './surface.ts'
import { showTip } from './tip.ts'

type Host = {
  postMessage(message: ToHost): void
  getState(): KeptEvents | undefined
  setState(state: KeptEvents): void
}

declare const acquireVsCodeApi: () => Host

const host = acquireVsCodeApi()
let opened: ReturnType<typeof open> | undefined

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === 'session') opened = open(data)
  else opened?.hear(data)
})
host.postMessage({ kind: 'ready' })

function open(session: Extract<ToPage, { kind: 'session' }>) {
  const arrived = performance.now()
  const { texts, name } = session
  const model = openModel()
  model.take(session.events)
  const state = host.getState()
  if (state !== undefined) model.restore(state)
  // What went wrong is what one comes for.
  if (model.spot === undefined) {
    model.move('first')
    if (gravity(model.focused()?.event.sign ?? 'denied') < gravity('asked')) model.move('nextNotable')
    model.showAll()
  }

  const acts = { zoom, fit, filter, compress }
  const page = makePage(name, texts, acts)
  page.stage.setAttribute('aria-label', filled(texts.timeline, name))
  page.filter.value = model.filter
  let colours = readColours()
  let shapes: readonly TimelineShape[] = []
  let hovered: TimelineShape | undefined
  let asked = 0
  let stale = { lanes: true, focus: true, take: false }
  let isGone = false
  let firstMs = 0
  let worstMs = 0
  let reporting = 0

  const glide = openGlide(model, redraw)
  listenToPointer(page, model, { shapes: () => shapes, redraw, hover, click, twice })
  listenToKeys({ move, zoom, fit, pan, open: openFocused, search, leave })
  onColours(() => {
    colours = readColours()
    redraw()
  })
  new ResizeObserver(() => redraw()).observe(page.scroller)
  page.scroller.addEventListener('scroll', () => redraw())
  draw()
  firstMs = performance.now() - arrived
  worstMs = 0
  return { hear }

  function hear(message: Exclude<ToPage, { kind: 'session' }>): void {
    if (message.kind === 'events') model.take(message.events)
    if (message.kind === 'gone') isGone = true
    if (message.kind === 'payloads') {
      if (message.n === model.focused()?.event.n) showPayloads(page.details, message, texts)
      return
    }
    if (message.kind === 'focus') {
      if (model.filter !== '' && !model.shown.some(({ n }) => n === message.n)) filter('')
      model.focus(message.n)
      stale = { ...stale, take: true }
    }
    changed()
  }

  /** The lanes or the focus became others. */
  function changed(): void {
    stale = { ...stale, lanes: true, focus: true }
    redraw()
  }

  function redraw(): void {
    if (asked !== 0) return
    asked = requestAnimationFrame(() => {
      asked = 0
      draw()
    })
  }

  function draw(): void {
    const began = performance.now()
    if (stale.lanes) {
      showNames(page.names, model, texts, openHook)
      page.stage.style.height = `${Math.max(heightOf(model.lanes), 1)}px`
      showChips(page.chips, model, texts.signs, filter)
      page.filter.value = model.filter
      page.compress.checked = model.compress
      showSummary(page, model, texts, isGone)
    }
    if (stale.take) scrollToFocus()
    page.canvas.style.height = `${page.scroller.clientHeight}px`
    const { context, width, height } = surfaceOf(page.canvas)
    const scrolled = page.scroller.scrollTop
    const frame = { context, width, height, scrolled, colours }
    shapes = shapesOf(model.lanes, model.view, width, scrolled, scrolled + height)
    paintLanes(frame, model, shapes, hovered?.bar.event ?? model.spot?.event)
    paintRuler({ ...surfaceOf(page.ruler), scrolled: 0, colours }, model, texts.idle)
    if (stale.focus) {
      showDetails(page.details, model.focused(), session, { payload, hook: openHook, replay, save })
      page.live.textContent = tellWhy(model)
      const n = model.focused()?.event.n
      if (n !== undefined) host.postMessage({ kind: 'look', n })
    }
    placeFocus(page.stage, model, shapes, stale.take)
    stale = { lanes: false, focus: false, take: false }
    worstMs = Math.max(worstMs, performance.now() - began)
    host.setState(model.kept())
    report()
  }

  function scrollToFocus(): void {
    const { spot } = model
    if (spot === undefined) return
    const id = model.focused()?.run?.id ?? ''
    const lane = model.lanes.find((one) => one.id === id)
    if (lane === undefined) return
    const { scrollTop, clientHeight } = page.scroller
    if (lane.top < scrollTop) page.scroller.scrollTop = lane.top
    else if (lane.top + lane.height > scrollTop + clientHeight) {
      page.scroller.scrollTop = lane.top + lane.height - clientHeight
    }
  }

  function move(to: Parameters<typeof model.move>[0]): void {
    glide(() => model.move(to))
    stale = { ...stale, focus: true, take: true }
    redraw()
  }

  function zoom(factor: number): void {
    // Around what has the focus, where that is in view.
    const at = model.focused()
    const unit = at === undefined ? undefined : model.axis.unitAt((at.run ?? at.event).start)
    const inView = unit !== undefined && unit >= model.view.from && unit <= model.view.to
    glide(() => model.zoom(factor, inView ? unit : undefined))
  }

  function fit(): void {
    glide(model.showAll)
  }

  function pan(share: number): void {
    glide(() => model.pan((model.view.to - model.view.from) * share))
  }

  function filter(words: string): void {
    model.show(words)
    if (page.filter.value !== words) page.filter.value = words
    changed()
  }

  function compress(on: boolean): void {
    model.squeeze(on)
    changed()
  }

  function search(): void {
    page.filter.focus()
    page.filter.select()
  }

  function leave(): void {
    if (model.filter !== '') filter('')
    stale = { ...stale, take: true }
    redraw()
  }

  function hover(shape: TimelineShape | undefined, x: number, y: number): void {
    showTip(page.tip, model, shape, texts, x, y)
    if (shape?.bar.event === hovered?.bar.event) return
    hovered = shape
    redraw()
  }

  function click({ bar }: TimelineShape): void {
    model.select({ event: bar.event, run: bar.run })
    stale = { ...stale, focus: true, take: true }
    redraw()
  }

  function twice({ bar }: TimelineShape): void {
    openFocused(bar.run === -1 ? 'payload' : 'hook')
  }

  function openFocused(what: 'payload' | 'hook'): void {
    const at = model.focused()
    if (at === undefined) return
    const { event, run } = at
    const id = run?.id ?? event.by ?? event.runs.find(({ sign }) => sign !== 'skipped')?.id
    if (what === 'payload') payload(event.n)
    else if (id !== undefined) openHook(id)
  }

  function openHook(id: string): void {
    host.postMessage({ kind: 'hook', id })
  }
  function payload(n: number): void {
    host.postMessage({ kind: 'payload', n })
  }
  function replay(n: number): void {
    host.postMessage({ kind: 'replay', n })
  }
  function save(n: number): void {
    host.postMessage({ kind: 'save', n })
  }

  // Not with every frame: nobody reads that fast.
  function report(): void {
    clearTimeout(reporting)
    reporting = window.setTimeout(() => {
      const report = reportOf(model, shapes, { firstMs, worstMs })
      host.postMessage({ kind: 'drawn', report })
    }, 60)
  }
}
