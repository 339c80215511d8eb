// A runtime that starts a hanging hook in the sandbox, prints its id, and waits to be killed. Arguments: folder,
// program.

import { join } from 'node:path'
import { kodelet } from '../../../runtime/contract/dialects/kodelet.ts'
import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { noSandbox } from '../../../runtime/contract/sandbox.ts'
import { openExecutables } from '../../../runtime/executors/executable/executables.ts'
import { openGroups } from '../../../runtime/executors/groups.ts'
import { type ConfinedRun, openSandbox } from '../../../runtime/executors/sandbox/openSandbox.ts'
import { hookAt, startCall } from '../../support/call.ts'

const [root = '', program = ''] = process.argv.slice(2)
const data = join(root, 'data')
const groups = openGroups(data)
const sandbox = openSandbox({ root, home: root, own: [data], settings: () => noSandbox, groups: () => groups })
const confine = (_: unknown, { argv }: ConfinedRun) => {
  const confinement = sandbox.confine({ file: program, argv })
  void confinement.command.then(() => process.stdout.write(`${groups.env.HOOKBENCH_RUNTIME}\n`))
  return confinement
}
const executor = openExecutables({ root, groups, confine })
const dialect = kodelet as unknown as Dialect
startCall(executor, hookAt(program, 'executable'), { dialect, event: 'before_tool_call', timeoutMs: 60_000 })
