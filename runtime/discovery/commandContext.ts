// The types of following a command: the context in which it runs, and the files that it was found to run.

import type { Disk } from './disk.ts'

export type CommandContext = {
  /** The working directory of the host's hooks, absolute. */
  readonly cwd: string
  readonly home: string
  /** Folders whose code never counts as the system's, wherever they lie: workspace and home. Also true of `cwd`. */
  readonly own: readonly string[]
  /** Variables whose value is known (`CLAUDE_PROJECT_DIR`), absolute paths. */
  readonly variables: Readonly<Record<string, string>>
  /** Variables that the entry or its settings set to other values, so unknown; with HOME among them, so is `~`. */
  readonly unsure?: ReadonlySet<string>
  readonly disk: Disk
}

export type CommandFiles = {
  /** Absolute, each once, in the order of the text. They need not exist. */
  readonly scripts: readonly string[]
  /** Files that variables before a command cause to run as well, absolute, each once. */
  readonly loads: readonly string[]
  /** Parts that may run further local code which the text does not show, each in a few words. */
  readonly unseen: readonly string[]
  /** Script or load -> the program that runs it (`python3`); `itself` where its path is the first word of the line. */
  readonly runBy: ReadonlyMap<string, string>
  /** The command, or all those of its file, are too long to follow: the other fields are empty, except `unseen`. */
  readonly isTooLong?: true
}
