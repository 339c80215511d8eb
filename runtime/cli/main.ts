#!/usr/bin/env node
// The entry point of the command line: prints the version without loading anything else, runs all other commands
// through the program, and reports every error in one line.

import { version } from '../version.ts'

const args = process.argv.slice(2)
const tooOld = olderNode(process.versions.node)
if (tooOld !== undefined) {
  process.stderr.write(`hookbench: ${tooOld}\n`)
  process.exitCode = 2
} else if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`)
} else {
  endWell()
  const { main } = await import('./program.ts')
  process.exitCode = await main(args)
}

// Checked before modules are loaded that need a newer Node.
function olderNode(running: string): string | undefined {
  const [major = 0, minor = 0] = running.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return undefined
  return `needs Node 22.18 or newer and this is ${running}, the \`node\` that comes first on the PATH; install a newer one, or put its folder there first.`
}

// `exit` terminates the processes that hooks started; without it, a signal would leave them running until the next
// start.
function endWell(): void {
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => process.exit(code))
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe (`| head`), which is not an error.
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`hookbench: the output cannot be written: ${error.message}.\n`)
    process.exit(1)
  })
}
