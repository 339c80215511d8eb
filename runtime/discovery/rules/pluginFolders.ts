// Reports commands of a plugin that name one of its own files by a path from the working directory: the host starts them
// in the folder of the project that uses the plugin, where that file is not. Only the plugin's own repository is checked:
// there the path works, so its author does not notice. Elsewhere the file is missing, and reported as that.

import { relative } from 'node:path'
import { type Problem, problem } from '../../contract/problems.ts'
import { commandAt, type RuleInput, rangeWithin } from './rule.ts'

export function pluginFolderProblems(input: RuleInput): readonly Problem[] {
  const { dialect, host, entry, file, run, root, home } = input
  const [variable, folder] = Object.entries(file.place.folders ?? {})[0] ?? []
  if (variable === undefined || folder !== root || entry.kind !== 'command') return []
  const context = { payload: {}, root, home, platform: process.platform, environment: {} }
  const { cwd = root } = host.process({ ...entry, env: {} }, context)
  if (cwd !== root || /\b(?:cd|pushd)\s/.test(entry.command)) return []
  return run.scripts.flatMap((path) => {
    const own = relative(root, path)
    const written = writtenIn(entry.command, own)
    if (written === undefined) return []
    const then = host.missingScript(entry.event, dialect.title)
    const message = `${dialect.title} starts this in the folder of the project that uses the plugin, where ${written} is not found, so ${then}`
    const found = problem('entry.script', file.path, message, {
      range: rangeWithin(file, commandAt(entry), written),
      fix: `Write "\${${variable}}/${own}".`,
    })
    return [{ ...found, severity: 'warning' as const }]
  })
}

// The path as a word of the command.
function writtenIn(command: string, path: string): string | undefined {
  const word = new RegExp(`(?<![\\w/.$}~-])(?:\\./)?${path.replaceAll(/\W/g, '\\$&')}(?![\\w/.-])`)
  return path.startsWith('..') ? undefined : word.exec(command)?.[0]
}
