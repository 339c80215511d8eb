// PowerShell's statements in terms of the tree that flow follows. What a statement gives and nobody takes is
// printed; in a function whose output is taken up somewhere it is what the function gives back.

import { call, comparison, made, name, reading, unknown } from '../flow/translatedNodes.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { choicesIn } from './choices.ts'
import { pipeline, stages } from './commands.ts'
import { all, alone, expression, type Translated, target } from './expressions.ts'

/** The whole script, with the modules that its translation calls. */
export function moduleOf(root: SyntaxNode): SyntaxNode {
  const functions = new Set(partsOf(root, 'function_statement').map(nameOf))
  const script: Translated = {
    functions,
    valued: new Set(),
    choices: choicesIn(root),
    stops: STOPS.test(root.text),
    inputUntil: inputSetAt(root),
  }
  const once = statements(root, script, false)
  // Who takes a function's output up is known once all has been seen.
  const body = script.valued.size === 0 ? once : statements(root, script, false)
  const modules = ['json', 'sys', 'os'].map((one) => reading(one, made('dotted_name', root)))
  const loads = modules.map((one) => made('import_statement', root, { name: one }))
  return made('module', root, [...loads, ...body])
}

const STOPS = /\$ErrorActionPreference\s*=\s*['"]?Stop/i

// The value that is set may be made of what stood there.
function inputSetAt(root: SyntaxNode): number {
  const sets = partsOf(root, 'assignment_expression').find((one) => /^\$input\s*=/i.test(one.text))
  return sets?.end ?? Number.POSITIVE_INFINITY
}

function partsOf(node: SyntaxNode, type: string): readonly SyntaxNode[] {
  return nodesIn(node).filter((one) => one.type === type)
}

function nameOf(node: SyntaxNode): string {
  return node.children.find(({ type }) => type === 'function_name')?.text.toLowerCase() ?? ''
}

const HOLDERS =
  /^(?:statement_list|statement_block|script_block|script_block_body|script_block_expression|named_block(?:_list)?|ERROR)$/

/** The statements in a node; `isValued`: what they give is given back. */
function statements(
  node: SyntaxNode | undefined,
  script: Translated,
  isValued: boolean,
): readonly SyntaxNode[] {
  return named(node).flatMap((one) =>
    HOLDERS.test(one.type) ? statements(one, script, isValued) : statement(one, script, isValued),
  )
}

function statement(node: SyntaxNode, script: Translated, isValued: boolean): readonly SyntaxNode[] {
  const within = (one: SyntaxNode): SyntaxNode => made('block', one, statements(one, script, isValued))
  const body = (one: SyntaxNode): SyntaxNode =>
    within(one.children.find(({ type }) => type === 'statement_block') ?? one)
  const condition = (one: SyntaxNode): SyntaxNode =>
    expression(child(one, 'condition') ?? child(one, 'for_condition') ?? unknown(one), script)
  const part = (type: string): SyntaxNode | undefined => node.children.find((one) => one.type === type)
  switch (node.type) {
    case 'pipeline':
      return run(node, script, isValued)
    case 'if_statement':
      return branches(
        node,
        [node, ...named(part('elseif_clauses'))].map((one) => [one, condition(one), body(one)]),
        part('else_clause'),
        body,
      )
    case 'switch_statement':
      return choose(node, script, body)
    case 'foreach_statement': {
      const [left, right] = all(named(node).slice(0, 2), script)
      return [made('for_statement', node, { left, right, body: body(node) })]
    }
    case 'while_statement':
    case 'do_statement':
    case 'for_statement':
      return [
        ...statements(part('for_initializer'), script, true),
        made('while_statement', node, { condition: condition(node), body: body(node) }),
      ]
    case 'try_statement': {
      // A member that is missing is no error, and `exit` cannot be caught.
      const handlers = named(part('catch_clauses')).map((one) =>
        made('except_clause', one, { value: name('AnyError', one) }, [body(one)]),
      )
      const last = part('finally_clause')
      const finally_ = last === undefined ? [] : [made('finally_clause', last, [body(last)])]
      return [made('try_statement', node, { body: body(node) }, [...handlers, ...finally_])]
    }
    case 'function_statement':
      return [define(node, script)]
    case 'flow_control_statement':
      return leave(node, script, isValued)
    default:
      return []
  }
}

type Branch = readonly [at: SyntaxNode, condition: SyntaxNode, consequence: SyntaxNode]

function branches(
  node: SyntaxNode,
  [first, ...others]: readonly Branch[],
  last: SyntaxNode | undefined,
  body: (node: SyntaxNode) => SyntaxNode,
): readonly SyntaxNode[] {
  if (first === undefined) return []
  const more = others.map(([at, condition, consequence]) =>
    made('elif_clause', at, { condition, consequence }),
  )
  const otherwise = last === undefined ? [] : [made('else_clause', last, { body: body(last) })]
  return [made('if_statement', node, { condition: first[1], consequence: first[2] }, [...more, ...otherwise])]
}

// Each clause is a comparison; with -Regex and its like it is one that nobody works out.
function choose(
  node: SyntaxNode,
  script: Translated,
  body: (node: SyntaxNode) => SyntaxNode,
): readonly SyntaxNode[] {
  const part = (type: string): SyntaxNode | undefined => node.children.find((one) => one.type === type)
  const [value = unknown(node)] = all(named(part('switch_condition')), script)
  const by = part('switch_parameters') === undefined ? '==' : '=~'
  const clauses = named(named(part('switch_body'))[0]).filter(({ type }) => type === 'switch_clause')
  const isOther = (one: SyntaxNode): boolean => /^default$/i.test(named(one)[0]?.text ?? '')
  const tested = clauses
    .filter((one) => !isOther(one))
    .map((one): Branch => {
      const [test = unknown(one)] = all(named(named(one)[0]), script)
      return [one, comparison(value, by, test, one), body(one)]
    })
  return branches(node, tested, clauses.find(isOther), body)
}

// A pipeline as a statement.
function run(node: SyntaxNode, script: Translated, isValued: boolean): readonly SyntaxNode[] {
  const [chain, ...more] = named(node)
  const bare = (value: SyntaxNode): readonly SyntaxNode[] => [made('expression_statement', node, [value])]
  if (chain?.type === 'assignment_expression') return bare(assignment(chain, script))
  if (chain === undefined || more.length > 0) return bare(unknown(node, all(more, script)))
  const { value, name: called, fate, each } = stages(chain, script)
  if (each !== undefined) {
    const body = made('block', each, statements(each, script, isValued))
    return [made('for_statement', node, { left: name('$_', node), right: value, body })]
  }
  if (called === 'write-error' && script.stops) return [made('raise_statement', node, [value])]
  const isOwn = fate === 'own' && !script.valued.has(called)
  if (fate === 'silent' || isOwn || (called === '' && isSilent(alone(named(chain)[0] ?? chain))))
    return bare(value)
  return isValued ? [made('return_statement', node, [value])] : bare(call('print', [value], node))
}

const PRINTS_NOTHING =
  /\.(?:add|remove|clear|append\w*|write\w*|close|dispose|flush)\s*\(|^\[(?:system\.)?(?:console|environment)\]|writeerrorline/i

function isSilent({ type, text }: SyntaxNode): boolean {
  if (type === 'invokation_expression') return PRINTS_NOTHING.test(text)
  return /_(?:increment|decrement)_expression$/.test(type) || /^\[void\]/i.test(text)
}

function assignment(node: SyntaxNode, script: Translated): SyntaxNode {
  const [left = node] = named(named(node)[0])
  const isPlain = node.children.some(({ type, text }) => type === 'assignement_operator' && text === '=')
  const given = child(node, 'value')
  const sides = { left: target(left, script), right: given && expression(given, script) }
  return made(isPlain ? 'assignment' : 'augmented_assignment', node, sides)
}

function define(node: SyntaxNode, script: Translated): SyntaxNode {
  const own = nameOf(node)
  const parameters = partsOf(node, 'script_parameter').flatMap(({ children }) =>
    children.filter(({ type }) => type === 'variable'),
  )
  const body = node.children.find(({ type }) => type === 'script_block') ?? node
  return made('function_definition', node, {
    name: name(own, node),
    parameters: made('parameters', node, all(parameters, script)),
    body: made('block', body, statements(body, script, script.valued.has(own))),
  })
}

function leave(node: SyntaxNode, script: Translated, isValued: boolean): readonly SyntaxNode[] {
  const [given] = named(node)
  const word = node.children[0]?.text.toLowerCase()
  if (word === 'return' && !isValued && given !== undefined)
    return [...run(given, script, false), made('return_statement', node)]
  const parts = given === undefined ? [] : [pipeline(given, script)]
  if (word === 'exit') return [made('expression_statement', node, [call('sys.exit', parts, node)])]
  return [made(word === 'throw' ? 'raise_statement' : `${word}_statement`, node, parts)]
}
