// The command line of a script: read by Node's own parser, and refused in one line.

import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The arguments; with one that is wrong, prints a line that names the options and ends the process with code 2. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const [what] = (error as Error).message.split('. ')
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    const last = names.pop()
    const all = names.length === 0 ? `is only ${last}` : `are ${names.join(', ')} and ${last}`
    process.stderr.write(`${what}. There ${all}.\n`)
    process.exit(2)
  }
}
