// Queries the events of trusted hooks whose text does not show them: executables through their protocol, Python classes
// by instantiating them. Everything else about a hook is known without running it.

import type { Dialect } from '../contract/dialect.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { didYouMean } from '../contract/suggest.ts'
import type { PythonExecutor } from '../executors/python/openPython.ts'
import type { EventCache } from './eventCache.ts'
import type { Executors } from './executors.ts'

/** Cached answers, and the hash of the bytes that trust verified. */
export type Memory = {
  readonly answers: EventCache
  readonly hashOf: (hook: Hook) => string | undefined
}

const QUERY_TIMEOUT_MS = 5000
/** Longer, because a class may have to wait for its interpreter to start. */
const CLASS_TIMEOUT_MS = 15_000

/** Returns the hooks with trusted ones of unknown events queried: now either active or broken. */
export async function askEvents(
  hooks: readonly Hook[],
  executors: Executors,
  { answers, hashOf }: Memory,
): Promise<{ readonly hooks: readonly Hook[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const results = await Promise.all(
    hooks.map(async (hook) => {
      const dialect = dialectOf(hook.dialect)
      const isAskable = hook.runner === 'python' || dialect?.wire?.query !== undefined
      if (hook.state !== 'unknown' || dialect === undefined || !isAskable) return hook
      const hash = hashOf(hook)
      const key = `${dialect.id} ${hash}${hook.part === undefined ? '' : ` ${hook.part}`}`
      const known = hash === undefined ? undefined : answers.of(key)
      const answered =
        known === undefined ? await ask(hook, dialect, executors) : { events: known.split(' ') }
      if ('why' in answered) {
        problems.push(problem('executable.query', hook.path, answered.why))
        return { ...hook, state: 'broken' as const, why: answered.why }
      }
      if (known === undefined && hash !== undefined) answers.keep(key, answered.events.join(' '))
      const { why: _why, ...rest } = hook
      return { ...rest, state: 'active' as const, events: answered.events }
    }),
  )
  await answers.save()
  return { hooks: results, problems }
}

type Answered = { readonly events: readonly string[] } | { readonly why: string }

async function ask(hook: Hook, dialect: Dialect, executors: Executors): Promise<Answered> {
  if (hook.runner === 'python') return askClass(hook, dialect, executors)
  const timeoutMs = Math.min(QUERY_TIMEOUT_MS, hook.timeoutMs)
  const question = dialect.wire?.query?.join(' ')
  const answer = await executors.executables.query(hook, dialect, { timeoutMs })
  if (typeof answer !== 'string') return { why: printable(answer.failed) }
  if (Object.hasOwn(dialect.events, answer)) return { events: [answer] }
  const hint = didYouMean(answer, Object.keys(dialect.events))
  return {
    why: `asked \`${question}\`, it named "${printable(answer.slice(0, 60))}", which is not an event of ${dialect.id}.${hint}`,
  }
}

async function askClass(hook: Hook, dialect: Dialect, executors: Executors): Promise<Answered> {
  const answer = await (executors.of(hook) as PythonExecutor).events(hook, dialect, CLASS_TIMEOUT_MS)
  if ('failed' in answer) return { why: printable(`asked for its events, it failed: ${answer.failed}`) }
  const events = Object.keys(dialect.events).filter((event) => answer.includes(event))
  if (events.length > 0) return { events }
  return { why: `asked for its events, it named none of ${dialect.title}` }
}
