// Pipelines and the commands in them: what is read, turned into JSON and back, printed, or said elsewhere. A command
// of which nothing is known may print anything.

import { attribute, call, keyword, made, name, reading, unknown } from '../flow/translatedNodes.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { all, alone, expression, says, type Translated } from './expressions.ts'

/** A pipeline whose output is taken up as a value. */
export function pipeline(node: SyntaxNode, script: Translated): SyntaxNode {
  const [chain, ...more] = named(node)
  if (chain === undefined || more.length > 0) return unknown(node)
  if (chain.type === 'pipeline' || chain.type === 'statement_list') return pipeline(chain, script)
  if (chain.type !== 'pipeline_chain') return expression(chain, script)
  const { value, name: last } = stages(chain, script)
  if (script.functions.has(last)) script.valued.add(last)
  return value
}

export type Stages = {
  readonly value: SyntaxNode
  /** The last command's name, in lower case; empty where there is none. */
  readonly name: string
  /** What becomes of the output of the last command; a function of the script knows that itself. */
  readonly fate: 'prints' | 'silent' | 'own'
  /** The statements that run once for each of `value`. */
  readonly each?: SyntaxNode | undefined
}

/** A pipeline, command by command. */
export function stages(chain: SyntaxNode, script: Translated): Stages {
  let now: Stages | undefined
  for (const one of named(chain)) {
    if (now !== undefined && script.functions.has(now.name)) script.valued.add(now.name)
    now =
      one.type === 'command'
        ? command(one, now?.value, script)
        : { value: expression(one, script), name: '', fate: 'prints' }
  }
  return now ?? { value: unknown(chain), name: '', fate: 'silent' }
}

type Given = { readonly words: readonly SyntaxNode[]; readonly options: ReadonlyMap<string, SyntaxNode> }

function command(node: SyntaxNode, from: SyntaxNode | undefined, script: Translated): Stages {
  const each = node.children.find(({ type }) => type === 'foreach_command')
  if (each !== undefined) {
    const body = named(child(each, 'command_elements'))[0]
    return { value: from ?? unknown(node), each: body, name: 'foreach-object', fate: 'prints' }
  }
  const called = (child(node, 'command_name')?.text ?? '').toLowerCase()
  const { words, options } = givenTo(node, script)
  const given = from === undefined ? words : [from, ...words]
  const fate = isElsewhere(node) || SILENT.test(called) ? 'silent' : 'prints'
  if (script.functions.has(called)) {
    const named = [...options].map(([key, value]) => keyword(`$${key}`, value))
    return { value: call(name(called, node), [...given, ...named], node), name: called, fate: 'own' }
  }
  const input = options.get('inputobject') ?? options.get('object') ?? options.get('message') ?? given[0]
  const value = VALUES[called]?.(input ?? unknown(node), { words, options }, node)
  return { value: value ?? unknown(node, [...given, ...options.values()]), name: called, fate }
}

type Value = (input: SyntaxNode, given: Given, at: SyntaxNode) => SyntaxNode | undefined

const same: Value = (input) => input

// What the commands give that hooks are written with.
const VALUES: { readonly [name: string]: Value } = {
  'convertfrom-json': (input, _, at) => call('json.loads', [input], at),
  'convertto-json': (input, _, at) => call('json.dumps', [input], at),
  ...{ 'out-string': same, 'out-host': same, 'join-string': same, 'sort-object': same, 'where-object': same },
  ...{ 'write-output': same, echo: same, write: same, 'write-host': same },
  'write-error': (input, _, at) => says([input], at),
  'new-object': (_, { words, options }) =>
    options.get('property') ?? (/streamreader$/i.test(words[0]?.text ?? '') ? words[1] : undefined),
  'get-content': (_, { words, options }, at) =>
    (options.get('path') ?? words[0])?.text === '/dev/stdin' ? call('sys.stdin.read', [], at) : undefined,
  'select-object': (input, { options }, at) => {
    const key = options.get('expandproperty')
    return key && call(attribute(input, 'get', at), [key], at)
  },
}

// Commands that print nothing on standard output.
const SILENT =
  /^(?:out-(?:null|file)|write-(?:error|verbose|debug|progress|information)|(?:set|add|clear|remove|copy|move|import|start|stop|push|pop|enable|disable|register|unregister|wait)-\w+|new-item|tee-object|cd|mkdir|rm|cp|mv)$/

const SWITCHES =
  /^-(?:compress|raw|ashashtable|asarray|nonewline|stream|passthru|force|noenumerate|append|unique|quiet)$/i

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

// The grammar takes `$reader.ReadToEnd()` as a word of a command for two.
function elementsOf(node: SyntaxNode): readonly SyntaxNode[] {
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
