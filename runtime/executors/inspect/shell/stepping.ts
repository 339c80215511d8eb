// Decides where a shell script stops: at breakpoints, and after a step at the next line whose stack depth fits the
// step. A line with several commands is stopped at only once. Pure.

import type { ShellStop } from './stops.ts'

export type StepMode = 'on' | 'over' | 'in' | 'out' | 'pause' | 'entry'

/** The reason to stop, as the Debug Adapter Protocol names it; undefined to continue. */
export type StopReason = 'breakpoint' | 'step' | 'pause' | 'entry'

export type Stepping = {
  /** Whether to stop at a command, which is recorded as the latest one. */
  at(stop: ShellStop): StopReason | undefined
  /** How to continue from the latest stop. */
  go(how: StepMode): void
  /** Sets the breakpoints of a file; lines count from 1. */
  breakAt(path: string, lines: readonly number[]): void
}

type Place = { readonly line: string; readonly depth: number; readonly process: number }

/** Starts without breakpoints. */
export function openStepping(): Stepping {
  const breakpoints = new Map<string, ReadonlySet<number>>()
  let how: StepMode = 'on'
  let from: Place | undefined
  let last: Place | undefined
  return {
    at(stop) {
      const [frame] = stop.frames
      if (frame === undefined) return undefined
      const here = placeOf(stop)
      // Commands that a line runs in a subshell count as the same line.
      const isAgain = last?.line === here.line && (last.process === here.process || stop.subshell > 0)
      last = here
      const reason =
        breakpoints.get(frame.path)?.has(frame.line) === true && !isAgain ? 'breakpoint' : wanted(here)
      if (reason !== undefined) from = here
      return reason
    },
    go(next) {
      how = next
    },
    breakAt(path, lines) {
      breakpoints.set(path, new Set(lines))
    },
  }

  function wanted(here: Place): StopReason | undefined {
    if (how === 'entry' || how === 'pause') return how
    if (how === 'on') return undefined
    if (from === undefined) return 'step'
    if (how === 'out') return here.depth < from.depth ? 'step' : undefined
    const isElsewhere = here.line !== from.line || here.depth !== from.depth
    return isElsewhere && (how === 'in' || here.depth <= from.depth) ? 'step' : undefined
  }
}

// Parts of a pipeline are separate processes at the same depth; a subshell is one level deeper than its parent.
function placeOf({ frames, subshell, process }: ShellStop): Place {
  const [frame] = frames
  return { line: `${frame?.path}:${frame?.line}`, depth: frames.length + subshell, process }
}

/**
 * The first line, from the wanted one on, at which bash can stop, judging by
 * the script's text; otherwise the wanted one.
 */
export function stoppable(text: string, wanted: number): number {
  const lines = text.split('\n')
  const at = lines.findIndex((line, index) => index >= wanted - 1 && !IDLE.test(line))
  return at === -1 ? wanted : at + 1
}

const IDLE = /^\s*(#.*|then|do|else|fi|done|esac|in|\{|\}|\)|;;|)\s*;?\s*$/
