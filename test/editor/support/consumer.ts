// The second extension, active, with what it got.

import * as vscode from 'vscode'
import type { Consumer } from '../consumer/extension.ts'
import { eventually } from './eventually.ts'

/** Activates it, and Hookbench through it. */
export async function consumer(): Promise<Consumer> {
  const extension = await eventually(() => {
    const found = vscode.extensions.getExtension<Consumer>('hookbench-test.consumer')
    if (found === undefined) throw new Error('the consumer is not installed')
    return found
  })
  return extension.activate()
}
