// The problem of a name that nothing defines, worded the same for every language, with the nearest defined name.

import { type Problem, problem, type Range } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import { replace } from './repairs.ts'

/** `end`: the consequence when the file runs, as a clause. `fix`: where no defined name is near. */
export function undefinedName(
  path: string,
  {
    name,
    range,
    end,
    fix = 'Import it or define it.',
  }: { readonly name: string; readonly range: Range; readonly end: string; readonly fix?: string },
  known: readonly string[],
): Problem {
  const nearest = suggest(name, known)
  const message = `Nothing defines "${name}", ${end}.`
  if (nearest === undefined) return problem('name.undefined', path, message, { range, fix })
  const repairs = [replace(`Change to "${nearest}"`, range, nearest)]
  const question = ` Did you mean "${nearest}"?`
  return problem('name.undefined', path, message + question, { range, fix: `Write "${nearest}".`, repairs })
}
