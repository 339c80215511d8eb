// The debugger of type `hookbench`: its sessions, its configurations, and the command used by code lenses and views.

import * as vscode from 'vscode'
import { readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { mayRunForReal } from '../hooks/forReal.ts'
import type { EventNode } from '../recordings/items.ts'
import { caseTarget } from '../replay/caseFile.ts'
import { targetOfPayloadFile } from '../replay/edit.ts'
import { remember } from '../replay/payloads.ts'
import { chosenHook } from '../targets.ts'
import { trusted } from '../trust.ts'
import { adapterAddress } from './children.ts'
import { configurationFor, configurationProvider, dynamicConfigurations } from './configurations.ts'
import { DEBUG_TYPE, launchConfiguration } from './launch.ts'
import { debugCase, debugPayload, start } from './start.ts'

/** Registers the debugger. The command is disabled in Restricted Mode. */
export function registerDebugger(context: ClientContext): readonly vscode.Disposable[] {
  const { log } = context
  const canDebug = () =>
    void vscode.commands.executeCommand('setContext', 'hookbench.canDebug', vscode.workspace.isTrusted)
  canDebug()
  return [
    command('hookbench.debug', log, debug),
    vscode.workspace.onDidGrantWorkspaceTrust(canDebug),
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, configurationProvider(context)),
    vscode.debug.registerDebugConfigurationProvider(
      DEBUG_TYPE,
      dynamicConfigurations(context),
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      async createDebugAdapterDescriptor(session) {
        const server = adapterAddress(session)
        if (server !== undefined) return server
        const { HookSession } = await import('./session.ts')
        return new vscode.DebugAdapterInlineImplementation(new HookSession(context, session))
      },
    }),
  ]

  async function debug(given?: unknown): Promise<void> {
    const { event } = readArgument(given)
    if (event !== undefined) return debugEvent(event)
    const fromCase = await caseTarget(given)
    if (fromCase !== undefined) return debugCase(fromCase)
    const fromFile = await targetOfPayloadFile(context, given)
    if (fromFile !== undefined) {
      const { target, payload } = fromFile
      if (!(await mayRunForReal(context, target, true))) return
      remember(context, target, payload)
      return debugPayload(target, payload)
    }
    const target = await trusted(context, await chosenHook(context, given))
    if (target === undefined) return
    if (!(await mayRunForReal(context, target, true))) return
    const configuration = await configurationFor(context, target)
    if (configuration !== undefined) await start(target.folder, configuration)
  }

  /** Debugs the whole chain on the recorded payload. */
  async function debugEvent({ recording, recorded }: EventNode): Promise<void> {
    const { event, dialect, n } = recorded
    const payload = { recording: recording.path, event: n }
    await start(recording.folder, launchConfiguration(event, { chain: true, event, dialect, payload }))
  }
}
