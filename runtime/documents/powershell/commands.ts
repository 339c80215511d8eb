// Translates pipelines and their commands: reading input, converting to and from JSON, printing, writing errors.
// An unknown command may print anything.

import { rowOf } from '../../contract/json.ts'
import {
  attribute,
  call,
  keyword,
  made,
  name,
  reading,
  says,
  sign,
  template,
  unknown,
} from '../flow/translatedNodes.ts'
import { child, childOfType, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { all, alone, expression, type Translated } from './expressions.ts'
import { searched } from './members.ts'

/** The output of a pipeline that is used as a value. */
export function output(chain: SyntaxNode, script: Translated): SyntaxNode {
  const { value, name: last, each } = stages(chain, script)
  if (script.functions.has(last)) script.valued.add(last)
  return each === undefined ? value : passedOn(value, each, script)
}

// Items that a block of one expression keeps or changes: `| Where-Object { $payload.tool_name -eq $_ }`.
function passedOn(of: SyntaxNode, block: SyntaxNode, script: Translated): SyntaxNode {
  const [only, ...more] = named(nodesIn(block).find(({ type }) => type === 'statement_list'))
  if (only?.type !== 'pipeline' || more.length > 0) return of
  const parameters = made('parameters', block, [name('$_', block)])
  const lambda = made('lambda', block, { parameters, body: expression(only, script) })
  const each = call(lambda, [call('next', [of], block)], block)
  const perhaps = { left: unknown(block), operator: sign('and', block), right: each }
  return made('conditional_expression', block, [of, made('boolean_operator', block, perhaps), unknown(block)])
}

export type Stages = {
  readonly value: SyntaxNode
  /** The last command's name, in lower case; empty if it is an expression. */
  readonly name: string
  /** The last command prints nothing. */
  readonly isSilent?: boolean
  /** The statements that run once for each item of `value`. */
  readonly each?: SyntaxNode | undefined
}

/** Translates a pipeline command by command. */
export function stages(chain: SyntaxNode, script: Translated): Stages {
  let now: Stages | undefined
  for (const one of named(chain)) {
    if (now !== undefined && script.functions.has(now.name)) script.valued.add(now.name)
    now =
      one.type === 'command' ? command(one, now?.value, script) : { value: expression(one, script), name: '' }
  }
  return now ?? { value: unknown(chain), name: '', isSilent: true }
}

type Given = { readonly words: readonly SyntaxNode[]; readonly options: ReadonlyMap<string, SyntaxNode> }

function command(node: SyntaxNode, from: SyntaxNode | undefined, script: Translated): Stages {
  const each = childOfType(node, 'foreach_command')
  if (each !== undefined) {
    const body = named(child(each, 'command_elements'))[0]
    return { value: from ?? unknown(node), each: body, name: 'foreach-object' }
  }
  const called = (child(node, 'command_name')?.text ?? '').toLowerCase()
  const { words, options } = givenTo(node, script)
  const given = from === undefined ? words : [from, ...words]
  if (script.functions.has(called)) {
    const named = [...options].map(([key, value]) => keyword(`$${key}`, value))
    return { value: call(name(called, node), [...given, ...named], node), name: called }
  }
  const input = options.get('inputobject') ?? options.get('object') ?? options.get('message') ?? given[0]
  const block = FILTERS.test(called) && from !== undefined ? blockOf(node) : undefined
  const value =
    block !== undefined && from !== undefined
      ? passedOn(from, block, script)
      : rowOf(VALUES, called)?.(input ?? unknown(node), { words, options }, node)
  const isSilent = isElsewhere(node) || SILENT.test(called)
  return { value: value ?? unknown(node, [...given, ...options.values()]), name: called, isSilent }
}

const FILTERS = /^(?:where(?:-object)?|\?)$/

function blockOf(node: SyntaxNode): SyntaxNode | undefined {
  return elementsOf(node)
    .map(alone)
    .find(({ type }) => type === 'script_block_expression')
}

type Value = (input: SyntaxNode, given: Given, at: SyntaxNode) => SyntaxNode | undefined

const same: Value = (input) => input

// `Select-Object -ExpandProperty tool_input`: the field, where no other option selects among several objects.
function expanded(input: SyntaxNode, { words, options }: Given, at: SyntaxNode): SyntaxNode | undefined {
  const subscript = options.get('expandproperty')
  if (subscript?.type !== 'string' || options.size > 1 || words.length > 0) return undefined
  return made('subscript', at, { value: input, subscript })
}

// The results of the commands that hooks commonly use.
const VALUES: { readonly [name: string]: Value } = {
  'convertfrom-json': (input, _, at) => call('json.loads', [input], at),
  'convertto-json': (input, { options }, at) => {
    const given = options.get('depth')
    // Options of a hash table: `ConvertTo-Json @options`.
    const isOpen = /\s@\w/.test(at.text) || (given !== undefined && given.type !== 'integer')
    const depth = given ?? reading('2', made('integer', at))
    return call('json.dumps', isOpen ? [input] : [input, keyword('depth', depth)], at)
  },
  ...{ 'out-string': same, 'out-host': same, 'join-string': same, 'sort-object': same, 'where-object': same },
  ...{ 'write-output': same, echo: same, write: same, 'write-host': same },
  'select-string': (input, { words, options }, at) => searched(options.get('pattern') ?? words[0], input, at),
  'select-object': expanded,
  select: expanded,
  'write-error': (input, _, at) => says([input], at),
  'write-warning': (input, _, at) => template(at, ['WARNING: '], [input]),
  'new-object': (_, { words, options }, at) =>
    options.get('property') ??
    (/streamreader$/i.test(words[0]?.text ?? '') ? words[1] : undefined) ??
    (/^ps(?:custom)?object$/i.test(words[0]?.text ?? '') ? made('dictionary', at) : undefined),
  'add-member': (input, { options }, at) => {
    const key = options.get('notepropertyname') ?? options.get('name')
    const value = options.get('notepropertyvalue') ?? options.get('value')
    return key && value && call(attribute(input, 'setdefault', at), [key, value], at)
  },
  'get-content': (_, { words, options }, at) =>
    (options.get('path') ?? words[0])?.text === '/dev/stdin' ? call('sys.stdin.read', [], at) : undefined,
}

// Commands that print nothing to standard output.
const SILENT =
  /^(?:out-(?:null|file)|write-(?:error|verbose|debug|progress|information)|(?:set|add|clear|remove|copy|move|import|start|stop|push|pop|enable|disable|register|unregister|wait)-\w+|tee-object|export-modulemember|cd|mkdir|rm|cp|mv)$/

const SWITCHES =
  /^-(?:compress|raw|ashashtable|asarray|nonewline|stream|passthru|force|noenumerate|append|unique|quiet|simplematch|casesensitive|allmatches|list)$/i

function givenTo(node: SyntaxNode, script: Translated): Given {
  const words: SyntaxNode[] = []
  const options = new Map<string, SyntaxNode>()
  let option: string | undefined
  for (const one of elementsOf(node)) {
    if (one.type === 'command_parameter') {
      option = SWITCHES.test(one.text) ? undefined : one.text.slice(1).replace(/:$/, '').toLowerCase()
      continue
    }
    const isList = one.type === 'argument_list'
    for (const value of all(isList ? named(child(one, 'argument_expression_list')) : [one], script)) {
      if (option === undefined) words.push(value)
      else options.set(option, value)
    }
    option = undefined
  }
  return { words, options }
}

/** The parameters and arguments of a command: the grammar splits `$reader.ReadToEnd()` as an argument into two nodes. */
export function elementsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (const one of named(child(node, 'command_elements'))) {
    const before = found.at(-1)
    if (one.type === 'argument_list' && before?.end === one.start) {
      const at = reading(before.text + one.text, { ...before, end: one.end })
      found.splice(-1, 1, made('invokation_expression', at, [...alone(before).children, one]))
    } else if (one.type !== 'command_argument_sep' && !/^\d?>/.test(one.text)) found.push(one)
  }
  return found
}

// `> $null`, `*> log.txt`; not `2>`.
function isElsewhere(node: SyntaxNode): boolean {
  return /(?:^|\s)[1*]?>{1,2}\s*(?!&)\S/.test(node.text.replaceAll(/"[^"]*"|'[^']*'/g, ''))
}
