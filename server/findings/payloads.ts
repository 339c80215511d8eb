// Payload files may stand anywhere in a workspace. `hookbench check` looks for them there; an editor is told of those
// that are open, because walking through a whole repository takes too long for an answer.

import { join } from 'node:path'
import { type Disk, failed, disk as realDisk } from '../../runtime/discovery/disk.ts'
import { roleOf } from '../project/role.ts'

/** The payload files below a folder, absolute. No link is followed, and what others installed is left alone. */
export function payloadFiles(
  ground: { readonly root: string; readonly home: string },
  disk: Disk = realDisk,
) {
  const found: string[] = []
  const open = [ground.root]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = disk.list(folder)
    if (failed(entries)) continue
    for (const { name, kind } of entries) {
      const path = join(folder, name)
      if (kind === 'folder' && !isPassedBy(name)) open.push(path)
      if (kind === 'file' && roleOf(path, ground)?.kind === 'payload-file') found.push(path)
    }
  }
  return found
}

function isPassedBy(name: string): boolean {
  return name === 'node_modules' || (name.startsWith('.') && name !== '.hookbench')
}
