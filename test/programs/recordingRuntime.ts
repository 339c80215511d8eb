// A runtime that records one firing after another, with a hook that never ends, until it is killed. Prints `busy` after
// 50 firings. Arguments: workspace, home.

import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace, recordWorkspace } from '../../runtime/index.ts'

const [root = '', home = ''] = process.argv.slice(2)
const workspace = await openWorkspace({ root, home, trust: 'workspace' })
recordWorkspace(workspace, (line) => process.stderr.write(`${line}\n`))
const example = (dialect: string, event: string) => recordOf(dialect, event)?.example as object
void workspace.fire('turn_end', { ...example('kodelet', 'turn_end'), conv_id: 'hangs' }, { dialect: 'kodelet' })
// Runs the entries of an agent, if the workspace has any.
void workspace.fire('Stop', example('claude-code', 'Stop'), { dialect: 'claude-code' })
for (let n = 1; ; n++) {
  const payload = { ...example('compilr', 'beforeTool'), sessionId: 'busy', text: 'x'.repeat(5000) }
  await workspace.fire('beforeTool', payload, { dialect: 'compilr' })
  if (n === 50) process.stdout.write('busy\n')
}
