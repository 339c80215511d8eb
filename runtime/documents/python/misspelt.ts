// Finds a misspelled `handle` in a hook class: Kaizen never calls a method of another name.

import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import { replace } from '../repairs.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { rangeOf } from './literals.ts'
import { type Class, methodsIn } from './module.ts'

/** The name of a method in the class's own body that is nearly `handle`, private methods excluded. */
export function nearlyHandle(one: Class): SyntaxNode | undefined {
  const isNear = (name: string): boolean => name !== 'handle' && suggest(name, ['handle']) !== undefined
  return methodsIn(one).find(({ name: { text } }) => !text.startsWith('_') && isNear(text))?.name
}

/** The problem, with renaming the method as its repair. */
export function handleMisspelt({ name }: Class, method: SyntaxNode, path: string): Problem {
  const range = rangeOf(method)
  const message = `${name.text} has no handle(context), so it never runs. Did you mean "handle" by "${method.text}"?`
  return problem('hook.handler', path, message, {
    range: rangeOf(name),
    fix: `Write "handle" instead of "${method.text}".`,
    repairs: [replace('Change to "handle"', range, 'handle')],
  })
}
