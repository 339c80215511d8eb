// Faulty disks for tests: read-only, or nearly full. Only root may mount, and not in every container.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let can: boolean | undefined

/** Whether this process is allowed to mount. */
export function canMount(): boolean {
  if (can === undefined) {
    const probe = mkdtempSync(join(tmpdir(), 'hookbench-mount-'))
    can = process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe)
    if (can) run('umount', probe)
    rmSync(probe, { recursive: true, force: true })
  }
  return can
}

/** Makes a folder read-only, even for root; returns a function that undoes it. */
export function mountReadOnly(folder: string): () => void {
  const ok = run('mount', '--bind', folder, folder) && run('mount', '-o', 'remount,ro,bind', folder)
  if (!ok) throw new Error(`${folder} could not be mounted read-only`)
  return () => void run('umount', '--lazy', folder)
}

/** Mounts an empty disk of this size at the folder; returns a function that unmounts it. */
export function mountSmall(folder: string, kilobytes: number): () => void {
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder)) {
    throw new Error(`no small disk could be mounted at ${folder}`)
  }
  return () => void run('umount', '--lazy', folder)
}

function run(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
