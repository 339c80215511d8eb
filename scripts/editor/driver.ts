// Lets the suite control the browser that shows its workbench: screenshots, keys, clicks, reading text. The suite runs
// in another process, so it sends HTTP requests on loopback, one action each.

import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
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
  const timeout = 60_000
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
      return locate(page, action).first().click({ timeout })
    case 'menu':
      return chooseInMenu(page, action.title, () =>
        locate(page, action).first().click({ timeout, button: 'right' }),
      )
    case 'hover':
      return locate(page, action).first().hover({ timeout })
    case 'text':
      return locate(page, action).first().innerText({ timeout })
    case 'count':
      return locate(page, action).count()
  }
}

// A webview is a frame within a frame of the same class.
function locate(page: Page, { selector, frame }: { readonly selector: string; readonly frame?: string }) {
  if (frame === undefined) return page.locator(selector)
  return page.frameLocator(frame).frameLocator('iframe').locator(selector)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
