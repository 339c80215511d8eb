// The Python of the tests. Where `python3` on PATH is a script that looks for the interpreter each time (pyenv, asdf), a
// hook takes five times as long to start; the tests start thousands.

import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/**
 * The folder of the interpreter that `python3` starts, or undefined if there is none or if it is on PATH: a folder of the
 * system, put first, would hide other programs, such as this Node.js.
 */
export function pythonFolder(env: NodeJS.ProcessEnv): string | undefined {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0 || stdout.trim() === '') return undefined
  const folder = dirname(stdout.trim())
  return env.PATH?.split(delimiter).includes(folder) === true ? undefined : folder
}

/** Puts that folder first on the PATH of this process, and so of all that it starts. */
export function preferInterpreter(): void {
  const folder = pythonFolder(process.env)
  if (folder !== undefined) process.env.PATH = [folder, process.env.PATH].join(delimiter)
}
