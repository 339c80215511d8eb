// The timeline page: receives the session from the extension, draws it at most once per frame, and requests texts to be
// opened. Loads nothing and stores only its view state.

import { filled } from '../../l10n.ts'
import { type KeptEvents, openModel } from '../layout/model.ts'
import { gravity, type TimelineShape } from '../layout/shapes.ts'
import type { ToHost, ToPage } from '../messages.ts'
import { showPayloads } from './details.ts'
import { openDrawing } from './drawing.ts'
import { openGlide } from './glide.ts'
import { listenToKeys } from './keys.ts'
import { makePage } from './page.ts'
import { listenToPointer } from './pointer.ts'

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
  // Initially focuses the first failure or denial, the most likely reason to open a timeline.
  if (model.spot === undefined) {
    model.move('first')
    if (gravity(model.focused()?.event.sign ?? 'denied') < gravity('prompted')) model.move('nextNotable')
    model.showAll()
  }

  const acts = { zoom, fit, filter, compress }
  const page = makePage(name, texts, acts)
  page.stage.setAttribute('aria-label', filled(texts.timeline, name))
  page.filter.value = model.filter
  const tell = (message: ToHost) => host.postMessage(message)
  const keep = () => host.setState(model.kept())
  const drawing = openDrawing({ session, model, page, tell, filter, keep, arrived })
  const redraw = () => drawing.redraw()
  const glide = openGlide(model, redraw)
  listenToPointer(page, model, { shapes: drawing.shapes, redraw, hover: drawing.hover, click, twice })
  listenToKeys({ move, zoom, fit, pan, open: openFocused, search, leave })
  new ResizeObserver(redraw).observe(page.scroller)
  page.scroller.addEventListener('scroll', redraw)
  return { hear }

  function hear(message: Exclude<ToPage, { kind: 'session' }>): void {
    if (message.kind === 'events') model.take(message.events)
    if (message.kind === 'gone') drawing.end()
    if (message.kind === 'payloads') {
      if (message.n === model.focused()?.event.n) showPayloads(page.details, message, texts)
      return
    }
    if (message.kind === 'focus') {
      if (model.filter !== '' && !model.shown.some(({ n }) => n === message.n)) filter('')
      model.focus(message.n)
      drawing.redraw({ take: true })
    }
    changed()
  }

  /** Redraws after the lanes or the focus have changed. */
  function changed(): void {
    drawing.redraw({ lanes: true, focus: true })
  }

  function move(to: Parameters<typeof model.move>[0]): void {
    glide(() => model.move(to))
    drawing.redraw({ focus: true, take: true })
  }

  function zoom(factor: number): void {
    // Zooms around the focused element if it is in view.
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
    drawing.redraw({ take: true })
  }

  function click({ bar }: TimelineShape): void {
    model.select({ event: bar.event, run: bar.run })
    drawing.redraw({ focus: true, take: true })
  }

  function twice({ bar }: TimelineShape): void {
    openFocused(bar.run === -1 ? 'payload' : 'hook')
  }

  function openFocused(what: 'payload' | 'hook'): void {
    const at = model.focused()
    if (at === undefined) return
    const { event, run } = at
    const id = run?.id ?? event.by ?? event.runs.find(({ sign }) => sign !== 'skipped')?.id
    if (what === 'payload') tell({ kind: 'payload', n: event.n })
    else if (id !== undefined) tell({ kind: 'hook', id })
  }
}
