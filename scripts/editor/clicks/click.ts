// The type of a click and its expected effect, and helpers used by the tables of clicks.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILES, HOOKS } from './place.ts'
import type { Screen } from './screen.ts'

export type ClickPosition = Screen & {
  readonly workspace: string
  /** The extension's log as written to disk. */
  log(): string
  /** Waits until something holds. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>
}

export type Click = {
  /** Key of the manifest entry, or a name for anything else that is used. */
  readonly key: string
  /** The row of the view on whose menu it is. */
  readonly on?: string
  /** Prepares the required state. */
  readonly before?: (at: ClickPosition) => Promise<void>
  /** Performs the action, for anything that is not a manifest entry. */
  readonly use?: (at: ClickPosition) => Promise<void>
  /** Verifies the effect. */
  readonly seen: (at: ClickPosition) => Promise<void>
}

const { runs } = HOOKS

export const questionShown = (text: string) => (at: ClickPosition) => at.question(text)
export const messageShown = (text: string | RegExp) => (at: ClickPosition) => at.message(text).waitFor()
/** Checks the heading and verdict of the result panel. */
export const resulted = (heading: string, verdict: RegExp) => async (at: ClickPosition) => {
  await at.result.locator('.about', { hasText: heading }).waitFor()
  await at.result.locator('.verdict', { hasText: verdict }).waitFor()
}
export const comparedInResult = (at: ClickPosition) =>
  at.result.locator('.facts', { hasText: /Same as recorded|from the recording/ }).waitFor()
export const inResult = (button: string) => (at: ClickPosition) =>
  at.result.getByRole('button', { name: button, exact: true }).click()
/** Checks the verdict and one gate in the result panel. */
export const gated = (verdict: RegExp, gate: string, found: RegExp) => async (at: ClickPosition) => {
  await at.result.locator('.verdict', { hasText: verdict }).waitFor()
  await at.result.getByRole('row', { name: gate }).filter({ hasText: found }).waitFor()
}
/** Checks the inline value in an open editor. */
export const behind = (text: RegExp) => (at: ClickPosition) =>
  at.until(`behind the code stands ${text}`, async () => (await at.ghosts()).some((one) => text.test(one)))
export const tabbed = (text: string | RegExp) => (at: ClickPosition) => at.tab(text).waitFor()
export const modal = (text: string | RegExp) => (at: ClickPosition) => at.dialog(text).waitFor()
export const listed = (view: string, text: string) => (at: ClickPosition) => at.row(view, text).waitFor()
export const opened = (path: string) => (at: ClickPosition) => at.open(path)

/** For actions without a visible effect: errors would be shown. */
export async function silently({ page }: ClickPosition): Promise<void> {
  await page.waitForTimeout(400)
}

/** Checks that the walkthrough shows its first step. */
export async function guided({ page }: ClickPosition): Promise<void> {
  await page.locator('.getting-started-step', { hasText: 'Write a hook, or use your own' }).first().waitFor()
}

export async function drawn({ timeline }: ClickPosition): Promise<void> {
  await timeline.getByText(/^\d+ events? · \d+ hooks? · [\d.]+ m?s$/).waitFor()
}

/** A session without breakpoints: stops at the first line, reports that, continues, and ends. */
export async function debuggedOnce({ page, status, show }: ClickPosition): Promise<void> {
  const toolbar = page.locator('.debug-toolbar')
  await toolbar.waitFor()
  await page.locator('.debug-top-stack-frame-column, .codicon-debug-stackframe').first().waitFor()
  await status('No breakpoint is set, so it stops at its first line.')
  await page.keyboard.press('F5')
  await toolbar.waitFor({ state: 'hidden' })
  // The editor has activated its own debug view.
  await show('Hookbench')
}

// A session that ends with the recorded outcome.
export async function debugged(at: ClickPosition): Promise<void> {
  await debuggedOnce(at)
  await at.page
    .locator('.repl .monaco-list-row', { hasText: `${runs.event}: deny` })
    .first()
    .waitFor()
}

export async function replayed(at: ClickPosition): Promise<void> {
  await at.question('Which payload?')
  await at.take()
  await resulted(runs.name, /^(pass|deny)$/)(at)
}

export async function off(at: ClickPosition): Promise<void> {
  await at.menuOf(at.row('Hooks', runs.name), 'Disable Hook')
  await at.row('Hooks', 'disabled').waitFor()
}

export async function inView(at: ClickPosition): Promise<void> {
  await at.show('Hookbench')
  await at.row('Hooks', '').waitFor()
}

// Closes all editors, so that the next one opened is recognized.
export async function closed({ page, tab }: ClickPosition): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+w')
  await tab('').waitFor({ state: 'detached' })
}

export const pressed = (key: string) => (at: ClickPosition) => at.page.keyboard.press(key)

export const lens = (text: string) => (at: ClickPosition) =>
  at.page.locator('.codelens-decoration a', { hasText: text }).first().click()

export const inTimeline = (button: string) => async (at: ClickPosition) => {
  await at.timeline.locator('.details').getByRole('button', { name: button, exact: true }).first().click()
}

export async function logged({ page }: ClickPosition): Promise<void> {
  await page
    .locator('.part.panel .view-line', { hasText: /\[(info|warning|error)\]/ })
    .first()
    .waitFor()
}

// Shows only denied events, which excludes the second session.
export async function narrowed(at: ClickPosition): Promise<void> {
  await at.question('Show Only…')
  await at.page.locator('.quick-input-list .monaco-list-row', { hasText: 'deny' }).first().click()
  await at.page.keyboard.press('Enter')
  await at.pane('Recordings').getByText('Only deny.').waitFor()
  await at.row('Recordings', 's-7f3a').waitFor({ state: 'detached' })
}

export const widened = (at: ClickPosition) => at.row('Recordings', 's-7f3a').waitFor()

// Runs a case that fails, so that its outcome can be accepted.
export async function unmet(at: ClickPosition): Promise<void> {
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

export const met = (at: ClickPosition) =>
  at.until('the new outcome is expected', () =>
    readFileSync(join(at.workspace, FILES.case), 'utf8').includes('"deny"'),
  )

export const reloads = (at: ClickPosition) => at.log().split(' hooks.').length
