// A runtime whose Python hook spins; it prints its id and waits to be killed. Arguments: data folder, hook file, class.

import { readFileSync } from 'node:fs'
import { kaizen } from '../../../runtime/contract/dialects/kaizen.ts'
import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { openGroups } from '../../../runtime/executors/groups.ts'
import { openPython } from '../../../runtime/executors/python/openPython.ts'
import { hookAt, startCall } from '../../support/call.ts'

const [data = '', file = '', part = ''] = process.argv.slice(2)
const groups = openGroups(data)
const files = new Map([[file, readFileSync(file)]])
const executor = openPython({ root: data, groups, snapshot: () => ({ files, hash: '1' }) })
const options = { dialect: kaizen as unknown as Dialect, event: 'pre_tool_use', timeoutMs: 60_000 }
startCall(executor, hookAt(file, 'python', part), options)
setTimeout(() => process.stdout.write(`${groups.env.HOOKBENCH_RUNTIME}\n`), 1500)
