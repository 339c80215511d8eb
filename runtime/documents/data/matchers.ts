// Checks the paths in the `matchers` of a case: each must lead to a part of the expected outcome.

import { Expected } from '../../contract/case.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { fieldsAt } from '../../contract/walk.ts'
import { intendedKey } from '../repairs.ts'
import { memberOf, type Tree } from './tree.ts'

/** A problem for every path that leads nowhere. */
export function matcherPaths(tree: Tree, path: string): readonly Problem[] {
  if (tree.kind !== 'object') return []
  const matchers = memberOf(tree, 'matchers')?.value
  const expect = memberOf(tree, 'expect')?.value
  if (matchers?.kind !== 'object') return []
  return matchers.members.flatMap(({ key: { text, range } }) => {
    const keys = text.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'))
    const [head = '', ...rest] = keys
    if (keys.includes('')) return [say(`A part of the path "${text}" is empty, so the case fails.`)]
    if (!FIELDS.includes(head)) {
      const guess = didYouMean(head, FIELDS)
      const nearest = intendedKey(head, FIELDS, range, (name) => JSON.stringify([name, ...rest].join('.')))
      return [say(`An outcome has no "${head}", so the expectation never matches.${guess}`, nearest)]
    }
    const why = rest.length === 0 ? undefined : obstacle(expect, keys)
    return why === undefined ? [] : [say(why)]

    function say(message: string, repairs: Problem['repairs'] = []): Problem {
      return problem('case.invalid', path, message, { range, repairs })
    }
  })
}

const FIELDS = fieldsAt(Expected, [])
  .map(({ name }) => name)
  .filter((name) => name !== 'failures')

// Why a path cannot be followed in the expected outcome.
function obstacle(expect: Tree | undefined, keys: readonly string[]): string | undefined {
  let here = expect
  for (const [depth, key] of keys.slice(0, -1).entries()) {
    const next =
      here?.kind === 'object'
        ? memberOf(here, key)?.value
        : here?.kind === 'array'
          ? here.items[Number(key)]
          : undefined
    const at = keys.slice(0, depth + 1).join('.')
    if (next === undefined)
      return `\`expect\` has no "${at}", so it may only have "${keys.slice(depth + 1).join('.')}"; expect the rest too, or match "${at}" as a whole.`
    if (next.kind === 'scalar')
      return `"${at}" is expected to be ${JSON.stringify(next.value)}, which has no properties, so the case fails.`
    here = next
  }
  return undefined
}
