// `npm run chaos -- --seconds 60 --seed 7`: runs sessions under load and fault injection, then checks that every firing
// was answered and recorded exactly once and that nothing is left over. Exit code 1 if a check fails, 2 for wrong
// usage. The checks are counts only and do not depend on the machine's speed.

import { runChaos } from './chaos/run.ts'
import { account } from './chaos/show.ts'
import { readOptions } from './options.ts'

const options = read()
if (options !== undefined) {
  const result = await runChaos(options)
  process.stdout.write(`${account(result).join('\n')}\n`)
  if (result.wrong.length > 0) process.exitCode = 1
}

function read(): { seconds: number; seed: number; sessions: number; clients: number } | undefined {
  const { values } = readOptions({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      sessions: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '4' },
    },
  })
  try {
    const numbers = Object.fromEntries(
      Object.entries(values).map(([name, text]) => [name, number(name, text)]),
    )
    const { seconds = 60, seed = 1, sessions = 1000, clients = 4 } = numbers
    return { seconds, seed, sessions, clients: Math.min(clients, sessions) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}.\n`)
    process.exitCode = 2
    return undefined
  }
}

function number(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} expects a whole number above 0, and got "${text}"`)
}
