// Where Hookbench keeps things of its own for a user: the trust ledger, process bookkeeping, caches.
// It names folders and creates none.

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type UserFolders = {
  /** What must not be lost. */
  readonly data: string
  /** What can be made again. */
  readonly cache: string
}

/** The user's folders; a home given explicitly decides alone, whatever the environment says. */
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

// The base directory specification: a relative path in these variables counts as unset.
function unixFolders(home: string, env: NodeJS.ProcessEnv): UserFolders {
  const data = env.XDG_DATA_HOME
  const cache = env.XDG_CACHE_HOME
  return {
    data: join(data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share'), 'hookbench'),
    cache: join(cache !== undefined && isAbsolute(cache) ? cache : join(home, '.cache'), 'hookbench'),
  }
}
