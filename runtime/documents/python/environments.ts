// The variables that a Python file sets: its own, which the programs that it starts have as well, and those of one
// program.

import { oncePer } from '../../contract/oncePer.ts'
import { type CommandValues, NOT_KNOWN, sum, textOf } from '../started/values.ts'
import { makesItemRun, makesPairRun } from '../started/variables.ts'
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
 * Whether a node, a child of `parent`, sets a variable by which programs run code that trust does not see. Any item of
 * its name counts: of most dictionaries it is not known whether they become the environment of a program.
 */
export function codeSettersOf(
  root: SyntaxNode,
  resolve: (name: string) => string,
): (node: SyntaxNode, parent: SyntaxNode | undefined) => boolean {
  const all = commandValues(root, resolve, (node, of) => ofVariable(node, of, resolve, root))
  const valuesOf = (node: SyntaxNode | undefined) => all(node, true)
  return (node, parent) => {
    switch (node.type) {
      // `env={"LD_PRELOAD": …}` of a child process, `dict(os.environ, LD_PRELOAD=…)`.
      case 'pair': {
        const [key, value] = named(node)
        if (isItem(value, key)) return false
        return makesItemRun(
          keysOf(key),
          () => valuesOf(value),
          () => parent !== undefined && isSpreadInto(parent),
        )
      }
      case 'keyword_argument':
        return makesItemRun([child(node, 'name')?.text ?? ''], () => valuesOf(child(node, 'value')), never)
      case 'list':
      case 'tuple':
        return named(node).length === 2 && makesPairRun(named(node).map(valuesOf))
      case 'assignment':
      case 'augmented_assignment': {
        const target = child(node, 'left')
        if (target?.type === 'pattern_list' || target?.type === 'tuple_pattern')
          return named(target).some((one) => isSet(one, () => NOT_KNOWN))
        const value = child(node, 'right')
        const isWhole = node.type === 'assignment'
        return isSet(
          target,
          (keys) =>
            isWhole
              ? valuesOf(value)
              : sum(
                  keys.map((one) => `$${textOf(one)}`),
                  valuesOf(value),
                ),
          value,
        )
      }
      // `folder + value if name == "PATH" else value`
      case 'comparison_operator':
        return named(node).some((one) => stringOf(one) === 'PATH')
      case 'call': {
        const [first, second] = named(child(node, 'arguments'))
        const called = resolve(dottedName(child(node, 'function')) ?? '')
        if (second === undefined || !/(?:^|\.)(?:__setitem__|setdefault|putenv)$/.test(called)) return false
        return makesItemRun(keysOf(first), () => valuesOf(second), never)
      }
      default:
        return false
    }
  }

  function keysOf(key: SyntaxNode | undefined): CommandValues {
    return key === undefined ? [] : valuesOf(key)
  }

  function isSet(
    target: SyntaxNode | undefined,
    values: (keys: CommandValues) => CommandValues,
    value?: SyntaxNode,
  ): boolean {
    if (target?.type !== 'subscript') return false
    const keys = keysOf(child(target, 'subscript'))
    if (isItem(value, child(target, 'subscript'))) return false
    return makesItemRun(
      keys,
      () => values(keys),
      () => isEnvironment(child(target, 'value'), root),
    )
  }
}

const never = () => false

// `kept[name] = os.environ[name]`
function isItem(value: SyntaxNode | undefined, key: SyntaxNode | undefined): boolean {
  return value?.type === 'subscript' && child(value, 'subscript')?.text === key?.text
}

// `{**os.environ, key: value}`
const isSpreadInto = oncePer((dictionary: SyntaxNode): boolean =>
  named(dictionary).some(
    (one) => one.type === 'dictionary_splat' && ENVIRONMENT.test(lastName(named(one)[0]) ?? ''),
  ),
)

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
