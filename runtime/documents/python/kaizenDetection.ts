// Decides whether a class with a `handle` is one of Kaizen's. Django's commands, bots and queues have such classes too;
// their arguments are not checked.

import { suggest } from '../../contract/suggest.ts'
import type { DocumentInput } from '../document.ts'
import { child, named } from '../treeSitter.ts'
import type { Bound } from './binding.ts'
import { builtinAmong } from './kaizenHooks.ts'
import { ancestry, type Class, methodOf, type PythonModule } from './module.ts'

/** Whether the class itself shows that it is Kaizen's: by a base, a type, an answer, an event or a context field. */
export function belongsToKaizen(
  one: Class,
  module: PythonModule,
  { events, text }: Pick<DocumentInput, 'events' | 'text'>,
  bound: Bound | undefined,
): boolean {
  if (isFromOtherPackage(text)) return false
  const chain = ancestry(one, module)
  if (chain.some(({ bases }) => bases.includes('BaseHook') || bases.includes('HookHandler'))) return true
  if (chain.some(({ bases }) => builtinAmong(bases, module) !== undefined)) return true
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

/** Whether BaseHook, or another of Kaizen's names, comes from another package or is defined by the file itself. */
export function isFromOtherPackage(text: string): boolean {
  // Called for every class, so the last result is kept.
  if (latest?.text !== text) latest = { text, answer: namesOthers(text) }
  return latest.answer
}

let latest: { readonly text: string; readonly answer: boolean } | undefined

function namesOthers(text: string): boolean {
  if (OWN.test(text) && !/kaizen/i.test(text)) return true
  for (const [, from = '', names = ''] of text.matchAll(IMPORTS))
    if (!from.startsWith('.') && !/kaizen/i.test(from) && NAMES.test(names)) return true
  return false
}

const IMPORTS = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)/gm

const NAMES = /\b(BaseHook|HookHandler|HookContext|HookEvent)\b/

const OWN = /^class (BaseHook|HookHandler|HookContext|HookEvent)\b/m
