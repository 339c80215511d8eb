// Whether a class with a `handle` is one of Kaizen's. Django's commands, bots and queues have such classes too, and
// what those are given is not for us to judge.

import { suggest } from '../../contract/suggest.ts'
import type { DocumentInput } from '../document.ts'
import { child, named } from '../treeSitter.ts'
import type { Bound } from './binding.ts'
import { ancestry, type Class, type Module, methodOf } from './module.ts'

/** True where something of the class itself is Kaizen's: a base, a type, an answer, an event, a part of the context. */
export function isMeantForKaizen(
  one: Class,
  module: Module,
  { events }: Pick<DocumentInput, 'events'>,
  bound: Bound | undefined,
): boolean {
  const chain = ancestry(one, module)
  if (chain.some(({ bases }) => bases.includes('BaseHook') || bases.includes('HookHandler'))) return true
  if (/Hook/.test(one.name.text)) return true
  if (bound?.written.some(({ event }) => suggest(event, events) !== undefined)) return true
  const handle = methodOf(one, 'handle', module)
  if (handle === undefined) return false
  if (/\b(HookContext|HookResult|HookEvent)\b/.test(handle.text)) return true
  const definition = handle.type === 'decorated_definition' ? child(handle, 'definition') : handle
  const given = named(child(definition, 'parameters'))[1]
  const name = given?.type === 'identifier' ? given.text : named(given)[0]?.text
  return name !== undefined && new RegExp(`\\b${name}\\.(data\\b\\s*[[.]|event_type\\b)`).test(handle.text)
}
