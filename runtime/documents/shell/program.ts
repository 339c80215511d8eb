// A shell script as a program of few words (see ../program/program.ts).

import { act, type Expr, known, type Stmt, UNKNOWN, write } from '../program/program.ts'
import { child, childrenOf, named, type SyntaxNode } from '../treeSitter.ts'
import { assign, command, commandStatus, inputOf, type Redirected } from './commands.ts'
import { testCommand } from './tests.ts'
import { ARGUMENTS, isAllArguments, word } from './words.ts'

/** Translates a script that is started with the one argument `hook`. */
export function programOf(root: SyntaxNode): readonly Stmt[] {
  const start = assign('@', { kind: 'list', items: [known('hook')] })
  return [start, ...new Script(functionsOf(root)).block(named(root))]
}

function functionsOf(root: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>()
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'function_definition') names.add(child(node, 'name')?.text ?? '')
    open.push(...node.children)
  }
  return names
}

/** A script whose functions are known by name. */
class Script {
  readonly #functions: ReadonlySet<string>

  constructor(functions: ReadonlySet<string>) {
    this.#functions = functions
  }

  block(nodes: readonly SyntaxNode[]): readonly Stmt[] {
    return nodes.flatMap((node) => this.#statement(node))
  }

  #statement(node: SyntaxNode, redirected: Redirected = {}): readonly Stmt[] {
    switch (node.type) {
      case 'command':
        return this.#command(node, redirected)
      case 'redirected_statement':
        return this.#redirected(node)
      case 'list':
        return this.#list(node)
      case 'pipeline':
        return this.#pipeline(node)
      case 'if_statement':
        return this.#if(node)
      case 'case_statement':
        return this.#case(node)
      case 'while_statement':
      case 'until_statement':
        return this.#while(node)
      case 'for_statement':
        return this.#for(node)
      case 'c_style_for_statement':
        return [{ kind: 'while', test: UNKNOWN, body: this.block(named(child(node, 'body'))) }]
      case 'compound_statement':
      case 'subshell':
      case 'do_group':
        return this.block(named(node))
      case 'variable_assignment':
        return [this.#assignment(node, false)]
      case 'variable_assignments':
        return named(node).map((one) => this.#assignment(one, false))
      case 'declaration_command': {
        const local = /^(local|declare|typeset)\b/.test(node.text)
        return named(node)
          .filter(({ type }) => type === 'variable_assignment')
          .map((one) => this.#assignment(one, local))
      }
      case 'function_definition':
        return [this.#function(node)]
      case 'negated_command':
        return this.block(named(node))
      case 'test_command':
      case 'unset_command':
        return []
      default:
        return [act(write(UNKNOWN))]
    }
  }

  #command(node: SyntaxNode, redirected: Redirected): readonly Stmt[] {
    const redirects = childrenOf(node, 'redirect')
    const input = redirected.input ?? inputOf(redirects)
    const does = command(node, this.#functions, input === undefined ? {} : { input })
    return redirects.some(leavesOutput) ? muted(does) : does
  }

  #redirected(node: SyntaxNode): readonly Stmt[] {
    const redirects = childrenOf(node, 'redirect')
    const body = child(node, 'body')
    // `cat <<EOF | tr …`: the rest of the pipeline stands inside the redirection.
    if (redirects.some((one) => one.children.some(({ type }) => type === 'pipeline')))
      return [act(write(UNKNOWN))]
    const input = inputOf(redirects)
    const does = body === undefined ? [] : this.#statement(body, input === undefined ? {} : { input })
    return redirects.some(leavesOutput) ? muted(does) : does
  }

  #list(node: SyntaxNode): readonly Stmt[] {
    const [left, right] = named(node)
    if (left === undefined || right === undefined) return this.block(named(node))
    const isAnd = node.children.some(({ type }) => type === '&&')
    const then = this.#statement(right)
    if (isAnd) return [{ kind: 'if', test: this.#status(left), yes: then, no: [] }]
    // `test && command || other`: the command is taken to succeed.
    const [test, middle] =
      left.type === 'list' && left.children.some(({ type }) => type === '&&') ? named(left) : []
    if (test !== undefined && middle !== undefined && !isTest(middle)) {
      return [{ kind: 'if', test: this.#status(test), yes: this.#statement(middle), no: then }]
    }
    return [{ kind: 'if', test: { kind: 'not', of: this.#status(left) }, yes: then, no: [] }]
  }

  // Only what the last command prints is seen.
  #pipeline(node: SyntaxNode): readonly Stmt[] {
    const parts = named(node)
    const last = parts.at(-1)
    return [...muted(this.block(parts.slice(0, -1))), ...(last === undefined ? [] : this.#statement(last))]
  }

  #status(node: SyntaxNode): Expr {
    if (node.type === 'test_command') return testCommand(node)
    if (node.type === 'negated_command') return { kind: 'not', of: this.#status(named(node)[0] ?? node) }
    if (node.type === 'list') {
      const [left, right] = named(node)
      const kind = node.children.some(({ type }) => type === '&&') ? 'and' : 'or'
      if (left !== undefined && right !== undefined)
        return { kind, left: this.#status(left), right: this.#status(right) }
    }
    const status = node.type === 'command' ? (commandStatus(node) ?? UNKNOWN) : UNKNOWN
    const does = this.#statement(node)
    return does.length === 0 ? status : { kind: 'steps', steps: [...does, act(status)] }
  }

  // `if a; b; then …`: b decides, a is done on the way.
  #if(node: SyntaxNode): readonly Stmt[] {
    const isNext = ({ type }: SyntaxNode): boolean => type === 'elif_clause' || type === 'else_clause'
    return [node, ...node.children.filter(isNext)].reduceRight<readonly Stmt[]>((no, clause) => {
      const { children } = clause
      if (clause.type === 'else_clause') return this.block(named(clause))
      const at = children.findIndex(({ type }) => type === 'then')
      const conditions = named({ ...EMPTY, children: children.slice(0, at === -1 ? children.length : at) })
      const body = named({ ...EMPTY, children: children.slice(at + 1) }).filter((one) => !isNext(one))
      const last = conditions.at(-1)
      const test = last === undefined ? UNKNOWN : this.#status(last)
      const yes = at === -1 ? [] : this.block(body)
      return [...this.block(conditions.slice(0, -1)), { kind: 'if', test, yes, no }]
    }, [])
  }

  // A case is a chain of ifs: the subject is kept under a name no script can have.
  #case(node: SyntaxNode): readonly Stmt[] {
    const items = named(node).filter(({ type }) => type === 'case_item')
    const bodies = items.map((item) => this.block(named(item).filter(({ field }) => field !== 'value')))
    const chain = items.reduceRight<readonly Stmt[]>((otherwise, item, i) => {
      const tests = childrenOf(item, 'value').map(pattern)
      const test = tests.reduce<Expr>((left, right) => ({ kind: 'or', left, right }), known(false))
      const falls = item.children.some(({ type }) => type === ';&' || type === ';;&')
      const then = falls ? [...(bodies[i] ?? []), ...(bodies[i + 1] ?? [])] : (bodies[i] ?? [])
      return [{ kind: 'if', test, yes: then, no: otherwise }]
    }, [])
    return [assign('case ', word(child(node, 'value'))), ...chain]
  }

  #while(node: SyntaxNode): readonly Stmt[] {
    const conditions = node.children.filter(({ field, named: isNamed }) => field === 'condition' && isNamed)
    const last = conditions.at(-1)
    const test = last === undefined ? UNKNOWN : this.#status(last)
    const isUntil = node.children[0]?.type === 'until'
    return [
      {
        kind: 'while',
        test: isUntil ? { kind: 'not', of: test } : test,
        body: this.block(named(child(node, 'body'))),
      },
    ]
  }

  #for(node: SyntaxNode): readonly Stmt[] {
    const values = childrenOf(node, 'value')
    const items = values.map(
      (one): Expr => (isAllArguments(one) ? { kind: 'spread', of: ARGUMENTS } : word(one)),
    )
    // A bare word may stand for many: a pattern for files, an expansion for several words.
    const certain = values.every(
      (one) =>
        isAllArguments(one) ||
        one.type === 'string' ||
        one.type === 'raw_string' ||
        /^[\w.:/-]+$/.test(one.text),
    )
    const of: Expr = values.length === 0 ? ARGUMENTS : certain ? { kind: 'list', items } : UNKNOWN
    const name = child(node, 'variable')?.text ?? ''
    return [
      { kind: 'each', target: { kind: 'name', name }, of, body: this.block(named(child(node, 'body'))) },
    ]
  }

  #function(node: SyntaxNode): Stmt {
    const params = { kind: 'items', items: [{ kind: 'name', name: '@' }], rest: 0 } as const
    const body = child(node, 'body')
    const name = `${child(node, 'name')?.text ?? ''}()`
    return {
      kind: 'define',
      name,
      value: { kind: 'function', params, body: body === undefined ? [] : this.#statement(body) },
    }
  }

  #assignment(node: SyntaxNode, local: boolean): Stmt {
    const name = child(node, 'name')?.text ?? ''
    const value = child(node, 'value')
    const given: Expr = value === undefined ? known('') : this.#value(value)
    const appends = node.children.some(({ type }) => type === '+=')
    return assign(name, appends ? { kind: 'join', parts: [{ kind: 'name', name }, given] } : given, local)
  }

  // `$(…)` on its own is what its commands print.
  #value(node: SyntaxNode): Expr {
    if (node.type === 'command_substitution')
      return { kind: 'capture', steps: this.block(named(node)), apart: true }
    const [only, ...more] = named(node)
    if (
      node.type === 'string' &&
      only?.type === 'command_substitution' &&
      more.length === 0 &&
      only.text.length === node.text.length - 2
    ) {
      return this.#value(only)
    }
    return word(node)
  }
}

const EMPTY: SyntaxNode = {
  type: '',
  field: undefined,
  named: true,
  missing: false,
  start: 0,
  end: 0,
  text: '',
  children: [],
}

function muted(steps: readonly Stmt[]): readonly Stmt[] {
  return steps.length === 0 ? [] : [act({ kind: 'capture', steps, apart: false })]
}

function isTest(node: SyntaxNode): boolean {
  if (node.type === 'test_command' || node.type === 'negated_command') return true
  return node.type === 'command' && /^(test|\[)$/.test(child(node, 'name')?.text ?? '')
}

// A quoted pattern stands for itself.
function pattern(node: SyntaxNode): Expr {
  const left: Expr = { kind: 'name', name: 'case ' }
  const isQuoted = node.type === 'string' || node.type === 'raw_string'
  return { kind: 'compare', by: isQuoted ? '==' : 'glob', left, right: word(node) }
}

/** Whether a redirection takes standard output elsewhere: `> file`, `>&2`, `&> file`; not `2> file`, not `> /dev/stdout`. */
export function leavesOutput(node: SyntaxNode): boolean {
  if (node.type !== 'file_redirect') return false
  const descriptor = child(node, 'descriptor')?.text
  const operator = node.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
  const destination = child(node, 'destination')?.text
  if (!operator.includes('>') || (descriptor !== undefined && descriptor !== '1')) return false
  return destination !== '1' && destination !== '/dev/stdout' && destination !== '&1'
}
