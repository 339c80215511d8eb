// There is nothing to look at yet, and a sample session would be something.

import * as vscode from 'vscode'
import { Prerequisite } from '../failures.ts'

/** Says so, in the words of whoever looked. */
export function nothingRecorded(message: string): Prerequisite {
  return new Prerequisite(message, vscode.l10n.t('Fire a Sample Session'), 'hookbench.sampleSession')
}
