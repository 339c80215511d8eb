// The names that a part of a program may set, found without following it.

import { oncePer } from '../../contract/oncePer.ts'
import type { Expr, ProgramTarget, Stmt } from './program.ts'

export type Name = { readonly name: string; readonly local: boolean }

/** The names the statements may set; undefined when they may do more than set names. */
export function reach(...blocks: readonly (readonly Stmt[])[]): readonly Name[] | undefined {
  const names: Name[] = []
  for (const block of blocks) {
    const found = reached(block)
    if (found === undefined) return undefined
    names.push(...found)
  }
  return names
}

const reached = oncePer((block: readonly Stmt[]): readonly Name[] | undefined => {
  const names: Name[] = []
  return block.every((one) => statement(one, names)) ? names : undefined
})

function statement(one: Stmt, names: Name[]): boolean {
  switch (one.kind) {
    case 'do':
      return expression(one.of, names)
    case 'if':
      return expression(one.test, names) && [...one.yes, ...one.no].every((inner) => statement(inner, names))
    case 'while':
      return expression(one.test, names) && one.body.every((inner) => statement(inner, names))
    case 'each':
      bound(one.target, true, names)
      return expression(one.of, names) && one.body.every((inner) => statement(inner, names))
    default:
      return false
  }
}

function expression(of: Expr, names: Name[]): boolean {
  switch (of.kind) {
    case 'text':
    case 'known':
    case 'name':
      return true
    case 'list':
      return of.items.every((item) => expression(item, names))
    case 'item':
      return expression(of.of, names) && expression(of.at, names)
    case 'slice':
    case 'length':
    case 'not':
    case 'spread':
      return expression(of.of, names)
    case 'join':
    case 'unknown':
      return of.parts.every((part) => expression(part, names))
    case 'compare':
    case 'and':
    case 'or':
      return expression(of.left, names) && expression(of.right, names)
    case 'choose':
      return expression(of.test, names) && expression(of.yes, names) && expression(of.no, names)
    case 'assign':
      bound(of.target, of.local, names)
      return expression(of.value, names)
    case 'steps':
      return of.steps.every((one) => statement(one, names))
    default:
      return false
  }
}

function bound(target: ProgramTarget, local: boolean, names: Name[]): void {
  if (target.kind === 'name') names.push({ name: target.name, local })
  else for (const item of target.items) if (item !== undefined) bound(item, local, names)
}
