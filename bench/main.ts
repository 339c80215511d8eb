// `npm run bench [row …]`: measures our figures beside those of a named peer in one run. A ratio over its budget is
// marked but does not fail the run, because machines are noisy: a person judges it.

import { styleText } from 'node:util'
import { table } from '../runtime/cli/print.ts'
import type { BenchRow } from './measure.ts'

const parts: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  dispatch: async () => (await import('./rows/dispatch.ts')).dispatch(),
  modules: async () => (await import('./rows/modules.ts')).modules(),
  executables: async () => (await import('./rows/executables.ts')).executables(),
  python: async () => (await import('./rows/python.ts')).python(),
  memory: async () => (await import('./rows/memory.ts')).memory(),
  registration: async () => (await import('./rows/registration.ts')).registration(),
  concurrent: async () => (await import('./rows/concurrent.ts')).concurrent(),
  discovery: async () => (await import('./rows/discovery.ts')).discovery(),
  replay: async () => (await import('./rows/replay.ts')).replay(),
  kaizen: async () => (await import('./rows/kaizenManager.ts')).kaizenManager(),
  'language-server': async () => (await import('./rows/languageServer.ts')).languageServer(),
  'long-texts': async () => (await import('./rows/longTexts.ts')).longTexts(),
  extension: async () => (await import('./rows/extension.ts')).extension(),
  redaction: async () => (await import('./rows/redaction.ts')).redaction(),
  startup: async () => (await import('./rows/startup.ts')).startup(),
}

/**
 * The slowest parts pack, install and start the extension in an editor, and start the language server two dozen times.
 */
const MOST_MS = 300_000

const args = process.argv.slice(2)
const json = args.includes('--json')
const wanted = args.filter((arg) => !arg.startsWith('--'))
const unknown = wanted.find((part) => !(part in parts))
if (unknown !== undefined) {
  process.stderr.write(`bench: there is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}\n`)
  process.exit(2)
}

const rows: BenchRow[] = []
for (const [part, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(part)) continue
  if (!json) process.stderr.write(`measuring ${part} …\n`)
  try {
    rows.push(...(await inTime(measure())))
  } catch (error) {
    process.stderr.write(`bench: ${part} could not be measured: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

if (json) process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`)
else {
  const head = ['what', 'ours', 'theirs', 'ratio', 'budget', '', 'against']
  const lines = rows.map((row) => [
    row.name,
    row.ours,
    row.theirs,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.budget,
    row.ok ? styleText('green', 'ok') : styleText('yellow', 'over'),
    row.against,
  ])
  process.stdout.write(`${table([head, ...lines])}\n`)
}
process.exit()

/** Rejects if a part takes longer than `MOST_MS`; what it still runs ends with this process. */
async function inTime(measured: Promise<readonly BenchRow[]>): Promise<readonly BenchRow[]> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not done within ${MOST_MS / 1000} s`)), MOST_MS)
  try {
    return await Promise.race([measured, promise])
  } finally {
    clearTimeout(timer)
  }
}
