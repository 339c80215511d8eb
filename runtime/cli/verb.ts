// The type of a verb of the command line.

import type { Command } from 'commander'

/** Registers the verb with the program; the verb calls `exit` with the exit code of its result. */
export type Verb = (program: Command, exit: (code: number) => void) => void
