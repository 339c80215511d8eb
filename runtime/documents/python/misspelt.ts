// A hook class whose `handle` was misspelt: nobody calls the method that is there.

import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { rangeOf } from './literals.ts'
import type { Class } from './module.ts'

/** The name of a method of the class's own body that is nearly this one, private ones left out. */
export function methodNear({ body }: Class, wanted: string): SyntaxNode | undefined {
  for (const statement of named(body)) {
    const definition = statement.type === 'decorated_definition' ? child(statement, 'definition') : statement
    const name = definition?.type === 'function_definition' ? child(definition, 'name') : undefined
    if (name === undefined || name.text.startsWith('_')) continue
    if (name.text !== wanted && suggest(name.text, [wanted]) !== undefined) return name
  }
  return undefined
}

/** The problem, with the method renamed as its repair. */
export function handleMisspelt({ name }: Class, method: SyntaxNode, path: string): Problem {
  const range = rangeOf(method)
  const message = `${name.text} has no handle(context), so it never runs. Did you mean "handle" by "${method.text}"?`
  return problem('hook.handler', path, message, {
    range: rangeOf(name),
    fix: `Write "handle" instead of "${method.text}".`,
    repairs: [{ kind: 'edit', title: 'Change to "handle"', edits: [{ range, text: 'handle' }] }],
  })
}
