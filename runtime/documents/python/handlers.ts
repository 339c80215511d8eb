// Problems with the `handle` of a Kaizen class: it is missing, or its result cannot be awaited. Only for classes whose
// bases are all known.

import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { replace } from '../repairs.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { isFromOtherPackage } from './kaizenDetection.ts'
import { rangeOf } from './literals.ts'
import { handleMisspelt, nearlyHandle } from './misspelt.ts'
import { ancestry, type Class, methodOf, moduleOf, type PythonModule } from './module.ts'

/** The problems of the hook classes of a file. */
export function handlerProblems(
  root: SyntaxNode,
  input: DocumentInput,
  { shape, sites }: HookDocument,
): readonly Problem[] {
  if (input.exports !== 'classes' || shape === 'none' || isFromOtherPackage(input.text)) return []
  const module = moduleOf(root)
  return sites.flatMap(({ part = '' }) => {
    const one = module.classes.get(part)
    if (one === undefined || !isPlain(one, module)) return []
    const handle = methodOf(one, 'handle', module)
    return handle === undefined ? missing(one, input) : notAsync(one, handle, input)
  })
}

const BASES: ReadonlySet<string> = new Set(['BaseHook', 'HookHandler', 'ABC', 'Generic', 'object'])

/** Whether a class extends Kaizen's base class, every base is known or in this file, and no class is decorated. */
export function isPlain(one: Class, module: PythonModule): boolean {
  const chain = ancestry(one, module)
  const isHook = chain.some(({ bases }) => bases.includes('BaseHook') || bases.includes('HookHandler'))
  const isKnown = chain.every(
    ({ bases, decorators }) =>
      decorators.length === 0 && bases.every((base) => BASES.has(base) !== module.classes.has(base)),
  )
  return isHook && isKnown
}

function missing(one: Class, { path, text }: DocumentInput): readonly Problem[] {
  const { name, body } = one
  // It may be set dynamically: `handle = other`, `Hook.handle = …`, setattr.
  if (body === undefined || /\bhandle\b\s*[:=]|\.handle\b|setattr|__getattr|['"]handle['"]/.test(text))
    return []
  const near = nearlyHandle(one)
  if (near !== undefined) return [handleMisspelt(one, near, path)]
  const indent = ' '.repeat(body.start - (text.lastIndexOf('\n', body.start - 1) + 1))
  const method = `\n\n${indent}async def handle(self, context):\n${indent}    return HookResult(success=True)`
  const message = `${name.text} has no handle(context), so it fails at every event.`
  const fix = 'Add "async def handle(self, context)".'
  const repairs = [replace('Add handle(context)', { start: body.end, end: body.end }, method)]
  return [problem('hook.handler', path, message, { range: rangeOf(name), fix, repairs })]
}

// Kaizen awaits the result of handle; a HookResult is not awaitable.
function notAsync({ name }: Class, handle: SyntaxNode, { path }: DocumentInput): readonly Problem[] {
  const isAsync = handle.children.some(({ type }) => type === 'async')
  const isPlainDef = handle.type === 'function_definition' && named(child(handle, 'parameters')).length === 2
  if (isAsync || !isPlainDef || !returnsPlain(handle)) return []
  const start = { start: handle.start, end: handle.start }
  const at = child(handle, 'name') ?? handle
  const message = `${name.text}.handle is not async: Kaizen awaits it, so every call raises TypeError and its answer is lost.`
  return [
    problem('handler.async', path, message, {
      range: rangeOf(at),
      fix: 'Write "async def handle".',
      repairs: [replace('Make it async', start, 'async ')],
    }),
  ]
}

// Whether every result is a plain value; any other may be awaitable. A function without `return` returns None; a body
// that only raises, or holds only a docstring, is meant to be overridden.
function returnsPlain(handle: SyntaxNode): boolean {
  const statements = named(child(handle, 'body'))
  let gives = statements.some(isAtWork) && statements.at(-1)?.type !== 'raise_statement'
  const isOwn = ({ type }: SyntaxNode): boolean =>
    !/^(function_definition|lambda|class_definition)$/.test(type)
  for (const node of nodesIn(child(handle, 'body'), isOwn)) {
    if (node.type === 'yield') return false
    if (node.type !== 'return_statement') continue
    const [value] = named(node)
    const isResult = value?.type === 'call' && /(^|\.)HookResult$/.test(child(value, 'function')?.text ?? '')
    if (value !== undefined && !isResult && !PLAIN.has(value.type)) return false
    gives = true
  }
  return gives
}

// Values that are not awaitable.
const PLAIN: ReadonlySet<string> = new Set([
  'dictionary',
  'list',
  'tuple',
  'string',
  'integer',
  'true',
  'false',
  'none',
])

function isAtWork(statement: SyntaxNode): boolean {
  if (statement.type !== 'expression_statement') return !/^(pass|raise)_statement$/.test(statement.type)
  return named(statement).some(({ type }) => type !== 'string' && type !== 'ellipsis')
}
