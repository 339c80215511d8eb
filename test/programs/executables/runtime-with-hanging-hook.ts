// A runtime that starts a hanging hook, prints its id, and waits to be killed, or exits if the third argument is
// `exit`. Arguments: data folder, program, `exit` (optional).

import { kodelet } from '../../../runtime/contract/dialects/kodelet.ts'
import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { openExecutables } from '../../../runtime/executors/executable/executables.ts'
import { openGroups } from '../../../runtime/executors/groups.ts'
import { hookAt, startCall } from '../../support/call.ts'

const [data = '', program = '', then = ''] = process.argv.slice(2)
const groups = openGroups(data)
const executor = openExecutables({ root: data, groups })
const dialect = kodelet as unknown as Dialect
startCall(executor, hookAt(program, 'executable'), { dialect, event: 'before_tool_call', timeoutMs: 60_000 })
setTimeout(() => {
  process.stdout.write(`${groups.env.HOOKBENCH_RUNTIME}\n`)
  if (then === 'exit') process.exit()
}, 200)
