// The Hooks view: its title bar and the menus of its rows.

import { asked, type Click, listed, logged, modal, off, reloads, replayed, tabbed, told } from './click.ts'
import { HOOKS } from './place.ts'

const { runs, waits } = HOOKS

export const HOOKS_CLICKS: readonly Click[] = [
  { key: 'view/title hookbench.hooks hookbench.newHook navigation@0', seen: asked('Which agent is it for?') },
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
    // With the focus on a row, which the title bar hands over.
    before: async (at) => {
      await at.pane('Hooks').locator('.monaco-list').focus()
      await at.page.keyboard.press('ArrowDown')
    },
    seen: (at) => at.until('the log counts hooks', () => reloads(at) > 1),
  },
  {
    key: 'view/title hookbench.hooks hookbench.trustFolder 1_trust@1',
    seen: modal('Let the hooks of workspace run'),
  },
  {
    key: 'view/title hookbench.hooks hookbench.showLog 9_log@1',
    seen: logged,
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.replay inline@1',
    on: runs.name,
    seen: asked('Which payload?'),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.debug inline@2',
    on: runs.name,
    seen: asked(`Debug ${runs.name}`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.openHook 1_open@1',
    on: runs.name,
    seen: tabbed(`${runs.name}.ts`),
  },
  { key: 'view/item/context hookbench.hooks hookbench.replay 2_run@1', on: runs.name, seen: replayed },
  {
    key: 'view/item/context hookbench.hooks hookbench.replayAgain 2_run@2',
    on: runs.name,
    seen: told(/_10_guard: (pass|deny) in /),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.editPayload 2_run@3',
    on: runs.name,
    seen: tabbed(`${runs.event}.payload.json`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.debug 2_run@4',
    on: runs.name,
    seen: asked(`Debug ${runs.name}`),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.disable 4_state@1',
    on: runs.name,
    seen: async (at) => {
      await at.pressIn(at.dialog('goes on running until'), 'Trust Settings')
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
    // These very settings are trusted already.
    before: off,
    seen: (at) => at.row('Hooks', 'disabled').waitFor({ state: 'detached' }),
  },
  {
    key: 'view/item/context hookbench.hooks hookbench.trust inline@1',
    on: waits.name,
    seen: modal(`Let ${waits.name} run?`),
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
      await at.pressIn(at.dialog(`Let ${runs.name} run?`), 'Trust')
      await at.pane('Hooks').locator('.monaco-list-row[aria-label^="_10_guard, active"]').waitFor()
    },
  },
]
