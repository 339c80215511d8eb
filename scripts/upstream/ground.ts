// A workspace and a home of its own for one row, in a temporary folder that goes when the row is done.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type UpstreamGround = {
  readonly workspace: string
  readonly home: string
  /** For what is to be found neither in the workspace nor in the home. */
  readonly elsewhere: string
}

/** Runs `use` on a ground of its own. */
export async function onGround<T>(use: (ground: UpstreamGround) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-upstream-')))
  const ground = {
    workspace: join(folder, 'workspace'),
    home: join(folder, 'home'),
    elsewhere: join(folder, 'elsewhere'),
  }
  for (const one of Object.values(ground)) mkdirSync(one)
  try {
    return await use(ground)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a file and the folders that lead to it; gives its path. */
export function writeFile(path: string, content: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}
