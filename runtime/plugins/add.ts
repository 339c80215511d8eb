// Installs a plugin: fetches or copies it next to the others under a hidden name, checks its contents, then renames it.
// Nothing of it is run, and installing it does not make it trusted.

import { existsSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fetchRepository } from '../executors/git.ts'
import { addressOf, type PluginAddress } from './address.ts'
import { contentsOf } from './contents.ts'
import { type Plugin, type PluginFolders, pluginsFolder } from './list.ts'
import { openStaging } from './staging.ts'
import { strayProblem } from './stray.ts'
import { copyTree, survey } from './tree.ts'

export type AddOptions = PluginFolders & {
  /** The folder to which relative paths refer. */
  readonly cwd: string
  /** The user's data folder, where running processes are recorded. */
  readonly data: string
  /** A branch, a tag or a commit. */
  readonly ref?: string | undefined
  readonly global?: boolean | undefined
  /** Whether an installed plugin of that name is replaced. */
  readonly force?: boolean | undefined
  /** Time limit for git in milliseconds; default: 2 minutes. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

export type Added =
  | { readonly kind: 'installed'; readonly plugin: Plugin; readonly left: readonly string[] }
  /** The request is invalid; nothing was attempted. */
  | { readonly kind: 'misunderstood'; readonly problem: string }
  /** The attempt failed; nothing was installed. */
  | { readonly kind: 'failed'; readonly problem: string }

const TIMEOUT_MS = 120_000

/** Installs a plugin from a git URL, from `org/repo` on GitHub, or from a folder. */
export async function addPlugin(given: string, options: AddOptions): Promise<Added> {
  const address = addressOf(given, options.cwd, options.ref)
  if ('problem' in address) return { kind: 'misunderstood', problem: address.problem }
  const location = options.global === true ? 'global' : 'local'
  const problem = strayProblem(options, location)
  if (problem !== undefined) return { kind: 'failed', problem }
  const plugins = pluginsFolder(options, location)
  const path = join(plugins, address.folder)
  const { name } = address
  if (options.force !== true && isThere(path)) {
    return failed(name, 'it is already installed; --force replaces it')
  }
  const staging = openStaging(plugins)
  try {
    const brought = await bring(address, staging.folder, options)
    if ('problem' in brought) return failed(name, brought.problem)
    const { skills, recipes, hooks, passedOver } = contentsOf(staging.folder)
    if (skills.length + recipes.length + hooks.length === 0) {
      return failed(
        name,
        `it contains no skills, recipes or hooks${passedOver.map((line) => `; ${line}`).join('')}`,
      )
    }
    if (options.force !== true && isThere(path))
      return failed(name, 'another process installed it at the same moment')
    staging.put(path)
    return {
      kind: 'installed',
      plugin: { name, location, path, skills, recipes, hooks, passedOver },
      left: brought.left,
    }
  } finally {
    staging.close()
  }
}

async function bring(
  { from }: PluginAddress,
  into: string,
  { ref, data, timeoutMs = TIMEOUT_MS, signal }: AddOptions,
): Promise<{ readonly left: readonly string[] } | { readonly problem: string }> {
  if (from.kind === 'folder') {
    const surveyed = await survey(from.path)
    if ('problem' in surveyed) return surveyed
    await copyTree(from.path, into, surveyed.entries)
    return surveyed
  }
  const problem = await fetchRepository({
    url: from.url,
    local: from.local,
    into,
    ref,
    data,
    timeoutMs,
    signal,
  })
  if (problem !== undefined) return { problem }
  rmSync(join(into, '.git'), { recursive: true, force: true })
  return survey(into)
}

function failed(name: string, problem: string): Added {
  return { kind: 'failed', problem: `${name} was not installed: ${problem}.` }
}

// Includes broken links.
function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
