// Uses every menu entry, lens and button of the packed extension by pointer and keys in the real editor, verifies each
// effect, and checks all texts shown meanwhile. The page is not run in test mode.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inCodeServer, installExtension } from '../inCodeServer.ts'
import { address, openWorkbench } from '../page.ts'
import type { SuiteReport, TestResult } from '../report.ts'
import { editorSettings } from '../settings.ts'
import { type EditorStage, setStage } from '../stage.ts'
import type { Click, ClickPosition } from './click.ts'
import { type ContributedEntry, type EditorManifest, entriesOf, unmatched } from './entries.ts'
import { CASE, furnish, HOOKS } from './place.ts'
import { openScreen } from './screen.ts'
import { CLICKS } from './table.ts'
import { faultsIn } from './texts.ts'

const VIEWS: Readonly<Record<string, string>> = {
  'hookbench.hooks': 'Hooks',
  'hookbench.recordings': 'Recordings',
}
const PATIENCE_MS = 30_000
const MOST_FAILURES = 6
/** Records the texts of empty views, however briefly they are shown. */
const NOTE_WELCOMES = `
  globalThis.welcomes = new Set()
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.pane-body .welcome-view'))
      if (/^(There is no hook|Nothing was recorded)/.test(one.innerText.trim())) globalThis.welcomes.add(one.innerText.trim())
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'style'] })
`
/** How long the workbench may take to appear on a busy machine, in milliseconds. */
const START_MS = 120_000

/** Performs all clicks; a failed one is reported and the next is performed. */
export async function clickAll(vsix: string, shots: string, theme: 'light' | 'dark'): Promise<SuiteReport> {
  const stage = setStage(editorSettings(theme), 'nothing')
  const tests: TestResult[] = []
  try {
    installExtension(vsix, stage)
    furnish(stage)
    return await inCodeServer(stage, 'installed', async (port) => {
      const { page, close } = await openWorkbench(address(port, stage.workspace), theme, {
        developmentOptions: { enableSmokeTestDriver: false },
      })
      try {
        await clicked(placeAt(openScreen(page), stage), stage, shots, tests)
        return { tests }
      } finally {
        await close()
      }
    })
  } catch (error) {
    return { tests, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  } finally {
    stage.remove()
  }
}

/** Performs the clicks in an open workbench; appends each result to `tests`. */
export async function clicked(
  at: ClickPosition,
  stage: EditorStage,
  shots: string,
  tests: TestResult[],
  clicks: readonly Click[] = CLICKS,
): Promise<void> {
  const { entries, texts } = installed(stage)
  const missing = unmatched(
    entries,
    CLICKS.flatMap(({ key, use }) => (use === undefined || key.startsWith('key ') ? [key] : [])),
  )
  tests.push(result('every entry of the manifest has a click', performance.now(), missing.join('\n')))
  const hookbench = at.page.locator('.activitybar [aria-label^="Hookbench"]').first()
  await hookbench.waitFor({ timeout: START_MS })
  await at.page.evaluate(NOTE_WELCOMES)
  await at.show('Hookbench')
  await at.row('Hooks', 'SecureYeoman').waitFor({ timeout: START_MS })
  await at.row('Recordings', 's-1').waitFor()
  const welcomes = (await at.page.evaluate('[...globalThis.welcomes]')) as readonly string[]
  tests.push(
    result('no view says that nothing is here while it looks', performance.now(), welcomes.join('\n')),
  )
  for (const [n, click] of clicks.entries()) {
    const began = performance.now()
    const error = await play(at, click, entries, texts).catch(
      (thrown: Error) => thrown.stack ?? thrown.message,
    )
    if (error !== undefined)
      await at.page.screenshot({ path: join(shots, `click-${n}.png`), animations: 'disabled' })
    tests.push(result(click.key, began, error))
    // Later clicks depend on earlier ones, and each failure takes long, so it stops after several.
    const failed = tests.filter(({ state }) => state === 'failed').length
    if (failed >= MOST_FAILURES) {
      tests.push(result('the others', performance.now(), `not clicked after ${failed} failures`))
      return
    }
    await at.calm()
  }
}

// Why it failed; undefined on success.
async function play(
  at: ClickPosition,
  click: Click,
  entries: readonly ContributedEntry[],
  texts: readonly string[],
): Promise<string | undefined> {
  const arrive = async () => {
    await click.before?.(at)
    if (click.use !== undefined) await click.use(at)
    else await reach(at, click, entries)
  }
  try {
    await arrive()
  } catch (error) {
    // An editor that opened late may close a menu or question under the pointer, so the action is repeated once. The
    // effect is awaited only once.
    process.stderr.write(`clicks: ${click.key} is tried once more: ${String(error).split('\n', 1)}\n`)
    await at.calm()
    await arrive()
  }
  await click.seen(at)
  const faults = faultsIn(await at.lines(), texts)
  return faults.length === 0 ? undefined : faults.join('\n')
}

async function reach(
  at: ClickPosition,
  { key, on = '' }: Click,
  entries: readonly ContributedEntry[],
): Promise<void> {
  const entry = entries.find((one) => one.key === key)
  if (entry === undefined) throw new Error(`"${key}" is no entry of the manifest`)
  const { menu, title, group, view = '' } = entry
  const name = VIEWS[view] ?? ''
  if (menu === 'view/title') return at.titleBar(name, title, !group.startsWith('navigation'))
  if (menu === 'view/item/context') {
    const row = at.row(name, on)
    return group.startsWith('inline') ? at.inline(row, title) : at.menuOf(row, title)
  }
  if (menu.startsWith('editor/title')) return at.editorTitle(title)
  if (menu.startsWith('testing/')) return acceptIn(at, menu, title)
  if (menu === 'file/newFile') {
    await at.page.keyboard.press('Control+Alt+Meta+n')
    await at.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click()
    return
  }
  if (menu === 'editor/context') return at.textMenu(title)
  if (menu === 'explorer/context') {
    await at.show('Explorer')
    return at.fileMenu('settings.json', title)
  }
  if (menu === 'palette') return at.palette(`Hookbench: ${title}`)
  if (menu === 'welcome') return at.pressIn(at.pane(name).locator('.welcome-view'), title)
  throw new Error(`it is not said how "${key}" is reached`)
}

async function acceptIn(at: ClickPosition, menu: string, title: string): Promise<void> {
  const { page } = at
  if (menu === 'testing/item/context') {
    const test = page.locator('.test-explorer .monaco-list-row', { hasText: CASE }).first()
    const group = page.locator('.test-explorer .monaco-list-row', { hasText: HOOKS.runs.name }).first()
    await group.waitFor()
    if ((await test.count()) === 0) await group.locator('.monaco-tl-twistie').click()
    return at.inline(test, title)
  }
  const message = page.locator('.test-output-peek-tree .monaco-list-row', { hasText: 'expected' }).first()
  await message.click()
  await page.locator('.part.panel').getByText(title).first().click()
}

function result(what: string, began: number, error: string | undefined): TestResult {
  const failed = error !== undefined && error !== ''
  const ms = performance.now() - began
  return { title: `clicks: ${what}`, ms, state: failed ? 'failed' : 'passed', ...(failed ? { error } : {}) }
}

function installed({ extensions }: EditorStage): {
  readonly entries: readonly ContributedEntry[]
  readonly texts: readonly string[]
} {
  const [folder = ''] = globSync('hookbench.hookbench-*', { cwd: extensions })
  const json = (path: string) => JSON.parse(readFileSync(join(extensions, folder, path), 'utf8'))
  const manifest = json('package.json') as EditorManifest
  const names = json('package.nls.json') as Record<string, string>
  return { entries: entriesOf(manifest, names), texts: Object.keys(json('l10n/bundle.l10n.json')) }
}

export function placeAt(
  screen: ReturnType<typeof openScreen>,
  { workspace, data }: EditorStage,
): ClickPosition {
  return {
    ...screen,
    workspace,
    log() {
      // One log file for each load of the window.
      const all = globSync('**/hookbench.hookbench/Hookbench.log', { cwd: data })
      return all.map((path) => readFileSync(join(data, path), 'utf8')).join('')
    },
    async until(what, holds) {
      for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50))
        if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
    },
  }
}
