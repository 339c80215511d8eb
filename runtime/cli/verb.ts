// A verb of the command line.

import type { Command } from 'commander'

/** Adds itself to the program; `exit` says the code of an answer that is bad news. */
export type Verb = (program: Command, exit: (code: number) => void) => void
