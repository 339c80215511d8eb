// A hook by what a person types: its id, its name, or the end of its id.

import type { Hook } from '../contract/hook.ts'
import { didYouMean } from '../contract/suggest.ts'
import { UsageError } from './usage.ts'

/** The one hook meant, or a usage error that names the candidates. */
export function findHook(hooks: readonly Hook[], wanted: string): Hook {
  const exact = hooks.find((hook) => hook.id === wanted)
  if (exact !== undefined) return exact
  const named = hooks.filter(
    (hook) =>
      hook.listedAs === undefined &&
      (hook.name === wanted || hook.id.endsWith(`:${wanted}`) || hook.path === wanted),
  )
  if (named.length === 1) return named[0] as Hook
  if (named.length > 1) {
    throw new UsageError(
      `"${wanted}" is ${named.map((hook) => hook.id).join(' and ')}; give one of these ids.`,
    )
  }
  const hint = didYouMean(wanted, [...hooks.map((hook) => hook.name), ...hooks.map((hook) => hook.id)])
  throw new UsageError(
    `there is no hook "${wanted}".${hint === '' ? ' `hookbench list --json` shows the ids.' : hint}`,
  )
}
