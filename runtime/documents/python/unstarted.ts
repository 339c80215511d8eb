// Reports called Python scripts that do nothing: no code calls the functions they define, or the called function is
// a coroutine that is not awaited.

import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { rangeOf } from './literals.ts'

/** At most one problem: the two cases exclude each other. */
export function unstartedProblems(root: SyntaxNode, { path, called }: DocumentInput): readonly Problem[] {
  // With `-c` or `-m`, another program may import the file and call any of its functions.
  if (called === undefined || called.callers.some(({ entry }) => /\s-[cm]/.test(entry.command))) return []
  const statements = topLevel(root)
  const lone = uncalled(statements, root)
  if (lone !== undefined) {
    const message = `"${lone.text}" is a coroutine that is never awaited, so it never runs.`
    return [
      problem('hook.handler', path, message, {
        range: rangeOf(lone),
        fix: `Write asyncio.run(${lone.text}()).`,
      }),
    ]
  }
  const entry = statements.every(isDefinition) ? statements.find(readsInput) : undefined
  const name = child(entry, 'name')
  if (name === undefined) return []
  const message = `Nothing in this script calls "${name.text}" or anything else, so it does nothing when it runs.`
  return [
    problem('hook.handler', path, message, { range: rangeOf(name), fix: 'Call it at the end of the file.' }),
  ]
}

// The statements that run when the script is started, including those under `if __name__ == "__main__"`.
function topLevel(root: SyntaxNode): readonly SyntaxNode[] {
  return named(root).flatMap((one) =>
    one.type === 'if_statement' && /^__name__\s*==/.test(child(one, 'condition')?.text ?? '')
      ? named(child(one, 'consequence'))
      : one.type === 'comment'
        ? []
        : [one],
  )
}

function isDefinition(one: SyntaxNode): boolean {
  if (
    /^(?:import_statement|import_from_statement|future_import_statement|function_definition|class_definition)$/.test(
      one.type,
    )
  )
    return true
  if (one.type !== 'expression_statement') return false
  const [only] = named(one)
  if (only?.type === 'string') return true
  // A call on the right may start the script's work: a function of the file, or a framework.
  return (
    only?.type === 'assignment' && !/[(]/.test((child(only, 'right')?.text ?? '').replace(KNOWN_CALLS, ''))
  )
}

const KNOWN_CALLS =
  /\b(?:re\.compile|Path|pathlib\.Path|frozenset|set|tuple|dict|list|os\.path\.\w+|os\.environ\.get|os\.getenv)\(/g

function readsInput(one: SyntaxNode): boolean {
  return one.type === 'function_definition' && /\bstdin\b/.test(one.text)
}

// The name in the first `main()` as a whole statement, where `main` is an undecorated `async def` that is defined once.
function uncalled(statements: readonly SyntaxNode[], root: SyntaxNode): SyntaxNode | undefined {
  const calls = new Map<string, SyntaxNode>()
  for (const one of statements) {
    const [call] = one.type === 'expression_statement' ? named(one) : []
    const name = call?.type === 'call' ? child(call, 'function') : undefined
    if (name?.type === 'identifier' && !calls.has(name.text)) calls.set(name.text, name)
  }
  const functions = named(root).filter((one) => one.type === 'function_definition')
  const byName = Map.groupBy(functions, (one) => child(one, 'name')?.text ?? '')
  return [...calls.values()].find(({ text }) => {
    const [only, other] = byName.get(text) ?? []
    const isCoroutine = only?.children[0]?.type === 'async' && !/\byield\b/.test(only.text)
    return isCoroutine && other === undefined && !isSet(text, root.text)
  })
}

function isSet(name: string, text: string): boolean {
  return new RegExp(`^[ \\t]*${name}\\s*=[^=]|\\bas\\s+${name}\\b|\\bimport\\s.*\\b${name}\\b`, 'm').test(
    text,
  )
}
