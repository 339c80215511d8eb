// Runs a suite in code-server and a headless browser: the real workbench and extension host, from npm. Ends everything
// it starts and removes everything it writes except screenshots and the report.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeServer } from './cache.ts'
import { openDriver } from './driver.ts'
import { address, openWorkbench, pageSettings } from './page.ts'
import { type Program, startProgram } from './processes.ts'
import type { Product, SuiteName } from './product.ts'
import { type SuiteReport, soFar, VARIABLES } from './report.ts'
import { AGENT, editorSettings } from './settings.ts'
import { type EditorStage, opened, prepare, setStage } from './stage.ts'

export type EditorRun = {
  readonly suite: SuiteName
  readonly theme: 'light' | 'dark'
  readonly shots: string
  /** Only suites whose file name contains this. */
  readonly only?: string | undefined
  /** Installed into the clean editor before it starts; the workspace is then empty. */
  readonly vsix?: string
}

// Longest time until the first test and for each single test, in milliseconds.
const PATIENCE_MS = 300_000

/** Runs the suite; returns its report, or why there is none. */
export async function runInCodeServer(product: Product, run: EditorRun): Promise<SuiteReport> {
  const stage = setStage(
    editorSettings(run.theme, run.suite),
    run.vsix !== undefined
      ? 'nothing'
      : run.suite === 'entries' || run.suite === 'hosts'
        ? run.suite
        : 'examples',
  )
  if (run.vsix !== undefined) installExtension(run.vsix, stage)
  prepare(stage, run.suite)
  const driver = await openDriver(run.shots)
  const report = join(stage.folder, 'report.json')
  const env = {
    ...stage.env,
    [VARIABLES.report]: report,
    [VARIABLES.driver]: driver.url,
    [VARIABLES.only]: `${run.suite}/${run.only ?? ''}`,
  }
  try {
    return await inCodeServer({ ...stage, env }, run.suite, async (port, server) => {
      const enabled = run.suite === 'agent' ? [AGENT] : []
      const settings = pageSettings({ port, ...product, enabled })
      const url = address(port, opened(stage, run.suite))
      const workbench = await openWorkbench(url, run.theme, settings)
      try {
        driver.drives(workbench.page)
        return await reported(report, server)
      } finally {
        await workbench.close()
      }
    })
  } catch (error) {
    return { tests: [], fault: error instanceof Error ? error.message : String(error) }
  } finally {
    driver.close()
    stage.remove()
  }
}

/** Starts code-server, calls `act` with its port once it responds, and then ends it with everything it started. */
export async function inCodeServer<T>(
  stage: EditorStage,
  suite: SuiteName,
  act: (port: number, server: Program) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const argv = [codeServer(), ...serverArguments(port, stage, suite)]
  const server = startProgram(process.execPath, argv, stage.env)
  try {
    await listening(port, server)
    return await act(port, server)
  } finally {
    await server.stop()
  }
}

/** Installs an extension before the editor starts. */
export function installExtension(vsix: string, { data, extensions, env }: EditorStage): void {
  const argv = ['--install-extension', vsix, '--extensions-dir', extensions, '--user-data-dir', data]
  execFileSync(process.execPath, [codeServer(), ...argv], { env, stdio: 'pipe' })
}

function serverArguments(
  port: number,
  {
    data,
    extensions,
    workspace,
  }: { readonly data: string; readonly extensions: string; readonly workspace: string },
  suite: SuiteName,
): readonly string[] {
  return [
    ...[
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${port}`,
      '--disable-telemetry',
      '--disable-update-check',
    ],
    ...['--user-data-dir', data, '--extensions-dir', extensions, '--config', join(data, 'code-server.yaml')],
    ...(suite === 'restricted' ? [] : ['--disable-workspace-trust']),
    workspace,
  ]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listening(port: number, server: Program): Promise<void> {
  const until = Date.now() + 120_000
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) return
    } catch {
      // The server does not accept connections yet.
    }
    const ended = await Promise.race([server.gone.then(() => true), sleep(100, false)])
    if (ended || Date.now() > until) throw new Error(`code-server did not start: ${server.output().trim()}`)
  }
}

/** The suite's report; a partial one with the reason if no test has ended for too long. */
async function reported(path: string, server: Program): Promise<SuiteReport> {
  const began = Date.now()
  for (;;) {
    if (existsSync(path)) return readReport(path)
    const ended = await Promise.race([server.gone.then(() => true), sleep(100, false)])
    const printed = () => server.output().trim().slice(-2000)
    if (ended && !existsSync(path))
      return broken(path, `code-server ended before the suite did: ${printed()}`)
    const lastMs = statSync(soFar(path), { throwIfNoEntry: false })?.mtimeMs ?? began
    if (Date.now() - lastMs > PATIENCE_MS)
      return broken(path, `no test ended for ${PATIENCE_MS / 1000} s; code-server said: ${printed()}`)
  }
}

function broken(path: string, fault: string): SuiteReport {
  return { tests: existsSync(soFar(path)) ? readReport(soFar(path)).tests : [], fault }
}

function readReport(path: string): SuiteReport {
  return JSON.parse(readFileSync(path, 'utf8')) as SuiteReport
}
