// Installs code-server once, in a folder outside the repository that all checkouts share.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { npmInstall } from './npmInstall.ts'

/** Version of code-server, which provides the real VS Code workbench and extension host from npm. */
export const CODE_SERVER = '4.139.1'

/** The folder of code-server; environment variables may override it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { HOOKBENCH_CACHE, XDG_CACHE_HOME } = env
  const base = HOOKBENCH_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'hookbench')
  return join(base, 'code-server')
}

/** The script that starts code-server; installs it if it is missing, of another version, or incomplete. */
export function codeServer(folder: string = cacheFolder()): string {
  const entry = entryIn(folder)
  if (!isInstalled(folder)) install(folder)
  if (!existsSync(entry)) throw new Error(`code-server ${CODE_SERVER} was installed without ${entry}.`)
  return entry
}

/** Whether an installation of this version was completed in the folder. */
export function isInstalled(folder: string): boolean {
  try {
    return readFileSync(join(folder, STAMP), 'utf8').trim() === CODE_SERVER && existsSync(entryIn(folder))
  } catch {
    return false
  }
}

// Written last, because npm puts a package in place before its native modules are built.
const STAMP = 'installed'

function entryIn(folder: string): string {
  return join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js')
}

function install(folder: string): void {
  console.log(`Installing code-server ${CODE_SERVER} in ${folder}; this takes some minutes, once.`)
  // Removes leftovers of an interrupted installation, which would break the next one.
  for (const name of [STAMP, 'node_modules', 'package-lock.json'])
    rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    npmInstall(`code-server@${CODE_SERVER}`, folder)
  } catch (error) {
    throw new Error(
      `code-server ${CODE_SERVER} could not be installed: ${(error as Error).message} (npm's messages stand above; it is built with a C++ toolchain and the Kerberos headers, in Debian build-essential and libkrb5-dev)`,
    )
  }
  writeFileSync(join(folder, STAMP), `${CODE_SERVER}\n`)
}
