// Finds payload files, which may be anywhere in a workspace, for `hookbench check`. Editors get findings only for open
// ones, because walking a whole repository takes too long for a request.

import { join } from 'node:path'
import { type Disk, failed, disk as realDisk } from '../discovery/disk.ts'
import { within } from '../discovery/places.ts'
import { type RoleGround, roleOf } from '../project/role.ts'

/**
 * The payload files among and below the paths in `scope`, or in the whole workspace if it is empty; absolute paths.
 * Links are not followed, and installed packages are skipped.
 */
export function payloadFiles(
  ground: RoleGround,
  scope: readonly string[],
  disk: Disk = realDisk,
): readonly string[] {
  const here = scope.filter((path) => within(path, ground.root) !== undefined)
  const found = here.filter((path) => isPayload(path, ground))
  const open = scope.length === 0 ? [ground.root] : here
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = disk.list(folder)
    if (failed(entries)) continue
    for (const { name, kind } of entries) {
      const path = join(folder, name)
      if (kind === 'folder' && !isPassedBy(name)) open.push(path)
      if (kind === 'file' && isPayload(path, ground)) found.push(path)
    }
  }
  return found
}

function isPayload(path: string, ground: RoleGround): boolean {
  return roleOf(path, ground)?.kind === 'payload-file'
}

function isPassedBy(name: string): boolean {
  return name === 'node_modules' || (name.startsWith('.') && name !== '.hookbench')
}
