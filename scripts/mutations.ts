// Does a test notice when what it proves is taken away? `npm run check:mutations` edits one line at a time, as Node
// loads it, and runs the one test that must fail then; no file is changed. Words choose rows: `-- kaizen webhooks`.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkMutations } from './mutations/check.ts'
import { rooms } from './mutations/rooms.ts'

const ROOT = join(import.meta.dirname, '..')

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jobs: { type: 'string', default: `${Math.max(1, availableParallelism() >> 1)}` } },
  })
  const rows = Object.values(rooms)
    .flat()
    .filter((row) => positionals.length === 0 || positionals.some((word) => matches(row, word)))
  const started = performance.now()
  const checked = await checkMutations(rows, {
    root: ROOT,
    jobs: Number(values.jobs),
    told: ({ mutation: { file, behaviour }, complaint }) => {
      const line = `${complaint === undefined ? 'caught' : 'FAILED'}  ${file}: ${behaviour}`
      console.log(complaint === undefined ? line : `${line}\n        ${complaint}`)
    },
  })
  const caught = checked.filter(({ complaint }) => complaint === undefined).length
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${caught} of ${rows.length} caught, ${seconds} s`)
  if (caught < rows.length || rows.length === 0) process.exitCode = 1
}

function matches({ file, behaviour, test }: (typeof rooms)[string][number], word: string): boolean {
  return [file, behaviour, test].some((text) => text.toLowerCase().includes(word.toLowerCase()))
}
