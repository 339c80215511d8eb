// A file that is no hook but can do as much, in the shape of a hook: a webhook's URL can carry data away, a setting can
// run code. The ledger trusts its bytes as it trusts a hook's. It is never fired and never listed.

import { defined } from '../contract/defined.ts'
import type { Hook } from '../contract/hook.ts'
import type { Source } from '../contract/outcome.ts'

/** A configuration file as trust knows files. */
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
