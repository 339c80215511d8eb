// What a workspace's own files say about its hooks, as they were last saved: our settings as far as they are trusted,
// and SecureYeoman's configuration. Problems in these files are findings' to say.

import type { ExtensionsSaid } from '../../runtime/contract/extensions.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { defaultSettings, type Settings } from '../../runtime/contract/settings.ts'
import { withoutTrust } from '../../runtime/contract/settingsTrust.ts'
import { type Disk, failed } from '../../runtime/discovery/disk.ts'
import { LARGEST } from '../../runtime/discovery/study.ts'
import { readSettings } from '../../runtime/documents/settings.ts'
import type { Ledger } from '../../runtime/trust/ledger.ts'
import { ownFiles, type RoleGround } from './role.ts'

export type Configuration = {
  /** Folders of extensions beside the built-in places. */
  readonly directories: readonly string[]
  /** False where every extension is switched off. */
  readonly enabled: boolean
  readonly maxExecutionTime: number | undefined
}

/** The settings in force. What needs trust counts only in a trusted file. */
export function settingsOf(ground: RoleGround, disk: Disk, ledger: Ledger): Settings {
  const path = ownFiles(ground).settings
  const text = textOf(path, disk)
  if (text === undefined) return defaultSettings
  const { settings } = readSettings(text, path)
  const least = withoutTrust(settings)
  return least.fields.length === 0 || ledger.check(asHook(path)).trusted ? settings : least.settings
}

/** SecureYeoman's configuration: the workspace's file before the user's, the folders of both. */
export async function configurationOf(ground: RoleGround, disk: Disk): Promise<Configuration> {
  const said: ExtensionsSaid[] = []
  for (const path of ownFiles(ground).extensions) {
    const text = textOf(path, disk)
    if (text === undefined) continue
    const { readExtensions } = await import('../../runtime/documents/extensions.ts')
    said.push(readExtensions(text, path, process.env).said)
  }
  return {
    directories: said.toReversed().flatMap(({ directories }) => directories ?? []),
    enabled: said.find(({ enabled }) => enabled !== undefined)?.enabled ?? true,
    maxExecutionTime: said.find((one) => one.maxExecutionTime !== undefined)?.maxExecutionTime,
  }
}

/** What the configuration does to a hook that was found. */
export function configured(hook: Hook, { enabled, maxExecutionTime }: Configuration): Hook {
  if (hook.dialect !== 'secureyeoman') return hook
  const timed = maxExecutionTime === undefined ? hook : { ...hook, timeoutMs: maxExecutionTime }
  if (enabled || (hook.state !== 'active' && hook.state !== 'unknown')) return timed
  return {
    ...timed,
    state: 'disabled',
    why: 'Switched off by `enabled: false` in the extensions configuration.',
  }
}

function textOf(path: string, disk: Disk): string | undefined {
  const bytes = disk.read(path, LARGEST)
  return failed(bytes) ? undefined : bytes.toString('utf8')
}

// The ledger trusts files in the shape of hooks.
function asHook(path: string): Hook {
  return {
    id: path,
    name: 'configuration',
    dialect: 'secureyeoman',
    events: [],
    source: 'workspace',
    path,
    runner: 'module',
    state: 'active',
    order: 0,
    timeoutMs: 0,
    files: [path],
  }
}
