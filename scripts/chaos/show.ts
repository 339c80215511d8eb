// Formats the account of a chaos run.

import type { ChaosResult } from './run.ts'

/** Most lines shown for what does not add up. */
const SHOWN = 20

/** What was done, the results, and whether they add up. */
export function account(result: ChaosResult): readonly string[] {
  const { options, sessions, sent, answered, lostWithClient, lostWithRuntime, recorded, diskFull, wrong } =
    result
  const faults = [...result.faults].map(([name, count]) => `${count} × ${name}`).join(', ')
  const how = [...result.how].sort(([, one], [, two]) => two - one).map(([name, count]) => `${count} ${name}`)
  return [
    `Seed ${options.seed}, ${options.seconds} s, ${options.sessions} sessions at a time over ${options.clients} clients; ${sessions} recordings.`,
    `Faults: ${faults}.`,
    ...result.leftOut.map((what) => `Left out: ${what}.`),
    '',
    `sent      ${sent}`,
    `answered  ${answered} (${how.join(', ')}), in flight at a kill ${lostWithRuntime + lostWithClient} (${lostWithRuntime} of the runtime, ${lostWithClient} of a client)`,
    `recorded  ${recorded}, on a full disk ${diskFull}`,
    `left      ${wrong.some((line) => /^(still|beside|the idle)/.test(line)) ? 'see below' : 'nothing'}`,
    '',
    ...wrong.slice(0, SHOWN).map((line) => `- ${line}`),
    ...(wrong.length > SHOWN ? [`- and ${wrong.length - SHOWN} more`] : []),
    wrong.length === 0 ? 'It adds up.' : 'It does not add up.',
  ]
}
