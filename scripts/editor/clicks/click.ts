// A click, and what may come of it: the words that the tables of clicks are written in.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILES, HOOKS } from './place.ts'
import type { Screen } from './screen.ts'

export type At = Screen & {
  readonly workspace: string
  /** The log of the extension, as it stands on disk. */
  log(): string
  /** Waits until something holds. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>
}

export type Click = {
  /** The entry, by its key, or what else is used. */
  readonly key: string
  /** A row of the view whose menu it is in. */
  readonly on?: string
  /** What has to be so first. */
  readonly before?: (at: At) => Promise<void>
  /** For what is no entry of the manifest: how it is used. */
  readonly use?: (at: At) => Promise<void>
  /** What comes of it. */
  readonly seen: (at: At) => Promise<void>
}

const { runs } = HOOKS

export const asked = (text: string) => (at: At) => at.asked(text)
export const told = (text: string | RegExp) => (at: At) => at.message(text).waitFor()
export const tabbed = (text: string | RegExp) => (at: At) => at.tab(text).waitFor()
export const modal = (text: string | RegExp) => (at: At) => at.dialog(text).waitFor()
export const listed = (view: string, text: string) => (at: At) => at.row(view, text).waitFor()
export const opened = (path: string) => (at: At) => at.open(path)

/** What does its work without a word: what went wrong would be told. */
export async function silently({ page }: At): Promise<void> {
  await page.waitForTimeout(400)
}

export async function drawn({ timeline }: At): Promise<void> {
  await timeline.getByText(/^\d+ events? · \d+ hooks? · [\d.]+ m?s$/).waitFor()
}

// A session that comes to what it was recorded as, and ends.
export async function debugged({ page }: At): Promise<void> {
  const toolbar = page.locator('.debug-toolbar')
  await toolbar.waitFor()
  await toolbar.waitFor({ state: 'hidden' })
  await page
    .locator('.repl .monaco-list-row', { hasText: `${runs.event}: deny` })
    .first()
    .waitFor()
}

export async function replayed(at: At): Promise<void> {
  await at.asked('Which payload?')
  await at.take()
  await at.message(/_10_guard: (pass|deny) in /).waitFor()
  await at.tab('payload in ↔ payload out').waitFor()
}

export async function off(at: At): Promise<void> {
  await at.menuOf(at.row('Hooks', runs.name), 'Disable Hook')
  await at.row('Hooks', 'disabled').waitFor()
}

export async function inView(at: At): Promise<void> {
  await at.show('Hookbench')
  await at.row('Hooks', '').waitFor()
}

// With nothing open, so that what is opened next is seen.
export async function closed({ page, tab }: At): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+w')
  await tab('').waitFor({ state: 'detached' })
}

export const pressed = (key: string) => (at: At) => at.page.keyboard.press(key)

export const lens = (text: string) => (at: At) =>
  at.page.locator('.codelens-decoration a', { hasText: text }).first().click()

export const inTimeline = (button: string) => async (at: At) => {
  await at.timeline.locator('.details').getByRole('button', { name: button, exact: true }).first().click()
}

export async function logged({ page }: At): Promise<void> {
  await page
    .locator('.part.panel .view-line', { hasText: /\[(info|warning|error)\]/ })
    .first()
    .waitFor()
}

// Only what was denied, which the second session did not come to.
export async function narrowed(at: At): Promise<void> {
  await at.asked('Show Only…')
  await at.page.locator('.quick-input-list .monaco-list-row', { hasText: 'deny' }).first().click()
  await at.page.keyboard.press('Enter')
  await at.pane('Recordings').getByText('Only denied.').waitFor()
  await at.row('Recordings', 's-7f3a').waitFor({ state: 'detached' })
}

export const widened = (at: At) => at.row('Recordings', 's-7f3a').waitFor()

// A case that is not met, run, so that its outcome can be accepted.
export async function unmet(at: At): Promise<void> {
  const path = join(at.workspace, FILES.case)
  const { reason: _none, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(
    path,
    `${JSON.stringify({ ...rest, expect: { decision: 'pass', changed: false } }, undefined, 2)}\n`,
  )
  await at.show('Testing')
  await at.palette('Test: Run All Tests')
  const message = 'decision: expected "pass", got "deny"'
  await at.page.locator('.test-output-peek-tree .monaco-list-row', { hasText: message }).first().waitFor()
}

export const met = (at: At) =>
  at.until('the new outcome is expected', () =>
    readFileSync(join(at.workspace, FILES.case), 'utf8').includes('"deny"'),
  )

export const reloads = (at: At) => at.log().split(' hooks.').length
