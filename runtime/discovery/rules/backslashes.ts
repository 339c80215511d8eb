// Reports a path of Windows without quotes in a line that a POSIX shell runs: the shell removes the backslashes, on
// Windows too where the host runs its commands in such a shell.

import { type Problem, problem } from '../../contract/problems.ts'
import { commandAt, type RuleInput, rangeWithin } from './rule.ts'
import { shellCode } from './shellText.ts'

const PATH =
  /(?<=^|[\s;&|(])[\w.~:-]*(?:\\[\w.-]+)+\.(?:(?:ba|z)?sh|py|[cm]?[jt]s|rb|pl|ps1|cmd|bat|exe)(?![\w.\\-])/g

/** A name after a backslash: in a regular expression, only dots are escaped (`index\.d.ts`). */
const NAME = /\\[\w-]/

export function backslashProblems({ host, file, entry, run }: RuleInput): readonly Problem[] {
  const { command, fields, kind, args } = entry
  if (kind !== 'command' || args !== undefined || fields.shell === 'powershell') return []
  const code = shellCode(command)
  const [found] = [...command.matchAll(PATH)].filter(
    ({ 0: path, index }) => NAME.test(path) && isCode(path, code, index),
  )
  if (found === undefined) return []
  const [path] = found
  // If a program would run the file, that the file is missing is reported.
  if (run.scripts.some((script) => script.endsWith(path.replaceAll('\\', '')))) return []
  const at = commandAt(entry)
  const message = `The shell removes the backslashes of ${path}, so it looks for ${path.replaceAll('\\', '')} and does not find it.`
  const range = rangeWithin(file, at, path)
  const shown = problem('entry.shell', file.path, message, { range, fix: 'Write the path with "/".' })
  // Other hosts have another shell on Windows.
  return [host.rules.shell === 'sh' || at.at(-1) === 'bash' ? shown : { ...shown, severity: 'info' }]
}

// Quoted text is blank in `code`, and so is each backslash with the character after it.
function isCode(path: string, code: string, index: number): boolean {
  return /\S/.test(code[index + path.length - 1] ?? '')
}
