// Files of a workspace that need trust but are not hooks: its settings and SecureYeoman's
// configuration, as far as they contain something that requires trust.

import { join } from 'node:path'
import type { ExtensionsConfig } from '../contract/extensions.ts'
import type { Hook } from '../contract/hook.ts'
import { configurationFile } from '../trust/configurationFile.ts'
import type { SettingsNeed } from './workspace.ts'

/** The files of a workspace that need trust but are not hooks, without duplicates. */
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
  return [...asking, settingsNeed.hook]
}
