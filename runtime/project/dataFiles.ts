// Lists Hookbench's own files in a workspace: settings, configurations, cases, payloads, recordings.
// Reads only their own folders, never the whole workspace.

import { join } from 'node:path'
import { type Disk, failed } from '../discovery/disk.ts'
import { ownFiles, type RoleGround, roleOf } from './role.ts'

/** The existing files of Hookbench, as absolute paths. */
export function dataFiles(ground: RoleGround, disk: Disk): readonly string[] {
  const { settings, extensions, cases, payloads, recordings } = ownFiles(ground)
  const single = [settings, ...extensions].filter((path) => !failed(disk.stat(path)))
  const listed = [cases, payloads, recordings].flatMap((folder) => {
    const entries = disk.list(folder)
    if (failed(entries)) return []
    return entries.filter(({ kind }) => kind === 'file').map(({ name }) => join(folder, name))
  })
  return [...single, ...listed.filter((path) => roleOf(path, ground) !== undefined)]
}
