// The workbench in a headless browser, told that it is under test, so that it loads an extension and a suite from disk.

import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

export type Workbench = { readonly page: Page; close(): Promise<void> }

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// A release build takes a development extension only from a page that is under test; it is asked before it starts. Some
// extensions that the editor brings are off in a fresh profile; those that are named are on.
const underTest = (enabled: readonly string[]) => `{
  const ask = Element.prototype.getAttribute
  Element.prototype.getAttribute = function (name) {
    const value = ask.call(this, name)
    if (value === null || name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration') return value
    const settings = JSON.parse(value)
    settings.developmentOptions = { ...settings.developmentOptions, enableSmokeTestDriver: true }
    settings.enabledExtensions = ${JSON.stringify(enabled)}
    return JSON.stringify(settings)
  }
}`

/** The address of a workbench on a folder, with an extension, a second that uses it, and a suite. */
export function address(at: {
  readonly port: number
  readonly folder: string
  readonly extension: string
  readonly consumer?: string
  readonly suite: string
}): string {
  const remote = (path: string) => `vscode-remote://127.0.0.1:${at.port}${path}`
  const payload = [
    ['extensionDevelopmentPath', remote(at.extension)],
    ...(at.consumer === undefined ? [] : [['extensionDevelopmentPath', remote(at.consumer)]]),
    ['extensionTestsPath', remote(at.suite)],
  ]
  const query = new URLSearchParams({ folder: at.folder, payload: JSON.stringify(payload) })
  return `http://127.0.0.1:${at.port}/?${query}`
}

/** Opens it, with these extensions of the editor switched on. */
export async function openWorkbench(
  url: string,
  theme: 'light' | 'dark',
  enabled: readonly string[] = [],
): Promise<Workbench> {
  const browser: Browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS })
  try {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 820 },
      colorScheme: theme,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await context.addInitScript({ content: underTest(enabled) })
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    return { page, close: () => browser.close() }
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** The browser that is there. */
export function browserPath(): string {
  const places = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const found = places.find((path) => path !== undefined && existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    'There is no Chromium; install one (Debian: apt-get install chromium) or name it in CHROMIUM.',
  )
}
