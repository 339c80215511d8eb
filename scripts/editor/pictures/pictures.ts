// `npm run pictures`: takes the pictures of README, documentation and walkthrough from the packed extension in a
// project with hooks of Claude Code. Check all of them before committing.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClickPosition, lens } from '../clicks/click.ts'
import { placeAt } from '../clicks/clicks.ts'
import { openScreen } from '../clicks/screen.ts'
import { inCodeServer, installExtension } from '../inCodeServer.ts'
import { address, openWorkbench } from '../page.ts'
import { editorSettings } from '../settings.ts'
import { type EditorStage, setStage } from '../stage.ts'
import { withPackaged } from '../vsix.ts'
import { smallShot } from './png.ts'

const root = join(import.meta.dirname, '../../..')
const SIZE = { width: 1200, height: 680 }
const START_MS = 120_000
/**
 * Colors, squiggles and lenses appear one after another without a completion event, so it waits this long, in
 * milliseconds.
 */
const REST_MS = 1500

const GUARD = '.claude/hooks/guard_commands.py'
const SECRETS = '.claude/hooks/keep-secrets.mjs'
const BESIDE = '.claude/hooks/note-command.sh'

/** A second hook on commands, so that two run side by side. */
const NOTES = `#!/bin/sh
# Keeps a list of the commands that an agent wanted to run.
cat >>"$CLAUDE_PROJECT_DIR/.claude/commands.jsonl"
`

const preferred = {
  'workbench.preferredDarkColorTheme': 'Default Dark Modern',
  'workbench.preferredLightColorTheme': 'Default Light Modern',
}

type Painter = (name: string) => Promise<void>

async function paint(vsix: string): Promise<void> {
  // Makes the workbench's theme follow the page's color scheme.
  const follows = { 'window.autoDetectColorScheme': true, ...preferred }
  const empty = setStage({ ...editorSettings('dark'), ...follows }, 'nothing')
  const stage = furnished(empty)
  try {
    installExtension(vsix, stage)
    await inCodeServer(stage, 'installed', async (port) => {
      const { page, close } = await openWorkbench(address(port, stage.workspace), 'dark', {
        developmentOptions: { enableSmokeTestDriver: false },
      })
      try {
        await page.setViewportSize(SIZE)
        const at = placeAt(openScreen(page), stage)
        page.setDefaultTimeout(START_MS)
        await page.locator('.activitybar [aria-label^="Hookbench"]').first().waitFor({ timeout: START_MS })
        await at.show('Hookbench')
        await at.row('Hooks', 'Claude Code').waitFor({ timeout: START_MS })
        await at.row('Recordings', 'clean-up').waitFor()
        await scenes(at, inThemes(at))
      } catch (error) {
        const shots = join(root, 'build/screenshots')
        mkdirSync(shots, { recursive: true })
        await page.screenshot({ path: join(shots, 'pictures-failure.png') })
        throw error
      } finally {
        await close()
      }
    })
  } finally {
    stage.remove()
  }
}

/** Sets up the project and its sessions. */
function furnished(stage: EditorStage): EditorStage {
  const workspace = join(stage.folder, 'shop')
  renameSync(stage.workspace, workspace)
  cpSync(join(root, 'examples/claude-code'), workspace, { recursive: true })
  writeFileSync(join(workspace, BESIDE), NOTES)
  const settings = join(workspace, '.claude/settings.json')
  const read = JSON.parse(readFileSync(settings, 'utf8'))
  read.hooks.PreToolUse[0].hooks.push({
    type: 'command',
    command: `sh "$CLAUDE_PROJECT_DIR"/${BESIDE}`,
    timeout: 10,
  })
  writeFileSync(settings, `${JSON.stringify(read, undefined, 2)}\n`)
  const argv = [join(import.meta.dirname, 'story.ts'), workspace, stage.home]
  const { status, stderr } = spawnSync(process.execPath, argv, { env: stage.env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the session could not be recorded: ${stderr.trim()}`)
  return { ...stage, workspace }
}

async function scenes(at: ClickPosition, painted: Painter): Promise<void> {
  const { page } = at
  await at.palette('Hookbench: New Hook')
  await at.question('Which agent is it for?')
  await page.keyboard.type('Claude Code')
  await at.take()
  await at.question('When should it run?')
  await painted('write')
  await at.calm()

  await at.open(GUARD)
  await lens('Replay')(at)
  await at.question('Which payload?')
  await page.keyboard.type('rm -rf')
  await at.take()
  await runForReal(at)
  await at.result.locator('.verdict', { hasText: 'does not run' }).waitFor()
  await painted('replay')

  await at.pressIn(at.result.locator('body'), 'Save as Test')
  await at.question('Name of the test.')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('no forced deletion')
  await page.keyboard.press('Enter')
  await at.tab('.json').waitFor()
  await at.show('Testing')
  await at.palette('Test: Run All Tests')
  await page.locator('.test-explorer .monaco-list-row .codicon-testing-passed-icon').first().waitFor()
  await painted('test')
  await at.show('Hookbench')
  await alone(at)

  await at.open(SECRETS)
  await page.keyboard.press('Control+g')
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F9')
  // The lens is above the first line, which the breadcrumbs hide once the text is scrolled.
  await page.keyboard.press('Control+Home')
  await clickHere(at, 'Debug')
  await at.question('Which payload?')
  await page.keyboard.type('.env')
  await at.take()
  await page.locator('.debug-top-stack-frame-column, .codicon-debug-stackframe').first().waitFor()
  const variables = page.locator('.debug-variables .monaco-list-row')
  await variables.filter({ hasText: 'Module' }).first().click()
  await variables.filter({ hasText: 'tool_input' }).first().waitFor()
  await painted('debugger')
  await page.keyboard.press('F5')
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' })
  await alone(at)

  await at.show('Hookbench')
  await at.inline(at.row('Recordings', 'clean-up'), 'Open Timeline')
  await at.timeline.getByText(/^\d+ events? · \d+ hooks?/).waitFor()
  await painted('timeline')
  await alone(at)

  const whole = readFileSync(join(at.workspace, SECRETS), 'utf8')
  writeFileSync(join(at.workspace, SECRETS), whole.replace('tool_input.file_path', 'tool_input.filepath'))
  await at.open(SECRETS)
  await page.locator('.squiggly-warning, .squiggly-error').first().waitFor()
  await page.locator('.statusbar-item', { hasText: 'Fetching data' }).waitFor({ state: 'detached' })
  await page
    .locator('.view-line span', { hasText: /^filepath$/ })
    .first()
    .click()
  // The hover requests fixes only once, and the language server may not have looked yet.
  const hover = page.locator('.monaco-hover', { hasText: 'filepath' }).first()
  for (let tries = 5; tries > 0; tries -= 1) {
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Control+i')
    await hover.waitFor()
    await sleep(REST_MS)
    if ((await hover.getByText('Quick Fix').count()) > 0) break
    if (tries === 1) throw new Error('no fix is offered for the misspelt field')
    await page.keyboard.press('Escape')
    await sleep(REST_MS)
  }
  await painted('findings')
}

// Clicks without scrolling: a scroll position set by the page rather than the editor would persist.
async function clickHere(at: ClickPosition, title: string): Promise<void> {
  const { page } = at
  const found = page.locator('.codelens-decoration a', { hasText: title }).first()
  const question = page.locator('.quick-input-widget:visible')
  // Lenses are replaced while the language server looks, and a click on a replaced one is lost.
  for (let tries = 10; tries > 0 && (await question.count()) === 0; tries -= 1) {
    await found.waitFor()
    // A hover for the element under the pointer may cover it.
    await page.mouse.move(0, 0)
    await sleep(REST_MS)
    const box = await found.boundingBox()
    if (box !== null) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 50 })
    await sleep(REST_MS)
  }
}

async function runForReal(at: ClickPosition): Promise<void> {
  const question = at.dialog('runs with all its effects. Continue?')
  await question.or(at.page.locator('iframe.webview.ready').first()).first().waitFor()
  if ((await question.count()) > 0) await at.pressIn(question, 'Run It')
}

async function alone({ page, calm }: ClickPosition): Promise<void> {
  await calm()
  if (await page.locator('.part.panel').isVisible()) await page.keyboard.press('Control+j')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+w')
  await sleep(REST_MS)
}

/** Takes each picture in both themes; the documentation uses the dark one. */
function inThemes({ page }: ClickPosition): Painter {
  const wear = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await sleep(REST_MS)
  }
  const docs = join(root, 'docs/images')
  const media = join(root, 'media/walkthrough')
  for (const folder of [docs, media]) mkdirSync(folder, { recursive: true })
  return async (name) => {
    await sleep(REST_MS)
    const dark = await smallShot(page)
    if (IN_DOCS.includes(name)) writeFileSync(join(docs, `${name}.png`), dark)
    console.log(`${name}: ${(dark.length / 1024).toFixed(0)} kB`)
    if (!IN_WALKTHROUGH.includes(name)) return
    writeFileSync(join(media, `${name}-dark.png`), dark)
    await wear('light')
    writeFileSync(join(media, `${name}-light.png`), await smallShot(page))
    await wear('dark')
  }
}

const IN_DOCS = ['findings', 'replay', 'debugger', 'timeline']
const IN_WALKTHROUGH = ['write', 'findings', 'replay', 'debugger', 'test']

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
await withPackaged(({ vsix }) => paint(vsix))
