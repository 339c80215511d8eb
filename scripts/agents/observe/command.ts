// `npm run agents -- observe <host> …`: draws scenarios or reads them, plays them to the real program in a network
// namespace that has only loopback, writes what was observed as cases, one line each, and compares with the prediction.

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { casesOf } from './cases.ts'
import { drawScenarios } from './grammar.ts'
import type { AgentHost } from './host.ts'
import { claudeCode } from './hosts/claudeCode.ts'
import { codex } from './hosts/codex.ts'
import { copilot } from './hosts/copilot.ts'
import { gemini } from './hosts/gemini.ts'
import { installed } from './install.ts'
import { type AgentRun, runAgent } from './run.ts'
import type { Scenario } from './scenario.ts'
import { readScenarios } from './scenarioFile.ts'

const HOSTS: readonly AgentHost[] = [claudeCode, codex, copilot, gemini]
/** Set where only loopback can be reached. */
const INSIDE = 'HOOKBENCH_OBSERVE_INSIDE'

const USAGE = `usage: observe <${HOSTS.map(({ name }) => name).join('|')}> [options]
  --random N        draw N scenarios (20)
  --seed S          what they are drawn from (1)
  --scenarios FILE  play these instead, one JSON object per line
  --out FILE        write the cases here
  --traces FILE     append what each program printed and each hook was given
  --compare         predict the cases and show what differs
The program is installed into ~/.cache/hookbench/agents, or $HOOKBENCH_AGENTS.
`

const OPTIONS = {
  random: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  scenarios: { type: 'string' },
  out: { type: 'string' },
  traces: { type: 'string' },
  compare: { type: 'boolean', default: false },
} as const

export async function observe(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  const host = HOSTS.find(({ name }) => name === positionals[0])
  const [count, seed] = [Number(values.random), Number(values.seed)]
  if (host === undefined || !(count > 0) || !Number.isInteger(seed) || !(values.out || values.compare)) {
    process.stderr.write(USAGE)
    return 2
  }
  const out = values.out ?? join(mkdtempSync(join(tmpdir(), 'observed-')), `${host.name}.jsonl`)
  const program = installed(host)
  if (process.env[INSIDE] === undefined) {
    const status = inNamespace(['observe', ...argv, '--out', out])
    return status === 0 && values.compare ? compare(out) : status
  }
  const given = values.scenarios === undefined ? undefined : readScenarios(host, values.scenarios)
  await play(host, program, given ?? drawScenarios(host.grammar, count, seed), out, values.traces)
  return 0
}

async function play(
  host: AgentHost,
  program: string,
  scenarios: readonly Scenario[],
  out: string,
  traces: string | undefined,
): Promise<void> {
  const plainRuns = new Map<string, AgentRun>()
  const started = Date.now()
  let written = 0
  writeFileSync(out, '')
  for (const scenario of scenarios) {
    const { situation } = scenario
    const key = JSON.stringify(situation)
    const plain = plainRuns.get(key) ?? (await runAgent(host, program, situation))
    plainRuns.set(key, plain)
    const run = await runAgent(host, program, situation, scenario)
    const cases = casesOf({ host, scenario, run, plain })
    appendFileSync(out, cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
    if (traces !== undefined) appendFileSync(traces, `${JSON.stringify(traceOf(scenario, run))}\n`)
    written += cases.length
    const seconds = Math.round((Date.now() - started) / 1000)
    process.stderr.write(`${scenario.name}: ${written} cases after ${seconds} s\n`)
  }
}

/** What a person needs to understand a run: everything but the requests, which are long. */
const traceOf = ({ name }: Scenario, { requests, ...run }: AgentRun) => ({
  scenario: name,
  ...run,
  requests: requests.map(({ at, reply }) => ({ at, reply })),
})

/** Starts this program again where nothing but loopback can be reached. */
function inNamespace(argv: readonly string[]): number {
  const own = process.getuid?.() === 0 ? ['-n'] : ['-r', '-n']
  const program = [process.execPath, process.argv[1] ?? '', ...argv]
  const result = spawnSync(
    'unshare',
    [...own, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...program],
    {
      stdio: 'inherit',
      env: { ...process.env, [INSIDE]: '1' },
    },
  )
  if (result.error === undefined) return result.status ?? 1
  process.stderr.write(`observe needs a network namespace (unshare): ${result.error.message}\n`)
  return 2
}

const compare = (out: string): number =>
  spawnSync(process.execPath, [process.argv[1] ?? '', 'predict', out], { stdio: 'inherit' }).status ?? 1
