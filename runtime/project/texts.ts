// The texts that are open in the editor, and the disk as it would be if they were saved. Reads nothing of its own:
// the disk is handed in.

import { type Disk, failed, type Stat } from '../discovery/disk.ts'

export type OpenText = {
  readonly text: string
  /** The editor's number for it. */
  readonly version: number
}

/** What is open, by absolute path. */
export type OpenTexts = {
  get(path: string): OpenText | undefined
  paths(): Iterable<string>
}

/** Nothing is open: what `hookbench check` sees. */
export const noTexts: OpenTexts = { get: () => undefined, paths: () => [] }

/** The disk with open texts in place of the files they are open from. A file that was never saved is not there. */
export function overlaid(disk: Disk, texts: OpenTexts): Disk {
  return {
    ...disk,
    stat(path) {
      const found = disk.stat(path)
      const open = texts.get(path)
      if (open === undefined || failed(found) || found.kind !== 'file') return found
      return openStat(found, open)
    },
    read(path, limit) {
      const bytes = openBytes(path, disk, texts)
      if (bytes === undefined) return disk.read(path, limit)
      return bytes.length > limit ? { failed: 'EFBIG' } : bytes
    },
    head: (path, bytes) => openBytes(path, disk, texts)?.subarray(0, bytes) ?? disk.head(path, bytes),
  }
}

// What is open is settled: its number changes with every keystroke.
function openStat(found: Stat, { text, version }: OpenText): Stat {
  return {
    ...found,
    size: Buffer.byteLength(text),
    key: `open ${version} ${text.length} ${found.mode}`,
    changed: 0,
  }
}

function openBytes(path: string, disk: Disk, texts: OpenTexts): Buffer | undefined {
  const open = texts.get(path)
  if (open === undefined) return undefined
  const found = disk.stat(path)
  return failed(found) || found.kind !== 'file' ? undefined : Buffer.from(open.text)
}
