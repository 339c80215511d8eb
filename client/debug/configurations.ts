// Debug configurations created by the extension: for F5 in a hook file without a launch.json, for a new launch.json,
// and for the list of configurations.

import * as vscode from 'vscode'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { lineOf } from '../failures.ts'
import { wantedFolder } from '../folders.ts'
import { shownHooks } from '../hooks/tree.ts'
import { showError } from '../messages.ts'
import { choosePayload } from '../replay/choose.ts'
import { editPayload } from '../replay/edit.ts'
import { type Payload, remember } from '../replay/payloads.ts'
import { chosenHook } from '../targets.ts'
import { launchConfiguration } from './launch.ts'

/** Provides configurations and completes those that name no hook. */
export function configurationProvider(context: ClientContext): vscode.DebugConfigurationProvider {
  return {
    async resolveDebugConfiguration(_folder, configuration) {
      const { type, hook, chain, payload, hookbenchTarget } = configuration
      if (hookbenchTarget !== undefined) return configuration
      // Without a launch.json, the configuration is empty.
      const empty = type === undefined || type === ''
      const says = hook !== undefined || payload !== undefined || chain === true
      if (!empty && says) return configuration
      try {
        const made = await configurationFor(context, await chosenHook(context, undefined))
        return made === undefined ? undefined : { ...made, ...(empty ? {} : configuration) }
      } catch (error) {
        // Returning undefined cancels the debug session without another message from the editor.
        if (!(error instanceof vscode.CancellationError)) void showError(lineOf(error))
        return undefined
      }
    },
  }
}

/** Offers the active hooks as configurations that need no launch.json. */
export function dynamicConfigurations(context: ClientContext): vscode.DebugConfigurationProvider {
  return {
    async provideDebugConfigurations(folder) {
      const { hooks } = await context.hooks.of(folder ?? (await wantedFolder()))
      const own = shownHooks(hooks).filter(
        ({ path, state, events }) => path !== '' && state === 'active' && events.length > 0,
      )
      return own.map(({ id, name, events: [event = ''], dialect }) =>
        launchConfiguration(`${name} (${event})`, { hook: id, event, dialect }),
      )
    },
  }
}

/** Asks the user for a payload; undefined if none is chosen or it is opened for editing instead. */
export async function configurationFor(
  context: ClientContext,
  target: ChosenHook,
): Promise<vscode.DebugConfiguration | undefined> {
  const choice = await choosePayload(context, target, vscode.l10n.t('Debug {0}', target.hook.name))
  if (choice === undefined) return undefined
  if (choice.act === 'edit') {
    await editPayload(context, target, choice.payload)
    return undefined
  }
  remember(context, target, choice.payload)
  const { hook } = target
  return launchConfiguration(vscode.l10n.t('Debug {0}', hook.name), {
    hook: hook.id,
    dialect: hook.dialect,
    event: choice.payload.event,
    payload: referenceTo(choice.payload),
  })
}

/** The form in which launch.json refers to a payload. */
export function referenceTo(payload: Payload): string | object {
  if (payload.kind === 'recorded') return { recording: payload.recording, event: payload.recorded.n }
  return payload.kind === 'file' ? payload.path : (payload.value as object)
}
