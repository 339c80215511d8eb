// Reads compilr's hook files: a default-exported HooksConfig with one list of functions per event.

import ts from 'typescript'
import { defined } from '../../contract/defined.ts'
import { type Problem, problem, type Range, type Repair } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import type { DocumentInput, Site } from '../document.ts'
import { eventProblems } from '../events.ts'
import { replace } from '../repairs.ts'
import type { Reading } from './extension.ts'
import { exportsOf, type Property, propertiesOf, resolvedValue } from './moduleExports.ts'
import { rangeOf } from './parse.ts'
import { callable, type Declared, definedObject, isFunction, type Locals, resolve } from './resolve.ts'

type Found = { open: boolean; readonly sites: Site[]; readonly problems: Problem[] }

/** Reads a module as a HooksConfig. Each function in a list is one hook, `beforeTool[0]`. */
export function readLists(file: ts.SourceFile, input: DocumentInput): Reading {
  const { main, locals } = exportsOf(file)
  if (main === undefined) return { shape: 'none', sites: [], problems: [] }
  const value = resolvedValue(main, locals)
  const defined = value && definedObject(value, locals)
  if (defined !== undefined) {
    const found = readConfig(defined, locals, input)
    // A helper function may accept what the host does not.
    const isOther = found.shape === 'none' || found.problems.some(({ code }) => code === 'hook.handler')
    return isOther ? { shape: 'undecided', sites: [], problems: [] } : found
  }
  return readConfig(value, locals, input)
}

function readConfig(config: Declared | undefined, locals: Locals, input: DocumentInput): Reading {
  if (config === undefined || !ts.isObjectLiteralExpression(config)) {
    const open = config === undefined || (callable(config, locals) === 'maybe' && !ts.isClassLike(config))
    return { shape: open ? 'undecided' : 'none', sites: [], problems: [] }
  }
  const { properties, more } = propertiesOf(config, locals)
  // Other modules export lists too: at least one key must be an event, or similar to one.
  const isConfig = properties.some(
    ({ name }) => name !== undefined && suggest(name, input.events) !== undefined,
  )
  if (!isConfig && !more) return { shape: 'none', sites: [], problems: [] }
  const found: Found = { open: more, sites: [], problems: [] }
  let lists = 0
  for (const property of properties) {
    const known = property.name !== undefined && input.events.includes(property.name)
    if (!known && (!isConfig || !isListOrHandler(property, locals, input))) continue
    lists++
    found.problems.push(...eventProblems(input, property.name ?? '', rangeOf(property.node)))
    readList(property, locals, input, found)
  }
  if (lists === 0 && !more) return { shape: 'none', sites: [], problems: [] }
  return { shape: found.open ? 'undecided' : 'hook', sites: found.sites, problems: found.problems }
}

// A list under any name, or a function instead of a list under a misspelled event name.
function isListOrHandler({ name = '', value }: Property, locals: Locals, { events }: DocumentInput): boolean {
  if (value === undefined) return false
  const found = ts.isMethodDeclaration(value) ? value : resolve(value, locals)
  if (ts.isArrayLiteralExpression(found)) return true
  return (ts.isMethodDeclaration(found) || isFunction(found)) && suggest(name, events) !== undefined
}

function readList(property: Property, locals: Locals, input: DocumentInput, found: Found): void {
  const { name: event = '', node, value } = property
  const list = resolvedValue(property, locals)
  if (list !== undefined && ts.isArrayLiteralExpression(list)) {
    let shifted = false
    for (const [index, element] of elementsOf(list, locals).entries()) {
      if (ts.isSpreadElement(element)) shifted = true
      // After a spread the index is unknown, and with it the hook's name.
      if (shifted || mayBeLeftOut(element)) found.open = true
      else readElement(element, event, index, locals, input, found)
    }
    return
  }
  if (list !== undefined && ts.isIdentifier(list) && list.text === 'undefined') return
  const isCode =
    value !== undefined && (ts.isMethodDeclaration(value) || (list !== undefined && isFunction(list)))
  if (!isCode && (list === undefined || callable(list, locals) === 'maybe')) {
    found.open = true
    return
  }
  const message = `${event} is ${isCode ? 'one function' : 'not a list'}; expected a list of functions.`
  const isValue = isCode && !ts.isMethodDeclaration(value) && ts.isPropertyAssignment(value.parent)
  const repairs = isValue ? listed(rangeOf(value)) : []
  const fix = `Write "${event}: [ … ]".`
  found.problems.push(problem('hook.handler', input.path, message, { range: rangeOf(node), fix, repairs }))
}

// The elements, with spreads of the file's own lists expanded. A list that is modified may have other elements by then,
// and the number of expanded spreads is limited.
function elementsOf(
  list: ts.ArrayLiteralExpression,
  locals: Locals,
  left = { spreads: MOST_SPREADS },
): readonly ts.Expression[] {
  return list.elements.flatMap((element) => {
    if (!ts.isSpreadElement(element) || left.spreads === 0 || isGrowing(element)) return [element]
    left.spreads--
    const spread = resolve(element.expression, locals)
    return ts.isArrayLiteralExpression(spread) ? elementsOf(spread, locals, left) : [element]
  })
}

const MOST_SPREADS = 100

function isGrowing({ expression }: ts.SpreadElement): boolean {
  if (!ts.isIdentifier(expression)) return false
  const calls = expression
    .getSourceFile()
    .text.matchAll(/([\w$]+)\s*\.\s*(?:push|unshift|splice|pop|shift|reverse|sort|fill)\b/g)
  return [...calls].some(([, list]) => list === expression.text)
}

function listed({ start, end }: Range): readonly Repair[] {
  const edits = [
    { range: { start, end: start }, text: '[' },
    { range: { start: end, end }, text: ']' },
  ]
  return [{ kind: 'edit', title: 'Make it a list of one', edits }]
}

// Removes the element with the comma after it or, for the last one, the comma before it.
function removalOf(element: ts.Expression): readonly Repair[] {
  const { parent } = element
  if (!ts.isArrayLiteralExpression(parent) || ts.isOmittedExpression(element)) return []
  const { elements } = parent
  const at = elements.indexOf(element)
  const next = elements[at + 1]
  const before = elements[at - 1]
  const { start, end } = rangeOf(element)
  const range =
    next !== undefined
      ? { start, end: rangeOf(next).start }
      : { start: before === undefined ? start : before.end, end }
  if (/\/[/*]/.test(element.getSourceFile().text.slice(range.start, range.end))) return []
  return [replace('Remove it from the list', range, '')]
}

function readElement(
  element: ts.Expression,
  event: string,
  index: number,
  locals: Locals,
  input: DocumentInput,
  found: Found,
): void {
  const part = `${event}[${index}]`
  if (ts.isOmittedExpression(element) || callable(element, locals) === 'no') {
    const message = `${part} is not a function.`
    const fix = 'Replace it with a function, or remove it.'
    const more = { range: rangeOf(element), fix, repairs: removalOf(element) }
    found.problems.push(problem('hook.handler', input.path, message, more))
    return
  }
  const code = resolve(element, locals)
  const name = functionName(element, code)
  found.sites.push({
    events: [event],
    part,
    ...defined({ name }),
    range: code === element && isFunction(code) ? nameOf(code) : rangeOf(element),
    ...(isFunction(code) ? { handler: rangeOf(code) } : {}),
  })
}

function functionName(element: ts.Expression, code: Declared): string | undefined {
  if (ts.isIdentifier(element)) return element.text
  if (isFunction(code) && code.name !== undefined) return code.name.text
  if (ts.isPropertyAccessExpression(code)) return code.name.text
  return ts.isCallExpression(code) && ts.isIdentifier(code.expression) ? code.expression.text : undefined
}

// The range of its name, or of everything before its body: a request for a place in the body does not concern the hook.
function nameOf(code: ts.FunctionExpression | ts.ArrowFunction | ts.FunctionDeclaration): Range {
  return code.name === undefined
    ? { start: rangeOf(code).start, end: code.body?.pos ?? code.end }
    : rangeOf(code.name)
}

// `debug && logAll` puts `false` into the list if debug is off.
function mayBeLeftOut(element: ts.Expression): boolean {
  if (ts.isConditionalExpression(element)) return true
  return (
    ts.isBinaryExpression(element) && element.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  )
}
