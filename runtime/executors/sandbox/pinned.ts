// Lays out a hook's files for one run: in place of the closed workspace, the sandbox has copies of the bytes that trust
// verified, under their own paths, so that these run even if files on disk are replaced meanwhile. Linux only; elsewhere
// the files on disk stay readable.

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { shellLine } from './confinement.ts'

export type Pinned = {
  /** Path -> the bytes that were verified. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly hash: string
}

/** The shell line that a run executes before its program, and the paths it reads for that. */
export type PinnedSetup = { readonly line: string; readonly reads: readonly string[] }

type Ground = {
  readonly root: string
  readonly cwd: string
  /** Paths of the workspace that the settings leave open; there the files on disk are visible. */
  readonly open: readonly string[]
}

/** Copies of verified files, one set per state of a hook, in a folder that sandboxed hooks cannot write. */
export function openPinned(
  folder: () => string | undefined,
  platform: NodeJS.Platform = process.platform,
): { lay(pinned: Pinned, ground: Ground): PinnedSetup; close(): void } {
  const copies = new Map<string, string>()
  let base: string | undefined

  return {
    lay(pinned, { root, cwd, open }) {
      const inside = [...pinned.files.keys()].filter((path) => isWithin(path, root))
      if (platform !== 'linux') return { line: ':', reads: inside }
      const closed = inside.filter((path) => !open.some((one) => isWithin(path, one)))
      const copied = copiesOf(pinned, closed)
      const folders = new Set([...(isWithin(cwd, root) ? [cwd] : []), ...closed.map(dirname)])
      const steps = [
        ...(folders.size === 0 ? [] : [shellLine(['mkdir', '-p', ...folders])]),
        ...closed.map((path, at) => shellLine(['cp', '-p', join(copied, String(at)), path])),
      ]
      // A missing working directory does not stop a run outside the sandbox either.
      const line = `${steps.join(' && ') || ':'} || exit 126; ${shellLine(['cd', cwd])} 2>/dev/null`
      return { line, reads: [copied] }
    },
    close() {
      if (base !== undefined) rmSync(base, { recursive: true, force: true })
      base = undefined
      copies.clear()
    },
  }

  function copiesOf({ files, hash }: Pinned, paths: readonly string[]): string {
    const key = JSON.stringify([hash, paths, paths.map(isProgram)])
    const known = copies.get(key)
    if (known !== undefined) return known
    base ??= makeBase(folder())
    const made = join(base, randomUUID())
    mkdirSync(made, { mode: 0o700 })
    for (const [at, path] of paths.entries())
      writeFileSync(join(made, String(at)), files.get(path) as Buffer, {
        mode: isProgram(path) ? 0o500 : 0o400,
      })
    copies.set(key, made)
    return made
  }
}

function isProgram(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) !== 0
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

// Next to the process records, where the next runtime cleans up after a killed one.
function makeBase(folder: string | undefined): string {
  if (folder === undefined) return mkdtempSync(join(tmpdir(), 'hookbench-pinned-'))
  const path = join(folder, 'pinned')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}
