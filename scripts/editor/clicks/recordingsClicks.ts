// Clicks in the Recordings view and the timeline.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import {
  type Click,
  type ClickPosition,
  closed,
  comparedInResult,
  debugged,
  drawn,
  gated,
  inTimeline,
  narrowed,
  opened,
  pressed,
  questionShown,
  resulted,
  silently,
  tabbed,
  widened,
} from './click.ts'
import { FILES, HOOKS } from './place.ts'

const { runs, waits } = HOOKS

// Drags the right edge of the side bar to a width in pixels.
async function sideBarOf({ page }: ClickPosition, width: number): Promise<void> {
  const bar = await page.locator('.part.sidebar').boundingBox()
  if (bar === null) throw new Error('there is no side bar')
  const [edge, middle] = [bar.x + bar.width, bar.y + bar.height / 2]
  await page.mouse.move(edge + 1, middle)
  await page.mouse.down()
  await page.mouse.move(bar.x + width, middle, { steps: 5 })
  await page.mouse.up()
}

// Whether the first word of a text is fully visible.
async function wordShown(text: Locator, word: RegExp): Promise<boolean> {
  const [found = ''] = word.exec((await text.textContent()) ?? '') ?? []
  if (found === '') return false
  const measure = `(() => {
    const text = document.querySelector('[data-measured]')
    const first = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    range.setStart(first, 0)
    range.setEnd(first, ${found.length})
    const edge = text.closest('.monaco-icon-label').getBoundingClientRect().right
    text.removeAttribute('data-measured')
    return range.getBoundingClientRect().right <= edge
  })()`
  await text.evaluate((one: { setAttribute(name: string, value: string): void }) =>
    one.setAttribute('data-measured', ''),
  )
  return (await text.page().evaluate(measure)) as boolean
}

export const RECORDINGS_CLICKS: readonly Click[] = [
  {
    key: 'view/title hookbench.recordings hookbench.recordOn navigation@1',
    seen: (at) => at.status('Firings of workspace are recorded.'),
  },
  {
    key: 'view/title hookbench.recordings hookbench.recordOff navigation@1',
    seen: (at) => at.status('no longer recorded'),
  },
  {
    key: 'view/title hookbench.recordings hookbench.openTimeline navigation@0',
    seen: questionShown('Which session?'),
  },
  { key: 'view/title hookbench.recordings hookbench.recordings.refresh navigation@3', seen: silently },
  {
    key: 'view/item/context hookbench.recordings hookbench.replayEvent inline@1',
    on: runs.event,
    seen: resulted(`#1`, /^(pass|deny)$/),
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.replayEvent 2_run@1',
    on: runs.event,
    seen: comparedInResult,
  },
  { key: 'view/item/context hookbench.recordings hookbench.debug inline@2', on: runs.event, seen: debugged },
  { key: 'view/item/context hookbench.recordings hookbench.debug 2_run@2', on: runs.event, seen: debugged },
  {
    key: 'view/item/context hookbench.recordings hookbench.saveAsTest inline@3',
    on: runs.event,
    seen: questionShown('What does the test run?'),
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.saveAsTest 4_keep@1',
    on: runs.event,
    seen: async (at) => {
      await at.question('What does the test run?')
      await at.take()
      await at.question('Name of the test.')
      await at.page.keyboard.press('Enter')
      await at.tab(`${runs.event}-deny.json`).waitFor()
      rmSync(join(at.workspace, `.hookbench/cases/${runs.event}-deny.json`))
    },
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.openPayload 1_open@1',
    on: runs.event,
    seen: tabbed('.payload.json'),
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.compareWithLast 3_compare@1',
    on: runs.event,
    seen: tabbed(' ↔ s-1'),
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.whyNotFired 3_compare@2',
    on: runs.event,
    before: opened(FILES.runs),
    seen: gated(/^Nothing prevents it from firing$/, 'Answer', /The answer is valid|No answer/),
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.compareSessions 3_compare@1',
    on: 's-1',
    seen: async (at) => {
      await at.question('Compare s-1 with which session?')
      await at.take()
      await at.result.locator('.verdict', { hasText: /^Different in 1 of 1 events$/ }).waitFor()
    },
  },
  {
    key: 'sessions Second Timeline',
    before: closed,
    use: async (at) => {
      await at.palette('Hookbench: Compare Sessions')
      await at.question('Which session?')
      await at.take()
      await at.question(/with which session/)
      await at.take()
      await at.result.getByRole('button', { name: 'Second Timeline', exact: true }).click()
    },
    seen: tabbed('.ndjson'),
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.openRecording 1_open@1',
    on: 's-1',
    // So that the timeline is the only webview.
    before: closed,
    seen: tabbed('.ndjson'),
  },
  { key: 'editor/title hookbench.openTimeline navigation@1', seen: drawn },
  {
    key: 'view/item/context hookbench.recordings hookbench.openTimeline inline@1',
    on: 's-1',
    before: closed,
    seen: drawn,
  },
  {
    key: 'a side bar of 225 px, which shows every verdict',
    use: (at) => sideBarOf(at, 225),
    seen: async (at) => {
      // The focused row makes room for its buttons; one click on the other row collapses it, a second expands it again.
      await at.row('Hooks', waits.event).click()
      try {
        for (const text of [
          at.row('Recordings', runs.event).locator('.label-name'),
          at.row('Hooks', runs.name).locator('.label-description'),
        ]) {
          const shown = await wordShown(text, /^(pass|deny)\b/)
          if (!shown) throw new Error(`the verdict is cut off: ${await text.textContent()}`)
        }
      } finally {
        await at.row('Hooks', waits.event).click()
        await sideBarOf(at, 295)
      }
    },
  },
  {
    key: 'timeline filter',
    use: async ({ timeline }) => timeline.locator('.filter').fill('nowhere'),
    seen: async ({ timeline }) => {
      await timeline.getByText('No event matches "nowhere".').first().waitFor()
      await timeline.locator('.filter').fill('')
    },
  },
  {
    key: 'view/item/context hookbench.recordings hookbench.openTimeline 1_open@0',
    on: runs.event,
    before: closed,
    seen: async (at) => {
      await drawn(at)
      await at.timeline.locator('.verdict', { hasText: /^deny because of _10_guard · \d/ }).waitFor()
    },
  },
  {
    key: 'timeline click, which opens nothing',
    use: async ({ timeline }) => timeline.locator('.stage').click({ position: { x: 300, y: 14 } }),
    seen: async (at) => {
      await at.timeline.locator('.payloads', { hasText: 'rm notes.txt' }).waitFor()
      await at.page.waitForTimeout(700)
      if ((await at.tab('.payload').count()) > 0) throw new Error('a click opened a payload')
    },
  },
  {
    key: 'timeline N, the next denial',
    use: async (at) => {
      await at.timeline.locator('.stage').press('Home')
      await at.page.keyboard.press('n')
    },
    seen: async (at) => at.timeline.locator('.focus[aria-label*="deny"]').waitFor(),
  },
  {
    key: 'timeline C, along the critical path',
    use: pressed('c'),
    seen: async (at) =>
      at.timeline.locator(`.focus[aria-label^="${runs.name}"]`).waitFor({ state: 'attached' }),
  },
  { key: 'timeline Open Payload', use: inTimeline('Open Payload'), seen: tabbed('.payload.json') },
  { key: 'timeline hook', use: inTimeline(runs.name), seen: tabbed(`${runs.name}.ts`) },
  {
    key: 'timeline Save as Test',
    use: inTimeline('Save as Test'),
    seen: questionShown('What does the test run?'),
  },
  { key: 'timeline Replay', use: inTimeline('Replay'), seen: comparedInResult },
  {
    key: 'view/title hookbench.recordings hookbench.recordings.filter navigation@2',
    before: closed,
    seen: narrowed,
  },
  {
    key: 'view/title hookbench.recordings hookbench.recordings.filter 1_filter@1',
    seen: questionShown('Show Only…'),
  },
  { key: 'view/title hookbench.recordings hookbench.recordings.clearFilter navigation@2', seen: widened },
]
