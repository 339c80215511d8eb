// Plays the first minutes of a new user by keys and clicks: an empty folder, *New Hook…*, a replay, three lines of
// code, a breakpoint, a test. The page is not run in test mode; results are read from the screen and the disk.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { inCodeServer, installExtension } from './inCodeServer.ts'
import { openWorkbench } from './page.ts'
import type { SuiteReport, TestResult } from './report.ts'
import { editorSettings } from './settings.ts'
import { setStage } from './stage.ts'

type Step = readonly [what: string, act: (page: Page, workspace: string) => Promise<void>]

const PATIENCE = 90_000
/** Pause before acting, as a user needs to see what is shown, in milliseconds. */
const LOOK_MS = 400
/** How often, and each time for how many milliseconds, going to a line is tried. */
const TRIES = 6
const TRY_MS = 15_000
/** The row that Enter accepts. */
const CHOSEN = '.quick-input-list .monaco-list-row.focused'

const STEPS: readonly Step[] = [
  [
    'New Hook… asks for agent, event, language and name',
    async (page) => {
      await page.locator('.activitybar [aria-label="Hookbench"]').first().waitFor({ timeout: PATIENCE })
      await sleep(1000)
      await choose(page, 'F1', '>Hookbench: New Hook', 'Hookbench: New Hook')
      await waitForQuestion(page, 'Which agent is it for?')
      await page.keyboard.type('SecureYeoman')
      await page.locator(CHOSEN, { hasText: 'SecureYeoman' }).first().waitFor({ timeout: PATIENCE })
      await page.keyboard.press('Enter')
      await waitForQuestion(page, 'When should it run?')
      await page.keyboard.type('tool_execute_before')
      await page.locator(CHOSEN, { hasText: 'tool_execute_before' }).first().waitFor({ timeout: PATIENCE })
      await page.keyboard.press('Enter')
      await waitForQuestion(page, 'In which language?')
      await page.keyboard.press('Enter')
      await page.getByText('Name of the hook and of its file').waitFor({ timeout: PATIENCE })
      await page.keyboard.type('guard')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'the file can be read, and above it stands what lets it run',
    async (page, workspace) => {
      await page.locator('.notification-toast', { hasText: 'Let guard run?' }).waitFor({ timeout: PATIENCE })
      if (!existsSync(join(workspace, 'extensions/guard.ts'))) throw new Error('there is no file yet')
      if ((await page.locator('.monaco-dialog-box').count()) > 0) throw new Error('a dialog hides it')
      await page
        .locator('.codelens-decoration a', { hasText: 'Trust This and Later Edits' })
        .first()
        .click({ timeout: PATIENCE })
    },
  ],
  [
    'the new hook is replayed on its example with two keys',
    async (page) => {
      const question = page.locator('.notification-toast', { hasText: 'Let guard run?' })
      await question.waitFor({ state: 'hidden', timeout: PATIENCE })
      await page.getByRole('button', { name: 'Replay…' }).click({ timeout: PATIENCE })
      await waitForQuestion(page, 'Which payload?')
      await page.locator(CHOSEN).first().waitFor({ timeout: PATIENCE })
      await page.keyboard.press('Enter')
      await resultOf(page).locator('.verdict').waitFor({ timeout: PATIENCE })
    },
  ],
  [
    'three lines are typed, with completions of what the event carries, and nothing is marked wrong',
    async (page) => {
      await goTo(page, 16)
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.type('  if (ctx.')
      await page
        .locator('.suggest-widget .monaco-list-row', { hasText: 'toolName' })
        .first()
        .waitFor({ timeout: PATIENCE })
    },
  ],
  [
    'the rest of them',
    async (page, workspace) => {
      await page.keyboard.type("toolName === 'bash'", { delay: 20 })
      await page.keyboard.press('Escape')
      await page.keyboard.press('End')
      await page.keyboard.type(' {')
      await page.keyboard.press('Enter')
      await page.keyboard.type('return null', { delay: 20 })
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+s')
      const saved = () => readFileSync(join(workspace, 'extensions/guard.ts'), 'utf8')
      const wanted = /if \(ctx\.toolName === 'bash'\) \{\n\s+return null\n\s*\}/
      for (const until = Date.now() + PATIENCE; !wanted.test(saved()); await sleep(100))
        if (Date.now() > until) throw new Error(saved())
    },
  ],
  [
    'the same payload again with one key: it is denied now',
    async (page) => {
      await page.keyboard.press('Control+Alt+Shift+R')
      await resultOf(page)
        .locator('.verdict', { hasText: /^deny$/ })
        .waitFor({ timeout: PATIENCE })
    },
  ],
  [
    'a breakpoint stops',
    async (page) => {
      await goTo(page, 10)
      await page.keyboard.press('F9')
      await page.locator('.codicon-debug-breakpoint').first().waitFor({ timeout: PATIENCE })
      await page.locator('.codelens-decoration a', { hasText: 'Debug' }).first().click({ timeout: PATIENCE })
      await waitForQuestion(page, 'Which payload?')
      await page.locator(CHOSEN).first().waitFor({ timeout: PATIENCE })
      await page.keyboard.press('Enter')
      await page
        .locator('.debug-top-stack-frame-column, .codicon-debug-stackframe')
        .first()
        .waitFor({ timeout: PATIENCE })
    },
  ],
  [
    'and goes on',
    async (page) => {
      await page.keyboard.press('F5')
      await page.locator('.debug-toolbar').waitFor({ state: 'hidden', timeout: PATIENCE })
    },
  ],
  [
    'what it said is kept as a test',
    async (page, workspace) => {
      await choose(page, 'F1', '>Save Last Replay', 'Save Last Replay as Test')
      await page.getByText('Name of the test.').waitFor({ timeout: PATIENCE })
      await page.keyboard.press('Enter')
      await page
        .locator('.tab', { hasText: 'guard' })
        .filter({ hasText: '.json' })
        .first()
        .waitFor({ timeout: PATIENCE })
      const cases = readdirSync(join(workspace, '.hookbench/cases'))
      if (cases.length !== 1) throw new Error(`cases: ${cases.join(', ')}`)
    },
  ],
]

// The editor's messages to the user when a step has failed.
async function shownOn(page: Page): Promise<string> {
  const places =
    '.notification-list-item, .monaco-dialog-box, .quick-input-widget, .repl .monaco-list-row, .statusbar-item.has-beak'
  const texts = await page.locator(places).allInnerTexts()
  return texts.map((text) => `shown: ${text.replaceAll(/\s+/g, ' ').trim()}`).join('\n')
}

// The webview of the result panel.
function resultOf(page: Page) {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe')
}

/** Plays the steps until one fails, since each depends on the previous ones. */
export async function firstMinutes(
  vsix: string,
  shots: string,
  theme: 'light' | 'dark',
): Promise<SuiteReport> {
  const stage = setStage(editorSettings(theme), 'nothing')
  const tests: TestResult[] = []
  try {
    installExtension(vsix, stage)
    return await inCodeServer(stage, 'installed', async (port) => {
      const query = new URLSearchParams({ folder: stage.workspace })
      const { page, close } = await openWorkbench(`http://127.0.0.1:${port}/?${query}`, theme, {
        developmentOptions: { enableSmokeTestDriver: false },
      })
      try {
        for (const [at, [step, act]] of STEPS.entries()) {
          const began = performance.now()
          const title = `the first minutes: ${step}`
          const error = await act(page, stage.workspace).then(
            () => undefined,
            (thrown: Error) => thrown.stack ?? thrown.message,
          )
          const ms = performance.now() - began
          await sleep(700)
          await page.screenshot({ path: join(shots, `first-${at + 1}.png`), animations: 'disabled' })
          const what = error === undefined ? undefined : `${error}\n${await shownOn(page)}`
          tests.push({
            title,
            ms,
            state: what === undefined ? 'passed' : 'failed',
            ...(what && { error: what }),
          })
          if (error !== undefined) break
        }
        return { tests }
      } finally {
        await close()
      }
    })
  } catch (error) {
    return { tests, fault: error instanceof Error ? error.message : String(error) }
  } finally {
    stage.remove()
  }
}

async function choose(page: Page, key: string, text: string, shown: string): Promise<void> {
  await page.keyboard.press(key)
  await page.locator('.quick-input-widget input').first().waitFor({ timeout: PATIENCE })
  await page.locator('.quick-input-widget input').first().fill(text)
  await page
    .locator('.quick-input-list .monaco-list-row', { hasText: shown })
    .first()
    .waitFor({ timeout: PATIENCE })
  await sleep(LOOK_MS)
  await page.keyboard.press('Enter')
}

async function waitForQuestion(page: Page, placeholder: string): Promise<void> {
  await page.locator(`.quick-input-widget input[placeholder="${placeholder}"]`).waitFor({ timeout: PATIENCE })
  await sleep(LOOK_MS)
}

// Opening the tab may take the focus only after the key was pressed, which closes the field: then once more, as a user
// would. The status bar says whether it worked.
async function goTo(page: Page, line: number): Promise<void> {
  await page.locator('.tab', { hasText: 'guard.ts' }).first().click({ timeout: PATIENCE })
  const input = page.locator('.quick-input-widget input').first()
  const there = page.locator('.statusbar-item', { hasText: new RegExp(`^Ln ${line}, Col 1$`) })
  for (let tries = TRIES; ; tries--) {
    try {
      await page.keyboard.press('Control+g')
      // Not by the keyboard: where the field has no focus, the text would be written into the file. `:` means a line.
      await input.fill(`:${line}:1`, { timeout: TRY_MS })
      await input.press('Enter', { timeout: TRY_MS })
      await input.waitFor({ state: 'hidden', timeout: TRY_MS })
      await there.waitFor({ timeout: TRY_MS })
      break
    } catch (error) {
      if (tries === 1) throw error
      await page.keyboard.press('Escape')
    }
  }
  await sleep(LOOK_MS)
}
