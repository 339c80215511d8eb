// Where code-server is kept: in a folder outside the repository, installed once and used by every checkout.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The real VS Code workbench and extension host, from npm. */
export const CODE_SERVER = '4.139.1'

/** The folder that holds code-server; `env` may move it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { HOOKBENCH_CACHE, XDG_CACHE_HOME } = env
  const base = HOOKBENCH_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'hookbench')
  return join(base, 'code-server')
}

/** The script that starts code-server; installs it where it is missing or of another version. */
export function codeServer(folder: string = cacheFolder()): string {
  const home = join(folder, 'node_modules', 'code-server')
  if (versionIn(home) !== CODE_SERVER) install(folder)
  const entry = join(home, 'out', 'node', 'entry.js')
  if (!existsSync(entry)) throw new Error(`code-server ${CODE_SERVER} was installed without ${entry}.`)
  return entry
}

function versionIn(home: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version?: string }
    return version
  } catch {
    return undefined
  }
}

function install(folder: string): void {
  console.log(`Installing code-server ${CODE_SERVER} in ${folder}; this takes some minutes, once.`)
  mkdirSync(folder, { recursive: true })
  // A prefix of its own: npm must not take the repository for the package it installs into.
  const argv = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
  try {
    execFileSync('npm', [...argv, `code-server@${CODE_SERVER}`], { cwd: folder, stdio: 'inherit' })
  } catch {
    throw new Error(
      `code-server ${CODE_SERVER} could not be installed: see npm's messages above. It wants a C++ toolchain and the Kerberos headers (Debian: build-essential, libkrb5-dev).`,
    )
  }
}
