#!/usr/bin/env node
// The command line's door: the version at once, everything else through the program, every fault in one line.

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

// Said before anything is loaded that an older Node would stumble over.
function olderNode(running: string): string | undefined {
  const [major = 0, minor = 0] = running.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return undefined
  return `needs Node 22.18 or newer and this is ${running}, the \`node\` that comes first on the PATH; install a newer one, or put its folder there first.`
}

// Leaving through `exit` ends what hooks started; dying by the signal would leave it running until the next start.
function endWell(): void {
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => process.exit(code))
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has seen enough (`| head`): nothing to complain about.
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`hookbench: the output cannot be written: ${error.message}.\n`)
    process.exit(1)
  })
}
