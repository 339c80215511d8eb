// Opens the workbench in a headless browser. In test mode the page loads an extension and a suite from disk.

import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { defined } from '../../runtime/contract/defined.ts'

export type Workbench = { readonly page: Page; close(): Promise<void> }

/** How long the browser or an element may take to appear on a busy machine, in milliseconds. */
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

/** Settings added to the page's own. */
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
 * Settings for an extension under development and, if given, a second extension that uses it and a suite. Some bundled
 * extensions are off in a fresh profile; those in `enabled` are turned on.
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

// A release build accepts development extensions only on a page in test mode, which it checks before starting. The URL
// can name only one such extension, the settings several.
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

/** The URL of a workbench for a folder or a workspace file. */
export function address(port: number, path: string): string {
  const what: Record<string, string> = path.endsWith('.code-workspace')
    ? { workspace: path }
    : { folder: path }
  return `http://127.0.0.1:${port}/?${new URLSearchParams(what)}`
}

const PLAIN: PageSettings = { developmentOptions: { enableSmokeTestDriver: true } }

/** Opens the workbench. */
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

/** The path of an installed browser; throws if there is none. */
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
