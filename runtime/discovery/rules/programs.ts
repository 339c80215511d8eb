// Reports programs that are not installed on this computer: one that an entry's line starts, and the interpreter that
// a script's first line names. Looks them up; starts none.

import { basename, isAbsolute } from 'node:path'
import { consequence } from '../../contract/hosts/trial.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { isInterpreter } from '../interpreters.ts'
import { startedProgram } from '../startedPrograms.ts'
import { commandAt, type RuleInput, rangeWithin, type Script, scriptsOf } from './rule.ts'
import { shellCode } from './shellText.ts'

export function programProblems(input: RuleInput): readonly Problem[] {
  const { entry, host, dialect, file, lookup, run, root, home, shown } = input
  if (lookup === undefined || entry.kind !== 'command' || process.platform === 'win32') return []
  return [...ofLine(), ...scriptsOf(input).flatMap(ofFirstLine)]

  function ofLine(): readonly Problem[] {
    const context = { payload: {}, root, home, platform: process.platform, environment: {} }
    // A file may set thousands of variables around thousands of entries, so they are not copied for each.
    const { file: started, argv, env } = host.process({ ...entry, env: {} }, context)
    // Elsewhere than in this process's PATH, it may be installed.
    if (Object.hasOwn(env, 'PATH') || Object.hasOwn(entry.env, 'PATH')) return []
    const isLine = /^-\w*c$/i.test(argv.at(-2) ?? '') && /^(?:ba|z)?sh$/.test(basename(started))
    const line = argv.at(-1) ?? ''
    const program = isLine ? startedProgram(line, shellCode(line)) : started
    if (program === undefined || (program.includes('/') && !isAbsolute(program))) return []
    // A program of the workspace is a script of the entry, and reported as that.
    if (run.scripts.includes(program)) return []
    return missing(program, `${program} is`, rangeWithin(file, commandAt(entry), program), false)
  }

  function ofFirstLine({ path, shebang: [program = ''] }: Script): readonly Problem[] {
    if (run.runBy.get(path) !== 'itself' || program === '') return []
    const at = commandAt(entry)
    const range = entry.command.includes('\n') ? rangeWithin(file, at, basename(path)) : file.read.rangeOf(at)
    const subject = `${program}, named in the first line of ${shown(path)}, is`
    return missing(program, subject, range, !isInterpreter(basename(program)))
  }

  // A program may be missing on this computer only, so an info, unless it is rare or exit code 127 has a consequence.
  function missing(program: string, subject: string, range: Range, isRare: boolean): readonly Problem[] {
    if (lookup?.(program) !== undefined) return []
    const then = host.missingScript(entry.event, dialect.title)
    const message = `${subject} not installed on this computer, so ${then}`
    const found = problem('entry.script', file.path, message, { range })
    const end = { exitCode: 127, stdout: '', stderr: `${program}: not found` }
    const severity = consequence(dialect, entry, end) === undefined ? 'info' : 'warning'
    return [isRare ? found : { ...found, severity }]
  }
}
