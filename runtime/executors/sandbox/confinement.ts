// A process that waits to be told its command: the start is at once, as for any other, and the command line that
// makes the sandbox follows when it has been worked out. Until then nothing of the hook runs.

import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

/** One run inside the sandbox. */
export type Confinement = {
  /** The shell command that runs the hook in its sandbox; rejects with an error that says why there is none. */
  readonly command: Promise<string>
  /** To be called once when nothing of the run is left. */
  over(): void
}

/** What to start in place of the hook, listening on descriptor `fd` for what to become. */
export function waiting(fd: number): { readonly file: string; readonly argv: readonly string[] } {
  return { file: 'bash', argv: ['-c', SCRIPT, 'hookbench-sandbox', String(fd)] }
}

// Only a command that came whole, with its NUL, is run.
const SCRIPT = `IFS= read -r -d '' -u "$1" command || exit 126
eval "exec $1<&-"
exec bash -c "$command"`

/** Tells a waiting process its command, unless `objection` has something against it by then; otherwise refuses. */
export function tell(
  child: ChildProcess,
  fd: number,
  confinement: Confinement,
  refuse: (why: string) => void,
  objection: () => string | undefined = () => undefined,
): void {
  const ear = (child.stdio as readonly unknown[])[fd] as Writable
  // It may have been killed meanwhile.
  ear.on('error', () => {})
  confinement.command.then(
    (command) => {
      const why = objection()
      if (why === undefined) ear.end(`${command}\0`)
      else refuse(why)
    },
    (error: Error) => refuse(error.message),
  )
}

/** A command line for a shell, every word as it stands. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}
