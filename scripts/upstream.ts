// `npm run upstream -- [file] [--json]`: compares recorded results of the four systems' own code with Hookbench's. Exit
// code 1 if a row differs, 2 if the file cannot be read.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plural, print } from '../runtime/cli/print.ts'
import { readOptions } from './options.ts'
import { compareRows, type Predict, type UpstreamComparison } from './upstream/compare.ts'
import { predict as compilr } from './upstream/compilr.ts'
import { predict as kaizen } from './upstream/kaizen.ts'
import { predict as kodelet } from './upstream/kodelet.ts'
import { readRows } from './upstream/rows.ts'
import { predict as secureyeoman } from './upstream/secureyeoman.ts'

const SYSTEMS: ReadonlyMap<string, Predict> = new Map(
  Object.entries({ compilr, kaizen, kodelet, secureyeoman }),
)

/** The rows in the repository. */
const ROWS = join(import.meta.dirname, '..', 'test', 'upstream', 'cases.jsonl')

/** Rows compared in parallel; most of them wait for processes. */
const WIDTH = 4

if (import.meta.main) process.exitCode = await main()

async function main(): Promise<number> {
  const given = readArguments()
  if (given === undefined) return 2
  const { json, file } = given
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    process.stderr.write(`upstream: cannot read ${file}: ${(error as Error).message}\n`)
    return 2
  }
  const comparison = await compareText(text, (line) => process.stderr.write(`upstream: ${file}, ${line}\n`))
  if (json) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`)
  else printComparison(comparison)
  return comparison.differ === 0 ? 0 : 1
}

function readArguments(): { readonly json: boolean; readonly file: string } | undefined {
  const { values, positionals } = readOptions({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file = ROWS, ...others] = positionals
  if (others.length === 0) return { json: values.json, file }
  process.stderr.write('upstream: expected one file of rows\n')
  return undefined
}

/** Compares every row of a text; a line that is not a row is reported and counted as not predicted. */
export async function compareText(text: string, report: (line: string) => void): Promise<UpstreamComparison> {
  const { rows, unreadable } = readRows(text)
  for (const line of unreadable) report(line)
  const comparison = await compareRows(rows, (system) => SYSTEMS.get(system), WIDTH)
  return { ...comparison, unpredicted: comparison.unpredicted + unreadable.length }
}

function printComparison({ agree, differ, unpredicted, systems, differences }: UpstreamComparison): void {
  const total = agree + differ + unpredicted
  print(`${plural(total, 'row')}: ${agree} agree, ${differ} differ, ${unpredicted} not predicted`)
  for (const [system, tally] of Object.entries(systems))
    print(`  ${system}: ${tally.agree} agree, ${tally.differ} differ, ${tally.unpredicted} not predicted`)
  for (const { system, input, expected, actual, error, source } of differences) {
    print(`\n${system}${source === undefined ? '' : ` (${source})`}`)
    print(`  input     ${JSON.stringify(input)}`)
    print(`  upstream  ${JSON.stringify(expected)}`)
    print(`  Hookbench ${error === undefined ? JSON.stringify(actual) : `threw: ${error}`}`)
  }
}
