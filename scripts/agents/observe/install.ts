// Installs a pinned version of a host's program into a cache outside the repository, once, and checks that it starts.
// The only step that needs the network.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CommandHost } from './host.ts'

/** Time-out of one command in milliseconds; the programs are about 100 MB each. */
const MOST_MS = 600_000
const CACHE = process.env.HOOKBENCH_AGENTS ?? join(homedir(), '.cache', 'hookbench', 'agents')

type Installed = { readonly path: string } | { readonly missing: string }

/** The program's path, installed if necessary, or why it is not available. */
export function installed(host: CommandHost): Installed {
  const folder = join(CACHE, `${host.name}-${host.version}`)
  const path = join(folder, host.program)
  if (existsSync(path)) return { path }
  const wanted = `${host.npmPackage}@${host.version}`
  process.stderr.write(`installing ${wanted} into ${folder}\n`)
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  writeFileSync(join(fresh, 'package.json'), '{"private":true}\n')
  // npm selects the newest version that supports the Node it runs on, so it must run on this Node.
  const own = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
  const env = { ...process.env, PATH: own }
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact', wanted]
  const failed = failureOf('npm', install, { cwd: fresh, env })
  if (failed !== undefined) return { missing: `${wanted} could not be installed: ${failed}` }
  // HOME is redirected so that the program leaves nothing in the user's home folder.
  const refused = failureOf(join(fresh, host.program), ['--version'], {
    cwd: fresh,
    env: { ...env, HOME: fresh },
  })
  if (refused !== undefined) return { missing: `${wanted} does not start: ${refused}` }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return { path }
}

type Where = { readonly cwd: string; readonly env: NodeJS.ProcessEnv }

/** The first line of a failed command's stderr, which is also passed on in full; undefined on success. */
function failureOf(program: string, args: readonly string[], where: Where): string | undefined {
  const { status, signal, error, stderr } = spawnSync(program, args, {
    ...where,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: MOST_MS,
  })
  if (status === 0) return undefined
  process.stderr.write(stderr ?? '')
  return error?.message ?? (stderr.trim().split('\n')[0] || `exit code ${status ?? signal}`)
}
