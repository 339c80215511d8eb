// Lets the suite control the browser that shows its workbench: screenshots, keys, clicks, reading text. The suite runs
// in another process, so it sends HTTP requests on loopback, one action each.

import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { chooseInMenu } from './menu.ts'

/** One action, sent as JSON in the body of a POST request. */
export type InputAction =
  | { readonly do: 'shot'; readonly name: string }
  | { readonly do: 'press'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  /** Chooses an entry in the context menu of the selected element. */
  | { readonly do: 'menu'; readonly selector: string; readonly title: string }
  | {
      readonly do: 'click' | 'hover' | 'text' | 'count'
      readonly selector: string
      readonly frame?: string
    }

type Selected = { readonly selector: string; readonly frame?: string }

export type Driver = {
  readonly url: string
  /** Sets the page later than the URL, which must be in the editor's environment before the browser starts. */
  drives(page: Page): void
  close(): void
}

/** Starts the server; screenshots are written to `folder`. */
export async function openDriver(folder: string): Promise<Driver> {
  const opened = Promise.withResolvers<Page>()
  let failures = 0
  const server = createServer(async (request, response) => {
    try {
      const action = JSON.parse(await bodyOf(request)) as InputAction
      const answer = await perform(await opened.promise, action, folder)
      response.end(JSON.stringify({ answer }))
    } catch (error) {
      failures += 1
      const name = `failure-${failures}`
      const picture = await perform(await opened.promise, { do: 'shot', name }, folder).catch(String)
      response.statusCode = 500
      response.end(JSON.stringify({ error: `${error}\nWhat was there instead: ${picture}` }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    drives: opened.resolve,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function perform(page: Page, action: InputAction, folder: string): Promise<unknown> {
  switch (action.do) {
    case 'shot': {
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `${action.name}.png`)
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
      return path
    }
    case 'press':
      return page.keyboard.press(action.key)
    case 'type':
      return page.keyboard.type(action.text)
    case 'click':
      return onTopmost(page, action, (element, timeout) => element.click({ timeout }))
    case 'menu':
      return chooseInMenu(page, action.title, () =>
        onTopmost(page, action, (element, timeout) => element.click({ timeout, button: 'right' })),
      )
    case 'hover':
      return onTopmost(page, action, (element, timeout) => element.hover({ timeout }))
    case 'text':
      return onTopmost(page, action, (element, timeout) => element.innerText({ timeout }))
    case 'count':
      return locate(page, action).count()
  }
}

/** Together shorter than the time limit of a test, so that a failure says which action waited, and has a screenshot. */
const ATTEMPTS = 4
const ATTEMPT_MS = 10_000

/** Acts on the topmost element; looks for it again if it is gone by then, because the workbench draws rows anew. */
async function onTopmost<T>(
  page: Page,
  action: Selected,
  act: (element: Locator, timeout: number) => Promise<T>,
): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await act(await topmost(locate(page, action), ATTEMPT_MS), ATTEMPT_MS)
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/**
 * The element nearest to the top, then to the left, once there is one. The workbench appends code lenses and rows in
 * the order in which they are computed, which is not the order in which they are shown.
 */
async function topmost(all: Locator, timeout: number): Promise<Locator> {
  await all.first().waitFor({ state: 'attached', timeout })
  const index = await all.evaluateAll((elements) => {
    const places = elements
      .map((element, index) => ({ index, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
    places.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
    return places[0]?.index ?? 0
  })
  return all.nth(index)
}

// A webview is a frame within a frame of the same class.
function locate(page: Page, { selector, frame }: Selected): Locator {
  if (frame === undefined) return page.locator(selector)
  return page.frameLocator(frame).frameLocator('iframe').locator(selector)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
