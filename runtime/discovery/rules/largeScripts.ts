// Reports scripts of an entry that are too large to be read, so nothing else is found in them. An info: a bundler may
// have made the file, and it runs all the same.

import { type Problem, problem } from '../../contract/problems.ts'
import { LARGEST } from '../cachedRead.ts'
import { failed } from '../disk.ts'
import { commandAt, type RuleInput } from './rule.ts'

const SCRIPT = /\.(?:[cm]?[jt]s|py|(?:ba|z|k)?sh|ps1)$/i

export function largeScriptProblems({ run, disk, file, entry, shown }: RuleInput): readonly Problem[] {
  return run.scripts.flatMap((path) => {
    const stat = disk.stat(path)
    if (failed(stat) || stat.kind !== 'file' || stat.size <= LARGEST || !SCRIPT.test(path)) return []
    const found = problem(
      'file.too-large',
      file.path,
      `${shown(path)} is larger than 2 MiB, so it is not checked.`,
      {
        range: file.read.rangeOf(commandAt(entry)),
        fix: 'Move data out of the script into a file that it reads.',
      },
    )
    return [{ ...found, severity: 'info' as const }]
  })
}
