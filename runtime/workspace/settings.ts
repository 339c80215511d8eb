// The settings in force: the workspace's file, as far as it is trusted, then the caller's overrides.

import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Hook } from '../contract/hook.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { defaultSettings, type Settings } from '../contract/settings.ts'
import { settingText, withoutTrust } from '../contract/settingsTrust.ts'
import { disk } from '../discovery/disk.ts'
import { readSettings, withSettings } from '../documents/settings.ts'
import { isAbsent, readText, whyUnreadable } from '../files/read.ts'
import { settingsAsHook } from '../trust/configurationFile.ts'
import { openLedger } from '../trust/ledger.ts'
import type { Snapshot } from '../trust/snapshot.ts'
import { ledgerFile } from '../trust/store.ts'
import type { OpenOptions, SettingsNeed } from './workspace.ts'

export type LoadedSettings = {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  readonly need: SettingsNeed | undefined
}

type Ground = { readonly root: string; readonly home: string }

/** The settings file of a workspace. */
export function settingsFile(root: string): string {
  return join(root, '.hookbench', 'settings.json')
}

/**
 * Reads the settings of a workspace. If the file is unusable, the defaults apply; if it
 * is untrusted, only settings that need no trust apply.
 */
export function loadSettings(
  ground: Ground,
  overrides: Partial<Settings> | undefined,
  snapshot: (file: Hook) => Snapshot | { readonly untrusted: string },
): LoadedSettings {
  const { settings, ...found } = trustedPart(settingsFile(ground.root), ground, snapshot)
  return { settings: overrides === undefined ? settings : withSettings(settings, overrides), ...found }
}

/** The settings alone, for callers that open no workspace. */
export function settingsOf(options: Pick<OpenOptions, 'root' | 'home' | 'trust' | 'settings'>): Settings {
  const { root, trust, settings } = options
  const ground = { root: resolve(root), home: resolve(options.home ?? homedir()) }
  const ledger = openLedger({
    file: ledgerFile(options.home),
    ...ground,
    ...(trust === 'workspace' ? { always: root } : {}),
  })
  return loadSettings(ground, settings, ledger.snapshot).settings
}

function trustedPart(
  path: string,
  ground: Ground,
  snapshot: (file: Hook) => Snapshot | { readonly untrusted: string },
): LoadedSettings {
  const found = settingsIn(path)
  const { settings, fields } = withoutTrust(found.settings)
  if (fields.length === 0) return { ...found, need: undefined }
  const hook = settingsAsHook(path, found.settings, ground, disk)
  const taken = snapshot(hook)
  if (!('untrusted' in taken)) {
    // The file may have changed since it was read; the bytes that trust verified count.
    const trusted = readSettings(taken.files.get(path)?.toString('utf8') ?? '', path)
    return {
      ...trusted,
      need: needOf(hook, trusted.settings),
    }
  }
  const why = `${fields.join(', ')} ${fields.length === 1 ? 'does' : 'do'} not count: ${taken.untrusted}`
  return {
    settings,
    problems: [...found.problems, problem('settings.untrusted', path, `${why}.`)],
    need: needOf({ ...hook, state: 'untrusted', why: taken.untrusted }, found.settings),
  }
}

function needOf(hook: Hook, settings: Settings): SettingsNeed {
  const { fields } = withoutTrust(settings)
  return { hook, fields, sets: fields.map((field) => settingText(settings, field)) }
}

function settingsIn(path: string): { readonly settings: Settings; readonly problems: readonly Problem[] } {
  let text: string
  try {
    text = readText(path)
  } catch (error) {
    if (isAbsent(error)) return { settings: defaultSettings, problems: [] }
    const why = `The settings cannot be read: ${whyUnreadable(error)}.`
    return { settings: defaultSettings, problems: [problem('settings.invalid', path, why)] }
  }
  return readSettings(text, path)
}
