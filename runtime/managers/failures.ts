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

/** Tells every failure; throws the first one that counts as a refusal. */
export function settleFailures(outcome: Outcome, log: (line: string) => void): void {
  for (const run of outcome.hooks) {
    if (run.status !== 'failed') continue
    if (run.verdict?.decision !== undefined) throw failureOf(outcome.event, run)
    log(`${outcome.event}: ${run.name} failed (${run.failure}): ${run.why}`)
  }
}

/** Where a manager says what nobody asked for: one line on standard error. */
export function logLine(line: string): void {
  process.stderr.write(`hookbench: ${line.replaceAll('\n', ' ')}\n`)
}

function failureOf(event: string, { name, why, failure }: HookRun): HookFailure {
  const reason = `${failure ?? 'failed'}: ${why ?? 'no reason given'}`
  return new HookFailure(`${event}: the hook ${name} failed (${reason})`, { hook: name, why: reason })
}
