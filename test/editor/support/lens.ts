// Code lenses as a person uses them. A click is lost if the editor draws the lenses anew between press and release,
// which happens while a workspace is still being read; a person clicks again.

import { drive } from './drive.ts'

const OPEN_QUICK_PICK = '.quick-input-widget:visible'
const CLICKS = 5
const OPENS_MS = 4000

/** Selector of the lenses whose title contains the text. */
export const lens = (text: string) => `.codelens-decoration a:has-text("${text}")`

/** Clicks the topmost lens with this text until its quick pick opens, then clicks the item with that text. */
export async function pickByLens(text: string, item: string): Promise<void> {
  for (let left = CLICKS; left > 0; left -= 1) {
    await drive({ do: 'click', selector: lens(text) })
    if (await quickPickOpens()) break
  }
  await drive({ do: 'click', selector: `.quick-input-list .monaco-list-row:has-text("${item}")` })
}

// The count is undefined in an editor without a browser, where nothing is clicked.
async function quickPickOpens(): Promise<boolean> {
  const until = Date.now() + OPENS_MS
  while ((await drive({ do: 'count', selector: OPEN_QUICK_PICK })) === 0) {
    if (Date.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}
