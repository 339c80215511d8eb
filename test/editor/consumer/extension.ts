// A second extension, as a third party would write it: it finds Hookbench by its id, uses only the published types, and
// exposes the API to the suites, along with a scripted language model.

import * as vscode from 'vscode'
import type { HookbenchApi } from '../../../client/api.ts'
import { registerModel, type ScriptedModel } from './model.ts'

export type Consumer = { readonly hookbench: HookbenchApi; readonly model: ScriptedModel }

export async function activate(context: vscode.ExtensionContext): Promise<Consumer> {
  const extension = vscode.extensions.getExtension<HookbenchApi>('hookbench.hookbench')
  if (extension === undefined) throw new Error('Hookbench is not installed')
  const hookbench = await extension.activate()
  if (hookbench.version !== 1) throw new Error(`Hookbench speaks version ${hookbench.version}`)
  const model = registerModel()
  context.subscriptions.push(model)
  return { hookbench, model }
}
