// Translates a Python script into the small language of ../program/program.ts.

import { act, type Expr, known, NOTHING, type Stmt, UNKNOWN, unknown, write } from '../program/program.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { ARGV, assign, exit, expression, parameters, target } from './expressions.ts'

/** Translates a script that is started with the one argument `hook`. */
export function programOf(root: SyntaxNode): readonly Stmt[] {
  return [act(assign('__name__', known('__main__'))), ...block(root)]
}

function block(node: SyntaxNode | undefined): readonly Stmt[] {
  return named(node).flatMap(statement)
}

function statement(node: SyntaxNode): readonly Stmt[] {
  switch (node.type) {
    case 'expression_statement':
      return named(node).map((inner) => act(expression(inner)))
    case 'if_statement':
      return [conditional(node, childrenOf(node, 'alternative'))]
    case 'match_statement':
      return match(node)
    case 'function_definition':
      return [{ kind: 'define', name: child(node, 'name')?.text ?? '', value: routine(node) }]
    case 'decorated_definition':
      return decorated(node)
    case 'return_statement':
      return [{ kind: 'return', value: named(node)[0] === undefined ? NOTHING : expression(named(node)[0]) }]
    case 'raise_statement':
      return [act(raised(named(node)[0]))]
    case 'while_statement':
      return [{ kind: 'while', test: expression(child(node, 'condition')), body: block(child(node, 'body')) }]
    case 'for_statement':
      return [
        {
          kind: 'each',
          target: target(child(node, 'left')),
          of: expression(child(node, 'right')),
          body: block(child(node, 'body')),
        },
      ]
    case 'break_statement':
      return [{ kind: 'break' }]
    case 'continue_statement':
      return [{ kind: 'continue' }]
    case 'with_statement':
      return block(child(node, 'body'))
    // What an exception would do is not followed.
    case 'try_statement':
      return [
        ...block(child(node, 'body')),
        ...node.children
          .filter(({ type }) => /^(else|finally)_clause$/.test(type))
          .flatMap((one) => block(named(one).at(-1))),
      ]
    case 'import_from_statement':
      return importedArguments(node)
    case 'print_statement':
      return [act(write(UNKNOWN))]
    case 'ERROR':
      return [act(write(UNKNOWN))]
    default:
      return []
  }
}

// An `elif` is an `if` in the other branch.
function conditional(node: SyntaxNode, [next, ...rest]: readonly SyntaxNode[]): Stmt {
  const isElse = next?.type === 'else_clause'
  return {
    kind: 'if',
    test: expression(child(node, 'condition')),
    yes: block(child(node, 'consequence')),
    no: next === undefined ? [] : isElse ? block(child(next, 'body')) : [conditional(next, rest)],
  }
}

// A match is a chain of ifs: the subject is kept under a name no program can have.
function match(node: SyntaxNode): readonly Stmt[] {
  const subjects = childrenOf(node, 'subject')
  const [only] = subjects
  const subject: Expr =
    subjects.length === 1 ? expression(only) : { kind: 'list', items: subjects.map(expression) }
  const cases = named(child(node, 'body')).filter(({ type }) => type === 'case_clause')
  const chain = cases.reduceRight<readonly Stmt[]>((otherwise, one) => {
    const patterns = one.children.filter(({ type }) => type === 'case_pattern')
    const { test, names } =
      patterns.length === 1 ? pattern(patterns[0] as SyntaxNode, SUBJECT) : { test: UNKNOWN, names: [] }
    const guard = child(one, 'guard')
    const body = [...names, ...block(child(one, 'consequence'))]
    const whole: Expr =
      guard === undefined ? test : { kind: 'and', left: test, right: expression(named(guard)[0]) }
    return [{ kind: 'if', test: whole, yes: body, no: otherwise }]
  }, [])
  return [act(assign('match ', subject)), ...chain]
}

const SUBJECT: Expr = { kind: 'name', name: 'match ' }

type Pattern = { readonly test: Expr; readonly names: readonly Stmt[] }

function pattern(node: SyntaxNode, subject: Expr): Pattern {
  const inner = named(node)
  const [first] = inner
  if (node.type === 'case_pattern') return first === undefined ? ANY : pattern(first, subject)
  if (node.type === 'string' || node.type === 'concatenated_string' || node.type === 'integer') {
    return { test: { kind: 'compare', by: '==', left: subject, right: expression(node) }, names: [] }
  }
  if (node.type === 'union_pattern') {
    return inner
      .map((one) => pattern(one, subject))
      .reduce((left, right) => ({ test: { kind: 'or', left: left.test, right: right.test }, names: [] }))
  }
  if (node.type === 'list_pattern' || node.type === 'tuple_pattern') {
    if (inner.some((one) => one.children.some(({ type }) => type === 'splat_pattern')))
      return { test: UNKNOWN, names: [] }
    const items = inner.map((one, i) => pattern(one, { kind: 'item', of: subject, at: known(i) }))
    const length: Expr = {
      kind: 'compare',
      by: '==',
      left: { kind: 'length', of: subject },
      right: known(items.length),
    }
    const test = items.reduce<Expr>((left, item) => ({ kind: 'and', left, right: item.test }), length)
    return { test, names: items.flatMap(({ names }) => names) }
  }
  if (node.type === 'dotted_name' && inner.length === 1)
    return { test: known(true), names: [act(assign(node.text, subject))] }
  return { test: UNKNOWN, names: [] }
}

const ANY: Pattern = { test: known(true), names: [] }

function decorated(node: SyntaxNode): readonly Stmt[] {
  const definition = child(node, 'definition')
  // A decorator may call the function, or make another of it.
  if (definition?.type !== 'function_definition') return []
  return [act(assign(child(definition, 'name')?.text ?? '', unknown(routine(definition))))]
}

function raised(node: SyntaxNode | undefined): Expr {
  const isExit = node?.type === 'call' && child(node, 'function')?.text === 'SystemExit'
  if (!isExit) return { kind: 'exit', status: known(node?.text === 'SystemExit' ? 0 : 1) }
  return exit(named(child(node, 'arguments'))[0])
}

// `from sys import argv`
function importedArguments(node: SyntaxNode): readonly Stmt[] {
  if (child(node, 'module_name')?.text !== 'sys') return []
  return childrenOf(node, 'name').flatMap((one) => {
    const name = one.type === 'aliased_import' ? child(one, 'name') : one
    return name?.text === 'argv' ? [act(assign((child(one, 'alias') ?? name).text, ARGV))] : []
  })
}

function routine(node: SyntaxNode): Expr & { kind: 'function' } {
  const params = parameters(child(node, 'parameters'))
  return { kind: 'function', params, body: block(child(node, 'body')) }
}
