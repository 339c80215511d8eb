// Operates the workbench by pointer and keys: rows, menus, title bars, questions, messages. Every action waits until
// its target is visible.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { chooseInMenu, MENU_MS, SETTLE_MS } from '../menu.ts'

const PATIENCE = 30_000
/** How long the box for commands and files may take to show its list, in milliseconds, and how often it is opened. */
const BOX_MS = 10_000
const BOX_TRIES = 3

export type Screen = ReturnType<typeof openScreen>

/** Creates the operations for a page. */
export function openScreen(page: Page) {
  page.setDefaultTimeout(PATIENCE)
  const inputBox = page.locator('.quick-input-widget input').first()
  const listed = (text: string) =>
    page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first()
  const pane = (view: string) =>
    page.locator('.pane', { has: page.locator(`.pane-header[aria-label^="${view}"]`) })
  const row = (view: string, text: string) =>
    pane(view).locator('.monaco-list-row', { hasText: text }).first()
  const message = (text: string | RegExp) => page.locator('.notification-toast', { hasText: text }).first()
  const dialog = (text: string | RegExp) => page.locator('.monaco-dialog-box', { hasText: text }).first()
  const tab = (text: string | RegExp) => page.locator('.tab', { hasText: text }).first()
  // The frames have no distinguishing attribute. The result panel opens after the timeline it was opened from.
  const frames = page.frameLocator('iframe.webview.ready')
  // An editor or message opened just before may take the focus, so that the key is lost or the box closes; the key is
  // then pressed again.
  const inBox = async (key: string, text: string, take: () => Promise<void>) => {
    for (let tries = BOX_TRIES; ; tries -= 1) {
      try {
        await page.keyboard.press(key)
        await inputBox.waitFor({ timeout: MENU_MS })
        await inputBox.fill(text, { timeout: BOX_MS })
        return await take()
      } catch (error) {
        if (tries === 1) throw error
      }
    }
  }
  const timeline = frames.first().frameLocator('iframe')
  const result = frames.last().frameLocator('iframe')
  return {
    page,
    pane,
    row,
    message,
    dialog,
    tab,
    timeline,
    result,

    async inline(at: Locator, title: string): Promise<void> {
      await at.hover()
      await at.locator(`.action-label[aria-label^="${title}"]`).first().click()
    },

    async menuOf(at: Locator, title: string): Promise<void> {
      await chooseInMenu(page, title, () => at.click({ button: 'right' }))
    },

    /** `isInMenu`: the entry is in the overflow menu. */
    async titleBar(view: string, title: string, isInMenu: boolean): Promise<void> {
      const header = pane(view).locator('.pane-header')
      await header.hover()
      if (!isInMenu) return header.locator(`.action-label[aria-label^="${title}"]`).click()
      await chooseInMenu(page, title, async () => {
        await header.hover()
        await header.locator('.action-label[aria-label^="More Actions"]').click({ timeout: MENU_MS })
      })
    },

    /** Chooses an entry in the context menu of the open text. */
    async textMenu(title: string): Promise<void> {
      const line = page.locator('.editor-instance .view-lines .view-line').first()
      await chooseInMenu(page, title, () => line.click({ button: 'right' }))
    },

    /** Chooses an entry in the context menu of a file that the Explorer shows. */
    async fileMenu(name: string, title: string): Promise<void> {
      const file = page.locator('.explorer-viewlet .monaco-list-row', { hasText: name }).first()
      await file.waitFor()
      await chooseInMenu(page, title, () => file.click({ button: 'right' }))
    },

    async editorTitle(title: string): Promise<void> {
      await page.locator(`.editor-actions .action-label[aria-label^="${title}"]`).first().click()
    },

    /** Shows a view of the activity bar; clicking the icon of a visible view would hide it. */
    async show(view: string): Promise<void> {
      const icon = page.locator('.activitybar .action-item', {
        has: page.locator(`[aria-label^="${view}"]`),
      })
      await icon.first().waitFor()
      if ((await icon.first().getAttribute('class'))?.includes('checked') !== true) await icon.first().click()
    },

    /** Runs a command from the palette. */
    async palette(title: string): Promise<void> {
      await inBox('F1', `>${title}`, async () => {
        await listed(title).waitFor({ timeout: BOX_MS })
        await sleep(SETTLE_MS)
        // Clicked rather than confirmed by key, since an editor that opened late may have taken the focus.
        await listed(title).click({ timeout: BOX_MS })
      })
    },

    /** Opens a file of the workspace. */
    async open(path: string): Promise<void> {
      const name = path.slice(path.lastIndexOf('/') + 1)
      await inBox('Control+p', path, () => listed(name).click({ timeout: BOX_MS }))
      await page.locator('.tab.active', { hasText: name }).first().waitFor()
      await inputBox.waitFor({ state: 'hidden' })
    },

    /** Waits for a question with this placeholder, prompt or title. */
    async question(text: string | RegExp): Promise<void> {
      const widget = page.locator('.quick-input-widget:visible')
      await widget.getByPlaceholder(text).or(widget.getByText(text)).first().waitFor()
    },

    /** Waits for a text in the status bar. */
    async status(text: string): Promise<void> {
      await page.locator('.statusbar-item', { hasText: text }).first().waitFor()
    },

    /** Accepts the focused item of the question. */
    async take(): Promise<void> {
      await page.locator('.quick-input-list .monaco-list-row.focused').first().waitFor()
      await sleep(SETTLE_MS)
      await page.keyboard.press('Enter')
    },

    async pressIn(at: Locator, button: string): Promise<void> {
      await at.getByRole('button', { name: button }).first().click()
    },

    /** Inline texts after the code of open editors. */
    ghosts: () => ghostsOn(page),

    /** All texts on the page that may come from the extension, line by line. */
    async lines(): Promise<readonly string[]> {
      const labels = page.locator(SHOWN.map((place) => `${place} [aria-label]`).join(','))
      const texts = await Promise.all([
        page.locator(SHOWN.join(',')).allInnerTexts(),
        labels.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '')),
        ghostsOn(page),
        ...page
          .frames()
          .filter((frame) => frame.url().includes('fake.html'))
          // A page replaced meanwhile has no text.
          .map((frame) =>
            frame
              .locator('body')
              .allInnerTexts()
              .catch(() => []),
          ),
      ])
      return texts
        .flat()
        .flatMap((text) => text.split('\n'))
        .filter((line) => line.trim() !== '')
    },

    /** Dismisses questions, menus and messages. */
    async calm(): Promise<void> {
      for (const on of ['.quick-input-widget:visible', '.monaco-dialog-box', '.monaco-menu']) {
        for (let tries = 5; tries > 0 && (await page.locator(on).count()) > 0; tries -= 1) {
          await page.keyboard.press('Escape')
          await sleep(SETTLE_MS)
        }
      }
      const toasts = page.locator('.notification-toast')
      for (let tries = 8; tries > 0 && (await toasts.count()) > 0; tries -= 1) {
        await toasts
          .first()
          .hover({ timeout: 1000 })
          .catch(() => {})
        await toasts
          .first()
          .locator('.action-label[aria-label^="Clear Notification"]')
          .click({ timeout: 1000 })
          .catch(() => {})
      }
    },
  }
}

// Decorations are drawn by style sheets; no element contains their text.
async function ghostsOn(page: Page): Promise<readonly string[]> {
  const found = await page.locator('.view-line span[class*="ced-"]').evaluateAll((all) => {
    const styled = globalThis as unknown as {
      getComputedStyle(of: unknown, part: string): { content: string }
    }
    return all.map((one) => styled.getComputedStyle(one, '::after').content)
  })
  return found.filter((text) => text.startsWith('"')).map((text) => text.slice(1, -1))
}

/** Where texts of an extension appear, except for the contents of files. */
const SHOWN = [
  '.notification-toast .notification-list-item-message',
  '.notification-toast .monaco-button',
  '.monaco-dialog-box',
  '.quick-input-widget',
  '.monaco-menu',
  '.pane-header',
  '.pane-body .monaco-list-row',
  '.pane-body .welcome-view',
  '.tabs-container .tab',
  '.statusbar-item',
  '.codelens-decoration',
  '.repl .monaco-list-row',
  '.test-output-peek',
]
