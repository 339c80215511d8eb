// `npm run agents -- predict [files or folders] [--json]`: predicts each case and compares it with the observation.
// Exit code 1 if anything differs.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../options.ts'
import { type AgentCase, casesOf } from './agentCase.ts'
import { type CaseDifference, compareCase, isNotable } from './compareCase.ts'
import { predictCase } from './predictCase.ts'

const OWN = join(import.meta.dirname, '..', '..', 'test', 'agents', 'cases')

type Tally = { agree: number; differ: number; unpredicted: number; notable: { agree: number; total: number } }

export type PredictReport = Tally & {
  readonly scenarios: { agree: number; total: number }
  readonly hosts: Readonly<Record<string, Tally>>
  readonly operations: Readonly<Record<string, Tally>>
  readonly differences: readonly ({ readonly id: string } & CaseDifference)[]
  readonly unpredictedIds: readonly string[]
}

export async function predict(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions({
    args: [...argv],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  const files = (positionals.length === 0 ? [OWN] : positionals).flatMap(filesAt)
  const cases = new Map<string, AgentCase>()
  for (const file of files) {
    const { cases: read, unreadable } = casesOf(readFileSync(file, 'utf8'))
    for (const line of unreadable)
      process.stderr.write(`agents: ${file}:${line} is no case; it was passed over\n`)
    for (const one of read) cases.set(one.id, one)
  }
  const report = await reportOn([...cases.values()])
  process.stdout.write(values.json === true ? `${JSON.stringify(asJson(report), null, 2)}\n` : shown(report))
  return report.differ === 0 ? 0 : 1
}

function filesAt(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(path, name))
}

/** Predicts and compares all cases. */
export async function reportOn(cases: readonly AgentCase[]): Promise<PredictReport> {
  const total = tally()
  const hosts: Record<string, Tally> = {}
  const operations: Record<string, Tally> = {}
  const scenarios = new Map<string, boolean>()
  const differences: ({ readonly id: string } & CaseDifference)[] = []
  const unpredictedIds: string[] = []
  for (const one of cases) {
    const prediction = await predictCase(one)
    const found = prediction === undefined ? undefined : compareCase(one, prediction)
    const kind = one.observed.operation?.kind ?? (one.observed.fired === false ? 'not fired' : 'open')
    const counted = [
      total,
      talliedIn(hosts, one.host.name),
      talliedIn(operations, `${one.host.name} ${kind}`),
    ]
    for (const each of counted) count(each, one, found)
    const scenario = one.id.split('/').slice(0, 2).join('/')
    scenarios.set(scenario, (scenarios.get(scenario) ?? true) && found?.length === 0)
    if (found === undefined) unpredictedIds.push(one.id)
    for (const difference of found ?? []) differences.push({ id: one.id, ...difference })
  }
  const whole = [...scenarios.values()]
  return {
    ...total,
    scenarios: { agree: whole.filter((agrees) => agrees).length, total: whole.length },
    hosts,
    operations,
    differences,
    unpredictedIds,
  }
}

function talliedIn(all: Record<string, Tally>, name: string): Tally {
  const known = all[name] ?? tally()
  all[name] = known
  return known
}

function tally(): Tally {
  return { agree: 0, differ: 0, unpredicted: 0, notable: { agree: 0, total: 0 } }
}

function count(into: Tally, one: AgentCase, found: readonly CaseDifference[] | undefined): void {
  if (found === undefined) into.unpredicted++
  else if (found.length === 0) into.agree++
  else into.differ++
  if (!isNotable(one)) return
  into.notable.total++
  if (found?.length === 0) into.notable.agree++
}

function asJson({
  agree,
  differ,
  unpredicted,
  notable,
  scenarios,
  hosts,
  differences,
}: PredictReport): object {
  return { agree, differ, unpredicted, notable, scenarios, hosts, differences }
}

function shown(report: PredictReport): string {
  const { operations, differences, unpredictedIds, scenarios, notable } = report
  const rows = Object.entries(operations).map(([name, one]) => row(name, one))
  const lines = [
    row('host operation', {
      agree: 'agree',
      differ: 'differ',
      unpredicted: 'not predicted',
      notable: 'notable',
    }),
    ...rows,
    row('all', report),
    '',
    `${notable.agree} of ${notable.total} notable cases and ${scenarios.agree} of ${scenarios.total} whole scenarios agree.`,
    ...unpredictedIds.map((id) => `${id}: not predicted`),
    ...differences.map(
      ({ id, field, predicted, observed }) =>
        `${id}: ${field}\n  predicted ${JSON.stringify(predicted)}\n  observed  ${JSON.stringify(observed)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

type Row = { readonly [K in keyof Tally]: Tally[K] | string }

function row(name: string, { agree, differ, unpredicted, notable }: Row): string {
  const last = typeof notable === 'object' ? `${notable.agree}/${notable.total}` : notable
  return [
    name.padEnd(28),
    ...[agree, differ, unpredicted, last].map((cell) => String(cell).padStart(14)),
  ].join('')
}
