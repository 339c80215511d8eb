// Translates PowerShell's statements to the tree that flow follows. Output that is not captured is printed; in a
// function whose output is used as a value somewhere, it is the function's result.

import {
  attempt,
  branches,
  call,
  dotted,
  made,
  name,
  reading,
  sign,
  statement,
  template,
  unknown,
} from '../flow/translatedNodes.ts'
import { child, childOfType, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { classOf } from './classes.ts'
import { stages } from './commands.ts'
import { all, alone, clausesOf, expression, type Translated, target } from './expressions.ts'
import { callsIn, parametersOf } from './parameters.ts'

/**
 * The whole script, preceded by imports of the modules that its translation calls. `isPlain`: all entries call it without
 * arguments, so its parameters have their defaults.
 */
export function moduleOf(root: SyntaxNode, isPlain: boolean): SyntaxNode {
  const functions = new Set(partsOf(root, 'function_statement').map(nameOf))
  const script: Translated = {
    functions,
    classes: new Set(
      partsOf(root, 'class_statement').map(
        (one) => childOfType(one, 'simple_name')?.text.toLowerCase() ?? '',
      ),
    ),
    valued: new Set(),
    calls: callsIn(root),
    stops: STOPS.test(root.text),
    isValued: false,
  }
  const once = statements(root, script)
  // Which functions' output is used as a value is known only after the whole script was translated once.
  const body = script.valued.size === 0 ? once : statements(root, script)
  const modules = ['json', 'sys', 'os'].map((one) => reading(one, made('dotted_name', root)))
  const loads = modules.map((one) => made('import_statement', root, { name: one }))
  const input = ['$input', ...pipedInto(root)].map((one) => fromInput(one, root))
  const given = isPlain ? defaultsOf(root, script) : argumentsOf(root, script)
  return made('module', root, [...loads, ...input, ...given, ...body])
}

function fromInput(variable: string, at: SyntaxNode): SyntaxNode {
  const sides = { left: name(variable, at), right: call('sys.stdin.read', [], at) }
  return statement(made('assignment', at, sides))
}

// `param([int] $Code = 1)` of the script itself.
function defaultsOf(root: SyntaxNode, script: Translated): readonly SyntaxNode[] {
  const list = childOfType(childOfType(root, 'param_block'), 'parameter_list')
  return parametersOf(named(list), {}, script).flatMap((one) => {
    const [left, right] = [child(one, 'name'), child(one, 'value')]
    return left === undefined || right === undefined
      ? []
      : [statement(made('assignment', one, { left, right }))]
  })
}

// `param([string] $Mode = 'pre')` of a script that entries pass arguments to, and `$args`.
function argumentsOf(root: SyntaxNode, script: Translated): readonly SyntaxNode[] {
  // A word is known to set only the first parameter: others may be names of parameters and their values.
  const argument = (at: SyntaxNode, index: number): SyntaxNode => {
    const subscript = reading(index === 0 ? '1' : '0', made('integer', at))
    return made('subscript', at, { value: dotted('sys.argv', at), subscript })
  }
  const list = named(childOfType(childOfType(root, 'param_block'), 'parameter_list'))
  const texts = list.filter(({ text }) => !OTHER_VALUE.test(text))
  const parameters = parametersOf(texts, {}, script).map((one, index) => {
    const value = child(one, 'value')
    const given = { left: argument(one, index), operator: sign('or', one), right: value }
    const right = value === undefined ? given.left : made('boolean_operator', one, given)
    return statement(made('assignment', one, { left: child(one, 'name') ?? one, right }))
  })
  const sides = { left: name('$args', root), right: dotted('sys.argv', root) }
  return [statement(made('assignment', root, sides)), ...parameters]
}

/** A parameter that is no text, or that is not on the command line. */
const OTHER_VALUE =
  /\[\s{0,9}(?:switch|bool|u?int(?:\d\d)?|u?long|double|float|decimal|datetime|timespan|hashtable|ps\w{1,20}|scriptblock|\w{1,40}\[\])\s{0,9}\]|ValueFrom/i

// `param([Parameter(ValueFromPipeline)] $Line)` of the script itself: a line of standard input.
function pipedInto(root: SyntaxNode): readonly string[] {
  const list = childOfType(childOfType(root, 'param_block'), 'parameter_list')
  return named(list)
    .filter(({ text }) => /\bValueFromPipeline\b/i.test(text))
    .flatMap((one) => childOfType(one, 'variable')?.text.toLowerCase() ?? [])
}

const STOPS = /\$ErrorActionPreference\s*=\s*['"]?Stop/i

function partsOf(node: SyntaxNode, type: string): readonly SyntaxNode[] {
  return nodesIn(node).filter((one) => one.type === type)
}

function nameOf(node: SyntaxNode): string {
  return childOfType(node, 'function_name')?.text.toLowerCase() ?? ''
}

const HOLDERS =
  /^(?:statement_list|statement_block|script_block|script_block_body|script_block_expression|named_block(?:_list)?|ERROR)$/

function statements(node: SyntaxNode | undefined, script: Translated): readonly SyntaxNode[] {
  const all = named(node).flatMap((one) => translated(one, script))
  const trap = childOfType(node, 'trap_statement')
  // Without an exit, the script continues after the statement that raised the error.
  if (node === undefined || trap === undefined || !/\bexit\b/i.test(trap.text)) return all
  const handler = childOfType(trap, 'statement_block') ?? trap
  return [
    attempt(node, made('block', node, all), [made('block', handler, statements(handler, script))], undefined),
  ]
}

function translated(node: SyntaxNode, script: Translated): readonly SyntaxNode[] {
  const body = (of: SyntaxNode): SyntaxNode => {
    const block = childOfType(of, 'statement_block') ?? of
    return made('block', block, statements(block, script))
  }
  switch (node.type) {
    case 'pipeline':
      return run(node, script)
    case 'if_statement':
    case 'switch_statement':
      return branches(
        node,
        clausesOf(node, script).map((one) => ({ ...one, body: body(one.at) })),
      )
    case 'foreach_statement': {
      const [left, right] = all(named(node).slice(0, 2), script)
      return [made('for_statement', node, { left, right, body: body(node) })]
    }
    case 'while_statement':
    case 'do_statement':
    case 'for_statement': {
      const test = child(node, 'condition') ?? child(node, 'for_condition') ?? unknown(node)
      return [
        ...statements(child(node, 'for_initializer'), { ...script, isValued: true }),
        made('while_statement', node, { condition: expression(test, script), body: body(node) }),
      ]
    }
    case 'try_statement': {
      const handlers = named(childOfType(node, 'catch_clauses')).map(body)
      const last = childOfType(node, 'finally_clause')
      return [attempt(node, body(node), handlers, last && body(last))]
    }
    case 'function_statement':
      return [define(node, script)]
    case 'class_statement':
      return [classOf(node, script, statements)]
    case 'flow_control_statement':
      return leave(node, script)
    default:
      return HOLDERS.test(node.type) ? statements(node, script) : []
  }
}

// A pipeline as a statement.
function run(node: SyntaxNode, script: Translated): readonly SyntaxNode[] {
  const [chain, ...more] = named(node)
  if (chain?.type === 'assignment_expression') return [statement(assignment(chain, script), node)]
  if (chain === undefined || more.length > 0) return [statement(unknown(node, all(more, script)))]
  const held = blockIn(chain)
  // `process { … }` runs for each line of standard input.
  if (held !== undefined)
    return [...(/^process/i.test(chain.text) ? [fromInput('$_', held)] : []), ...statements(held, script)]
  const { value, name: called, isSilent, each } = stages(chain, script)
  if (each !== undefined) {
    const body = made('block', each, statements(each, script))
    return [made('for_statement', node, { left: name('$_', node), right: value, body })]
  }
  if (called === 'write-error' && isStopped(node, script))
    return [made('raise_statement', node, named(child(value, 'arguments')).slice(0, 1))]
  // Write-Host prints even where the output is a value.
  if (/^(?:write|out)-host$/.test(called)) return [statement(call('print', [value], node))]
  const isOwn = script.functions.has(called) && !script.valued.has(called)
  if (
    isSilent ||
    isOwn ||
    script.isMethod === true ||
    (called === '' && printsNothing(alone(named(chain)[0] ?? chain)))
  )
    return [statement(value, node)]
  if (SPEAKS.test(called))
    return [
      statement(
        script.isValued ? value : call('print', [template(node, ['output '], [unknown(node)])], node),
      ),
    ]
  if (PROGRAMS.test(called) && !script.isValued) return [statement(call('os.system', [value], node))]
  return [script.isValued ? made('return_statement', node, [value]) : statement(call('print', [value], node))]
}

// Commands whose output is always text: the item that was created, the date.
const SPEAKS = /^(?:new-item|get-(?:date|location|random)|test-path)$/

// Programs that print for a person to read, and no answer.
const PROGRAMS =
  /^(?:npm|npx|pnpm|yarn|bun|dotnet|msbuild|nuget|git|gh|pip|pytest|ruff|mypy|cargo|go|make|mvn|gradle|docker|kubectl|terraform|az|eslint|prettier|vitest|tsc|invoke-pester)(?:\.exe|\.cmd)?$/

// Whether Write-Error ends the script, as an uncaught error.
function isStopped({ text }: SyntaxNode, { stops }: Translated): boolean {
  const [, action] = /\s-(?:ErrorAction|ea)[\s:]+["']?(\w+)/i.exec(text) ?? []
  return action === undefined ? stops : /^stop$/i.test(action)
}

// `begin { … }`, `process { … }` and `end { … }` of the script itself, which the grammar takes for commands.
function blockIn(chain: SyntaxNode): SyntaxNode | undefined {
  const [only, ...more] = named(chain)
  const title = only && child(only, 'command_name')?.text
  if (only === undefined || more.length > 0 || !/^(?:begin|process|end|clean)$/i.test(title ?? ''))
    return undefined
  const held = named(child(only, 'command_elements')).at(-1)
  const block = held && alone(held)
  return block?.type === 'script_block_expression' ? block : undefined
}

const PRINTS_NOTHING =
  /\.(?:add|remove|clear|append\w*|write\w*|close|dispose|flush)\s*\(|^\[(?:system\.)?(?:console|environment)\]|writeerrorline/i

function printsNothing({ type, text }: SyntaxNode): boolean {
  if (type === 'invokation_expression') return PRINTS_NOTHING.test(text)
  return /_(?:increment|decrement)_expression$/.test(type) || /^\[void\]/i.test(text)
}

function assignment(node: SyntaxNode, script: Translated): SyntaxNode {
  const [left = node] = named(named(node)[0])
  const by = node.children.find(({ type }) => type === 'assignement_operator')?.text ?? ''
  const isPlain = by === '='
  const given = child(node, 'value')
  const operator = isPlain ? undefined : sign(by, node)
  const sides = { left: target(left, script), operator, right: given && expression(given, script) }
  return made(isPlain ? 'assignment' : 'augmented_assignment', node, sides)
}

function define(node: SyntaxNode, script: Translated): SyntaxNode {
  const own = nameOf(node)
  const parameters = parametersOf(partsOf(node, 'script_parameter'), script.calls?.get(own), script)
  const body = childOfType(node, 'script_block') ?? node
  return made('function_definition', node, {
    name: name(own, node),
    parameters: made('parameters', node, parameters),
    body: made('block', body, statements(body, { ...script, isValued: script.valued.has(own) })),
  })
}

function leave(node: SyntaxNode, script: Translated): readonly SyntaxNode[] {
  const [given] = named(node)
  const word = node.children[0]?.text.toLowerCase()
  if (word === 'return' && !script.isValued && given !== undefined)
    return [...run(given, script), made('return_statement', node)]
  const parts = given === undefined ? [] : [expression(given, script)]
  if (word === 'exit') return [statement(call('sys.exit', parts, node))]
  return [made(word === 'throw' ? 'raise_statement' : `${word}_statement`, node, parts)]
}
