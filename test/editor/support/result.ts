// The result panel in a form that tests can read: the page it was given to show, and the text on that page.

import assert from 'node:assert/strict'
import type { ResultPage } from '../../../client/result/messages.ts'
import { drive } from './drive.ts'
import { eventually } from './eventually.ts'
import { underTest } from './extension.ts'

/** Waits for a result with this heading and verdict, and returns its page. */
export async function result(heading: string | RegExp, verdict: RegExp = /./): Promise<ResultPage> {
  const { context } = await underTest()
  return eventually(() => {
    const page = context.results?.page
    assert.match(page?.heading ?? '', typeof heading === 'string' ? new RegExp(`^${heading}$`, 'u') : heading)
    assert.match(page?.verdict ?? '', verdict)
    return page as ResultPage
  })
}

/** The value of a fact, by its label. */
export function fact({ facts }: ResultPage, label: string): string | undefined {
  return facts.find((one) => one.label === label)?.value
}

/** The texts of a section, or the cells of its rows. */
export function section({ sections }: ResultPage, title: string): readonly (string | readonly string[])[] {
  const found = sections.find((one) => one.title === title)
  if (found === undefined) return []
  return found.kind === 'table' ? found.rows.map(({ cells }) => cells.map(({ text }) => text)) : found.texts
}

/** The web view of the panel. */
export const RESULT_FRAME = 'iframe.webview.ready'

/** Clicks a button of the page. */
export async function press(title: string): Promise<void> {
  await drive({ do: 'click', selector: `button:has-text("${title}")`, frame: RESULT_FRAME })
}

/** The text on the page; undefined where no browser shows it. */
export async function pageText(): Promise<string | undefined> {
  // Waits until the page has drawn.
  await drive({ do: 'text', selector: '.verdict', frame: RESULT_FRAME })
  const text = await drive({ do: 'text', selector: 'main', frame: RESULT_FRAME })
  return text === undefined ? undefined : String(text)
}
