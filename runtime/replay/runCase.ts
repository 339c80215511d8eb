// Runs cases: fires the payload and compares the outcome with the expectation. A hook that fails
// unexpectedly fails its case, even if the outcome matches.

import type { Case } from '../contract/case.ts'
import { defined } from '../contract/defined.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { HostFacts } from '../contract/facts.ts'
import { isObject } from '../contract/json.ts'
import type { Outcome } from '../contract/outcome.ts'
import { didYouMean } from '../contract/suggest.ts'
import { createRedactor, type Redactor } from '../recordings/redact.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type CaseFile, caseName } from './cases.ts'
import type { Difference } from './compare.ts'
import { unmatched } from './match.ts'
import { redactedOutcome } from './replayer.ts'
import { withSet } from './set.ts'

export type CaseResult = {
  readonly name: string
  readonly path?: string
  readonly dialect: string
  readonly event: string
  readonly hook?: string
  readonly status: 'passed' | 'failed'
  readonly durationMs: number
  /** Deviations: `recorded` is the expectation, `replayed` the actual value. */
  readonly differences: readonly Difference[]
  /** Why the case could not be run, or which hook failed. */
  readonly why?: string
  /** The outcome of the firing; absent if it could not be fired. */
  readonly outcome?: Outcome
}

export type RunCaseOptions = {
  readonly signal?: AbortSignal
  readonly onResult?: (result: CaseResult) => void
  /** Payload fields to override, by dotted path. */
  readonly set?: Readonly<Record<string, unknown>>
}

/** Runs cases one after the other, in order. */
export async function runCases(
  workspace: Workspace,
  cases: readonly CaseFile[],
  options: RunCaseOptions = {},
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const { path, case: one } of cases) {
    if (options.signal?.aborted) break
    const result = { ...(await runCase(workspace, one, options)), path }
    results.push(result)
    options.onResult?.(result)
  }
  return results
}

/** Runs one case. */
export async function runCase(
  workspace: Workspace,
  one: Case,
  options: RunCaseOptions = {},
): Promise<CaseResult> {
  const { name, dialect, event, hook } = one
  const about = { name, dialect, event, ...defined({ hook }) }
  const start = performance.now()
  try {
    const { redaction, environment } = workspace.settings
    const redactor = createRedactor(redaction, { ...process.env, ...environment.set })
    const outcome = redactedOutcome(await fired(workspace, one, options), redactor).value
    const differences = unmatched(expected(one, redactor), essence(outcome, one))
    const why = failure(outcome, one)
    const status = differences.length === 0 && why === undefined ? 'passed' : 'failed'
    const durationMs = performance.now() - start
    return { ...about, status, durationMs, differences, ...defined({ why }), outcome }
  } catch (error) {
    const durationMs = performance.now() - start
    return { ...about, status: 'failed', durationMs, differences: [], why: (error as Error).message }
  }
}

/** The name of a result as displayed, including the name of its file if that differs. */
export function titleOf({ name, path }: CaseResult): string {
  return path === undefined || caseName(path) === name ? name : `${caseName(path)}: ${name}`
}

async function fired(workspace: Workspace, one: Case, { set, signal }: RunCaseOptions): Promise<Outcome> {
  const { hook, event, payload } = one
  const dialect = dialectOf(one.dialect)?.id
  if (dialect === undefined) throw new Error(`this Hookbench does not support the dialect "${one.dialect}"`)
  const ids = workspace.list().map(({ id }) => id)
  if (hook !== undefined && !ids.includes(hook)) {
    throw new Error(`not found: no hook "${hook}".${didYouMean(hook, ids)}`)
  }
  const outcome = await workspace.fire(event, withSet(payload, set ?? {}), {
    dialect,
    ...defined({ signal }),
    ...(one.facts === undefined ? {} : { facts: one.facts as HostFacts }),
    ...(hook === undefined ? {} : { only: ({ id }) => id === hook }),
  })
  if (hook !== undefined && !outcome.hooks.some(({ id }) => id === hook)) {
    throw new Error(`${hook} does not answer ${event}`)
  }
  return outcome
}

function expected({ expect, matchers }: Case, redactor: Redactor): unknown {
  const { failures: _, ...rest } = expect
  return withSet(redactor.redact(rest).value, matchers ?? {})
}

// Only fields named in the case; an expected `null` means that the field must be absent.
function essence(outcome: Outcome, { expect, matchers = {} }: Case): unknown {
  const named = new Set([
    ...Object.keys(expect),
    ...Object.keys(matchers).map((path) => path.split('.')[0] ?? ''),
  ])
  named.delete('failures')
  const data: Record<string, unknown> = JSON.parse(JSON.stringify(outcome))
  // Only those parts of an effect that the case names.
  if (isObject(expect.effect) && isObject(data.effect)) {
    const { effect } = data
    data.effect = Object.fromEntries(
      Object.keys(expect.effect).flatMap((key) =>
        key in (effect as object) ? [[key, (effect as Record<string, unknown>)[key]]] : [],
      ),
    )
  }
  return Object.fromEntries(
    [...named].flatMap((key) => {
      const value = Object.hasOwn(data, key) ? data[key] : undefined
      const isNone = value === undefined && key in expect && expect[key as keyof typeof expect] === null
      return value === undefined && !isNone ? [] : [[key, value ?? null]]
    }),
  )
}

// An untrusted entry is not started, so its answer is unknown.
const UNTRUSTED = /^(unknown: )?untrusted: /

function failure({ hooks }: Outcome, { expect, hook }: Case): string | undefined {
  const failures = expect.failures ?? {}
  for (const { id, status, failure: reason, why } of hooks) {
    const wanted = Object.hasOwn(failures, id) ? failures[id] : undefined
    if (status === 'skipped' && why !== undefined && UNTRUSTED.test(why) && wanted === undefined)
      return `${id} did not run: ${why.replace(/^unknown: /, '')}`
    if (status === 'skipped' && id === hook) return `${id} did not run: ${why ?? 'skipped'}`
    if (reason !== wanted && reason !== undefined) return `${id} failed (${reason}): ${why ?? ''}`
  }
  const missing = Object.entries(failures).find(
    ([id]) => !hooks.some((run) => run.id === id && run.status === 'failed'),
  )
  return missing === undefined ? undefined : `${missing[0]} was expected to fail (${missing[1]}) and did not`
}
