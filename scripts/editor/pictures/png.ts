// Encodes a screenshot as a small PNG with at most 256 colors, enough for a workbench. The browser that took it decodes
// it.

import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

const MOST_COLORS = 256
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Takes a screenshot of the page and returns it as a small PNG. */
export async function smallShot(page: Page): Promise<Buffer> {
  const whole = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  // Uses an empty page of the same browser: the workbench's content security policy forbids the calls.
  const reader = await page.context().newPage()
  try {
    const read = `(async () => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,${whole.toString('base64')}')).blob())
      const { width, height } = image
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context.drawImage(image, 0, 0)
      let text = ''
      const { data } = context.getImageData(0, 0, width, height)
      for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768))
      return { width, height, pixels: btoa(text) }
    })()`
    const decoded = (await reader.evaluate(read)) as { width: number; height: number; pixels: string }
    return indexed(Buffer.from(decoded.pixels, 'base64'), decoded.width, decoded.height)
  } finally {
    await reader.close()
  }
}

/** Converts RGBA to a PNG with a palette: the most frequent colors; all others become the nearest of them. */
export function indexed(rgba: Buffer, width: number, height: number): Buffer {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const color = rgba.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const palette = paletteOf(counts)
  const places = new Map(palette.map((color, at) => [color, at]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = rgba.readUIntBE((y * width + x) * 4, 3)
      let place = places.get(color)
      if (place === undefined) {
        place = nearest(palette, color)
        places.set(color, place)
      }
      rows[y * (width + 1) + 1 + x] = place
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.alloc(palette.length * 3)
  for (const [at, color] of palette.entries()) colors.writeUIntBE(color, at * 3, 3)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// Shades of one color are close together; of nearly equal colors, only the most frequent one is kept.
function paletteOf(counts: ReadonlyMap<number, number>): readonly number[] {
  const sorted = [...counts].toSorted(([, one], [, two]) => two - one).map(([color]) => color)
  for (const apart of [0, 48, 96, 192, 400, 900, 2000]) {
    const chosen: number[] = []
    for (const color of sorted) {
      if (chosen.length > MOST_COLORS) break
      if (apart === 0 || chosen.every((one) => distance(one, color) >= apart)) chosen.push(color)
    }
    if (chosen.length <= MOST_COLORS) return chosen
  }
  return sorted.slice(0, MOST_COLORS)
}

function nearest(palette: readonly number[], color: number): number {
  let best = 0
  for (const [at, one] of palette.entries()) {
    if (distance(one, color) < distance(palette[best] ?? 0, color)) best = at
  }
  return best
}

function distance(one: number, two: number): number {
  const part = (shift: number) => ((one >> shift) & 255) - ((two >> shift) & 255)
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
