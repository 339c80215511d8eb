// The table that ends `npm start`: for each hook its calls, its failures, and how long it took.

import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { cut, milliseconds, paint } from './show.ts'

type Row = { readonly name: string; readonly dialect: string; readonly calls: readonly HookRun[] }

/** One line per hook that was called, in order of dialect and name. */
export function hookTable(outcomes: readonly Outcome[]): string {
  const head = line(['Hook', 'Dialect', 'Calls', 'Failed', 'p50', 'max'])
  return [paint('bold', head), ...rowsOf(outcomes).map(rowLine)].join('\n')
}

function rowsOf(outcomes: readonly Outcome[]): readonly Row[] {
  const runs = outcomes.flatMap(({ dialect, hooks }) =>
    hooks.filter(({ status }) => status !== 'skipped').map((run) => ({ dialect, run })),
  )
  const byHook = Map.groupBy(runs, ({ run }) => run.id)
  return [...byHook.values()]
    .map((group) => ({
      name: group[0]?.run.name ?? '',
      dialect: group[0]?.dialect ?? '',
      calls: group.map(({ run }) => run),
    }))
    .toSorted((a, b) => compare(a.dialect, b.dialect) || compare(a.name, b.name))
}

function rowLine({ name, dialect, calls }: Row): string {
  const times = calls.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b)
  const failed = calls.filter(({ status }) => status === 'failed').length
  const p50 = times[Math.floor((times.length - 1) / 2)] ?? 0
  const text = line([
    name,
    dialect,
    `${calls.length}`,
    `${failed}`,
    milliseconds(p50),
    milliseconds(times.at(-1) ?? 0),
  ])
  return failed > 0 ? paint('yellow', text) : text
}

function line([name = '', dialect = '', ...numbers]: readonly string[]): string {
  return `  ${cut(name, 42).padEnd(42)}  ${dialect.padEnd(12)}${numbers.map((text) => text.padStart(10)).join('')}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
