// Chooses an entry in a workbench menu by pointer. A menu closes when something else takes the focus, and a click while
// it is opening is ignored, so the choice is retried until the menu has closed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Menus and lists take this long to react after appearing, in milliseconds. */
export const SETTLE_MS = 150
/** How long a menu may take to appear or disappear, in milliseconds. */
export const MENU_MS = 3000

/** Opens the menu with `open` and clicks the entry with exactly this title. */
export async function chooseInMenu(page: Page, title: string, open: () => Promise<void>): Promise<void> {
  const entry = page.locator('.monaco-menu .action-menu-item', {
    has: page.getByText(title, { exact: true }),
  })
  for (let left = 3; ; left -= 1) {
    try {
      await open()
      await entry.first().waitFor({ timeout: MENU_MS })
      await sleep(SETTLE_MS)
      await entry.first().click({ timeout: MENU_MS })
      return await entry.first().waitFor({ state: 'hidden', timeout: MENU_MS })
    } catch (error) {
      if (left === 0) throw error
      await page.keyboard.press('Escape')
    }
  }
}
