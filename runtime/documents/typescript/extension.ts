// Reads SecureYeoman's extension modules: an exported Extension (`{ name, hooks }`), its parts exported by name, or
// handlers exported by name.

import ts from 'typescript'
import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import type { DocumentInput, HookDocument, Site } from '../document.ts'
import { eventProblems } from '../events.ts'
import { importsAgent, isNearEvent, lonelyEvent, namesAgent, nearEvent } from './claims.ts'
import {
  type Exported,
  exportsOf,
  type ModuleExports,
  type Property,
  propertiesOf,
  resolvedValue,
} from './moduleExports.ts'
import { contentOf, rangeOf } from './parse.ts'
import { callable, definedObject, isFunction, type Locals, resolve, stringOf } from './resolve.ts'

export type Reading = Pick<HookDocument, 'shape' | 'sites' | 'problems' | 'unclaimed'> & {
  readonly name?: string
  readonly version?: string
}

const NONE: Reading = { shape: 'none', sites: [], problems: [] }

/** Reads a module as an extension, and whether it declares itself one of this agent. */
export function readExtension(file: ts.SourceFile, input: DocumentInput): Reading {
  const { unclaimed, ...reading } = readShape(file, input)
  const isOurs = reading.shape === 'none' || isClaimed(reading, unclaimed === true, file, input)
  return isOurs ? reading : { ...reading, unclaimed: true }
}

function isClaimed(
  { shape, name, sites }: Reading,
  isAnyObject: boolean,
  file: ts.SourceFile,
  input: DocumentInput,
): boolean {
  const names = sites.flatMap(({ events }) => events)
  if (names.length > 0 && !isAnyObject)
    return importsAgent(input.text) || names.some((one) => isNearEvent(one, input.events))
  return (shape === 'undecided' && name !== undefined && !isAnyObject) || namesAgent(file, input)
}

// An Extension object takes precedence over handlers exported by name.
function readShape(file: ts.SourceFile, input: DocumentInput): Reading {
  const module = exportsOf(file)
  const { locals } = module
  const candidates = [module.main, module.named.find(({ name }) => name === 'extension')]
  for (const candidate of candidates) {
    const found = candidate && fromObject(candidate, locals, input)
    if (found !== undefined && found.shape !== 'none') return found
  }
  const parts = module.named.some(({ name }) => name === 'hooks')
    ? fromProperties({ properties: module.named, more: module.more }, locals, input)
    : undefined
  return parts ?? fromHandlers(module, input)
}

function fromObject(exported: Exported, locals: Locals, input: DocumentInput): Reading | undefined {
  const value = resolvedValue(exported, locals)
  if (value === undefined) return undefined
  const defined = definedObject(value, locals)
  if (defined !== undefined) {
    const found = fromProperties(propertiesOf(defined, locals), locals, input)
    // A helper function may accept what the host does not.
    return found?.problems.some(({ code }) => code === 'hook.handler') === true ? undefined : found
  }
  if (!ts.isObjectLiteralExpression(value)) return undefined
  const object = propertiesOf(value, locals)
  const inner = object.properties.find(({ name }) => name === 'extension')
  if (inner?.value !== undefined && !object.properties.some(({ name }) => name === 'hooks')) {
    return fromObject({ name: 'extension', node: inner.node, value: inner.value }, locals, input)
  }
  return fromProperties(object, locals, input)
}

type Properties = ReturnType<typeof propertiesOf>

function fromProperties(
  { properties, more }: Properties,
  locals: Locals,
  input: DocumentInput,
): Reading | undefined {
  const hooks = properties.find(({ name }) => name === 'hooks')
  const nameValue = properties.find(({ name }) => name === 'name')?.value
  const name = textOf(nameValue, locals)
  const version = textOf(properties.find((one) => one.name === 'version')?.value, locals)
  const named = defined({ name, version })
  if (hooks === undefined)
    return more && nameValue !== undefined
      ? { ...named, shape: 'undecided', sites: [], problems: [], unclaimed: true }
      : undefined
  const value = resolvedValue(hooks, locals)
  if (value === undefined || !ts.isObjectLiteralExpression(value)) {
    if (nameValue === undefined || value === undefined || callable(value, locals) !== 'maybe')
      return undefined
    return { ...named, shape: 'undecided', sites: [], problems: [] }
  }
  const handlers = propertiesOf(value, locals)
  // Other systems also have objects with `hooks`: without a name, at least one event must be known; with one, at least
  // one key must look like an event.
  const keys = handlers.properties.flatMap(({ name: key }) => key ?? [])
  const ours = keys.some((key) => input.events.includes(key))
  if (nameValue === undefined && !ours) return undefined
  if (!handlers.more && keys.length > 0 && !keys.some((key) => looksLikeEvent(key, input.events)))
    return undefined
  const sites: Site[] = []
  const problems: Problem[] = []
  for (const property of handlers.properties) {
    const { site, found } = handlerOf(property, locals, input)
    if (site !== undefined) sites.push(site)
    problems.push(...eventProblems(input, property.name ?? '', rangeOf(property.node)), ...found)
  }
  return { ...named, shape: handlers.more ? 'undecided' : 'hook', sites, problems }
}

// Every event name is words joined by underscores; `onClick`, `build:done` and `transform` are hooks of other systems.
function looksLikeEvent(key: string, events: readonly string[]): boolean {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(key) || suggest(key, events) !== undefined
}

function textOf(value: Property['value'], locals: Locals): string | undefined {
  return value && !ts.isMethodDeclaration(value) ? stringOf(value, locals) : undefined
}

// Handlers by name: `export async function agent_init`, `exports.agent_init = …`, `module.exports = { agent_init() {}
// }`.
function fromHandlers(module: ModuleExports, input: DocumentInput): Reading {
  const { main, named, locals } = module
  let open = module.more
  const candidates: Property[] = [...named]
  if (main !== undefined) {
    const value = resolvedValue(main, locals)
    if (value !== undefined && ts.isObjectLiteralExpression(value)) {
      const { properties, more } = propertiesOf(value, locals)
      candidates.push(...properties)
      // An object with computed properties may be anything, unless one of its properties is a handler.
      open ||= more && properties.some(({ name }) => name !== undefined && input.events.includes(name))
    } else open ||= value === undefined || (!ts.isClassLike(value) && callable(value, locals) === 'maybe')
  }
  const sites: Site[] = []
  const problems: Problem[] = []
  const put = (candidate: Property): void => {
    const { site, found } = handlerOf(candidate, locals, input)
    if (site !== undefined) sites.push(site)
    problems.push(...found)
  }
  for (const candidate of candidates)
    if (candidate.name !== undefined && input.events.includes(candidate.name)) put(candidate)
  const isAlone = sites.length === 0 && problems.length === 0
  const nearest = isAlone && !importsAgent(input.text) ? lonelyEvent : nearEvent
  const slips = candidates.filter(({ name = '', value }) => {
    const event = mayBeCode(value, locals, isAlone) ? nearest(name, input.events) : undefined
    return event !== undefined && !candidates.some((one) => one.name === event)
  })
  for (const slip of slips) {
    put(slip)
    problems.push(...eventProblems(input, slip.name ?? '', insideQuotes(slip.node)))
  }
  if (sites.length === 0 && problems.length === 0) return open ? { ...NONE, shape: 'undecided' } : NONE
  // The default export of a program defines what the module is.
  const isOther = isAlone && main !== undefined && candidates.length === named.length
  return { shape: open ? 'undecided' : 'hook', sites, problems, ...(isOther ? { unclaimed: true } : {}) }
}

// Beside handlers, a value returned by a call is a helper; without handlers it may be a handler.
function mayBeCode(value: Property['value'], locals: Locals, isAlone: boolean): boolean {
  if (value === undefined) return isAlone
  if (ts.isMethodDeclaration(value)) return true
  const found = callable(value, locals)
  return found === 'yes' || (isAlone && found === 'maybe')
}

function handlerOf(
  { name, node, value }: Property,
  locals: Locals,
  input: DocumentInput,
): { readonly site?: Site; readonly found: readonly Problem[] } {
  const range = insideQuotes(node)
  const site = { events: [name ?? ''], range }
  if (value === undefined) return { site, found: [] }
  if (ts.isMethodDeclaration(value)) return { site: { ...site, handler: rangeOf(value) }, found: [] }
  if (callable(value, locals) === 'no') {
    const what = resolve(value, locals)
    // A handler that is omitted on purpose: `agent_init: undefined`.
    if (ts.isIdentifier(what)) return { found: [] }
    const message = `The handler of ${name} is not a function.`
    return {
      found: [
        problem('hook.handler', input.path, message, {
          range: rangeOf(value),
          fix: `Write "async ${name}(ctx) { … }".`,
        }),
      ],
    }
  }
  const code = resolve(value, locals)
  return { site: isFunction(code) ? { ...site, handler: rangeOf(code) } : site, found: [] }
}

function insideQuotes(node: ts.Node): { readonly start: number; readonly end: number } {
  const name = ts.isComputedPropertyName(node) ? node.expression : node
  return ts.isStringLiteralLike(name) ? contentOf(name) : rangeOf(name)
}
