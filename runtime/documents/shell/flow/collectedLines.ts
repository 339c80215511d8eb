// A loop that collects all lines of the script's input in a variable: `while read -r line; do body+="$line"; done`.

import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { payload } from './reading.ts'
import { setVar } from './state.ts'
import { plain, UNKNOWN_TEXT } from './value.ts'
import type { Context, State } from './walk.ts'

/** The state behind such a loop; undefined for any other loop, and where the variable holds something before. */
export function collected(node: SyntaxNode, state: State, context: Context): State | undefined {
  if (node.type !== 'while_statement' || context.stdin !== 'script' || state.input !== 'fresh')
    return undefined
  const { name, line } = collects(node) ?? {}
  if (name === undefined || line === undefined) return undefined
  const before = state.vars.get(name)
  if (before !== undefined && plain(before) !== '') return undefined
  setVar(state, name, payload(state, context))
  setVar(state, line, UNKNOWN_TEXT)
  return state
}

/** Longer loops are others. */
const LONGEST = 300

function collects(node: SyntaxNode): { readonly name: string; readonly line: string } | undefined {
  if (node.text.length > LONGEST || !node.text.startsWith('while')) return undefined
  const [condition, ...others] = node.children.filter(
    ({ field, named: isNamed }) => field === 'condition' && isNamed,
  )
  const [line] = READS.exec(condition?.text ?? '')?.slice(1) ?? []
  const body = named(child(node, 'body')).filter(({ type }) => type !== 'comment')
  if (line === undefined || others.length > 0 || body.length !== 1) return undefined
  // Quotes and braces around names change nothing here.
  const [, name, value] = /^(\w+)(\+?=.*)$/s.exec(body[0]?.text.replace(/[{}"]/g, '') ?? '') ?? []
  if (name === undefined || name === line || value === undefined) return undefined
  const own = value.startsWith('+=')
    ? value.slice(2)
    : value.startsWith(`=$${name}`)
      ? value.slice(name.length + 2)
      : ''
  return own.replace(BREAKS, '') === `$${line}` ? { name, line } : undefined
}

const READS = /^(?:IFS=(?:''|"")?\s+)?read\s+(?:-r\s+)?(\w+)(?:\s*\|\|\s*(?:\[\[?|test)\s+-n\s[^&|]{1,40})?$/
/** Line breaks between the lines, in any spelling. */
const BREAKS = /\\n|\$'\\n'|\n/g
