// The settings in force: the workspace's file, then what the caller overrides.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Problem, problem } from '../contract/problems.ts'
import { defaultSettings, type Settings } from '../contract/settings.ts'
import { readSettings, withSettings } from '../documents/settings.ts'

/** Where a workspace keeps its settings. */
export function settingsFile(root: string): string {
  return join(root, '.hookbench', 'settings.json')
}

/** Reads the settings of a workspace. A file that cannot be used costs itself, never the workspace. */
export function loadSettings(
  root: string,
  overrides: Partial<Settings> | undefined,
): { readonly settings: Settings; readonly problems: readonly Problem[] } {
  const path = settingsFile(root)
  const { settings, problems } = readFile(path)
  return { settings: overrides === undefined ? settings : withSettings(settings, overrides), problems }
}

function readFile(path: string): { readonly settings: Settings; readonly problems: readonly Problem[] } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { settings: defaultSettings, problems: [] }
    return {
      settings: defaultSettings,
      problems: [problem('settings.invalid', path, `The settings cannot be read: ${message}.`)],
    }
  }
  return readSettings(text, path)
}
