// `npm run agents -- observe <host> …`: draws or reads scenarios, plays them to the real program in a network namespace
// with only loopback, writes the observations as cases and optionally compares them with the predictions. Exit code 0:
// played; 1: a difference, or a kept scenario made no case; 2: wrong command line; 77: this machine cannot observe.

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../../options.ts'
import { casesOf } from './cases.ts'
import { drawScenarios } from './grammar.ts'
import { claudeCode } from './hosts/claudeCode.ts'
import { codex } from './hosts/codex.ts'
import { copilot } from './hosts/copilot.ts'
import { gemini } from './hosts/gemini.ts'
import { vscode } from './hosts/vscode.ts'
import { loopbackOnly } from './namespace.ts'
import { type ObservedHost, type Player, ready } from './player.ts'
import { observeRows } from './rows/command.ts'
import type { AgentRun } from './run.ts'
import type { Scenario } from './scenario.ts'
import { readScenarios } from './scenarioFile.ts'

const HOSTS: readonly ObservedHost[] = [claudeCode, codex, copilot, gemini, vscode]
/** Environment variable set inside the network namespace. */
const INSIDE = 'HOOKBENCH_OBSERVE_INSIDE'
/** The exit code that test harnesses treat as "skipped". */
const CANNOT_OBSERVE = 77

const USAGE = `usage: observe <${HOSTS.map(({ name }) => name).join('|')}> [options]
  --random N        draw N scenarios (20)
  --seed S          what they are drawn from (1)
  --scenarios FILE  play these instead, one JSON object per line
  --out FILE        write the cases here
  --traces FILE     append what each program printed and each hook was given
  --compare         predict the cases and show what differs
  --rows FOLDER     play the rows of this recall table instead, as they stand, and write into --out which were seen
  --only WORD       of these rows those with this word in their id
The program is installed into ~/.cache/hookbench/agents, or $HOOKBENCH_AGENTS; the editor of vscode, which plays all
scenarios in one window, into ~/.cache/hookbench, or $HOOKBENCH_CACHE.
Exit code ${CANNOT_OBSERVE} where it can not be installed or there is no network namespace.
`

const OPTIONS = {
  random: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  scenarios: { type: 'string' },
  out: { type: 'string' },
  traces: { type: 'string' },
  compare: { type: 'boolean', default: false },
  rows: { type: 'string' },
  only: { type: 'string' },
} as const

export async function observe(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions({ args: [...argv], options: OPTIONS, allowPositionals: true })
  const host = HOSTS.find(({ name }) => name === positionals[0])
  const [count, seed] = [Number(values.random), Number(values.seed)]
  if (host === undefined || !(count > 0) || !Number.isInteger(seed) || !(values.out || values.compare)) {
    process.stderr.write(USAGE)
    return 2
  }
  const out = values.out ?? join(mkdtempSync(join(tmpdir(), 'observed-')), `${host.name}.jsonl`)
  const inside = process.env[INSIDE] !== undefined
  const { rows: table, only = '' } = values
  const rows = table === undefined ? undefined : { table, out, only }
  if (rows !== undefined && 'recorders' in host) return cannot(host, 'its rows would need a window each')
  const enter = inside ? { command: [] } : loopbackOnly(rows !== undefined)
  if ('missing' in enter) return cannot(host, enter.missing)
  const can = ready(host)
  if ('missing' in can) return cannot(host, can.missing)
  if (!inside) {
    const status = playedIn(enter.command, ['observe', ...argv, '--out', out])
    return status === 0 && values.compare ? compare(out) : status
  }
  if (rows !== undefined && 'commandLine' in host) return observeRows(host, rows)
  const kept = values.scenarios === undefined ? undefined : readScenarios(host, values.scenarios)
  const scenarios = kept ?? drawScenarios(host.grammar, count, seed)
  const player = await can.open()
  const open = await play(host, player, scenarios, out, values.traces).finally(player.close)
  // A drawn scenario may be ambiguous; a kept scenario must yield a case.
  if (kept === undefined || open.length === 0) return 0
  process.stderr.write(`observe: ${host.name}: no case came of ${open.join(', ')}; --traces shows the runs\n`)
  return 1
}

function cannot({ name }: ObservedHost, why: string): number {
  process.stderr.write(`observe: ${name} can not be observed here: ${why}\n`)
  return CANNOT_OBSERVE
}

/** Plays all scenarios; returns the names of those that yielded no case. */
async function play(
  host: ObservedHost,
  player: Player,
  scenarios: readonly Scenario[],
  out: string,
  traces: string | undefined,
): Promise<readonly string[]> {
  const plainRuns = new Map<string, AgentRun>()
  const started = Date.now()
  const open: string[] = []
  let written = 0
  writeFileSync(out, '')
  for (const scenario of scenarios) {
    const { situation } = scenario
    const key = JSON.stringify(situation)
    const plain = plainRuns.get(key) ?? (await player.play(situation))
    plainRuns.set(key, plain)
    const run = await player.play(situation, scenario)
    const cases = casesOf({ host, scenario, run, plain })
    appendFileSync(out, cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
    if (traces !== undefined) appendFileSync(traces, `${JSON.stringify(traceOf(scenario, run))}\n`)
    if (cases.length === 0) open.push(scenario.name)
    written += cases.length
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stderr.write(`${scenario.name}: ${written} cases after ${seconds} s\n`)
  }
  return open
}

/** A readable trace of a run: everything except the requests' contents, which are long. */
const traceOf = ({ name }: Scenario, { requests, ...run }: AgentRun) => ({
  scenario: name,
  ...run,
  requests: requests.map(({ at, reply }) => ({ at, reply })),
})

/** Restarts this program inside the namespace. */
function playedIn([unshare = '', ...options]: readonly string[], argv: readonly string[]): number {
  const program = [process.execPath, process.argv[1] ?? '', ...argv]
  const env = { ...process.env, [INSIDE]: '1' }
  return spawnSync(unshare, [...options, ...program], { stdio: 'inherit', env }).status ?? 1
}

const compare = (out: string): number =>
  spawnSync(process.execPath, [process.argv[1] ?? '', 'predict', out], { stdio: 'inherit' }).status ?? 1
