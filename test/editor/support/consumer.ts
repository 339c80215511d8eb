// The second extension, activated, with the API it received.

import * as vscode from 'vscode'
import type { Consumer } from '../consumer/extension.ts'
import { eventually } from './eventually.ts'

/** Activates it, and thereby Hookbench. */
export async function consumer(): Promise<Consumer> {
  const extension = await eventually(() => {
    const found = vscode.extensions.getExtension<Consumer>('hookbench-test.consumer')
    if (found === undefined) throw new Error('the consumer is not installed')
    return found
  })
  return extension.activate()
}
