// Scripts that anybody on this machine can write: whoever does runs code as the person who uses the agent.

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
  // What a host's own folder stands for is where a person keeps it.
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
        fix: why.startsWith('Anybody')
          ? `Run chmod o-w ${shown(path)}.`
          : 'Move it to the project or to your home folder.',
      }),
    ]
  })
}

// A project or a home may itself lie there.
function isShared(path: string): boolean {
  return /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/.test(dirname(path))
}
