// Executables whose event cannot be read from their text are asked, once they are trusted: that is their protocol.
// Everything else about a hook is known without running it.

import type { Dialect } from '../contract/dialect.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { didYouMean } from '../contract/suggest.ts'
import type { Answers } from './answers.ts'
import type { Executors } from './executors.ts'

/** Answers given before, and the hash of the bytes that trust has looked at. */
export type Memory = {
  readonly answers: Answers
  readonly hashOf: (hook: Hook) => string | undefined
}

const QUERY_TIMEOUT_MS = 5000

/** The hooks again, with those that were unknown and are trusted now knowing their event, or broken. */
export async function askEvents(
  hooks: readonly Hook[],
  executors: Executors,
  { answers, hashOf }: Memory,
): Promise<{ readonly hooks: readonly Hook[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const asked = await Promise.all(
    hooks.map(async (hook) => {
      const dialect = dialectOf(hook.dialect)
      if (hook.state !== 'unknown' || dialect?.wire?.query === undefined) return hook
      const hash = hashOf(hook)
      const event = hash === undefined ? undefined : answers.of(`${dialect.id} ${hash}`)
      const answered = event === undefined ? await ask(hook, dialect, executors) : { event }
      if ('why' in answered) {
        problems.push(problem('executable.query', hook.path, answered.why))
        return { ...hook, state: 'broken' as const, why: answered.why }
      }
      if (event === undefined && hash !== undefined) answers.keep(`${dialect.id} ${hash}`, answered.event)
      const { why: _why, ...known } = hook
      return { ...known, state: 'active' as const, events: [answered.event] }
    }),
  )
  await answers.save()
  return { hooks: asked, problems }
}

async function ask(
  hook: Hook,
  dialect: Dialect,
  executors: Executors,
): Promise<{ readonly event: string } | { readonly why: string }> {
  const question = dialect.wire?.query?.join(' ')
  const timeoutMs = Math.min(QUERY_TIMEOUT_MS, hook.timeoutMs)
  const answer = await executors.executables.query(hook, dialect, { timeoutMs })
  if (typeof answer !== 'string') return { why: printable(answer.failed) }
  if (Object.hasOwn(dialect.events, answer)) return { event: answer }
  const hint = didYouMean(answer, Object.keys(dialect.events))
  return {
    why: `asked \`${question}\`, it named "${printable(answer.slice(0, 60))}", which is no event of ${dialect.id}.${hint}`,
  }
}
