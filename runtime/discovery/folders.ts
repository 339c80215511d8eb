// The folders in which Hookbench keeps its own data for a user: the trust ledger, process bookkeeping, caches.
// Returns paths and creates no folders.

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type UserFolders = {
  /** Data that must not be lost. */
  readonly data: string
  /** Data that can be recreated. */
  readonly cache: string
}

/** The user's folders; with an explicit `home`, the environment and the platform are ignored. */
export function userFolders(
  home?: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): UserFolders {
  if (home !== undefined) return unixFolders(home, {})
  const own = homedir()
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? join(own, 'AppData', 'Local')
    return { data: join(local, 'hookbench', 'Data'), cache: join(local, 'hookbench', 'Cache') }
  }
  if (platform === 'darwin' && env.XDG_DATA_HOME === undefined) {
    const library = join(own, 'Library')
    return {
      data: join(library, 'Application Support', 'hookbench'),
      cache: join(library, 'Caches', 'hookbench'),
    }
  }
  return unixFolders(own, env)
}

// XDG Base Directory Specification: a relative path in these variables counts as unset.
function unixFolders(home: string, env: NodeJS.ProcessEnv): UserFolders {
  const data = env.XDG_DATA_HOME
  const cache = env.XDG_CACHE_HOME
  return {
    data: join(data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share'), 'hookbench'),
    cache: join(cache !== undefined && isAbsolute(cache) ? cache : join(home, '.cache'), 'hookbench'),
  }
}
