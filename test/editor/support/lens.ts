// Code lenses as a person uses them. The editor draws them one after another, and anew while a workspace is still being
// read: a click may be lost, or hit the lens of a later entry, whose quick pick lacks the item. A person tries again.

import { drive } from './drive.ts'

/** Together with the last action shorter than the time limit of a test, so that a failure has a screenshot. */
const ATTEMPTS = 4
const APPEARS_MS = 4000

/** Selector of the lenses whose title contains the text. */
export const lens = (text: string) => `.codelens-decoration a:has-text("${text}")`

/** Clicks the topmost lens with this text until its quick pick has an item with that text, then clicks the item. */
export async function pickByLens(text: string, item: string): Promise<void> {
  const selector = `.quick-input-list .monaco-list-row:has-text("${item}")`
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    await drive({ do: 'click', selector: lens(text) })
    // What the last attempt opened stays, for the screenshot of a failure.
    if (left === 1 || (await appears(selector))) break
    await drive({ do: 'press', key: 'Escape' })
  }
  await drive({ do: 'click', selector })
}

// The count is undefined in an editor without a browser, where nothing is clicked.
async function appears(selector: string): Promise<boolean> {
  const until = Date.now() + APPEARS_MS
  while ((await drive({ do: 'count', selector })) === 0) {
    if (Date.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}
