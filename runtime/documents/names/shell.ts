// The variables and functions of a shell script. Functions see their caller's variables, so a name is one variable
// throughout the file.

import { rowOf } from '../../contract/json.ts'
import { parseShell } from '../shell/tree.ts'
import { child, type SyntaxNode } from '../treeSitter.ts'
import { type NameReader, nodesWithin, type WrittenName } from './reader.ts'

/** The name reader for shell scripts. */
export const shellNames: NameReader = {
  read,
  spelt: { variable: /^[A-Za-z_]\w*$/, function: /^[A-Za-z_][\w.-]*$/ },
  reserved: {
    variable:
      /^(IFS|PATH|HOME|PWD|OLDPWD|OPT(ARG|IND|ERR)|REPLY|RANDOM|SECONDS|LINENO|PS\d|BASH\w*|LC_\w+|LANG|SHELL|TMPDIR|ENV|PIPESTATUS|MAPFILE)$/,
    function: /^(if|then|else|elif|fi|do|done|for|while|until|case|esac|in|function|select|time)$/,
  },
}

async function read(text: string): Promise<readonly WrittenName[]> {
  const root = await parseShell(text)
  const names = new Map<number, WrittenName>()
  const all = nodesWithin(root, 3)
  const definitions = all.filter(({ node }) => node.type === 'function_definition')
  const functions = new Set(definitions.map(({ node }) => child(node, 'name')?.text))
  for (const { node, parents } of all) {
    if (node.type === 'function_definition') add(child(node, 'name'), 'function', true)
    else if (node.type === 'command') ofCommand(node)
    else if (node.type === 'variable_name') ofVariable(node, parents)
    else if (node.type === 'word' && isArithmetic(parents)) words(node)
  }
  return [...names.values()].sort((one, two) => one.range.start - two.range.start)

  function add(
    node: Pick<SyntaxNode, 'start' | 'end' | 'text'> | undefined,
    kind: WrittenName['kind'],
    defines: boolean,
  ): void {
    if (node === undefined || names.has(node.start)) return
    const range = { start: node.start, end: node.end }
    names.set(node.start, { range, name: node.text, kind, scope: 0, defines })
  }

  // In `NAME=value program` the variable is set for the program only.
  function ofVariable(node: SyntaxNode, parents: readonly SyntaxNode[]): void {
    const [parent, above, further] = parents
    const assignment = parent?.type === 'subscript' ? above : parent
    const outer = parent?.type === 'subscript' ? further : above
    const isFunction = parent?.type === 'declaration_command' && /^(export|declare) -\w*f/.test(parent.text)
    if (isFunction) {
      add(node, 'function', false)
      return
    }
    const sets = /^(variable_assignment|for_statement|c_style_for_statement|declaration_command)$/
    const isForProgram =
      assignment?.type === 'variable_assignment' &&
      outer?.type === 'command' &&
      child(outer, 'name') !== undefined
    if (!isForProgram) add(node, 'variable', sets.test(assignment?.type ?? ''))
  }

  function ofCommand(node: SyntaxNode): void {
    const name = child(node, 'name')
    const own = name?.children[0]
    const given = node.children.filter(({ field }) => field === 'argument')
    if (own?.type === 'word' && functions.has(own.text)) add(own, 'function', false)
    if (own?.text === 'trap' && functions.has(given[0]?.text ?? '')) add(given[0], 'function', false)
    for (const set of rowOf(SETS, own?.text ?? '')?.(given) ?? [])
      if (/^[A-Za-z_]\w*$/.test(set.text)) add(set, 'variable', true)
  }

  function words(node: SyntaxNode): void {
    for (const { 0: text, index } of node.text.matchAll(/[A-Za-z_]\w*/g))
      add(
        { start: node.start + index, end: node.start + index + text.length, text },
        'variable',
        /^\s*([+-]{2}|[-+*/%]?=(?!=))/.test(node.text.slice(index + text.length)),
      )
  }
}

type Given = readonly SyntaxNode[]

/** The arguments that name variables a command sets. */
const SETS: Readonly<Record<string, (given: Given) => Given>> = {
  read: (given) => given.filter(({ text }, at) => !text.startsWith('-') && !takesValue(given[at - 1])),
  mapfile: (given) => given.slice(-1),
  readarray: (given) => given.slice(-1),
  getopts: (given) => given.slice(1, 2),
  printf: (given) => (given[0]?.text === '-v' ? given.slice(1, 2) : []),
}

// `read -p "What? " name`: the word after such an option is not a name.
function takesValue(before: SyntaxNode | undefined): boolean {
  return before !== undefined && /^-\w*[dinNptu]$/.test(before.text)
}

function isArithmetic(parents: readonly SyntaxNode[]): boolean {
  const [parent, above] = parents
  if (parent === undefined) return false
  if (parent.type === 'test_command') return parent.text.startsWith('((')
  if (parent.type === 'unary_expression' && /^-[vR]\b/.test(parent.text)) return true
  return [parent, above].some((one) => /^(c_style_for_statement|arithmetic_expansion)$/.test(one?.type ?? ''))
}
