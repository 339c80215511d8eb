// Prepares a canvas for the device's resolution; coordinates are CSS pixels.

/** Sizes the canvas to its element and returns its drawing context. */
export function surfaceOf(canvas: HTMLCanvasElement): {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
} {
  const { clientWidth: width, clientHeight: height } = canvas
  const ratio = window.devicePixelRatio || 1
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w
    canvas.height = h
  }
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the page cannot draw')
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return { context, width, height }
}
