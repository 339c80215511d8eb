// What is known where a command is followed, and the files that it was found to run.

import type { Disk } from './disk.ts'

export type CommandContext = {
  /** The working directory of the host's hooks, absolute. */
  readonly cwd: string
  readonly home: string
  /** Folders whose code is never the system's, wherever they lie: the workspace, the home. So is `cwd`. */
  readonly own: readonly string[]
  /** Variables whose value is known (`CLAUDE_PROJECT_DIR`), absolute paths. */
  readonly variables: Readonly<Record<string, string>>
  /** Variables whose value the entry or its settings change to another than these: `~` is none either where HOME is. */
  readonly unsure?: ReadonlySet<string>
  readonly disk: Disk
}

export type CommandFiles = {
  /** Absolute, each once, in the order of the text. They need not exist. */
  readonly scripts: readonly string[]
  /** What variables before a command make run beside them, absolute, each once. */
  readonly loads: readonly string[]
  /** What may run further local code that the text does not tell, each in a few words. */
  readonly unseen: readonly string[]
  /** Script -> the program that is given it (`python3`); `itself` where its path is the first word of the line. */
  readonly runBy: ReadonlyMap<string, string>
  /** No person wrote it, and it is not followed: nothing else is known of it, which `unseen` says. */
  readonly isTooLong?: true
}
