// Finds webhooks with a misspelled hook point, which are never called. Their reader reports wrong addresses.

import { dialects } from '../../contract/dialects/index.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import { replace } from '../repairs.ts'
import { memberOf, type Tree } from './tree.ts'

/** A finding for every webhook of a configuration whose hook point is misspelled. */
export function webhookProblems(tree: Tree | undefined, path: string): readonly Problem[] {
  const list = inside(inside(tree, 'extensions'), 'webhooks')
  if (list?.kind !== 'array') return []
  return list.items.flatMap((item) => hookProblem(inside(item, 'hook'), path))
}

// Custom events have names of their own, so only a near miss of a hook point counts as misspelled.
function hookProblem(hook: Tree | undefined, path: string): readonly Problem[] {
  if (hook?.kind !== 'scalar' || typeof hook.value !== 'string') return []
  const { value, range } = hook
  const points = Object.keys(dialects.secureyeoman.events)
  const nearest = points.includes(value) ? undefined : suggest(value, points)
  if (nearest === undefined) return []
  const message = `"${value}" is not a hook point, so only a custom event of that name is delivered. Did you mean "${nearest}"?`
  const repairs = [replace(`Change to "${nearest}"`, range, nearest)]
  const fix = `Write "${nearest}".`
  return [{ ...problem('settings.invalid', path, message, { range, fix, repairs }), severity: 'warning' }]
}

function inside(tree: Tree | undefined, name: string): Tree | undefined {
  return tree?.kind === 'object' ? memberOf(tree, name)?.value : undefined
}
