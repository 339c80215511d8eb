// Configuration files that ask for webhooks, in the shape of hooks: a URL can carry data away, so the ledger trusts the
// bytes of such a file as it trusts a hook's. They are never fired and never listed.

import { join } from 'node:path'
import type { ExtensionsConfig } from '../contract/extensions.ts'
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
    ...(untrusted === undefined ? {} : { why: untrusted }),
    order: 0,
    timeoutMs: 0,
    files: [path],
  }
}

/** The files that ask for the webhooks of a workspace, each once. */
export function configurations(workspace: {
  readonly root: string
  readonly extensions: ExtensionsConfig
}): readonly Hook[] {
  const own = join(workspace.root, 'secureyeoman.yaml')
  const files = new Map(workspace.extensions.webhooks.map((webhook) => [webhook.file, webhook.untrusted]))
  return [...files].map(([file, why]) => configurationFile(file, file === own ? 'workspace' : 'user', why))
}
