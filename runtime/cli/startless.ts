// Finds hooks that cannot be started, by the problems of their files: for all hooks at once, independent of their
// number.

import type { Hook } from '../contract/hook.ts'
import type { Problem, Range } from '../contract/problems.ts'
import { type ConfigurationText, configurationText, isStartingProblem } from './gates.ts'

/** Ids of the hooks that cannot be started. */
export async function startlessAmong(
  hooks: readonly Hook[],
  problems: readonly Problem[],
): Promise<ReadonlySet<string>> {
  const byPath = Map.groupBy(problems.filter(isStartingProblem), ({ path }) => path)
  const found = new Set<string>()
  if (byPath.size === 0) return found
  const texts = new Map<string, ConfigurationText | undefined>()
  const places = new Map(
    [...byPath].map(
      ([path, own]) => [path, own.flatMap(({ range }) => range ?? []).toSorted(byStart)] as const,
    ),
  )
  for (const hook of hooks) if (await cannot(hook)) found.add(hook.id)
  return found

  async function cannot({ path, files, entry }: Hook): Promise<boolean> {
    if (entry === undefined) return [path, ...files].some((one) => byPath.has(one))
    const { file, at, scripts } = entry
    if ([...scripts, ...files].some((one) => one !== file && byPath.has(one))) return true
    const within = places.get(file)
    if (within === undefined) return false
    if (!texts.has(file)) texts.set(file, await configurationText(file))
    const own = texts.get(file)?.rangeOf(at)
    return own !== undefined && holdsOne(within, own)
  }
}

const byStart = (one: Range, two: Range) => one.start - two.start

// Whether any of the sorted ranges is inside this one.
function holdsOne(sorted: readonly Range[], { start, end }: Range): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as Range).start < start) low = middle + 1
    else high = middle
  }
  const first = sorted[low]
  return first !== undefined && first.end <= end
}
