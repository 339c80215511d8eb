// One editor window in code-server with the editor's own agent and an extension that sends it prompts. Opening it takes
// as long as many prompts, so it stays open for all runs. `close` ends everything it started.

import { cpSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { inCodeServer } from '../../../editor/inCodeServer.ts'
import { address, openWorkbench, pageSettings } from '../../../editor/page.ts'
import { AGENT, editorSettings } from '../../../editor/settings.ts'
import { type EditorStage, setStage } from '../../../editor/stage.ts'
import { type EditorOutcome, type EditorTask, OBSERVER } from './task.ts'

export type EditorWindow = {
  readonly stage: EditorStage
  /** Sends a prompt; resolves with the end of the answer, or earlier if the user is being asked. */
  ask(task: EditorTask): Promise<EditorOutcome>
  /** The times at which the user was asked since the last call; each question was answered with yes. */
  takePrompts(): readonly number[]
  close(): Promise<void>
}

const EXTENSION = join(import.meta.dirname, '../../../../test/editor/observer')
/** Longest time for an answer that needs no confirmation, in milliseconds. */
const MOST_MS = 90_000
const ALLOW = '.interactive-session .monaco-button:visible'

export async function openWindow(): Promise<EditorWindow> {
  const line = await openLine()
  const stage = setStage(editorSettings('dark', 'agent'), 'nothing')
  const extension = await bundled(join(stage.folder, 'observer'))
  const env = { ...stage.env, [OBSERVER]: line.url }
  const opened = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  let prompts: number[] = []
  const ended = inCodeServer({ ...stage, env }, 'agent', async (port) => {
    const settings = pageSettings({ port, extension, enabled: [AGENT] })
    const workbench = await openWorkbench(address(port, stage.workspace), 'dark', settings)
    const stop = answering(workbench.page, () => prompts.push(Date.now()))
    try {
      opened.resolve()
      await closing.promise
    } finally {
      stop()
      await workbench.close()
    }
  }).finally(() => {
    line.close()
    stage.remove()
  })
  ended.catch(opened.reject)
  await opened.promise
  return {
    stage,
    ask: (task) => line.hand(task),
    takePrompts() {
      const before = prompts
      prompts = []
      return before
    },
    async close() {
      closing.resolve()
      await ended
    },
  }
}

async function bundled(folder: string): Promise<string> {
  mkdirSync(folder)
  await build({
    entryPoints: [join(EXTENSION, 'extension.ts')],
    outfile: join(folder, 'extension.cjs'),
    ...({ bundle: true, platform: 'node', format: 'cjs', target: 'node22', logLevel: 'warning' } as const),
    external: ['vscode'],
  })
  cpSync(join(EXTENSION, 'package.json'), join(folder, 'package.json'))
  return folder
}

/** The HTTP server from which the extension fetches its next task and to which it reports the end of the last one. */
async function openLine() {
  let next: EditorTask | undefined
  let done: ((outcome: EditorOutcome) => void) | undefined
  const server = createServer(async (request, response) => {
    if (request.url === '/done') done?.(JSON.parse(await text(request)) as EditorOutcome)
    const task = request.url === '/task' ? next : undefined
    if (task !== undefined) next = undefined
    response.end(JSON.stringify(task ?? null))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async hand(task: EditorTask): Promise<EditorOutcome> {
      const answered = new Promise<EditorOutcome>((resolve) => {
        done = resolve
        next = task
      })
      const outcome = await Promise.race([answered, sleep(MOST_MS, undefined, { ref: false })])
      if (outcome === undefined) throw new Error(`the editor did not answer "${task.prompt}"`)
      return outcome
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Confirms every question about a tool. Dialogs of the editor itself are left alone. */
function answering(page: Page, onAnswer: () => void): () => void {
  let open = true
  const look = async () => {
    while (open) {
      const button = page
        .locator(ALLOW)
        .filter({ hasText: /^Allow/ })
        .first()
      if ((await button.count()) > 0) {
        onAnswer()
        await button.click({ timeout: 2000 }).catch(() => undefined)
      }
      await sleep(100)
    }
  }
  // The page disappears when the window closes.
  look().catch(() => undefined)
  return () => {
    open = false
  }
}
