// Represents a configuration file as a Hook, because it needs trust like one: a webhook URL can send data away, and a
// setting can run code. The ledger trusts its bytes like a hook's. It is never fired and never listed.

import { defined } from '../contract/defined.ts'
import type { Hook } from '../contract/hook.ts'
import type { Source } from '../contract/outcome.ts'

/** A configuration file in the form that the ledger accepts. */
export function configurationFile(path: string, source: Source, untrusted?: string): Hook {
  return {
    id: path,
    name: 'configuration',
    dialect: 'secureyeoman',
    events: [],
    source,
    path,
    runner: 'module',
    state: untrusted === undefined ? 'active' : 'untrusted',
    ...defined({ why: untrusted }),
    order: 0,
    timeoutMs: 0,
    files: [path],
  }
}
