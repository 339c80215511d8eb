// Reads Kaizen's hook classes: the classes of a Python module that Kaizen would create and bind to events.

import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput, Site } from '../document.ts'
import { eventProblems, eventsBehind } from '../events.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { eventsOf, hookName } from './binding.ts'
import { belongsToKaizen, isFromOtherPackage } from './kaizenDetection.ts'
import { builtinAmong, importedBuiltins } from './kaizenHooks.ts'
import { rangeOf } from './literals.ts'
import { handleMisspelt, nearlyHandle } from './misspelt.ts'
import { ancestry, type Class, methodOf, moduleOf, type PythonModule } from './module.ts'
import { unregisteredProblems } from './unregistered.ts'

export type ClassReading = {
  readonly shape: 'hook' | 'undecided' | 'none'
  readonly sites: readonly Site[]
  readonly problems: readonly Problem[]
}

/**
 * Reads the hook classes of a module, in the order they run. A class that names no events answers all of them; a class
 * whose events are computed is a site without events.
 */
export function readClasses(root: SyntaxNode, input: DocumentInput): ClassReading {
  const module = moduleOf(root)
  const sites: Site[] = []
  const problems: Problem[] = []
  let open = false
  for (const one of module.classes.values()) {
    const kind = kindOf(one, module)
    if (kind === 'other') {
      problems.push(...misspeltHandle(one, module, input))
      continue
    }
    if (kind === 'maybe') {
      open = true
      continue
    }
    const bound = eventsOf(one, module, input)
    const isKaizen = belongsToKaizen(one, module, input, bound)
    const missing = requiredArguments(one, module)
    if (missing !== undefined && !isKaizen) continue
    if (missing !== undefined) {
      const names = missing.names.map((name) => `"${name}"`).join(' and ')
      const message = `${one.name.text} needs ${names} to be created, but a hook class is created without arguments.`
      problems.push(
        problem('hook.handler', input.path, message, { range: rangeOf(one.name), fix: missing.fix }),
      )
      continue
    }
    if ((bound === undefined || bound.written.length > 0) && !isKaizen) continue
    open ||= bound === undefined
    for (const { event, range } of bound?.written ?? []) problems.push(...eventProblems(input, event, range))
    problems.push(...unregisteredProblems(one, module, bound, input))
    const name = hookName(one, module)
    const handle = methodOf(one, 'handle', module)
    sites.push({
      events: bound?.all === true ? input.events : (bound?.written ?? []).map(({ event }) => event),
      part: one.name.text,
      ...defined({ name }),
      range: rangeOf(one.name),
      ...(handle === undefined ? {} : { handler: rangeOf(handle) }),
    })
  }
  if (!isFromOtherPackage(input.text)) sites.push(...importedBuiltins(module, input))
  // The released package registers them in the order of their names.
  sites.sort(({ part: one = '' }, { part: two = '' }) => (one < two ? -1 : 1))
  const shape = open ? 'undecided' : sites.length + problems.length > 0 ? 'hook' : 'none'
  return { shape, sites, problems }
}

/** The hook classes whose events are not known, because their list is half-typed, empty or computed. */
export function withoutEvents(root: SyntaxNode, input: DocumentInput): readonly string[] {
  const module = moduleOf(root)
  const isOpen = (one: Class): boolean => {
    if (kindOf(one, module) !== 'hook') return false
    const bound = eventsOf(one, module, input)
    const names = bound?.written.map(({ event }) => event) ?? []
    if (bound?.all === true || eventsBehind(names, input.events).length > 0) return false
    return belongsToKaizen(one, module, input, bound)
  }
  return [...module.classes.values()].filter(isOpen).map(({ name }) => name.text)
}

// A class that names events of the dialect and has no `handle`, but a method with nearly that name.
function misspeltHandle(one: Class, module: PythonModule, input: DocumentInput): readonly Problem[] {
  if (BASES.has(one.name.text) || isProtocol(one) || methodOf(one, 'handle', module) !== undefined) return []
  const method = nearlyHandle(one)
  if (method === undefined || isFromOtherPackage(input.text)) return []
  const names = eventsOf(one, module, input)?.written.map(({ event }) => event) ?? []
  if (!names.some((name) => input.events.includes(name))) return []
  return [handleMisspelt(one, method, input.path)]
}

// The names of the package's own base classes; a file may define them itself as a fallback.
const BASES: ReadonlySet<string> = new Set(['BaseHook', 'HookHandler'])

function kindOf(one: Class, module: PythonModule): 'hook' | 'maybe' | 'other' {
  if (BASES.has(one.name.text)) return 'other'
  const chain = ancestry(one, module)
  const extendsBase = chain.some(({ bases }) => bases.some((base) => BASES.has(base)))
  const own = methodOf(one, 'handle', module)
  if (own !== undefined)
    return isAbstract(own) || isProtocol(one) ? 'other' : extendsBase || takesContext(own) ? 'hook' : 'other'
  const isExtended = [...module.classes.values()].some((other) => other.bases.includes(one.name.text))
  // A base class of the file's own hooks that leaves `handle` to them.
  if (extendsBase) return isExtended ? 'other' : 'hook'
  if (chain.some(({ bases }) => builtinAmong(bases, module) !== undefined)) return 'hook'
  // It may inherit `handle` from a hook class of another file.
  const foreign = chain.some(({ bases }) =>
    bases.some((base) => /Hook$/.test(base) && !module.classes.has(base)),
  )
  return foreign ? 'maybe' : 'other'
}

function isAbstract(method: SyntaxNode): boolean {
  return (
    method.type === 'decorated_definition' &&
    method.children.some(({ type, text }) => type === 'decorator' && /abstractmethod/.test(text))
  )
}

function isProtocol({ bases }: Class): boolean {
  return bases.includes('Protocol')
}

// `handle(self, context)`: a class whose `handle` has another signature is not a hook.
function takesContext(method: SyntaxNode): boolean {
  const required = parametersOf(method).filter(
    ({ type }) => type === 'identifier' || type === 'typed_parameter',
  )
  return (
    required.length === 2 ||
    (required.length < 2 && parametersOf(method).some(({ type }) => type === 'list_splat_pattern'))
  )
}

/** A method's parameters, `self` included. */
function parametersOf(method: SyntaxNode): readonly SyntaxNode[] {
  const definition = method.type === 'decorated_definition' ? child(method, 'definition') : method
  return named(child(definition, 'parameters'))
}

// The nearest `__init__` applies; a dataclass generates one from its fields, and BaseHook's requires a name.
function requiredArguments(one: Class, module: PythonModule): Missing | undefined {
  const chain = ancestry(one, module)
  for (const each of chain) {
    const creator = methodOf(each, '__init__', { ...module, classes: new Map() })
    const isData = each.decorators.some((name) => /(^|\.)dataclass\b/.test(name))
    if (creator === undefined && !isData) continue
    const names = creator === undefined ? fields(each) : required(creator)
    return names.length === 0 ? undefined : { names, fix: 'Give the arguments default values.' }
  }
  const foreign = chain.flatMap(({ bases }) => bases).filter((base) => !module.classes.has(base))
  const names = builtinAmong(foreign, module)?.needs
  if (names !== undefined) return { names, fix: 'Add an "__init__" that passes them.' }
  if (!foreign.includes('BaseHook') || !foreign.every((base) => PLAIN_BASES.has(base))) return undefined
  return { names: ['name'], fix: 'Add "def __init__(self): super().__init__(name=…)".' }
}

type Missing = { readonly names: readonly string[]; readonly fix: string }

// Bases known to define no other `__init__`.
const PLAIN_BASES: ReadonlySet<string> = new Set([
  'BaseHook',
  'HookHandler',
  'ABC',
  'Protocol',
  'Generic',
  'object',
])

function required(creator: SyntaxNode): readonly string[] {
  const names: string[] = []
  for (const [i, parameter] of parametersOf(creator).entries()) {
    if (i === 0) continue
    if (parameter.type === 'identifier') names.push(parameter.text)
    const inner = parameter.type === 'typed_parameter' ? named(parameter)[0] : undefined
    if (inner?.type === 'identifier') names.push(inner.text)
  }
  return names
}

function fields({ body }: Class): readonly string[] {
  return named(body).flatMap((statement) => {
    const field = statement.type === 'expression_statement' ? named(statement)[0] : undefined
    const isField =
      field?.type === 'assignment' &&
      child(field, 'type') !== undefined &&
      child(field, 'right') === undefined
    return isField && !/ClassVar/.test(child(field, 'type')?.text ?? '')
      ? [child(field, 'left')?.text ?? '']
      : []
  })
}
