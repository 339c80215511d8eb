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
  /** The text of the file when it could last be read as JSON. */
  readonly good?: string | undefined
}

type Ground = { readonly root: string; readonly home: string }

/** The settings file of a workspace. */
export function settingsFile(root: string): string {
  return join(root, '.hookbench', 'settings.json')
}

/**
 * Reads the settings of a workspace. If the file is unusable (half-saved, for example), its `last` good text counts, or
 * the defaults where there is none; if it is untrusted, only settings that need no trust apply.
 */
export function loadSettings(
  ground: Ground,
  overrides: Partial<Settings> | undefined,
  snapshot: (file: Hook) => Snapshot | { readonly untrusted: string },
  last?: LoadedSettings,
): LoadedSettings {
  const { settings, ...found } = trustedPart(settingsFile(ground.root), ground, snapshot, last?.good)
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
  good: string | undefined,
): LoadedSettings {
  const found = settingsIn(path, good)
  const { settings, fields } = withoutTrust(found.settings)
  if (fields.length === 0) return { ...found, need: undefined }
  const hook = settingsAsHook(path, found.settings, ground, disk)
  const taken = snapshot(hook)
  if (!('untrusted' in taken)) {
    // The file may have changed since it was read; the bytes that trust verified count.
    const trusted = readKept(taken.files.get(path)?.toString('utf8') ?? '', path, good)
    return {
      ...trusted,
      need: needOf(hook, trusted.settings),
    }
  }
  const why = `${fields.join(', ')} ${fields.length === 1 ? 'does' : 'do'} not count: ${taken.untrusted}`
  return {
    settings,
    good: found.good,
    problems: [...found.problems, problem('settings.untrusted', path, `${why}.`)],
    need: needOf({ ...hook, state: 'untrusted', why: taken.untrusted }, found.settings),
  }
}

function needOf(hook: Hook, settings: Settings): SettingsNeed {
  const { fields } = withoutTrust(settings)
  return { hook, fields, sets: fields.map((field) => settingText(settings, field)) }
}

type Read = Omit<LoadedSettings, 'need'>

function settingsIn(path: string, good: string | undefined): Read {
  let text: string
  try {
    text = readText(path)
  } catch (error) {
    if (isAbsent(error)) return { settings: defaultSettings, problems: [] }
    const why = `The settings cannot be read: ${whyUnreadable(error)}.`
    return good === undefined
      ? { settings: defaultSettings, problems: [problem('settings.invalid', path, why)] }
      : held(path, good, why)
  }
  return readKept(text, path, good)
}

// To remove all settings, users delete the file or write `{}`.
function readKept(text: string, path: string, good: string | undefined): Read {
  const read = readSettings(text, path)
  if (!read.isBroken) return { ...read, good: text }
  if (good === undefined) return read
  return held(path, good, text.trim() === '' ? 'The file is empty' : 'The text is not JSON')
}

function held(path: string, good: string, why: string): Read {
  const message = `${why.replace(/\.$/, '')}; the last good version stays in effect.`
  const { settings, problems } = readSettings(good, path)
  return { settings, problems: [problem('settings.invalid', path, message), ...problems], good }
}
