// Reports scripts that any user of this machine can write, and so run code as the user of the agent.

import { dirname } from 'node:path'
import { type Problem, problem } from '../../contract/problems.ts'
import { failed } from '../disk.ts'
import { within } from '../places.ts'
import { commandAt, type RuleInput } from './rule.ts'

const ANYBODY = 0o002

export function writableProblems({
  run,
  disk,
  file,
  entry,
  shown,
  root,
  home,
}: RuleInput): readonly Problem[] {
  if (process.platform === 'win32') return []
  // A path that comes from a host's folder variable is where the user keeps that folder, and is not reported.
  const { start, end } = file.read.rangeOf(commandAt(entry))
  const isWritten = (path: string) => file.text.slice(start, end).includes(path)
  return run.scripts.flatMap((path) => {
    const stat = disk.stat(path)
    const why =
      !failed(stat) && stat.kind === 'file' && (stat.mode & ANYBODY) !== 0
        ? `Anyone on this machine can write ${shown(path)}`
        : isShared(path) && ![root, home].some((own) => within(path, own) !== undefined) && isWritten(path)
          ? `${path} is in a folder where anyone on this machine can create files`
          : undefined
    if (why === undefined) return []
    return [
      problem('entry.writable', file.path, `${why}, and this entry runs it.`, {
        range: file.read.rangeOf(commandAt(entry)),
        fix: why.startsWith('Anyone')
          ? `Run chmod o-w ${shown(path)}.`
          : 'Move it to the project or to your home folder.',
      }),
    ]
  })
}

// Whether any user can create files in the folder; the caller exempts a project or home that lies there.
function isShared(path: string): boolean {
  return /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/.test(dirname(path))
}
