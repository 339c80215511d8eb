// The environment that hooks inherit: the user's own, without variables set by the editor or this runtime.
// Also points Python's bytecode cache to a private folder, so that it loads no compiled files from beside a hook.

import { lstatSync, mkdirSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'

const OURS = [
  /^HOOKBENCH_(EVENT|DIALECT|RUNTIME|GROUPS)$/,
  /^ELECTRON_/,
  /^NODE_(OPTIONS|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|TEST_CONTEXT)$/,
  // Keeps the variables that the terminal's `code` command and Git's password prompt need.
  /^VSCODE_(?!GIT_|IPC_HOOK_CLI$)/,
  /^CHROME_CRASHPAD_PIPE_NAME$/,
]

/** A copy of `env` without the variables set by this runtime or the editor. */
export function inherited(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const copy: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OURS.some((pattern) => pattern.test(name))) copy[name] = value
  }
  return copy
}

/**
 * Variables that make Python keep compiled files in a folder of Hookbench and ignore those beside the source, whose
 * content need not match the source. Python ignores these variables under `-I` and `-E`.
 */
export function pythonCache(folder: string): Readonly<Record<string, string>> {
  const own = join(folder, 'pycache')
  // Writing is enabled if the folder is safe: compiling the standard library at every start costs more than most hooks.
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
