// Files that are no hooks but can do as much, in the shape of hooks: a webhook's URL can carry data away, a setting can run
// code. The ledger trusts the bytes of such a file as it trusts a hook's. They are never fired and never listed.

import { join } from 'node:path'
import type { ExtensionsConfig } from '../contract/extensions.ts'
import type { Hook } from '../contract/hook.ts'
import type { Source } from '../contract/outcome.ts'
import type { SettingsNeed } from './workspace.ts'

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

/** The files of a workspace that need trust and are no hooks, each once. */
export function configurations(workspace: {
  readonly root: string
  readonly extensions: ExtensionsConfig
  readonly settingsNeed: SettingsNeed | undefined
}): readonly Hook[] {
  const { root, extensions, settingsNeed } = workspace
  const own = join(root, 'secureyeoman.yaml')
  const files = new Map(extensions.webhooks.map((webhook) => [webhook.file, webhook.untrusted]))
  const asking = [...files].map(([file, why]) =>
    configurationFile(file, file === own ? 'workspace' : 'user', why),
  )
  if (settingsNeed === undefined) return asking
  return [...asking, configurationFile(settingsNeed.file, 'workspace', settingsNeed.untrusted)]
}
