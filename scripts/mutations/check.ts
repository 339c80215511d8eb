// Checks whether mutations are caught: a mutation's test must pass on the original code, fail on the mutated code, and
// leave nothing running in either case. The repository itself is not changed.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, type MutationAttempt } from './attempt.ts'
import { openCopy, type SourceCopy } from './copy.ts'
import { type Mutation, misfit } from './mutation.ts'

export type MutationChecked = {
  readonly mutation: Mutation
  /** Why the mutation proves nothing; undefined if it is caught. */
  readonly complaint: string | undefined
}

export type MutationCheckOptions = {
  /** The repository. */
  readonly root: string
  /** Number of parallel processes. */
  readonly jobs: number
  /** How long a process may run after its tests have ended, in milliseconds. */
  readonly graceMs?: number
  readonly onChecked?: (checked: MutationChecked) => void
}

/** Checks all mutations, grouped by test file. */
export async function checkMutations(
  mutations: readonly Mutation[],
  { root, jobs, graceMs, onChecked }: MutationCheckOptions,
): Promise<readonly MutationChecked[]> {
  const files = [...Map.groupBy(mutations, ({ test }) => test).values()]
  const checked: MutationChecked[] = []
  await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, lane))
  return checked

  async function lane(): Promise<void> {
    const copy = openCopy(root)
    try {
      for (let rows = files.shift(); rows !== undefined; rows = files.shift()) await checkFile(rows, copy)
    } finally {
      copy.remove()
    }
  }

  async function checkFile(rows: readonly Mutation[], copy: SourceCopy): Promise<void> {
    const [{ test } = { test: '' }] = rows
    const names = [...new Set(rows.map(({ name }) => name))]
    const original = await attempt(copy.folder, test, names, graceMs)
    for (const mutation of rows) {
      const complaint = unfit(mutation, root) ?? before(mutation, original) ?? (await after(mutation, copy))
      checked.push({ mutation, complaint })
      onChecked?.({ mutation, complaint })
    }
  }

  async function after(mutation: Mutation, copy: SourceCopy): Promise<string | undefined> {
    const { test, name } = mutation
    const tried = await copy.mutate(mutation, () => attempt(copy.folder, test, [name], graceMs))
    const verdict = tried.verdicts.get(name)
    const where = `${test} › ${name}`
    if (verdict === undefined) return `${where} does not run with the mutation: ${last(tried)}`
    if (verdict !== 'fails') return `${where} ${verdict} with the mutation`
    return tried.stuck ? `${where} fails with the mutation, but leaves something running` : undefined
  }
}

function unfit(mutation: Mutation, root: string): string | undefined {
  const path = join(root, mutation.file)
  return existsSync(path) ? misfit(mutation, readFileSync(path, 'utf8')) : `there is no ${mutation.file}`
}

function before({ test, name }: Mutation, original: MutationAttempt): string | undefined {
  const verdict = original.verdicts.get(name)
  if (verdict === undefined) return `${test} › ${name} does not run: ${last(original)}`
  if (verdict !== 'passes') return `${test} › ${name} ${verdict} without the mutation`
  return original.stuck ? `${test} does not end: one of its tests leaves something running` : undefined
}

function last({ stderr, stuck }: MutationAttempt): string {
  return stuck ? 'it did not end in time' : (stderr.trim().split('\n').at(-1) ?? '')
}
