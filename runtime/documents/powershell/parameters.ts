// Parameters of functions with their defaults. A parameter whose value may come from somewhere else, or under another
// name, has none: `[Alias('Status')]`, `-c 2` for `-Code 2`, the pipeline, `$PSDefaultParameterValues`.

import { made } from '../flow/translatedNodes.ts'
import { child, childOfType, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { elementsOf } from './commands.ts'
import { expression, type PowerShellCalls, type Translated } from './expressions.ts'

/** The calls of all commands, by their names in lower case; undefined where the script sets defaults elsewhere. */
export function callsIn(root: SyntaxNode): ReadonlyMap<string, PowerShellCalls> | undefined {
  if (/\$PS(?:DefaultParameterValues|BoundParameters)\b/i.test(root.text)) return undefined
  const found = new Map<string, PowerShellCalls>()
  for (const node of nodesIn(root)) {
    if (node.type !== 'command') continue
    const called = (child(node, 'command_name')?.text ?? '').toLowerCase()
    const all = elementsOf(node)
    const names = all.filter(({ type }) => type === 'command_parameter')
    const calls = found.get(called) ?? { given: new Set(), isMixed: false }
    for (const { text } of names) calls.given.add(text.toLowerCase().replace(/:$/, ''))
    if (names.length > 0 && all.length > 2 * names.length) calls.isMixed = true
    found.set(called, calls)
  }
  return found
}

/** The parameters of a function; switches, which no value without a name is passed to, are the last. */
export function parametersOf(
  declared: readonly SyntaxNode[],
  { given = new Set<string>(), isMixed = false }: Partial<PowerShellCalls> = {},
  script: Translated,
): readonly SyntaxNode[] {
  const switches = declared.filter(({ text }) => SWITCH.test(text))
  const isPlain = script.calls !== undefined && !isMixed && (switches.length === 0 || given.size === 0)
  return [...declared.filter((one) => !switches.includes(one)), ...switches].flatMap((node) => {
    const variable = childOfType(node, 'variable')
    if (variable === undefined) return []
    const parameter = expression(variable, script)
    const value = named(childOfType(node, 'script_parameter_default'))[0]
    const isOwn = isPlain && !isShortened(variable.text.toLowerCase().replace('$', '-'), given)
    if (value === undefined || !isOwn || ELSEWHERE.test(node.text) || COMPUTED.test(value.text))
      return [parameter]
    return [made('default_parameter', node, { name: parameter, value: expression(value, script) })]
  })
}

const SWITCH = /^(?:\[[^\]]{0,80}\]\s{0,80}){0,9}\[switch\]/i
const ELSEWHERE = /\[\s{0,9}(?:Alias\b|Parameter\b[^$]{0,200}(?:ValueFrom|Position))/i
const COMPUTED = /\$(?!(?:true|false|null)\b)/i

// `-c` for `-code`
function isShortened(whole: string, given: ReadonlySet<string>): boolean {
  for (let length = 2; length < whole.length; length++) if (given.has(whole.slice(0, length))) return true
  return false
}
