// The hook runtimes of the open folders: each starts on its first request, is restarted when it exits unexpectedly, and
// ends with the extension. None runs in Restricted Mode.

import * as vscode from 'vscode'
import { type BackOff, backOff } from './backOff.ts'
import { showError } from './messages.ts'
import { inLabel } from './plain.ts'
import type { Notice, Notices, RuntimeMethod, RuntimeMethods } from './protocol.ts'
import type { Runtime } from './runtime.ts'

export type RuntimeState = 'off' | 'starting' | 'running' | 'restarting' | 'failed'

export type RuntimeEvent<N extends Notice> = {
  readonly folder: vscode.WorkspaceFolder
  readonly params: Notices[N]
}

export type Runtimes = vscode.Disposable & {
  /**
   * Sends a request to a folder's runtime, starting it if necessary. Rejects with a one-line message that says what to
   * do.
   */
  ask<M extends RuntimeMethod>(
    folder: vscode.WorkspaceFolder,
    method: M,
    params: RuntimeMethods[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<RuntimeMethods[M]['result']>
  state(folder: vscode.WorkspaceFolder): RuntimeState
  /** Process id of a folder's runtime, while it runs. */
  pid(folder: vscode.WorkspaceFolder): number | undefined
  /** Subscribes to a notification of all runtimes. */
  on<N extends Notice>(name: N, listener: (event: RuntimeEvent<N>) => void): vscode.Disposable
  readonly onState: vscode.Event<vscode.WorkspaceFolder>
  /** Stops the runtime and starts it again, in any state. */
  restart(folder: vscode.WorkspaceFolder): Promise<void>
  /** Stops all runtimes. */
  stop(): Promise<void>
}

type Slot = {
  readonly folder: vscode.WorkspaceFolder
  readonly deaths: BackOff
  state: RuntimeState
  starting: Promise<Runtime> | undefined
  running: Runtime | undefined
  waiting: NodeJS.Timeout | undefined
}

/** Starts no runtime yet. */
export function openRuntimes(cli: string, log: vscode.LogOutputChannel): Runtimes {
  const slots = new Map<string, Slot>()
  const states = new vscode.EventEmitter<vscode.WorkspaceFolder>()
  const notices = new vscode.EventEmitter<{ readonly name: Notice; readonly event: RuntimeEvent<Notice> }>()
  let over = false

  const removed = vscode.workspace.onDidChangeWorkspaceFolders((change) => {
    for (const folder of change.removed) {
      void end(slotOf(folder))
      slots.delete(folder.uri.toString())
    }
  })

  return {
    async ask(folder, method, params, token) {
      const runtime = await ready(slotOf(folder))
      log.debug(`${folder.name}: ${method}`)
      return runtime.request(method, params, token)
    },
    state: (folder) => slots.get(folder.uri.toString())?.state ?? 'off',
    pid: (folder) => slots.get(folder.uri.toString())?.running?.pid,
    on: (name, listener) =>
      notices.event((notice) => {
        if (notice.name === name) listener(notice.event as RuntimeEvent<typeof name>)
      }),
    onState: states.event,
    async restart(folder) {
      const slot = slotOf(folder)
      slot.deaths.forget()
      await end(slot)
      await ready(slot)
    },
    stop,
    dispose() {
      void stop()
      for (const one of [removed, states, notices]) one.dispose()
    },
  }

  async function stop(): Promise<void> {
    over = true
    await Promise.all([...slots.values()].map(end))
  }

  function slotOf(folder: vscode.WorkspaceFolder): Slot {
    const key = folder.uri.toString()
    let slot = slots.get(key)
    if (slot === undefined) {
      slot = {
        folder,
        deaths: backOff(),
        state: 'off',
        starting: undefined,
        running: undefined,
        waiting: undefined,
      }
      slots.set(key, slot)
    }
    return slot
  }

  function ready(slot: Slot): Promise<Runtime> {
    const refused = objection(slot)
    if (refused !== undefined) return Promise.reject(new Error(refused))
    clearTimeout(slot.waiting)
    slot.starting ??= start(slot)
    return slot.starting
  }

  function objection({ folder, state }: Slot): string | undefined {
    if (over) return vscode.l10n.t('Hookbench is closing.')
    if (!vscode.workspace.isTrusted) {
      return vscode.l10n.t('In Restricted Mode no hook runs. Trust this workspace to run hooks.')
    }
    if (folder.uri.scheme !== 'file') {
      return vscode.l10n.t('Hooks run only in folders on disk, and {0} is not on disk.', folder.name)
    }
    // Ending sessions of a closed folder still sends requests; they must not start a runtime.
    if (!isOpen(folder)) {
      return vscode.l10n.t('The folder {0} is no longer open.', folder.name)
    }
    if (state === 'failed') {
      return vscode.l10n.t(
        'The hook runtime of {0} keeps stopping. Run "Hookbench: Reload Hooks" to restart it.',
        folder.name,
      )
    }
    return undefined
  }

  async function start(slot: Slot): Promise<Runtime> {
    const { folder } = slot
    announce(slot, 'starting')
    const { startRuntime } = await import('./runtime.ts')
    const began = performance.now()
    let runtime: Runtime
    try {
      runtime = await startRuntime({
        cli,
        root: folder.uri.fsPath,
        notice: (name, params) => notices.fire({ name, event: { folder, params } }),
        say: (line) => log.warn(`${folder.name}: ${line}`),
      })
    } catch (error) {
      slot.starting = undefined
      died(slot, error instanceof Error ? error.message : String(error))
      throw error
    }
    log.info(
      `${folder.name}: the hook runtime ${runtime.pid} is up after ${Math.round(performance.now() - began)} ms.`,
    )
    slot.running = runtime
    void runtime.ended.then((why) => {
      if (slot.running !== runtime) return
      slot.running = undefined
      slot.starting = undefined
      died(slot, why)
    })
    announce(slot, 'running')
    return runtime
  }

  function died(slot: Slot, why: string): void {
    const { folder } = slot
    if (over) return
    log.error(`${folder.name}: ${why}`)
    const delay = slot.deaths.died(Date.now())
    if (delay === undefined) {
      announce(slot, 'failed')
      void complain(folder, why)
      return
    }
    announce(slot, 'restarting')
    slot.waiting = setTimeout(() => void ready(slot).catch(() => {}), delay)
    void vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(warning) {0}: {1} It is being restarted.', inLabel(folder.name), inLabel(why)),
      8000,
    )
  }

  async function complain(folder: vscode.WorkspaceFolder, why: string): Promise<void> {
    const again = vscode.l10n.t('Restart')
    const show = vscode.l10n.t('Show Log')
    const message = vscode.l10n.t('{0}: {1} It stopped too often and is not restarted.', folder.name, why)
    const answer = await showError(message, again, show)
    if (answer === show) log.show()
    if (answer === again) await vscode.commands.executeCommand('hookbench.reload', folder)
  }

  async function end(slot: Slot): Promise<void> {
    clearTimeout(slot.waiting)
    const { starting } = slot
    slot.running = undefined
    slot.starting = undefined
    announce(slot, 'off')
    await starting?.then(
      (runtime) => runtime.stop(),
      () => {},
    )
  }

  function announce(slot: Slot, state: RuntimeState): void {
    slot.state = state
    states.fire(slot.folder)
  }
}

function isOpen({ uri }: vscode.WorkspaceFolder): boolean {
  const open = vscode.workspace.workspaceFolders ?? []
  return open.some((folder) => folder.uri.toString() === uri.toString())
}
