// Kaizen's hook classes written in TypeScript or JavaScript: exported classes with a `handle` method.

import ts from 'typescript'
import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import type { DocumentInput, Site } from '../document.ts'
import { eventProblems } from '../events.ts'
import { replace } from '../repairs.ts'
import type { Reading } from './extension.ts'
import { exportsOf, propertiesOf } from './moduleExports.ts'
import { rangeOf } from './parse.ts'
import { type Declared, isFunction, type Locals, nameOf, resolve, stringOf } from './resolve.ts'

/** Reads a module's exported hook classes. A class that names no events answers all of them. */
export function readClasses(file: ts.SourceFile, input: DocumentInput): Reading {
  const { main, named, locals, more } = exportsOf(file)
  const classes = new Map<ts.ClassLikeDeclaration, string>()
  let open = more
  const take = (value: Declared | ts.MethodDeclaration | undefined, exportedAs: string): void => {
    if (value === undefined || ts.isMethodDeclaration(value)) return
    const resolved = resolve(value, locals)
    if (ts.isClassLike(resolved))
      classes.set(resolved, exportedAs === 'default' ? (resolved.name?.text ?? exportedAs) : exportedAs)
    else if (ts.isObjectLiteralExpression(resolved)) {
      for (const property of propertiesOf(resolved, locals).properties) {
        const inner = property.value
        if (inner !== undefined && !ts.isMethodDeclaration(inner) && ts.isClassLike(resolve(inner, locals)))
          take(inner, property.name ?? '')
      }
    } else if (/Hook$/.test(exportedAs) || exportedAs === 'default')
      open ||= ts.isCallExpression(resolved) || ts.isIdentifier(resolved)
  }
  for (const { name, value } of named) take(value, name)
  if (main !== undefined) {
    take(main.value, 'default')
    open ||= main.value === undefined
  }
  const sites: Site[] = []
  const problems: Problem[] = []
  for (const [one, name] of classes) {
    const chain = ancestry(one, locals)
    if (!isHook(chain)) {
      problems.push(...misspeltHandle(name, chain, locals, input))
      continue
    }
    const missing = requiredArguments(chain)
    if (missing !== undefined) {
      const message = `${name} needs ${missing} to be created, but a hook class is created without arguments.`
      problems.push(
        problem('hook.handler', input.path, message, {
          range: rangeOf(one.name ?? one),
          fix: 'Give the arguments default values.',
        }),
      )
      continue
    }
    const bound = eventsOf(chain, locals, input)
    if (bound === undefined) open = true
    for (const { event, node } of bound?.written ?? [])
      problems.push(...eventProblems(input, event, rangeOf(node)))
    const given = hookName(chain, locals)
    const handle = chain.flatMap(membersOf).find(isHandle)
    if (bound === undefined) continue
    sites.push({
      events: bound.written?.map(({ event }) => event) ?? input.events,
      part: name,
      ...defined({ name: given }),
      range: rangeOf(one.name ?? one),
      ...(handle === undefined ? {} : { handler: rangeOf(codeOf(handle, locals)) }),
    })
    if (handle === undefined) {
      const message = `${name} has no handle(context), so it fails at every event.`
      const fix = 'Add "async handle(context) { … }".'
      problems.push(problem('hook.handler', input.path, message, { range: rangeOf(one.name ?? one), fix }))
    }
  }
  const shape = open ? 'undecided' : sites.length + problems.length > 0 ? 'hook' : 'none'
  return { shape, sites, problems }
}

// A class that names known events and has no `handle`, but a method with a similar name.
function misspeltHandle(
  name: string,
  chain: readonly Class[],
  locals: Locals,
  input: DocumentInput,
): readonly Problem[] {
  const method = chain[0]?.members.find(
    (one) => ts.isMethodDeclaration(one) && suggest(nameOf(one.name, locals) ?? '', ['handle']) !== undefined,
  )?.name
  const events = eventsOf(chain, locals, input)?.written?.map(({ event }) => event) ?? []
  if (method === undefined || !events.some((event) => input.events.includes(event))) return []
  const written = method.getText()
  const message = `${name} has no handle(context), so it never runs. Did you mean "handle" by "${written}"?`
  return [
    problem('hook.handler', input.path, message, {
      range: rangeOf(chain[0]?.name ?? method),
      fix: `Write "handle" instead of "${written}".`,
      repairs: [replace('Change to "handle"', rangeOf(method), 'handle')],
    }),
  ]
}

type Class = ts.ClassLikeDeclaration
type Events = { readonly written?: readonly { readonly event: string; readonly node: ts.Node }[] }

// The class and the local classes it extends, nearest first.
function ancestry(one: Class, locals: Locals): readonly Class[] {
  const chain: Class[] = []
  for (let at: Class | undefined = one; at !== undefined && !chain.includes(at); ) {
    chain.push(at)
    const base = superClass(at)
    const resolved: Declared | undefined = base && resolve(base, locals)
    at = resolved !== undefined && ts.isClassLike(resolved) ? resolved : undefined
  }
  return chain
}

function superClass(one: Class): ts.Expression | undefined {
  return one.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
    ?.expression
}

function isHook(chain: readonly Class[]): boolean {
  const [own] = chain
  if (own === undefined || own.name?.text === 'BaseHook') return false
  const abstract =
    ts.canHaveModifiers(own) &&
    ts.getModifiers(own)?.some((one) => one.kind === ts.SyntaxKind.AbstractKeyword)
  if (abstract === true) return false
  if (chain.flatMap(membersOf).some(isHandle)) return true
  const base = superClass(chain.at(-1) as Class)
  if (base === undefined) return false
  return (
    (ts.isIdentifier(base) && base.text === 'BaseHook') ||
    (ts.isPropertyAccessExpression(base) && base.name.text === 'BaseHook')
  )
}

function membersOf(one: Class): readonly ts.ClassElement[] {
  return [...one.members]
}

// A method, or the function assigned to a field: `handle = async (context) => { … }`.
function codeOf(handle: ts.ClassElement, locals: Locals): ts.Node {
  const value = ts.isPropertyDeclaration(handle) ? handle.initializer : undefined
  const code = value && resolve(value, locals)
  return code !== undefined && isFunction(code) ? code : handle
}

function isHandle(member: ts.ClassElement): boolean {
  if (ts.isMethodDeclaration(member) && member.body === undefined) return false
  const { name } = member
  return (
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text === 'handle'
  )
}

function constructorOf(chain: readonly Class[]): ts.ConstructorDeclaration | undefined {
  return chain
    .flatMap(membersOf)
    .find(
      (one): one is ts.ConstructorDeclaration => ts.isConstructorDeclaration(one) && one.body !== undefined,
    )
}

function requiredArguments(chain: readonly Class[]): string | undefined {
  const required = constructorOf(chain)?.parameters.filter(
    (one) =>
      one.initializer === undefined && one.questionToken === undefined && one.dotDotDotToken === undefined,
  )
  if (required === undefined || required.length === 0) return undefined
  return required.map((one) => (ts.isIdentifier(one.name) ? `"${one.name.text}"` : 'an object')).join(' and ')
}

// Undefined: the events cannot be read. Without `written`: all events.
function eventsOf(chain: readonly Class[], locals: Locals, input: DocumentInput): Events | undefined {
  const value = setTo(chain, 'events')
  if (value === 'absent') return {}
  if (value === undefined) return undefined
  const list = resolve(value, locals)
  if (isAllEvents(list)) return { written: input.events.map((event) => ({ event, node: list })) }
  if (!ts.isArrayLiteralExpression(list)) return undefined
  const events = list.elements.map((node) => ({ event: eventOf(node, locals), node }))
  if (events.some(({ event }) => event === undefined)) return undefined
  return { written: events.map(({ event, node }) => ({ event: event as string, node })) }
}

function isAllEvents(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    node.expression.getText() === 'Object.values' &&
    node.arguments[0]?.getText() === 'HookEvent'
  )
}

// 'pre_tool_use', or HookEvent.PRE_TOOL_USE, whose value is its name in lower case.
function eventOf(node: ts.Expression, locals: Locals): string | undefined {
  const text = stringOf(node, locals)
  if (text !== undefined) return text
  const resolved = resolve(node, locals)
  const isMember =
    ts.isPropertyAccessExpression(resolved) && /(^|\.)HookEvent$/.test(resolved.expression.getText())
  return isMember ? resolved.name.text.toLowerCase() : undefined
}

function hookName(chain: readonly Class[], locals: Locals): string | undefined {
  const call = superCall(constructorOf(chain))
  const first = call?.arguments[0]
  if (first !== undefined) return stringOf(first, locals)
  const value = setTo(chain, 'name')
  return value === 'absent' || value === undefined ? undefined : stringOf(value, locals)
}

function superCall(creator: ts.ConstructorDeclaration | undefined): ts.CallExpression | undefined {
  for (const statement of creator?.body?.statements ?? []) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue
    if (statement.expression.expression.kind === ts.SyntaxKind.SuperKeyword) return statement.expression
  }
  return undefined
}

// A field, a static field, a getter with one return, or an assignment to `this` in the constructor.
function setTo(chain: readonly Class[], name: string): ts.Expression | 'absent' | undefined {
  for (const one of chain) {
    for (const statement of constructorOf([one])?.body?.statements ?? []) {
      if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue
      const { left, right, operatorToken } = statement.expression
      const isThis =
        ts.isPropertyAccessExpression(left) &&
        left.expression.kind === ts.SyntaxKind.ThisKeyword &&
        left.name.text === name
      if (isThis && operatorToken.kind === ts.SyntaxKind.EqualsToken) return right
    }
    for (const member of one.members) {
      if (nameOf(member.name as ts.PropertyName | undefined, new Map()) !== name) continue
      if (ts.isPropertyDeclaration(member)) {
        if (member.initializer !== undefined) return member.initializer
      } else if (ts.isGetAccessorDeclaration(member)) {
        const [only] = member.body?.statements ?? []
        return only !== undefined && ts.isReturnStatement(only) ? only.expression : undefined
      } else return undefined
    }
  }
  return 'absent'
}
