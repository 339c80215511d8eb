// Trusts the hooks of a workspace including later edits and records the example session in it, as the initial state of
// an editor under test. Run as a separate process, because hooks see the environment of the process that runs them.

import { recordingsFolder } from '../../runtime/recordings/folder.ts'
import { openRecorder } from '../../runtime/recordings/recorder.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { version } from '../../runtime/version.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { loadSession } from '../session.ts'

const [root = '', home = ''] = process.argv.slice(2)
const written = await openLedger({ file: ledgerFile(undefined), root, home }).trustFolder(root, 'edits')
if (!written.ok) throw new Error(written.why)
const workspace = await openWorkspace({ root })
const { redaction, recording } = workspace.settings
const recorder = openRecorder({
  root,
  folder: recordingsFolder(root),
  session: 'shop',
  version,
  redaction,
  ...recording,
})
workspace.onStep(recorder.write)
for (const { dialect, event, payload } of loadSession(root, home))
  await workspace.fire(event, payload, { dialect })
recorder.close()
await workspace.close()
