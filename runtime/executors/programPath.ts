// Finds programs by their bare name. Windows, and cross-spawn, look in the working directory first, which may be an
// untrusted workspace; here only PATH counts. Elsewhere the system does that.

import { existsSync } from 'node:fs'
import { win32 } from 'node:path'

export type ProgramSystem = {
  readonly platform: NodeJS.Platform
  readonly exists: (path: string) => boolean
}

/** The path of a program for a start with this environment; a name that is a path already is returned unchanged. */
export function programPath(
  file: string,
  env: Readonly<NodeJS.ProcessEnv>,
  { platform, exists }: ProgramSystem = { platform: process.platform, exists: existsSync },
): string {
  if (platform !== 'win32' || /[\\/:]/.test(file)) return file
  const endings = (variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';')
  // The name of a version is no ending: `python3.11`.
  const isWhole = endings.some((ending) => file.toUpperCase().endsWith(ending.toUpperCase()))
  const names = isWhole ? [file] : endings.map((ending) => file + ending)
  for (const entry of (variable(env, 'PATH') ?? '').split(';')) {
    const folder = entry.replaceAll('"', '')
    // Relative to the working directory.
    if (!/^(?:[A-Za-z]:[\\/]|\\\\)/.test(folder)) continue
    for (const name of names) if (exists(win32.join(folder, name))) return win32.join(folder, name)
  }
  return systemProgram(file, env)
}

/** The path of a program that belongs to Windows. */
export function systemProgram(file: string, env: Readonly<NodeJS.ProcessEnv> = process.env): string {
  return win32.join(variable(env, 'SystemRoot') ?? 'C:\\Windows', 'System32', file)
}

// Names of variables have no case on Windows, but copies of its environment do.
function variable(env: Readonly<NodeJS.ProcessEnv>, name: string): string | undefined {
  const found = Object.keys(env).find((key) => key.toUpperCase() === name.toUpperCase())
  return found === undefined ? undefined : env[found]
}
