// Prints once per workspace that entries of a host have real effects: a hook that formats or commits does so here as
// well.

import { hash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { userFolders } from '../discovery/folders.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { printError } from './print.ts'

const noted = new Set<string>()

/** Prints one line on standard error before the first real run; recorded in the user's data folder. */
export function noteRealRun(
  { root, list }: Pick<Workspace, 'root' | 'list'>,
  home: string | undefined,
): void {
  if (noted.has(root) || !list().some(({ entry, state }) => entry !== undefined && state === 'active')) return
  noted.add(root)
  const folder = join(userFolders(home).data, 'real-runs')
  const mark = join(folder, hash('sha256', root).slice(0, 32))
  if (existsSync(mark)) return
  printError(
    'the hooks here run with all their effects, as their agent runs them: formatting, writing, committing. This message is shown once per workspace',
  )
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(mark, `${root}\n`, { mode: 0o600 })
  } catch {
    // The note is printed again next time.
  }
}
