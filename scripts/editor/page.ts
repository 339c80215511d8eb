// The workbench in a headless browser, told that it is under test, so that it loads an extension and a suite from disk.

import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { defined } from '../../runtime/contract/defined.ts'

export type Workbench = { readonly page: Page; close(): Promise<void> }

/** How long the browser, or what is to appear in it, may take on a busy machine. */
const PATIENCE_MS = 120_000

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What the page is told besides its own settings. */
export type PageSettings = {
  readonly developmentOptions: {
    readonly enableSmokeTestDriver: boolean
    readonly extensions?: readonly Remote[]
    readonly extensionTestsPath?: Remote
  }
  readonly enabledExtensions?: readonly string[]
}

type Remote = { readonly scheme: 'vscode-remote'; readonly authority: string; readonly path: string }

/**
 * A page with an extension under development, and where they are given a second that uses it and a suite. Some extensions that the editor brings
 * are off in a fresh profile; those that are named are on.
 */
export function pageSettings(at: {
  readonly port: number
  readonly extension: string
  readonly consumer?: string
  readonly suite?: string
  readonly enabled?: readonly string[]
}): PageSettings {
  const remote = (path: string): Remote => ({
    ...{ scheme: 'vscode-remote', authority: `127.0.0.1:${at.port}` },
    path,
  })
  return {
    developmentOptions: {
      enableSmokeTestDriver: true,
      extensions: [at.extension, ...(at.consumer === undefined ? [] : [at.consumer])].map(remote),
      ...(at.suite === undefined ? {} : { extensionTestsPath: remote(at.suite) }),
    },
    ...defined({ enabledExtensions: at.enabled }),
  }
}

// A release build takes development extensions only from a page that is under test; it is asked before it starts. Its
// address has room for one of them, its settings for several.
const settingsText = ({ developmentOptions, ...settings }: PageSettings) => `{
  const ask = Element.prototype.getAttribute
  Element.prototype.getAttribute = function (name) {
    const value = ask.call(this, name)
    if (value === null || name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration') return value
    const settings = { ...JSON.parse(value), ...${JSON.stringify(settings)} }
    settings.developmentOptions = { ...settings.developmentOptions, ...${JSON.stringify(developmentOptions)} }
    return JSON.stringify(settings)
  }
}`

/** The address of a workbench on a folder, or on a file that names several. */
export function address(port: number, path: string): string {
  const what: Record<string, string> = path.endsWith('.code-workspace')
    ? { workspace: path }
    : { folder: path }
  return `http://127.0.0.1:${port}/?${new URLSearchParams(what)}`
}

const PLAIN: PageSettings = { developmentOptions: { enableSmokeTestDriver: true } }

/** Opens it. */
export async function openWorkbench(
  url: string,
  theme: 'light' | 'dark',
  settings: PageSettings = PLAIN,
): Promise<Workbench> {
  const browser: Browser = await chromium.launch({
    executablePath: browserPath(),
    args: FLAGS,
    timeout: PATIENCE_MS,
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 820 },
      colorScheme: theme,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await context.addInitScript({ content: settingsText(settings) })
    context.setDefaultTimeout(PATIENCE_MS)
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
    process.env.CHROMIUM,
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
