// Clicks in empty views, after everything in them was deleted.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Click,
  type ClickPosition,
  drawn,
  guided,
  inView,
  listed,
  messageShown,
  narrowed,
  questionShown,
  reloads,
} from './click.ts'

export const EMPTY_CLICKS: readonly Click[] = [
  {
    key: 'view/item/context hookbench.recordings hookbench.deleteRecording 9_delete@1',
    on: 's-1',
    before: async (at) => {
      await inView(at)
      await at.titleBar('Recordings', 'Filter Recordings…', false)
      await narrowed(at)
    },
    seen: async (at) => {
      await at.pressIn(at.dialog('Delete the recording s-1?'), 'Move to Trash')
      await at.pane('Recordings').getByText('No recorded event matches the filter.').waitFor()
    },
  },
  {
    key: 'welcome hookbench.recordings hookbench.recordings.clearFilter',
    seen: listed('Recordings', 's-7f3a'),
  },
  {
    key: 'welcome hookbench.recordings hookbench.sampleSession',
    before: (at) => emptied(at, 's-7f3a'),
    seen: async (at) => {
      await at.row('Recordings', 'rm -rf /').waitFor()
      await drawn(at)
    },
  },
  {
    key: 'welcome hookbench.recordings hookbench.recordOn',
    before: (at) => emptied(at, ''),
    seen: (at) => at.pane('Recordings').getByText('Firings are recorded.').waitFor(),
  },
  {
    key: 'welcome hookbench.hooks hookbench.newHook',
    before: async (at) => {
      for (const folder of ['extensions', '.claude']) rmSync(join(at.workspace, folder), { recursive: true })
      await at.pane('Hooks').getByText('There is no hook here yet.').waitFor()
    },
    seen: questionShown('Which agent is it for?'),
  },
  {
    key: 'welcome hookbench.hooks hookbench.reload',
    seen: (at) => at.until('the log counts hooks', () => reloads(at) > 3),
  },
  { key: 'welcome hookbench.hooks hookbench.getStarted', seen: guided },
  {
    key: 'recordings where there is no hook',
    before: (at) => at.show('Hookbench'),
    use: (at) => at.palette('Hookbench: Stop Recording'),
    seen: (at) => at.pane('Recordings').getByText('once there is a hook').waitFor(),
  },
  { key: 'palette hookbench.sampleSession', seen: messageShown('No hook here answers an event') },
]

async function emptied(at: ClickPosition, session: string): Promise<void> {
  await at.menuOf(at.row('Recordings', session), 'Delete Recording…')
  await at.pressIn(at.dialog('Delete the recording'), 'Move to Trash')
  await at.pane('Recordings').getByText('Nothing was recorded here yet.').waitFor()
}
