// Clicks in editors of hooks, payloads and cases (title bars, keys, lenses), and in the result panel.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  behind,
  type Click,
  closed,
  debuggedOnce,
  gated,
  inResult,
  lens,
  messageShown,
  opened,
  pressed,
  questionShown,
  resulted,
  silently,
  tabbed,
} from './click.ts'
import { CASE, FILES, HOOKS } from './place.ts'

const { runs, waits, fails } = HOOKS

const denied = resulted(runs.name, /^deny$/)
// The result differs from the case's expectation.
const missed = resulted(CASE, /^deny$/)

const stands = (state: string) => (at: Parameters<Click['seen']>[0]) =>
  at.pane('Hooks').locator(`.monaco-list-row[aria-label^="${waits.name}, ${state}"]`).first().waitFor()

// Closes other editors first, so that the first match on the page is in this one.
const alone = (path: string) => async (at: Parameters<Click['seen']>[0]) => {
  await closed(at)
  await at.open(path)
}

export const EDITOR_CLICKS: readonly Click[] = [
  { key: 'editor/title/run hookbench.replay navigation@1', before: opened(FILES.payload), seen: denied },
  { key: 'result Rerun', use: inResult('Rerun'), seen: again },
  {
    key: 'result Compare with Last',
    use: inResult('Compare with Last'),
    seen: tabbed('last time ↔ this time'),
  },
  {
    key: 'palette hookbench.showResult',
    seen: async (at) => {
      await at.tab(`${runs.name} · ${runs.event}`).waitFor()
      await at.page.keyboard.press('r')
      await again(at)
    },
  },
  { key: 'result Edit Payload', use: inResult('Edit Payload'), seen: tabbed('.payload.json') },
  { key: 'result Save as Test', use: inResult('Save as Test'), seen: questionShown('Name of the test.') },
  { key: 'result Debug', use: inResult('Debug'), seen: debuggedOnce },
  {
    key: 'result hook',
    // The debugger opened the hook in front of the result.
    before: (at) => at.palette('Hookbench: Show Last Result'),
    use: inResult(runs.name),
    seen: tabbed(`${runs.name}.ts`),
  },
  { key: 'key hookbench.replay', before: opened(FILES.payload), use: pressed('Control+Alt+r'), seen: denied },
  { key: 'lens Replay of a payload', before: alone(FILES.payload), use: lens('Replay'), seen: denied },
  { key: 'lens Debug of a payload', use: lens('Debug'), seen: debuggedOnce },
  {
    key: 'lens Replay of a case',
    before: alone(FILES.case),
    use: lens('Replay'),
    seen: missed,
  },
  {
    key: 'result of a case by key',
    before: opened(FILES.case),
    use: pressed('Control+Alt+r'),
    seen: async (at) => {
      await missed(at)
      await at.result.getByRole('row', { name: 'decision "pass" "deny"' }).waitFor()
    },
  },
  { key: 'lens Debug of a case', before: opened(FILES.case), use: lens('Debug'), seen: debuggedOnce },
  {
    key: 'key hookbench.replayAgain',
    before: opened(FILES.runs),
    use: pressed('Control+Alt+Shift+r'),
    seen: resulted(runs.name, /^(pass|deny)$/),
  },
  {
    key: 'ghost text of what a hook came to, which no lens says again',
    before: alone(FILES.runs),
    use: silently,
    seen: async (at) => {
      await behind(/^deny · [<\d.]+ ms$/)(at)
      if ((await at.page.locator('.codelens-decoration', { hasText: 'last:' }).count()) > 0)
        throw new Error('a lens says it as well')
    },
  },
  {
    key: 'ghost text after an edit',
    use: async (at) => {
      await at.page.locator('.editor-instance .view-line').first().click()
      await at.page.keyboard.type(' ')
    },
    seen: async (at) => {
      await behind(/^deny · [<\d.]+ ms · before the edit$/)(at)
      await at.page.keyboard.press('Control+z')
      await behind(/^deny · [<\d.]+ ms$/)(at)
    },
  },
  {
    key: 'lens Replay',
    before: alone(FILES.runs),
    use: lens('Replay'),
    seen: questionShown('Which payload?'),
  },
  { key: 'lens Debug', use: lens('Debug'), seen: questionShown(`Debug ${runs.name}`) },
  {
    key: 'lens trust',
    before: alone(`extensions/${waits.name}.ts`),
    use: lens('Trust Only As It Is Now'),
    seen: stands('active'),
  },
  {
    key: 'lens what changed since it was trusted',
    use: async (at) => {
      const path = join(at.workspace, `extensions/${waits.name}.ts`)
      writeFileSync(path, `${readFileSync(path, 'utf8')}// Edited.\n`)
      await stands('untrusted')(at)
      await lens('Show What Changed')(at)
    },
    seen: tabbed('as trusted ↔ as it is now'),
  },
  {
    key: 'trust is asked before a payload is',
    before: alone(`extensions/${waits.name}.ts`),
    use: lens('Replay'),
    seen: messageShown(`Let ${waits.name} run? It answers ${waits.event}. changed since it was trusted`),
  },
  {
    key: 'result of a hook that fails',
    use: async (at) => {
      await at.inline(at.row('Hooks', fails.name), 'Replay Payload')
      await at.question('Which payload?')
      await at.take()
    },
    seen: async (at) => {
      await resulted(fails.name, /^crashed$/)(at)
      await at.result.locator('.facts', { hasText: 'nobody is home' }).waitFor()
    },
  },
  {
    key: 'lens of what an entry fires on',
    before: opened('.claude/settings.json'),
    use: lens('fires on every PreToolUse'),
    seen: async (at) => {
      await at.question('Which payload?')
      await at.take()
      await gated(/^Nothing prevents it from firing$/, 'Matcher', /It has none/)(at)
    },
  },
  {
    key: 'keys of a configuration file, completed by its schema',
    before: opened('.claude/settings.json'),
    use: async ({ page }) => {
      await page.locator('.editor-instance .view-line').first().click()
      await page.keyboard.press('Control+Home')
      for (let column = '{"hooks":{'.length; column > 0; column -= 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Control+Space')
    },
    seen: async ({ page }) => {
      const events = page.locator('.suggest-widget .monaco-list-row')
      await events.filter({ hasText: 'ConfigChange' }).first().waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    key: 'editor/context hookbench.convert 1_modification@9',
    before: opened('.claude/settings.json'),
    seen: converted,
  },
  {
    key: 'explorer/context hookbench.convert 5_cutcopypaste@9',
    before: opened('.claude/settings.json'),
    seen: questionShown('Convert to which agent?'),
  },
  { key: 'palette hookbench.convert', before: opened('.claude/settings.json'), seen: converted },
  { key: 'result Preview', use: inResult('Preview'), seen: tabbed('now ↔ after the conversion') },
]

// The second run can be compared with the first.
async function again(at: Parameters<Click['seen']>[0]): Promise<void> {
  await at.result
    .getByRole('button', { name: 'Compare with Last', disabled: false })
    .and(at.result.locator(':not([aria-disabled])'))
    .waitFor()
  await denied(at)
}

// Losses are reported before anything is written.
async function converted(at: Parameters<Click['seen']>[0]): Promise<void> {
  await at.question('Convert to which agent?')
  await at.take()
  await resulted('Claude Code to', /^Nothing is written yet$/)(at)
}
