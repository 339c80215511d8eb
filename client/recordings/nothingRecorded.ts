// The error for commands that need recordings when there are none; it offers to fire a sample session.

import * as vscode from 'vscode'
import { Prerequisite } from '../failures.ts'

/** Creates the error with the caller's message. */
export function nothingRecorded(message: string): Prerequisite {
  return new Prerequisite(message, vscode.l10n.t('Fire a Sample Session'), 'hookbench.sampleSession')
}
