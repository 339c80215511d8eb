// Paints the lanes. A bar's result is shown by sign, height, pattern and border as well as color: a denial is full
// height, a failure hatched, a rewrite striped, a skipped run hollow.

import { clipped, duration, type Sign } from '../../signs.ts'
import { drawGlyph } from '../../web/glyphs.ts'
import type { Break } from '../layout/axis.ts'
import { criticalPath } from '../layout/critical.ts'
import { flagsOf } from '../layout/flags.ts'
import { FLAGS } from '../layout/lanes.ts'
import type { TimelineModel } from '../layout/model.ts'
import { gravity, type TimelineShape } from '../layout/shapes.ts'
import { firstEnding } from '../layout/ticks.ts'
import { xAt } from '../layout/view.ts'
import type { Colours } from './colours.ts'

export type Frame = {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Vertical scroll offset of the lanes. */
  readonly scrolled: number
  readonly colours: Colours
}

/** Below this width in pixels, a bar shows only color and height. */
const SLIM = 10

/** Paints the lanes, the compressed waits and the shapes. */
export function paintLanes(
  frame: Frame,
  model: TimelineModel,
  shapes: readonly TimelineShape[],
  hovered?: number,
): void {
  const { context, width, height, scrolled, colours } = frame
  context.clearRect(0, 0, width, height)
  context.save()
  context.translate(0, -scrolled)
  paintColumn(frame, model, hovered)
  paintBreaks(frame, model)
  context.fillStyle = colours.line
  for (const { top, height: own } of model.lanes) context.fillRect(0, top + own - 1, width, 1)
  context.font = colours.font
  context.textBaseline = 'middle'
  for (const shape of shapes) paintShape(frame, model, shape)
  paintPath(frame, model, shapes)
  const own = shapes.filter(({ bar }) => bar.run === -1)
  for (const { x, sign } of flagsOf(own, width)) {
    drawGlyph(context, sign, x, FLAGS / 2 + 3, 14, colours.sign[sign])
  }
  context.restore()
}

// Highlights the hovered or focused event across all lanes.
function paintColumn(
  { context, width, height, scrolled, colours }: Frame,
  model: TimelineModel,
  at?: number,
): void {
  const event = at === undefined ? undefined : model.shown[at]
  if (event === undefined) return
  const from = xAt(model.view, width, model.axis.unitAt(event.start))
  const to = Math.max(xAt(model.view, width, model.axis.unitAt(event.end)), from + 4)
  context.fillStyle = colours.hover
  context.fillRect(from - 1, scrolled, to - from + 2, height)
}

// Underlines the runs on the focused event's critical path.
function paintPath(
  { context, colours }: Frame,
  model: TimelineModel,
  shapes: readonly TimelineShape[],
): void {
  const event = model.focused()?.event
  const { runs } = event === undefined ? { runs: [] } : criticalPath(event)
  if (event === undefined || event.runs.filter(({ sign }) => sign !== 'skipped').length < 2) return
  const own = new Set(runs.map((run) => event.runs.indexOf(run)))
  context.fillStyle = colours.text
  for (const { bar, x, y, width, height } of shapes) {
    if (bar.event === model.spot?.event && own.has(bar.run))
      context.fillRect(x, y + height, Math.max(width, 3), 2)
  }
}

function paintBreaks(
  { context, width, height, scrolled, colours }: Frame,
  { axis, view }: TimelineModel,
): void {
  for (let at = firstEnding(axis.breaks, view.from); at < axis.breaks.length; at++) {
    const { from, to } = axis.breaks[at] as Break
    if (from > view.to) break
    const left = xAt(view, width, from)
    const right = xAt(view, width, to)
    if (right - left < 8) continue
    context.save()
    context.beginPath()
    context.rect(left + 1, scrolled, right - left - 2, height)
    context.clip()
    hatch(context, left, scrolled, right - left, height, 8, colours.line, 0.55)
    context.restore()
  }
}

function paintShape(frame: Frame, model: TimelineModel, shape: TimelineShape): void {
  const { context, colours } = frame
  const { sign } = shape
  const x = Math.max(shape.x, -2)
  const width = Math.min(shape.x + shape.width, frame.width + 2) - x - (shape.width > 5 ? 1 : 0.5)
  if (width <= 0) return
  if (shape.signs !== undefined && shape.signs.length > 1) {
    paintMixed(frame, shape, x, width)
    if (shape.width >= SLIM) paintLabel(frame, model, shape, x, width)
    return
  }
  const colour = colours.sign[sign]
  // More severe signs are taller, so that a denial stands out among narrow bars in any theme.
  const grave = gravity(sign)
  const share =
    grave >= gravity('open') ? 1 : shape.width >= SLIM ? 0.82 : grave > gravity('pass') ? 0.75 : 0.5
  const height = Math.round(shape.height * share)
  const y = shape.y + (shape.height - height) / 2
  if (shape.width < SLIM) {
    if (sign === 'skipped' || sign === 'open') {
      context.strokeStyle = colour
      context.strokeRect(x + 0.5, y + 0.5, Math.max(width - 1, 1), height - 1)
    } else {
      context.fillStyle = colour
      context.fillRect(x, y, width, height)
    }
    return
  }
  context.save()
  context.beginPath()
  context.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, 3)
  if (sign !== 'skipped') {
    context.globalAlpha = colours.strong ? 0 : (TINT[sign] ?? 0.22)
    context.fillStyle = colour
    context.fill()
  }
  context.globalAlpha = 1
  context.strokeStyle = colour
  context.lineWidth = grave >= gravity('prompted') ? 1.5 : 1
  context.setLineDash(sign === 'skipped' || sign === 'open' ? [3, 2] : [])
  context.stroke()
  context.clip()
  if (sign === 'failed') hatch(context, x, y, width, height, 6, colour, 0.45)
  if (sign === 'changed') stripes(context, x, y, width, height, colour)
  // The left edge marks the start, whatever the width.
  context.fillStyle = colour
  if (sign !== 'skipped') context.fillRect(x, y, grave >= gravity('prompted') ? 4 : 2.5, height)
  paintLabel(frame, model, shape, x, width)
  context.restore()
}

// Several bars in one shape: stacked shares by sign, the most severe at the bottom, each at least two pixels high.
function paintMixed(
  { context, colours }: Frame,
  { y, height, signs = [], count }: TimelineShape,
  x: number,
  width: number,
): void {
  let foot = y + height
  for (const [at, [sign, many]] of signs.entries()) {
    const left = foot - y
    const own = at === signs.length - 1 ? left : Math.min(left, Math.max((height * many) / count, 2))
    context.fillStyle = colours.sign[sign]
    context.globalAlpha = gravity(sign) > gravity('pass') ? 1 : 0.55
    context.fillRect(x, foot - own, width, own)
    foot -= own
  }
  context.globalAlpha = 1
}

const TINT: Partial<Record<Sign, number>> = { denied: 0.34, failed: 0.16, pass: 0.2 }

function paintLabel(
  frame: Frame,
  model: TimelineModel,
  shape: TimelineShape,
  x: number,
  width: number,
): void {
  const { context, colours } = frame
  const room = width - 14
  if (room < 14) return
  const middle = shape.y + shape.height / 2 + 0.5
  const { bar, count } = shape
  const event = model.shown[bar.event]
  const run = event?.runs[bar.run]
  if (event === undefined) return
  let left = x + 8
  if (run !== undefined) {
    drawGlyph(context, shape.sign, left + 5, middle, 12, colours.sign[shape.sign])
    left += 15
  }
  const took = duration((run ?? event).end - (run ?? event).start)
  const words =
    count > 1 ? [`× ${count}`] : run === undefined ? [event.gist || event.event, took] : [run.word, took]
  context.fillStyle = colours.text
  for (const [at, word] of words.entries()) {
    const text =
      at === 0 && run === undefined && count === 1 ? fitting(context, word, x + width - 5 - left) : word
    const needs = context.measureText(text).width
    if (text === '' || left + needs > x + width - 4) return
    if (at > 0) context.fillStyle = colours.dim
    context.fillText(text, left, middle)
    left += needs + 7
  }
}

// Shortens a name to the available room, but to no fewer than four characters.
function fitting(context: CanvasRenderingContext2D, text: string, room: number): string {
  const whole = context.measureText(text).width
  if (whole <= room) return text
  for (let letters = Math.ceil((text.length * room) / whole); letters > 3; letters--) {
    const cut = clipped(text, letters)
    if (context.measureText(cut).width <= room) return cut
  }
  return ''
}

function hatch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  gap: number,
  colour: string,
  alpha = 1,
): void {
  context.globalAlpha = alpha
  context.strokeStyle = colour
  context.lineWidth = 1
  context.setLineDash([])
  context.beginPath()
  // Starts at multiples of the gap, so that the pattern stays fixed while bars move.
  for (let at = Math.floor((x - height) / gap) * gap; at < x + width; at += gap) {
    context.moveTo(at, y + height)
    context.lineTo(at + height, y)
  }
  context.stroke()
  context.globalAlpha = 1
}

function stripes(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  context.globalAlpha = 0.8
  context.fillStyle = colour
  context.fillRect(x, y + height - 3, width, 2)
  context.globalAlpha = 1
}
