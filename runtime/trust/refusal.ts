// Why a ledger is refused: inside the workspace, the author of the hooks could have written it.

import { dirname, resolve } from 'node:path'
import { type Disk, failed } from '../discovery/disk.ts'
import { within } from '../discovery/places.ts'
import { oneLine, realOr } from './decide.ts'

/** The location of a ledger. */
export type LedgerPlace = {
  readonly file: string
  /** The workspace. A ledger inside it is refused, because the author of the hooks could have written it. */
  readonly root?: string
  /** The user's home folder; if it is inside the workspace, a ledger in it is still accepted as the user's. */
  readonly home?: string
}

/** Why this ledger trusts nothing; undefined if it may be used. */
export function refusal({ file, root, home }: LedgerPlace, disk: Disk): string | undefined {
  if (root === undefined) return undefined
  const workspace = realOr(root, disk)
  const place = realPlace(file, disk)
  if (within(place, workspace) === undefined) return undefined
  const own = home === undefined ? undefined : realOr(home, disk)
  const isUsers =
    own !== undefined && within(own, workspace) !== undefined && within(place, own) !== undefined
  if (isUsers) return undefined
  return `The trust ledger ${oneLine(file)} is inside the workspace, so it is refused. It trusts nothing; set HOOKBENCH_TRUST to a file elsewhere.`
}

// The real path of a file that may not exist yet, resolved from the nearest existing folder.
function realPlace(path: string, disk: Disk): string {
  const whole = resolve(path)
  for (let at = whole; ; at = dirname(at)) {
    const real = disk.real(at)
    if (!failed(real)) return real + whole.slice(at.length)
    if (dirname(at) === at) return whole
  }
}
