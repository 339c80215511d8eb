// The command that runs an executable hook under its debugger: its interpreter, waiting before the first line.
// Standard input still holds the payload, which the launchers of common debuggers do not support.

import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readHead } from '../../files/read.ts'
import { bashOn, type Trace } from './trace.ts'

export type Command = {
  readonly file: string
  readonly argv: readonly string[]
  /** Variables needed in addition to those of the hook. */
  readonly env?: Readonly<Record<string, string>>
}

/** The command, or why there is none. A shell script is started only if it can be traced. */
export function underDebugger(
  path: string,
  argv: readonly string[],
  trace?: Trace,
): Command | { readonly why: string } {
  const [program, ...flags] = interpreterOf(path)
  const name = basename(program ?? '')
  if (program !== undefined && /^node(js)?\d*$/.test(name)) {
    return { file: program, argv: [...flags, '--inspect-brk=127.0.0.1:0', path, ...argv] }
  }
  if (program !== undefined && /^python[\d.]*$/.test(name)) {
    return { file: program, argv: [...flags, '-Xfrozen_modules=off', pythonStarter(), path, ...argv] }
  }
  if (program !== undefined && trace !== undefined && (name === 'bash' || name === 'sh')) {
    const bash = name === 'bash' ? program : bashOn()
    // How `echo` treats backslashes is the most visible difference between the two.
    const posix = name === 'sh' ? ['--posix', '-O', 'xpg_echo'] : []
    if (bash === undefined) return { why: `${basename(path)} is an sh script; only bash can trace scripts` }
    return { file: bash, argv: [...posix, ...flags, ...trace.argv(path), ...argv], env: trace.env }
  }
  const what = program === undefined ? 'a compiled program' : `a ${name} script`
  return { why: `${basename(path)} is ${what}; only Node and Python hooks can be inspected` }
}

/** How an executable hook can be inspected: with a debugger, with a trace of its lines, or not at all. */
export function inspectionKind(path: string): 'debugger' | 'trace' | 'none' {
  const name = basename(interpreterOf(path)[0] ?? '')
  if (/^(node(js)?\d*|python[\d.]*)$/.test(name)) return 'debugger'
  return name === 'bash' || (name === 'sh' && bashOn() !== undefined) ? 'trace' : 'none'
}

/**
 * The file that runs another one under debugpy; next to the Python host, in the source tree and in the built product.
 */
export function pythonStarter(): string {
  const built = fileURLToPath(new URL('./python/under_debugger.py', import.meta.url))
  return existsSync(built) ? built : fileURLToPath(new URL('../python/under_debugger.py', import.meta.url))
}

// The words of the shebang line, without `env`, its flags and the variables it sets.
function interpreterOf(path: string): readonly string[] {
  const line = /^#!([^\n]*)/.exec(readHead(path, 256).toString('utf8'))?.[1]
  const [first, ...rest] = (line ?? '').trim().split(/\s+/)
  if (first === undefined || first === '') return []
  if (basename(first) !== 'env') return [first, ...rest]
  return rest.slice(rest.findIndex((word) => !/^-|=/.test(word)))
}
