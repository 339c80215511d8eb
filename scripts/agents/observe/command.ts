// `npm run agents -- observe <host> --random N --seed S --out FILE`: draws scenarios, plays them to the real program in a
// network namespace that has only loopback, and writes what was observed as cases, one line each.

import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { casesOf } from './cases.ts'
import { drawScenarios } from './grammar.ts'
import type { AgentHost } from './host.ts'
import { claudeCode } from './hosts/claudeCode.ts'
import { codex } from './hosts/codex.ts'
import { installed } from './install.ts'
import { type AgentRun, runAgent } from './run.ts'
import type { Scenario, Situation } from './scenario.ts'

const HOSTS: readonly AgentHost[] = [claudeCode, codex]
const INSIDE = 'HOOKBENCH_OBSERVE_INSIDE'

const OPTIONS = {
  random: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '1' },
  scenarios: { type: 'string' },
  out: { type: 'string' },
  runs: { type: 'string' },
} as const

export async function observe(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  const host = HOSTS.find(({ name }) => name === positionals[0])
  if (host === undefined || values.out === undefined) {
    process.stderr.write(
      `observe needs a host and a file: observe <${HOSTS.map(({ name }) => name).join('|')}> --out FILE\n`,
    )
    return 2
  }
  const program = installed(host)
  if (process.env[INSIDE] === undefined) return inNamespace(argv)

  const given = values.scenarios === undefined ? undefined : readScenarios(host, values.scenarios)
  const scenarios =
    given ??
    drawScenarios(host.grammar, Number(values.random), Number(values.seed)).slice(Number(values.from) - 1)
  const plainRuns = new Map<Situation, AgentRun>()
  const started = Date.now()
  let written = 0
  if (values.from === '1') writeFileSync(values.out, '')
  for (const scenario of scenarios) {
    const { situation } = scenario
    const plain = plainRuns.get(situation) ?? (await runAgent(host, program, situation))
    plainRuns.set(situation, plain)
    const run = await runAgent(host, program, situation, scenario)
    const cases = casesOf({ host, scenario, run, plain })
    appendFileSync(values.out, cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
    if (values.runs !== undefined) appendFileSync(values.runs, `${JSON.stringify(traceOf(scenario, run))}\n`)
    written += cases.length
    process.stderr.write(
      `\r${scenario.name}: ${written} cases, ${Math.round((Date.now() - started) / 1000)} s `,
    )
  }
  process.stderr.write('\n')
  return 0
}

/** What a person needs to understand a run: everything but the requests, which are long. */
const traceOf = ({ name }: Scenario, { requests, ...run }: AgentRun) => ({
  scenario: name,
  ...run,
  requests: requests.map(({ at, reply }) => ({ at, reply })),
})

/** Scenarios from a file, one JSON object per line; a situation is given by its name. */
function readScenarios(host: AgentHost, path: string): readonly Scenario[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { situation, ...scenario } = JSON.parse(line) as Omit<Scenario, 'situation'> & {
        readonly situation: string
      }
      const named = host.situations[situation]
      if (named === undefined) throw new Error(`${path}: ${host.name} has no situation "${situation}"`)
      return { ...scenario, situation: named }
    })
}

/** Starts this program again where nothing but loopback can be reached. */
function inNamespace(argv: readonly string[]): number {
  const own = process.getuid?.() === 0 ? ['-n'] : ['-r', '-n']
  const program = [process.execPath, process.argv[1] ?? '', 'observe', ...argv]
  const result = spawnSync(
    'unshare',
    [...own, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...program],
    {
      stdio: 'inherit',
      env: { ...process.env, [INSIDE]: '1' },
    },
  )
  if (result.error !== undefined) {
    process.stderr.write(`observe needs network namespaces (unshare): ${result.error.message}\n`)
    return 2
  }
  return result.status ?? 1
}
