// The variables and functions of a PowerShell script. Functions see their caller's variables, so a name is one variable
// throughout the script; commands that call a function also name its parameters.

import { parseTree, type SyntaxNode } from '../treeSitter.ts'
import { type NameReader, nodesWithin, type WrittenName } from './reader.ts'

const RESERVED =
  /^(_|args|input|null|true|false|this|home|host|pid|pwd|profile|error|matches|lastexitcode|ps\w+|ofs|\w+preference|stacktrace|executioncontext|myinvocation)$/i

/** The name reader for PowerShell. */
export const powerShellNames: NameReader = {
  read,
  anyCase: true,
  spelt: { variable: /^[A-Za-z_]\w*$/, function: /^[A-Za-z_][\w-]*$/ },
  reserved: { variable: RESERVED, function: RESERVED },
}

async function read(text: string): Promise<readonly WrittenName[]> {
  const root = await parseTree('powershell', text)
  const names: WrittenName[] = []
  const all = nodesWithin(root, 13)
  const functions = new Set(
    all.flatMap(({ node }) => (node.type === 'function_name' ? [node.text.toLowerCase()] : [])),
  )
  for (const { node, parents } of all) {
    if (node.type === 'function_name') add(node, 0, node.text, 'function', true)
    if (node.type === 'command_name' && functions.has(node.text.toLowerCase()))
      add(node, 0, node.text, 'function', false)
    if (node.type === 'command_parameter' && isOfOwn(parents))
      add(node, 1, node.text.slice(1), 'variable', false)
    const [, before = '', name] = VARIABLE.exec(node.type === 'variable' ? node.text : '') ?? []
    if (name !== undefined && !/^env:/i.test(before.replace(/^[$@]\{?/, '')))
      add(node, before.length, name, 'variable', sets(parents))
  }
  return names.sort((one, two) => one.range.start - two.range.start)

  function add(
    node: SyntaxNode,
    skip: number,
    name: string,
    kind: WrittenName['kind'],
    defines: boolean,
  ): void {
    const start = node.start + skip
    names.push({ range: { start, end: start + name.length }, name, kind, scope: 0, defines })
  }

  function isOfOwn(parents: readonly SyntaxNode[]): boolean {
    const command = parents.find(({ type }) => type === 'command')
    const name = command?.children.find(({ type }) => type === 'command_name')
    return name !== undefined && functions.has(name.text.toLowerCase())
  }
}

// `$name`, `${name}`, `$script:name`, `@name`.
const VARIABLE = /^([$@]\{?(?:\w+:)?)(\w+)\}?$/

// Whether the variable is assigned, a parameter, or the variable of a `foreach`.
function sets(parents: readonly SyntaxNode[]): boolean {
  return (
    parents.some(({ type }) => /^(left_assignment_expression|script_parameter)$/.test(type)) ||
    parents[0]?.type === 'foreach_statement'
  )
}
