// Clicks in the Hooks view: its title bar and the menus of its rows.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Click,
  gated,
  inResult,
  listed,
  logged,
  messageShown,
  modal,
  off,
  questionShown,
  reloads,
  replayed,
  resulted,
  silently,
  tabbed,
} from './click.ts'
import { HOOKS } from './place.ts'

const { runs, waits, entry } = HOOKS

// Each save makes the view refresh. The hook is untrusted, so its contents do not affect the other hooks.
function savedAgainAndAgain(path: string): () => void {
  const text = readFileSync(path, 'utf8')
  let times = 0
  const timer = setInterval(() => {
    times += 1
    writeFileSync(path, `${text}// ${times}\n`)
  }, 150)
  return () => {
    clearInterval(timer)
    writeFileSync(path, text)
  }
}

export const HOOKS_CLICKS: readonly Click[] = [
  {
    key: 'view/title hookbench.hooks hookbench.newHook navigation@0',
    seen: questionShown('Which agent is it for?'),
  },
  {
    key: 'view/title hookbench.hooks hookbench.hooks.groupByFile navigation@1',
    seen: listed('Hooks', `${runs.name}.ts`),
  },
  {
    key: 'view/title hookbench.hooks hookbench.hooks.groupByEvent navigation@1',
    seen: listed('Hooks', runs.event),
  },
  {
    key: 'view/title hookbench.hooks hookbench.reload navigation@2',
    // With a focused row, which the title bar passes as the argument.
    before: async (at) => {
      await at.pane('Hooks').locator('.monaco-list').focus()
      await at.page.keyboard.press('ArrowDown')
    },
    seen: (at) => at.until('the log counts hooks', () => reloads(at) > 1),
  },
  {
    key: 'view/title hookbench.hooks hookbench.trustFolder 1_trust@1',
    seen: modal('Let the hooks of workspace'),
  },
  {
    key: 'view/title hookbench.hooks hookbench.showLog 9_log@1',
    seen: logged,
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.replay inline@1',
    on: runs.name,
    seen: questionShown('Which payload?'),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.debug inline@2',
    on: runs.name,
    seen: questionShown(`Debug ${runs.name}`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.openHook 1_open@1',
    on: runs.name,
    seen: tabbed(`${runs.name}.ts`),
  },
  {
    key: 'row of an entry, which opens the script that it is called by',
    use: ({ row }) => row('Hooks', entry.name).click(),
    seen: tabbed(entry.name),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.openEntry 1_open@2',
    on: entry.name,
    seen: tabbed('settings.json'),
  },
  { key: 'view/item/context hookbench.hooks hookbench.replay 2_run@1', on: runs.name, seen: replayed },
  {
    key: 'menu of a row while rows are drawn anew',
    use: async (at) => {
      const end = savedAgainAndAgain(join(at.workspace, `extensions/${waits.name}.ts`))
      try {
        for (let times = 5; times > 0; times -= 1) {
          await at.calm()
          await at.menuOf(at.row('Hooks', runs.name), 'Replay Payload…')
          await at.question('Which payload?')
        }
      } finally {
        end()
      }
    },
    seen: silently,
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.replayAgain 2_run@2',
    on: runs.name,
    seen: resulted(runs.name, /^(pass|deny)$/),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.editPayload 2_run@3',
    on: runs.name,
    seen: tabbed(`${runs.event}.payload.json`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.debug 2_run@4',
    on: runs.name,
    seen: questionShown(`Debug ${runs.name}`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.compareAgents 2_run@5',
    on: entry.name,
    seen: async (at) => {
      await at.question('Which payload?')
      await at.take()
      await at.pressIn(at.dialog(`${entry.name} runs with all its effects. Continue?`), 'Run It')
      // Copilot reads the same file, and asks before it runs a command.
      const verdicts = [
        'Claude Code: the tool runs; the session goes on',
        'Copilot CLI: the user is asked; the session goes on',
      ]
      await resulted(entry.event, new RegExp(`^${verdicts.join('\\. ')}$`))(at)
      await at.result.getByRole('row', { name: /^Codex PreToolUse the tool runs/ }).waitFor()
    },
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.whyNotFired 2_run@6',
    on: waits.name,
    seen: async (at) => {
      await at.question('Which payload?')
      await at.take()
      await gated(/^It does not fire: trust$/, 'Trust', /not trusted yet/)(at)
    },
  },
  {
    key: 'Debug of a row that waits for trust, which is asked first',
    use: (at) => at.inline(at.row('Hooks', waits.name), 'Debug Hook'),
    seen: messageShown(`Let ${waits.name} run?`),
  },
  { key: 'gates Trust…', use: inResult('Trust…'), seen: messageShown(`Let ${waits.name} run?`) },
  {
    key: 'view/item/context hookbench.hooks hookbench.disable 4_state@1',
    on: runs.name,
    seen: async (at) => {
      await at.pressIn(at.dialog('keeps running until'), 'Trust Settings')
      await at.row('Hooks', 'disabled').waitFor()
    },
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.enable inline@3',
    on: runs.name,
    seen: (at) => at.row('Hooks', 'disabled').waitFor({ state: 'detached' }),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.enable 4_state@1',
    on: runs.name,
    // The settings are already trusted in this form.
    before: off,
    seen: (at) => at.row('Hooks', 'disabled').waitFor({ state: 'detached' }),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.trust inline@3',
    on: waits.name,
    // Recently written settings are reloaded once more, which redraws the row.
    before: ({ page }) => page.waitForTimeout(2000),
    seen: messageShown(`Let ${waits.name} run?`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.untrust 3_trust@2',
    on: runs.name,
    seen: (at) => at.pane('Hooks').locator('.monaco-list-row[aria-label^="_10_guard, untrusted"]').waitFor(),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.trust 3_trust@1',
    on: runs.name,
    seen: async (at) => {
      await at.pressIn(at.message(`Let ${runs.name} run?`), 'Trust Only As It Is Now')
      await at.pane('Hooks').locator('.monaco-list-row[aria-label^="_10_guard, active"]').waitFor()
    },
  },
]
