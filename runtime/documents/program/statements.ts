// Follows the statements of a program on one path. Exceptions are not followed.

import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { reach } from './assignedNames.ts'
import { matches } from './patterns.ts'
import { isList, type ProgramValue, truthiness } from './values.ts'
import type { BlockEnd, ProgramWay } from './way.ts'

const MAX_ROUNDS = 16

/** Follows the statements of a block; functions it defines are known throughout it. */
export function block(node: SyntaxNode | undefined, way: ProgramWay): BlockEnd {
  const statements = named(node)
  for (const one of statements)
    if (one.type === 'function_definition') way.bind(child(one, 'name'), way.routine(one))
  for (const one of statements) {
    const end = statement(one, way)
    if (end !== 'next') return end
  }
  return 'next'
}

function statement(node: SyntaxNode, way: ProgramWay): BlockEnd {
  way.spend(1)
  const [first] = named(node)
  switch (node.type) {
    case 'expression_statement':
      for (const inner of named(node)) way.value(inner)
      return 'next'
    case 'if_statement':
      return branch(
        node,
        node.children.filter(({ type }) => /^(?:elif|else)_clause$/.test(type)),
        way,
      )
    case 'match_statement':
      return choose(node, way)
    case 'decorated_definition':
      return decorated(child(node, 'definition'), way)
    case 'return_statement':
      return { value: first === undefined ? null : way.value(first) }
    case 'raise_statement':
      return way.exit(raised(first, way))
    case 'while_statement':
      return repeat(node, way)
    case 'for_statement':
      return each(node, way)
    case 'break_statement':
      return 'break'
    case 'continue_statement':
      return 'continue'
    case 'with_statement':
      return block(child(node, 'body'), way)
    case 'try_statement':
      return inTurn(
        [
          child(node, 'body'),
          ...node.children
            .filter(({ type }) => /^(?:else|finally)_clause$/.test(type))
            .map((one) => named(one).at(-1)),
        ],
        way,
      )
    case 'import_from_statement':
      imported(node, way)
      return 'next'
    case 'print_statement':
    case 'ERROR':
      way.print(undefined)
      return 'next'
    default:
      return 'next'
  }
}

function inTurn(blocks: readonly (SyntaxNode | undefined)[], way: ProgramWay): BlockEnd {
  for (const one of blocks) {
    const end = block(one, way)
    if (end !== 'next') return end
  }
  return 'next'
}

function branch(node: SyntaxNode, others: readonly SyntaxNode[], way: ProgramWay): BlockEnd {
  const clauses = [node, ...others]
  const last = clauses.findLastIndex((one, at) => at > 0 && reach([one]) === undefined)
  for (const [at, clause] of clauses.entries()) {
    if (clause.type === 'else_clause') return block(child(clause, 'body'), way)
    const yes = child(clause, 'consequence')
    const test = truthiness(way.value(child(clause, 'condition')))
    // Branches that only set names need no separate paths: the names are unknown from here on.
    if (test === undefined && last <= at && reach([yes]) !== undefined)
      return way.forget(yes, ...clauses.slice(at + 1))
    if (test ?? way.choose()) return block(yes, way)
  }
  return 'next'
}

function repeat(node: SyntaxNode, way: ProgramWay): BlockEnd {
  const body = child(node, 'body')
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const test = truthiness(way.value(child(node, 'condition')))
    if (test === false || (test === undefined && !way.choose())) return 'next'
    const end = block(body, way)
    if (end === 'break') return 'next'
    if (typeof end === 'object') return end
    if (test === undefined) break
  }
  return way.forget(body)
}

function each(node: SyntaxNode, way: ProgramWay): BlockEnd {
  const list = way.value(child(node, 'right'))
  const body = child(node, 'body')
  if (!isList(list) && !way.choose()) return 'next'
  for (const item of isList(list) ? list.items.slice(0, MAX_ROUNDS) : [undefined]) {
    way.bind(child(node, 'left'), item)
    const end = block(body, way)
    if (end === 'break') return 'next'
    if (typeof end === 'object') return end
  }
  return isList(list) && list.items.length <= MAX_ROUNDS ? 'next' : way.forget(body)
}

function choose(node: SyntaxNode, way: ProgramWay): BlockEnd {
  const subjects = childrenOf(node, 'subject')
  const subject = subjects.length === 1 ? way.value(subjects[0]) : way.list(subjects)
  for (const one of named(child(node, 'body'))) {
    if (one.type !== 'case_clause') continue
    const patterns = one.children.filter(({ type }) => type === 'case_pattern')
    const fits = patterns.length === 1 ? matches(patterns[0], subject, way) : undefined
    const [guard] = named(child(one, 'guard'))
    const test = fits === false || guard === undefined ? fits : truthiness(way.value(guard)) && fits
    if (test ?? way.choose()) return block(child(one, 'consequence'), way)
  }
  return 'next'
}

// A decorator may call the function, or replace it.
function decorated(definition: SyntaxNode | undefined, way: ProgramWay): BlockEnd {
  if (definition?.type !== 'function_definition') return 'next'
  way.keep([way.routine(definition)])
  way.bind(child(definition, 'name'), undefined)
  return 'next'
}

function raised(node: SyntaxNode | undefined, way: ProgramWay): ProgramValue {
  const isExit = node?.type === 'call' && child(node, 'function')?.text === 'SystemExit'
  if (!isExit) return node?.text === 'SystemExit' ? 0 : 1
  const [status] = named(child(node, 'arguments'))
  return status === undefined ? 0 : way.value(status)
}

// `from sys import argv`
function imported(node: SyntaxNode, way: ProgramWay): void {
  if (child(node, 'module_name')?.text !== 'sys') return
  for (const one of childrenOf(node, 'name')) {
    const name = one.type === 'aliased_import' ? child(one, 'name') : one
    if (name?.text === 'argv') way.bind(child(one, 'alias') ?? named(name)[0], way.arguments)
  }
}
