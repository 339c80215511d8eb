// The texts that are open in the editor, and a Disk that shows them as if they
// were saved. Reads only through the Disk passed in.

import { type Disk, failed, type Stat } from '../discovery/disk.ts'

export type OpenText = {
  readonly text: string
  /** The editor's version of the text. */
  readonly version: number
}

/** The open texts, by absolute path. */
export type OpenTexts = {
  get(path: string): OpenText | undefined
  paths(): Iterable<string>
}

/** No open texts, as for `hookbench check`. */
export const noTexts: OpenTexts = { get: () => undefined, paths: () => [] }

/** The disk with open texts in place of their files. A file that was never saved does not exist on it. */
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

// Counts as settled, because the version changes with every keystroke.
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
