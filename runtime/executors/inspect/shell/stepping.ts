// Where a shell script stops: on a breakpoint, and after a step at the next line that is as deep as the step allows. A line
// with several commands is stopped at once. Pure.

import type { ShellStop } from './stops.ts'

export type StepMode = 'on' | 'over' | 'in' | 'out' | 'pause' | 'entry'

/** Why it stops here, as the debug adapter protocol calls it; undefined where it goes on. */
export type StopReason = 'breakpoint' | 'step' | 'pause' | 'entry'

export type Stepping = {
  /** Whether it stops at a command, which then is the last one. */
  at(stop: ShellStop): StopReason | undefined
  /** What the person wants from the last stop on. */
  go(how: StepMode): void
  /** The lines of a file to stop at, from 1. */
  breakAt(path: string, lines: readonly number[]): void
}

type Place = { readonly line: string; readonly depth: number; readonly process: number }

/** Starts without stops. */
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
      // What a line starts in a subshell belongs to it.
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

// Another process of the same depth is what a pipeline is made of; a subshell is deeper than what started it.
function placeOf({ frames, subshell, process }: ShellStop): Place {
  const [frame] = frames
  return { line: `${frame?.path}:${frame?.line}`, depth: frames.length + subshell, process }
}

/** The first line from a wanted one on at which bash can stop, by the text of a script; the wanted one where there is none. */
export function stoppable(text: string, wanted: number): number {
  const lines = text.split('\n')
  const at = lines.findIndex((line, index) => index >= wanted - 1 && !IDLE.test(line))
  return at === -1 ? wanted : at + 1
}

const IDLE = /^\s*(#.*|then|do|else|fi|done|esac|in|\{|\}|\)|;;|)\s*;?\s*$/
