// The table at the end of `npm start`: calls, failures and durations of each hook.

import { duration, paint } from '../../runtime/cli/print.ts'
import { counter, type HookStats } from '../../runtime/cli/stats.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { cut } from './show.ts'

type Row = HookStats & { readonly name: string; readonly dialect: string }

/** One line per hook that was called, by dialect in session order, then by id. */
export function hookTable(outcomes: readonly Outcome[]): string {
  const count = counter()
  const named = new Map<string, Pick<Row, 'name' | 'dialect'>>()
  for (const { dialect, hooks } of outcomes) {
    for (const run of hooks) {
      count.add(run)
      named.set(run.id, { name: run.name, dialect })
    }
  }
  const dialects = [...new Set(outcomes.map(({ dialect }) => dialect))]
  const rows = count
    .rows()
    .map((row): Row => ({ ...row, ...(named.get(row.id) ?? { name: row.id, dialect: '' }) }))
    .toSorted((a, b) => dialects.indexOf(a.dialect) - dialects.indexOf(b.dialect) || (a.id < b.id ? -1 : 1))
  const head = line('Hook', 'Dialect', ['Calls', 'Failed', 'p50', 'max'])
  return [paint('bold', head), ...rows.map(rowLine)].join('\n')
}

function rowLine({ name, dialect, calls, failures, p50, max }: Row): string {
  const text = line(name, dialect, [
    `${calls}`,
    failures === 0 ? '-' : `${failures}`,
    duration(p50),
    duration(max),
  ])
  return failures > 0 ? paint('yellow', text) : text
}

function line(name: string, dialect: string, numbers: readonly string[]): string {
  return `  ${cut(name, 36).padEnd(36)}  ${dialect.padEnd(14)}${numbers.map((text) => text.padStart(10)).join('')}`
}
