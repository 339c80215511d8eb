// Prints how many bytes of heap each of a thousand hooks registered with Kaizen's manager holds.

import { HookManager } from '../../runtime/managers/kaizen.ts'
import { held } from './held.ts'

const HOOKS = 1000
const result = { success: true }
const warm = new HookManager()
warm.register('pre_tool_use', async () => result)
await warm.trigger('pre_tool_use', 'a', { tool_name: 't', tool_input: {} })

const before = held()
const manager = new HookManager()
for (let i = 0; i < HOOKS; i++) manager.register('pre_tool_use', async () => result)
await manager.trigger('pre_tool_use', 'a', { tool_name: 't', tool_input: {} })
process.stdout.write(String((held() - before) / HOOKS))
// Used after the measurement, so that the manager is not collected before it.
if (manager.list().length !== HOOKS) process.exitCode = 1
