// Failed hooks of an outcome: logged one by one when failing open, thrown otherwise.

import type { HookRun, Outcome } from '../contract/outcome.ts'

/** Thrown for a failed hook when failures are not passed over (`failOpen: false`). */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  readonly hook: string
  /** Why it failed, in one line. */
  readonly why: string

  constructor(message: string, { hook, why }: { readonly hook: string; readonly why: string }) {
    super(message)
    this.hook = hook
    this.why = why
  }
}

/**
 * Reports every failure once: throws the first that counts as a refusal, with the others as its cause, and logs them.
 */
export function settleFailures(outcome: Outcome, log: (line: string) => void): void {
  const failed = outcome.hooks.filter((run) => run.status === 'failed')
  const refusal = failed.find((run) => run.verdict?.decision !== undefined)
  const others = failed.filter((run) => run !== refusal)
  for (const run of others) log(`${outcome.event}: ${run.name} failed (${run.failure}): ${run.why}`)
  if (refusal === undefined) return
  const failure = failureOf(outcome.event, refusal)
  if (others.length > 0) {
    const causes = others.map((run) => failureOf(outcome.event, run))
    failure.cause = new AggregateError(causes, `${outcome.event}: other hooks failed too`)
  }
  throw failure
}

/** The default log of the managers: one line on standard error. */
export function logLine(line: string): void {
  process.stderr.write(`hookbench: ${line.replaceAll('\n', ' ')}\n`)
}

function failureOf(event: string, { name, why, failure }: HookRun): HookFailure {
  const reason = `${failure ?? 'failed'}: ${why ?? 'no reason given'}`
  return new HookFailure(`${event}: the hook ${name} failed (${reason})`, { hook: name, why: reason })
}
