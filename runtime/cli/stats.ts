// `hookbench stats`: calls, failures and durations of each hook, from recordings.

import type { Command } from 'commander'
import { wasRun } from '../contract/headline.ts'
import type { HookRun } from '../contract/outcome.ts'
import { duration, paint, plural, print, printJson, table } from './print.ts'
import { folderOf } from './recordings.ts'
import { examples, UsageError } from './usage.ts'

export type HookStats = {
  readonly id: string
  readonly calls: number
  readonly failures: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

export function stats(program: Command): void {
  program
    .command('stats')
    .argument('[recordings...]', 'recordings to count; all of this workspace unless given')
    .summary('calls, failures and times of each hook')
    .description(
      'Counts every run of every hook in the recordings. Times are milliseconds; a hook that was not run (skipped, not trusted) does not count.',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', examples(['stats', 'all recordings'], ['stats latest', 'the newest one']))
    .action(async (wanted: readonly string[], options: { json?: boolean }, command: Command) => {
      const { rows, files } = await countRecorded(await folderOf(command), wanted)
      if (options.json === true) printJson(rows)
      else if (rows.length === 0) print('No hook ran in a recording here yet.')
      else {
        const head = ['hook', 'calls', 'failed', 'p50', 'p95', 'max'].map((word) => paint('dim', word))
        print(table([head, ...rows.map(cells)]))
        print(paint('dim', `from ${plural(files.length, 'recording')}`))
      }
    })
}

/** Counts the runs in recordings: those named, or all of the folder. */
export async function countRecorded(
  folder: string,
  wanted: readonly string[],
): Promise<{ readonly rows: readonly HookStats[]; readonly files: readonly string[] }> {
  const { findRecording, listRecordings } = await import('../recordings/folder.ts')
  const { readRecording } = await import('../recordings/read.ts')
  const paths = wanted.map((one) => {
    const found = findRecording(folder, one)
    if ('problem' in found) throw new UsageError(found.problem)
    return found.path
  })
  const files =
    paths.length > 0
      ? paths
      : listRecordings(folder).flatMap(({ path, header }) => (header === undefined ? [] : [path]))
  const count = counter()
  for (const file of files) {
    for await (const { outcome } of readRecording(file)) outcome?.hooks.forEach(count.add)
  }
  return { rows: count.rows(), files }
}

/** Collects runs; returns one row per hook, the most frequent first. */
export function counter() {
  const times = new Map<string, number[]>()
  const failures = new Map<string, number>()
  return {
    add(run: HookRun): void {
      if (!wasRun(run)) return
      const own = times.get(run.id) ?? []
      own.push(run.durationMs)
      times.set(run.id, own)
      if (run.status === 'failed') failures.set(run.id, (failures.get(run.id) ?? 0) + 1)
    },
    rows(): readonly HookStats[] {
      return [...times]
        .map(([id, own]) => {
          const sorted = own.sort((a, b) => a - b)
          const at = (share: number) =>
            sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number
          return {
            id,
            calls: own.length,
            failures: failures.get(id) ?? 0,
            p50: at(0.5),
            p95: at(0.95),
            max: at(1),
          }
        })
        .sort((one, two) => two.calls - one.calls || (one.id < two.id ? -1 : 1))
    },
  }
}

function cells({ id, calls, failures, p50, p95, max }: HookStats): string[] {
  const failed = failures === 0 ? '0' : paint('red', String(failures))
  return [id, String(calls), failed, duration(p50), duration(p95), duration(max)]
}
