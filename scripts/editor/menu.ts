// Choosing in a menu of the workbench by pointer. A menu closes when something else takes the focus, as a message may, and a
// click in the moment in which it opens chooses nothing and leaves it open: so it is tried until the menu is gone.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Menus and lists take a moment until they answer. */
export const SETTLE_MS = 150
/** How long a menu may take to be there, or gone. */
export const MENU_MS = 3000

/** `open` opens the menu; the entry with exactly this title is clicked. */
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
