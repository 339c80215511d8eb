// A second extension, as somebody else would write it: it knows Hookbench by its id and by the published types, and hands
// what it got to the suites, with a language model that says what it is told to.

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
