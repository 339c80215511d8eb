// The signs as vector drawings, with the same strokes as the views' icons, for the canvas and the page.

import type { Sign } from '../signs.ts'

const CIRCLE = 'M14 8 A6 6 0 1 1 2 8 A6 6 0 1 1 14 8 Z'
const BUBBLE = 'M2.6 3.2 H13.4 V10.6 H8 L5 13.4 V10.6 H2.6 Z'
const dot = (y: number) => `M8.4 ${y} A0.4 0.4 0 1 1 7.6 ${y} A0.4 0.4 0 1 1 8.4 ${y} Z`

const STROKES: Readonly<Record<Sign, string>> = {
  pass: `${CIRCLE} M5.2 8.3 L7.2 10.2 L10.8 6`,
  changed: `${CIRCLE} M4.8 8 H11 M8.8 5.8 L11.1 8 L8.8 10.2`,
  denied:
    'M8 1.8 L13.2 3.6 V7.6 C13.2 10.8 11 13 8 14.2 C5 13 2.8 10.8 2.8 7.6 V3.6 Z M6 6 L10 10 M10 6 L6 10',
  prompted: `${CIRCLE} M6.2 6.4 C6.2 4.2 9.8 4.2 9.8 6.4 C9.8 7.8 8 7.8 8 9.2 ${dot(11.3)}`,
  answered: `${BUBBLE} M5.4 6.9 L7.2 8.6 L10.6 5.3`,
  added: `${BUBBLE} M5.2 5.8 H10.8 M5.2 8 H9`,
  failed: `M8 2 L14.4 13.4 H1.6 Z M8 6.3 V9.4 ${dot(11.4)}`,
  skipped: `${CIRCLE} M5 8 H11`,
  open: `${CIRCLE} M8 4.8 V8 L10.2 9.4`,
}

const paths = new Map<Sign, Path2D>()

/** Draws a sign of the given size in pixels, centered at a point. */
export function drawGlyph(
  context: CanvasRenderingContext2D,
  sign: Sign,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  let path = paths.get(sign)
  if (path === undefined) {
    path = new Path2D(STROKES[sign])
    paths.set(sign, path)
  }
  context.save()
  context.translate(x - size / 2, y - size / 2)
  context.scale(size / 16, size / 16)
  context.strokeStyle = colour
  context.lineWidth = (1.35 * 16) / size > 1.9 ? 1.9 : 1.5
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(path)
  context.restore()
}

/** The sign as an SVG element, hidden from screen readers; its meaning is written beside it. */
export function glyph(sign: Sign): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(space, 'svg')
  picture.setAttribute('viewBox', '0 0 16 16')
  picture.setAttribute('class', `glyph sign-${sign}`)
  picture.setAttribute('aria-hidden', 'true')
  const stroke = document.createElementNS(space, 'path')
  stroke.setAttribute('d', STROKES[sign])
  picture.append(stroke)
  return picture
}
