// Resolves a hook named by the user: by its id, or by its name if only one hook has it.

import type { Hook } from '../contract/hook.ts'
import { didYouMean } from '../contract/suggest.ts'

/** The hook, or a one-line reason why it cannot be determined. */
export function findHook(
  hooks: readonly Hook[],
  text: string,
): { readonly hook: Hook } | { readonly problem: string } {
  const byId = hooks.find(({ id }) => id === text)
  if (byId !== undefined) return { hook: byId }
  // Shadowed hooks of the same name are only considered if there are no others.
  const named = hooks.filter(({ name }) => name === text)
  const candidates = named.filter(({ state }) => state !== 'shadowed')
  const [hook, second] = candidates.length > 0 ? candidates : named
  if (hook !== undefined && second === undefined) return { hook }
  if (hook !== undefined) {
    return {
      problem: `"${text}" is ambiguous: it could be ${named.map(({ id }) => id).join(' or ')}; enter the id.`,
    }
  }
  const known = hooks.flatMap(({ id, name }) => [id, name])
  return { problem: `not found: no hook "${text}".${didYouMean(text, known)}` }
}
