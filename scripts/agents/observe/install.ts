// Puts a pinned version of a host's program into a cache outside the repository, once. The only step that needs a network.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentHost } from './host.ts'

const CACHE = process.env.HOOKBENCH_AGENTS ?? join(homedir(), '.cache', 'hookbench', 'agents')

/** The program's path; installs it first where it is not there. */
export function installed(host: AgentHost): string {
  const folder = join(CACHE, `${host.name}-${host.version}`)
  const program = join(folder, host.program)
  if (existsSync(program)) return program
  process.stderr.write(`installing ${host.npmPackage}@${host.version} into ${folder}\n`)
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  writeFileSync(join(fresh, 'package.json'), '{"private":true}\n')
  // npm takes the newest version that suits the Node it runs on, so it has to be this one.
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`
  const result = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--save-exact', `${host.npmPackage}@${host.version}`],
    {
      cwd: fresh,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (result.status !== 0) throw new Error(`${host.npmPackage}@${host.version} could not be installed`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return program
}
