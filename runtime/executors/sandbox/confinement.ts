// A process that waits for its command: it starts immediately, like any other, and receives the sandbox's command line
// when that has been computed. Nothing of the hook runs before.

import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'

/** One run inside the sandbox. */
export type Confinement = {
  /**
   * The shell command that runs the hook in its sandbox; rejects with an Error that gives the reason if there is none.
   */
  readonly command: Promise<string>
  /** Must be called once, when no process of the run is left. */
  over(): void
}

/** The process to start in place of the hook; it reads its command from descriptor `fd`. */
export function waiting(fd: number): { readonly file: string; readonly argv: readonly string[] } {
  return { file: 'bash', argv: ['-c', SCRIPT, 'hookbench-sandbox', String(fd)] }
}

// The command runs only if it arrived completely, including its NUL terminator.
const SCRIPT = `IFS= read -r -d '' -u "$1" command || exit 126
eval "exec $1<&-"
exec bash -c "$command"`

/** Sends a waiting process its command, or refuses it if there is none or if `objection` returns a reason by then. */
export function tell(
  child: ChildProcess,
  fd: number,
  confinement: Confinement,
  refuse: (why: string) => void,
  objection: () => string | undefined = () => undefined,
): void {
  const ear = (child.stdio as readonly unknown[])[fd] as Writable
  // The process may have been killed meanwhile.
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

/** A command line for a shell, with every word quoted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}
