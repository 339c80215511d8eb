// `npm run check:mutations`: applies each mutation in a copy of the source and runs the one test that must then fail.
// Words select rows: `-- kaizen webhooks`. `--random 10 --seed 7` draws random slips instead, ten from each room or
// from the rooms named.

import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checkMutations } from './mutations/check.ts'
import { checkRandom } from './mutations/random/run.ts'
import { rooms } from './mutations/rooms.ts'
import { readOptions } from './options.ts'

const ROOT = join(import.meta.dirname, '..')

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: {
      jobs: { type: 'string', default: `${Math.max(1, availableParallelism() >> 1)}` },
      random: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const jobs = Number(values.jobs)
  const isFine =
    values.random === undefined
      ? await checkTable(positionals, jobs)
      : await checkRandom({
          root: ROOT,
          rooms: foldersOf(positionals),
          count: Number(values.random),
          seed: Number(values.seed),
          jobs,
        })
  if (!isFine) process.exitCode = 1
}

/** Checks the rows of the table that contain one of these words. */
async function checkTable(words: readonly string[], jobs: number): Promise<boolean> {
  const rows = Object.values(rooms)
    .flat()
    .filter((row) => words.length === 0 || words.some((word) => matches(row, word)))
  const started = performance.now()
  const checked = await checkMutations(rows, {
    root: ROOT,
    jobs,
    onChecked: ({ mutation: { file, behaviour }, complaint }) => {
      const line = `${complaint === undefined ? 'caught' : 'FAILED'}  ${file}: ${behaviour}`
      console.log(complaint === undefined ? line : `${line}\n        ${complaint}`)
    },
  })
  const caught = checked.filter(({ complaint }) => complaint === undefined).length
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${caught} of ${rows.length} caught, ${seconds} s`)
  return caught === rows.length && rows.length > 0
}

function foldersOf(names: readonly string[]): readonly string[] {
  return Object.keys(rooms)
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => (existsSync(join(ROOT, 'runtime', name)) ? `runtime/${name}` : name))
}

function matches({ file, behaviour, test }: (typeof rooms)[string][number], word: string): boolean {
  return [file, behaviour, test].some((text) => text.toLowerCase().includes(word.toLowerCase()))
}
