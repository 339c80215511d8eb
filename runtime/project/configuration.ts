// A workspace's own configuration of its hooks, as saved: Hookbench's settings as far as they are trusted, and
// SecureYeoman's configuration. runtime/checks reports problems in these files.

import type { ExtensionsConfig, StatedExtensions } from '../contract/extensions.ts'
import { extensionsInForce } from '../contract/extensionsInForce.ts'
import { defaultSettings, type Settings } from '../contract/settings.ts'
import { withoutTrust } from '../contract/settingsTrust.ts'
import { LARGEST } from '../discovery/cachedRead.ts'
import { type Disk, failed } from '../discovery/disk.ts'
import { readSettings } from '../documents/settings.ts'
import { configurationFile, settingsAsHook } from '../trust/configurationFile.ts'
import type { Ledger } from '../trust/ledger.ts'
import { ownFiles, type RoleGround } from './role.ts'

export type ProjectConfiguration = Omit<ExtensionsConfig, 'webhooks'>

/** The settings in force. Settings that need trust apply only if the file is trusted. */
export function settingsOf(ground: RoleGround, disk: Disk, ledger: Ledger): Settings {
  const path = ownFiles(ground).settings
  const text = textOf(path, disk)
  if (text === undefined) return defaultSettings
  const { settings } = readSettings(text, path)
  const least = withoutTrust(settings)
  return least.fields.length === 0 || ledger.check(settingsAsHook(path, settings, ground, disk)).trusted
    ? settings
    : least.settings
}

/** SecureYeoman's configuration: the workspace's file, as far as it is trusted, and the user's. */
export async function configurationOf(
  ground: RoleGround,
  disk: Disk,
  ledger: Ledger,
): Promise<ProjectConfiguration> {
  const [own, users] = ownFiles(ground).extensions
  const workspace = await statedBy(own, disk)
  const user = await statedBy(users, disk)
  return extensionsInForce(
    { workspace, user },
    () => ledger.check(configurationFile(own, 'workspace')).trusted,
  )
}

async function statedBy(path: string, disk: Disk): Promise<StatedExtensions | undefined> {
  const text = textOf(path, disk)
  if (text === undefined) return undefined
  const { readExtensions } = await import('../documents/extensions.ts')
  return readExtensions(text, path, process.env).stated
}

function textOf(path: string, disk: Disk): string | undefined {
  const bytes = disk.read(path, LARGEST)
  return failed(bytes) ? undefined : bytes.toString('utf8')
}
