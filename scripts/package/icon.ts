// `node scripts/package/icon.ts`: renders the gallery icon `media/icon.png` from `media/icon.svg` with the browser of
// the editor tests. Run it when the drawing has changed, and commit the result.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath } from '../editor/page.ts'

const media = join(import.meta.dirname, '../../media')
const size = { width: 128, height: 128 }

const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: size })
  await page.setContent(`<style>body { margin: 0 }</style>${readFileSync(join(media, 'icon.svg'), 'utf8')}`)
  await page.screenshot({ path: join(media, 'icon.png'), omitBackground: true })
} finally {
  await browser.close()
}
