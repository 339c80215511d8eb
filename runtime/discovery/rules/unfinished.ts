// Reports a command line that no POSIX shell reads: a quote or a bracket that is never closed, an `if` without its `fi`.
// The shell then runs nothing of the line.

import { consequence } from '../../contract/hosts/trial.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { neverRun } from '../../documents/shell/certain/neverRun.ts'
import { commandAt, type RuleInput, rangeWithin } from './rule.ts'

/** Keys of a command that a POSIX shell runs here. */
const KEYS: ReadonlySet<unknown> = new Set(['command', 'bash', 'linux', 'osx'])

export function unfinishedProblems({ dialect, host, file, entry }: RuleInput): readonly Problem[] {
  const { command, fields, kind, args } = entry
  const at = commandAt(entry)
  const isLine = kind === 'command' && args === undefined && fields.shell !== 'powershell'
  if (!isLine || !KEYS.has(at.at(-1)) || process.platform === 'win32') return []
  const mistake = neverRun(command)
  if (mistake === undefined) return []
  const so = consequence(dialect, entry, { exitCode: 2, stdout: '', stderr: 'sh: Syntax error' })
  const fails = `fails with exit code 2, so ${so ?? 'the hook does nothing'}`
  // Other shells than sh and bash have other exit codes.
  const then = host.rules.shell === undefined ? 'runs nothing of it' : fails
  const message = `The command does not parse (${mistake.message}): the shell ${then}.`
  const range = rangeWithin(file, at, command.slice(mistake.start))
  const fix = mistake.message.includes('quote')
    ? "In single quotes write '\\'' for an apostrophe, in double quotes \\\" for a quote."
    : 'Complete it.'
  return [problem('entry.shell', file.path, message, { range, fix })]
}
