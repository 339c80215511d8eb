// `observe <host> --rows FOLDER`: plays the rows of a recall table to the real program and writes which of them behave
// as the table says. Rows already in the file for this version of the program are skipped.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandHost } from '../host.ts'
import { installed } from '../install.ts'
import { type AgentRun, runAgent } from '../run.ts'
import type { Situation } from '../scenario.ts'
import { playRow } from './playRow.ts'
import { standInPrograms } from './programs.ts'
import { type RecallRow, readRows } from './row.ts'
import { judged } from './seen.ts'
import { digestOf, readSeen, type SeenRow, writeSeen } from './seenFile.ts'
import { watchShells } from './watchedShells.ts'

export type RowsOptions = {
  readonly table: string
  readonly out: string
  /** Only rows whose id contains this word are played. */
  readonly only: string
}

/** Must run in a network and mount namespace. Returns 1 if a run differs from the prediction, else 0. */
export async function observeRows(host: CommandHost, { table, out, only }: RowsOptions): Promise<number> {
  const program = installed(host)
  if ('missing' in program) throw new Error(program.missing)
  const by = `${host.name} ${host.version}`
  const seen = new Map(readSeen(out).map((one) => [one.row, one]))
  const isKnown = (row: RecallRow) => seen.get(row.id)?.by === by && seen.get(row.id)?.of === digestOf(row)
  const rows = readRows(table).filter(
    (row) => row.host === host.name && row.id.includes(only) && !isKnown(row),
  )
  const shells = mkdtempSync(join(tmpdir(), 'watched-shells-'))
  watchShells(shells)
  standInPrograms(shells)
  const plainOf = plainRuns(host, program.path)
  let different = 0
  try {
    for (const row of rows) {
      const judgement = Object.keys(row.files).some((name) => host.installs?.test(name))
        ? { open: 'it would have to be installed' }
        : await judged(row, await playRow(host, program.path, shells, row, plainOf))
      if ('shows' in judgement) seen.set(row.id, seenAs(row, by, judgement.shows))
      else {
        seen.delete(row.id)
        if ('differs' in judgement) different += 1
      }
      process.stderr.write(`${row.id}: ${wordsOf(judgement)}\n`)
      writeSeen(out, table, seen)
    }
  } finally {
    rmSync(shells, { recursive: true, force: true })
  }
  return different === 0 ? 0 : 1
}

const seenAs = (row: RecallRow, by: string, shows: string): SeenRow => ({
  row: row.id,
  of: digestOf(row),
  by,
  shows,
})

const wordsOf = (judgement: Awaited<ReturnType<typeof judged>>): string =>
  'shows' in judgement
    ? judgement.shows
    : 'open' in judgement
      ? `open: ${judgement.open}`
      : `DIFFERS: ${judgement.differs.join('\n  ')}`

/** Runs each situation without hooks, once. */
function plainRuns(host: CommandHost, program: string): (situation: Situation) => Promise<AgentRun> {
  const known = new Map<string, Promise<AgentRun>>()
  return (situation) => {
    const key = JSON.stringify(situation)
    const run = known.get(key) ?? runAgent(host, program, situation)
    known.set(key, run)
    return run
  }
}
