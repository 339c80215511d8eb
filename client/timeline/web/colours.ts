// The theme's colors for the canvas: read from the style sheet, which takes them from the editor's variables, and read
// again when the theme changes.

import type { Sign } from '../../signs.ts'

export type Colours = {
  readonly sign: Readonly<Record<Sign, string>>
  readonly text: string
  readonly dim: string
  readonly line: string
  readonly ground: string
  readonly hover: string
  readonly font: string
  /** High contrast: borders instead of tints. */
  readonly strong: boolean
}

const SIGNS: readonly Sign[] = [
  ...(['pass', 'changed', 'denied', 'prompted', 'answered', 'added', 'failed', 'skipped', 'open'] as const),
]

/** Reads the current colors. */
export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const colour = (name: string) => plain(of(name))
  return {
    sign: Object.fromEntries(SIGNS.map((sign) => [sign, colour(sign)])) as Record<Sign, string>,
    text: colour('text'),
    dim: colour('dim'),
    line: colour('line'),
    ground: colour('ground'),
    hover: colour('hover'),
    font: of('font'),
    strong: of('strong') === '1',
  }
}

let reader: CanvasRenderingContext2D | null | undefined

// A mixed color is resolved once rather than for each of thousands of bars.
function plain(colour: string): string {
  reader ??= document.createElement('canvas').getContext('2d')
  if (reader === null || reader === undefined) return colour
  reader.fillStyle = '#000'
  reader.fillStyle = colour
  return reader.fillStyle
}

/** Calls back whenever the colors may have changed. */
export function onColours(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, { attributes: true, attributeFilter: ['class'] })
  new MutationObserver(changed).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['style'],
  })
  matchMedia('(forced-colors: active)').addEventListener('change', changed)
}
