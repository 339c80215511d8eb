// Where code-server is kept: in a folder outside the repository, installed once and used by every checkout.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { npmInstall } from './npmInstall.ts'

/** The real VS Code workbench and extension host, from npm. */
export const CODE_SERVER = '4.139.1'

/** The folder that holds code-server; `env` may move it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { HOOKBENCH_CACHE, XDG_CACHE_HOME } = env
  const base = HOOKBENCH_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'hookbench')
  return join(base, 'code-server')
}

/** The script that starts code-server; installs it where it is missing, of another version, or only half there. */
export function codeServer(folder: string = cacheFolder()): string {
  const entry = entryIn(folder)
  if (!isInstalled(folder)) install(folder)
  if (!existsSync(entry)) throw new Error(`code-server ${CODE_SERVER} was installed without ${entry}.`)
  return entry
}

/** Whether an installation of this version came to its end here. */
export function isInstalled(folder: string): boolean {
  try {
    return readFileSync(join(folder, STAMP), 'utf8').trim() === CODE_SERVER && existsSync(entryIn(folder))
  } catch {
    return false
  }
}

// Written last: npm puts a package in its place before what it is built from is built.
const STAMP = 'installed'

function entryIn(folder: string): string {
  return join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js')
}

function install(folder: string): void {
  console.log(`Installing code-server ${CODE_SERVER} in ${folder}; this takes some minutes, once.`)
  // What an interrupted installation left is in the way of the next.
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
