// The variables that a Python file sets: its own, which the programs that it starts have as well, and those of one
// program.

import { oncePer } from '../../contract/oncePer.ts'
import { type CommandValues, NOT_KNOWN, sum, textOf } from '../started/values.ts'
import { makesRun } from '../started/variables.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { commandValues, type NodeValues } from './commandValues.ts'
import { lastName, stringOf } from './literals.ts'
import { dottedName } from './references.ts'

const STARTS = /subprocess|\b(?:system|popen|posix_spawnp?|(?:exec|spawn)[lv]p?e?)\b/
const ENVIRONMENT = /env/i

/** Whether a text mentions what starts programs. */
export function startsAny(text: string): boolean {
  return STARTS.test(text)
}

/**
 * Whether a node sets a variable by which programs run code that trust does not see. Any item of its name counts: of most
 * dictionaries it is not known whether they become the environment of a program.
 */
export function codeSettersOf(
  root: SyntaxNode,
  resolve: (name: string) => string,
): (node: SyntaxNode) => boolean {
  const all = commandValues(root, resolve, (node, of) => ofVariable(node, of, resolve, root))
  const valuesOf = (node: SyntaxNode | undefined) => all(node, true)
  return (node) => {
    switch (node.type) {
      // `env={"LD_PRELOAD": …}` of a child process, `dict(os.environ, LD_PRELOAD=…)`.
      case 'pair':
        return sets(stringOf(named(node)[0]), () => valuesOf(named(node)[1]))
      case 'keyword_argument':
        return sets(child(node, 'name')?.text, () => valuesOf(child(node, 'value')))
      case 'assignment':
      case 'augmented_assignment': {
        const target = child(node, 'left')
        if (target?.type === 'pattern_list' || target?.type === 'tuple_pattern')
          return named(target).some((one) => sets(keyOf(one), () => NOT_KNOWN))
        const key = keyOf(target)
        const value = () => valuesOf(child(node, 'right'))
        return sets(key, node.type === 'assignment' ? value : () => sum([`$${key}`], value()))
      }
      case 'call': {
        const [first, second] = named(child(node, 'arguments'))
        const called = resolve(dottedName(child(node, 'function')) ?? '')
        if (second === undefined || !/(?:^|\.)(?:__setitem__|setdefault|putenv)$/.test(called)) return false
        return sets(stringOf(first), () => valuesOf(second))
      }
      default:
        return false
    }
  }
}

function sets(name: string | undefined, values: () => CommandValues): boolean {
  return name !== undefined && makesRun(name, values)
}

function keyOf(target: SyntaxNode | undefined): string | undefined {
  return target?.type === 'subscript' ? stringOf(child(target, 'subscript')) : undefined
}

// `os.environ`, `child_env`, and a name that one of them, or a copy, is assigned to.
function isEnvironment(node: SyntaxNode | undefined, root: SyntaxNode): boolean {
  if (ENVIRONMENT.test(lastName(node) ?? '')) return true
  return node?.type === 'identifier' && copiesIn(root).has(node.text)
}

const copiesIn = oncePer((root: SyntaxNode): ReadonlySet<string> => {
  const found = nodesIn(root).filter(
    (node) => node.type === 'assignment' && ENVIRONMENT.test(child(node, 'right')?.text.slice(0, 200) ?? ''),
  )
  return new Set(found.map((node) => child(node, 'left')?.text ?? ''))
})

// What variables are put together of: others, and folders that the user or the system has.
function ofVariable(
  node: SyntaxNode,
  of: NodeValues,
  resolve: (name: string) => string,
  root: SyntaxNode,
): CommandValues | undefined {
  const parts = named(node)
  switch (node.type) {
    case 'subscript': {
      const key = stringOf(child(node, 'subscript'))
      return key !== undefined && isEnvironment(child(node, 'value'), root) ? [`$${key}`] : undefined
    }
    case 'attribute': {
      const name = resolve(dottedName(node) ?? '')
      if (name === 'os.pathsep') return [':']
      if (name === 'os.defpath') return ['/bin:/usr/bin']
      return child(node, 'attribute')?.text === 'parent' && isPython(child(node, 'object'))
        ? ['$PATH']
        : undefined
    }
    // `os.environ.get("PATH") or ""`
    case 'boolean_operator': {
      const first = of(child(node, 'left'))
      return first.every((one) => /^\$\w+$/.test(textOf(one))) ? first : undefined
    }
    // `[one for one in folders if one]`
    case 'list_comprehension':
    case 'generator_expression':
      return child(node, 'body')?.text === child(parts[1] ?? node, 'left')?.text
        ? of(child(parts[1] ?? node, 'right'))
        : undefined
    case 'call':
      return ofCall(node)
    default:
      return undefined
  }

  function ofCall(call: SyntaxNode): CommandValues | undefined {
    const args = child(call, 'arguments')
    const [first] = named(args)
    const name = resolve(dottedName(child(call, 'function')) ?? '')
    if (/(?:^|\.)Path\.home$/.test(name)) return ['$HOME']
    if (/(?:^|\.)dirname$/.test(name)) return isPython(first) ? ['$PATH'] : undefined
    const key = stringOf(first)
    const isRead =
      name === 'os.getenv' ||
      (/\.(?:get|pop)$/.test(name) && isEnvironment(child(child(call, 'function') ?? call, 'object'), root))
    if (key !== undefined && isRead) return [`$${key}`]
    if (args?.type !== 'generator_expression') return undefined
    const by = of(child(child(call, 'function') ?? call, 'object'))
    return of(args).flatMap((list) =>
      by.map((one) => (typeof list === 'string' ? list : list.join(textOf(one)))),
    )
  }

  // The interpreter itself, which was found.
  function isPython(one: SyntaxNode | undefined): boolean {
    return /^(?:(?:pathlib\.)?Path\(sys\.executable\)|sys\.executable)$/.test(one?.text ?? '')
  }
}
