// Paths of a chaos run, all below one temporary folder, including the disk that is too small.

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { ENTRIES, forms } from './forms.ts'

export type ChaosPlaces = {
  readonly folder: string
  /**
   * The server's own workspace, without hooks, so that the other workspaces are opened and closed with their sessions.
   */
  readonly idle: string
  readonly workspace: string
  /** A workspace whose recordings are on the small disk; undefined if this machine may not mount one. */
  readonly small: string | undefined
  readonly home: string
  /** `TMPDIR` of every process started. */
  readonly temporary: string
  readonly run: string
  readonly socket: string
  readonly token: string
  /** File with the number of the runtime's current start. */
  readonly generation: string
  readonly logs: string
  log(client: string): string
}

/** The paths below a folder. */
export function placesOf(folder: string): ChaosPlaces {
  const at = (...names: readonly string[]) => join(folder, ...names)
  const small = at('small')
  return {
    folder,
    idle: at('idle'),
    workspace: at('workspace'),
    small: existsSync(small) ? small : undefined,
    home: at('home'),
    temporary: at('temporary'),
    run: at('run'),
    socket: at('run', 's'),
    token: at('run', 's.token'),
    generation: at('generation'),
    logs: at('logs'),
    log: (client) => at('logs', `${client}.ndjson`),
  }
}

/** Creates the folders; returns a function that unmounts the small disk. */
export function layOut(folder: string): () => void {
  const { idle, workspace, home, temporary, logs } = placesOf(folder)
  for (const path of [idle, home, temporary, logs]) mkdirSync(path, { recursive: true })
  furnish(workspace)
  const small = join(folder, 'small')
  const disk = join(small, '.hookbench', 'recordings')
  mkdirSync(disk, { recursive: true })
  const mounted =
    process.platform === 'linux' && ran('mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk)
  if (mounted) furnish(small)
  else spawnSync('rm', ['-r', small])
  return () => {
    if (mounted) ran('umount', '--lazy', disk)
  }
}

/** Trusts the workspaces with later edits: `--trust-workspace` holds for the server's own folder alone. */
export async function trustAll({ workspace, small, home }: ChaosPlaces): Promise<void> {
  for (const root of [workspace, ...(small === undefined ? [] : [small])]) {
    const written = await openLedger({ file: ledgerFile(home), root, home }).trustFolder(root, 'edits')
    if (!written.ok) throw new Error(written.why)
  }
}

function furnish(workspace: string): void {
  for (const { file, text } of forms) write(join(workspace, file), text)
  write(join(workspace, '.claude', 'settings.json'), ENTRIES)
  // Keeps all recordings: the account is built from every one of them.
  const settings = { maxExecutionTime: 2000, recording: { keep: 1_000_000 } }
  write(join(workspace, '.hookbench', 'settings.json'), JSON.stringify(settings))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

function ran(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
