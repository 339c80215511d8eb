// Checks whether the programs that a hook needs are installed. Looks programs up; starts none.

import { delimiter, isAbsolute, join } from 'node:path'
import { type Problem, problem } from '../contract/problems.ts'
import { readShebang } from '../documents/shebang.ts'
import { isExecutable } from '../files/access.ts'

/** Finds a program by name (on the PATH) or by absolute path; undefined when it is not installed. */
export type ProgramLookup = (name: string) => string | undefined

/** Looks on a PATH; each name is looked up once. */
export function pathLookup(path: string = process.env.PATH ?? ''): ProgramLookup {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', '.com', ''] : ['']
  const known = new Map<string, string | undefined>()
  return (name) => {
    if (known.has(name)) return known.get(name)
    const candidates = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))
    const found = candidates.flatMap((one) => endings.map((ending) => one + ending)).find(isExecutable)
    known.set(name, found)
    return found
  }
}

/** A problem when the interpreter of this shebang line is not installed. */
export function interpreterProblem(line: string, path: string, lookup: ProgramLookup): Problem | undefined {
  const shebang = readShebang(`${line}\n`)
  if (shebang === undefined || shebang.crlf) return undefined
  const { interpreter } = shebang
  // A relative interpreter depends on the agent's working directory.
  if (interpreter.includes('/') && !isAbsolute(interpreter)) return undefined
  if (lookup(interpreter) !== undefined) return undefined
  const where = isAbsolute(interpreter) ? 'does not exist here' : 'is not on the PATH'
  return problem('executable.interpreter', path, `Needs ${interpreter}, which ${where}.`, {
    range: { start: 0, end: shebang.end },
    fix: `Install ${interpreter}, or name another interpreter in the first line.`,
  })
}

/** A problem for each program of `tools` that is not installed. */
export function toolProblems(
  tools: readonly string[],
  path: string,
  lookup: ProgramLookup,
): readonly Problem[] {
  return tools
    .filter((tool) => lookup(tool) === undefined)
    .map((tool) =>
      problem('executable.tool', path, `Needs ${tool}, which is not on the PATH.`, {
        fix: `Install ${tool}.`,
      }),
    )
}

/** A problem when there is no Python to run Kaizen's classes. */
export function pythonProblem(path: string, lookup: ProgramLookup): Problem | undefined {
  if (lookup('python3') !== undefined || lookup('python') !== undefined) return undefined
  return problem('executable.interpreter', path, 'Needs python3, which is not on the PATH.', {
    fix: 'Install Python 3.',
  })
}
