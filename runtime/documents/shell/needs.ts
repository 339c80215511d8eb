// What a shell script needs besides its own text.

import { defined } from '../../contract/defined.ts'
import type { Anchored, CalledProgram, RunFile } from '../document.ts'

export type Needs = {
  readonly imports: readonly string[]
  readonly runs?: readonly RunFile[]
  readonly anchored?: readonly Anchored[]
  readonly opaque?: readonly string[]
  readonly recipes?: readonly string[]
  readonly programs?: readonly CalledProgram[]
  readonly functions?: readonly string[]
  readonly pythonFromCwd?: true
  readonly tools: readonly string[]
}

/** The files that programs run, of those with the programs that load them. */
export function runsOf(imports: ReadonlyMap<string, ReadonlySet<string | undefined>>): Pick<Needs, 'runs'> {
  const runs = [...imports]
    .filter(([, programs]) => [...programs].some((one) => one !== undefined))
    .flatMap(([file, programs]) => [...programs].map((runBy) => ({ file, ...defined({ runBy }) })))
  return runs.length === 0 ? {} : { runs }
}
