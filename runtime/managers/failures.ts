// Hooks that failed: told one by one while the runtime fails open, thrown when it does not.

import type { HookRun, Outcome } from '../contract/outcome.ts'

/** A hook failed where failures are not passed over (`failOpen: false`). */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  /** The hook's name. */
  readonly hook: string
  /** Why it failed: one line. */
  readonly why: string

  constructor(message: string, { hook, why }: { readonly hook: string; readonly why: string }) {
    super(message)
    this.hook = hook
    this.why = why
  }
}

/** Tells every failure once: the first that counts as a refusal is thrown, the others are logged and are its cause. */
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

/** Where a manager says what nobody asked for: one line on standard error. */
export function logLine(line: string): void {
  process.stderr.write(`hookbench: ${line.replaceAll('\n', ' ')}\n`)
}

function failureOf(event: string, { name, why, failure }: HookRun): HookFailure {
  const reason = `${failure ?? 'failed'}: ${why ?? 'no reason given'}`
  return new HookFailure(`${event}: the hook ${name} failed (${reason})`, { hook: name, why: reason })
}
