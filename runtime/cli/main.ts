#!/usr/bin/env node
// The command line's door: the version at once, everything else through the program, every fault in one line.

import { version } from '../version.ts'

const args = process.argv.slice(2)
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`)
} else {
  const { main } = await import('./program.ts')
  process.exitCode = await main(args)
}
