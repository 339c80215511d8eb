// Trusts the hooks of a workspace, also after edits, and records the example session in it: what an editor under test
// finds. A process of its own, because hooks look at the environment of whoever runs them.

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
