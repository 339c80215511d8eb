// A separate workspace and home for each row, in a temporary folder that is removed afterwards.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type UpstreamGround = {
  readonly workspace: string
  readonly home: string
  /** A folder for files that must be in neither the workspace nor the home. */
  readonly elsewhere: string
}

/** Calls `use` with fresh folders. */
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

/** Writes a file and its parent folders; returns its path. */
export function writeFile(path: string, content: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}
