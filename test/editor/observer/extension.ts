// The extension inside the editor that `npm run agents -- observe vscode` opens: fetches one task after the other,
// sends its prompt to the editor's own agent in a new chat, and reports when the agent is done. It knows nothing about
// hooks.

import * as vscode from 'vscode'
import type { EditorTask } from '../../../scripts/agents/observe/editor/task.ts'
import { OBSERVER } from '../../../scripts/agents/observe/editor/task.ts'
import { registerModel, VENDOR } from './model.ts'

const AGENT = 'GitHub.copilot-chat'
const EVERY_MS = 50

export function activate(context: vscode.ExtensionContext): void {
  const url = process.env[OBSERVER]
  if (url === undefined) return
  let task: EditorTask | undefined
  context.subscriptions.push(registerModel(() => task?.model))
  void work(url, (next) => {
    task = next
  })
}

async function work(url: string, begins: (task: EditorTask) => void): Promise<never> {
  await untilReady()
  for (;;) {
    const next = (await (await fetch(`${url}task`)).json()) as EditorTask | null
    if (next === null) await sleep(EVERY_MS)
    else {
      begins(next)
      const outcome = await played(next).catch((error: unknown) => ({ error: String(error) }))
      await fetch(`${url}done`, { method: 'POST', body: JSON.stringify(outcome) })
    }
  }
}

/** Resolves once the agent is active and offers the model. */
async function untilReady(): Promise<void> {
  for (;;) {
    const agent = vscode.extensions.getExtension(AGENT)
    await agent?.activate()
    const [model] = agent === undefined ? [] : await vscode.lm.selectChatModels({ vendor: VENDOR })
    if (model !== undefined) return
    await sleep(EVERY_MS)
  }
}

async function played({ prompt, modelId, settings }: EditorTask): Promise<object> {
  const all = vscode.workspace.getConfiguration()
  const write = (key: string, value: unknown) => all.update(key, value, vscode.ConfigurationTarget.Global)
  for (const [key, value] of Object.entries(settings)) await write(key, value)
  try {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await vscode.commands.executeCommand('workbench.action.chat.newChat')
    const result = await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: prompt,
      mode: 'agent',
      modelSelector: { vendor: VENDOR, id: modelId },
      blockOnResponse: true,
    })
    // The full result cannot be serialized.
    const { type, errorDetails } = (result ?? {}) as { type?: string; errorDetails?: { message?: string } }
    return { type, error: errorDetails?.message }
  } finally {
    for (const key of Object.keys(settings)) await write(key, undefined)
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
