// The environment a hook inherits: the person's own, without what the editor or this runtime put there for itself.
// Python is told where its compiled files are, so that it takes none that lie beside a hook.

import { lstatSync, mkdirSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'

const OURS = [
  /^HOOKBENCH_(EVENT|DIALECT|RUNTIME|GROUPS)$/,
  /^ELECTRON_/,
  /^NODE_(OPTIONS|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|TEST_CONTEXT)$/,
  // The terminal's `code` command and Git's password prompt stay usable.
  /^VSCODE_(?!GIT_|IPC_HOOK_CLI$)/,
  /^CHROME_CRASHPAD_PIPE_NAME$/,
]

/** A copy of `env` without the variables that are ours or the editor's. */
export function inherited(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const copy: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OURS.some((pattern) => pattern.test(name))) copy[name] = value
  }
  return copy
}

/**
 * Variables by which Python keeps compiled files in a folder of ours, and believes none beside the source: those could
 * hold anything, whatever the source says. A Python that is told to ignore the environment (`-I`, `-E`) ignores these.
 */
export function pythonCache(folder: string): Readonly<Record<string, string>> {
  const own = join(folder, 'pycache')
  // Compiling the standard library at each start costs more than most hooks, so what is ours may be written.
  if (isOurs(own)) return { PYTHONPYCACHEPREFIX: own, PYTHONDONTWRITEBYTECODE: '' }
  return { PYTHONPYCACHEPREFIX: join(devNull, 'pycache'), PYTHONDONTWRITEBYTECODE: '1' }
}

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    if (!found.isDirectory()) return false
    return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
  } catch {
    return false
  }
}
