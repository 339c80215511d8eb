// The variables that a Python file sets: its own, which the programs that it starts have as well, and those of one
// program.

import { oncePer } from '../../contract/oncePer.ts'
import { type CommandValues, sum, textOf } from '../started/values.ts'
import { makesRun } from '../started/variables.ts'
import { child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { commandValues, type NodeValues } from './commandValues.ts'
import { lastName, stringOf } from './literals.ts'
import { dottedName } from './references.ts'

const STARTS = /subprocess|\b(?:system|popen|posix_spawnp?|(?:exec|spawn)[lv]p?e?)\b/
const ENVIRONMENT = /env/i

/** Whether a text mentions what starts programs. */
export function startsAny(text: string): boolean {
  return STARTS.test(text)
}

/** Whether a node, a child of `parent`, sets a variable by which programs run code that trust does not see. */
export function codeSettersOf(
  root: SyntaxNode,
  resolve: (name: string) => string,
): (node: SyntaxNode, parent: SyntaxNode | undefined) => boolean {
  const all = commandValues(root, resolve, (node, of) => ofVariable(node, of, resolve))
  const valuesOf = (node: SyntaxNode | undefined) => all(node, true)
  const starts = startsAny(root.text)
  let known: ReadonlySet<SyntaxNode | undefined> | undefined
  const isEnvironment = oncePer((whole: SyntaxNode): boolean => {
    known ??= new Set(nodesIn(root).flatMap(givenBy))
    return known.has(whole) || named(whole).some(isSpread)
  })
  return (node, parent) => {
    switch (node.type) {
      // `env={"LD_PRELOAD": …}` of a child process, `dict(os.environ, LD_PRELOAD=…)`.
      case 'pair':
        return sets(
          stringOf(named(node)[0]),
          () => valuesOf(named(node)[1]),
          () => parent !== undefined && isEnvironment(parent),
        )
      case 'keyword_argument':
        return sets(
          child(node, 'name')?.text,
          () => valuesOf(child(node, 'value')),
          () => parent !== undefined && isEnvironment(parent),
        )
      case 'assignment':
      case 'augmented_assignment': {
        const target = child(node, 'left')
        if (target?.type !== 'subscript') return false
        const key = stringOf(child(target, 'subscript'))
        const value = () => valuesOf(child(node, 'right'))
        const whole = node.type === 'assignment' ? value : () => sum([`$${key}`], value())
        return sets(key, whole, () => isNamed(child(target, 'value')))
      }
      case 'call': {
        const [first, second] = named(child(node, 'arguments'))
        const called = resolve(dottedName(child(node, 'function')) ?? '')
        if (second === undefined || !/(?:^|\.)(?:__setitem__|setdefault|putenv)$/.test(called)) return false
        return sets(
          stringOf(first),
          () => valuesOf(second),
          () => called === 'os.putenv' || ENVIRONMENT.test(called),
        )
      }
      default:
        return false
    }
  }

  // `PATH` is also a name of other things, so it counts in what is an environment only.
  function sets(name: string | undefined, values: () => CommandValues, isOfPrograms: () => boolean): boolean {
    if (name === undefined || !makesRun(name, values)) return false
    if (name !== 'PATH') return true
    return starts && (values().some((one) => textOf(one).includes('$PATH')) || isOfPrograms())
  }

  function isNamed(node: SyntaxNode | undefined): boolean {
    if (ENVIRONMENT.test(lastName(node) ?? '')) return true
    return node?.type === 'identifier' && namesIn(root).has(node.text)
  }

  // The dictionaries and arguments of which an environment is made.
  function givenBy(node: SyntaxNode): readonly (SyntaxNode | undefined)[] {
    if (node.type === 'keyword_argument' && child(node, 'name')?.text === 'env')
      return made(child(node, 'value'))
    if (node.type === 'assignment' && isNamed(child(node, 'left'))) return made(child(node, 'right'))
    const isUpdate = node.type === 'call' && /env\w*\.update$/i.test(child(node, 'function')?.text ?? '')
    return isUpdate ? [child(node, 'arguments'), ...named(child(node, 'arguments'))] : []
  }
}

function made(node: SyntaxNode | undefined): readonly (SyntaxNode | undefined)[] {
  return node?.type === 'call' ? [child(node, 'arguments')] : [node]
}

// `**os.environ`, `dict(os.environ, …)`
function isSpread(node: SyntaxNode): boolean {
  const name = lastName(node.type === 'dictionary_splat' ? named(node)[0] : node)
  return name !== undefined && ENVIRONMENT.test(name)
}

// The names by which an environment is passed to a program: `env=variables`.
const namesIn = oncePer((root: SyntaxNode): ReadonlySet<string> => {
  const found = nodesIn(root)
    .filter((node) => node.type === 'keyword_argument' && child(node, 'name')?.text === 'env')
    .flatMap((node) => childrenOf(node, 'value'))
    .filter(({ type }) => type === 'identifier')
  return new Set(found.map(({ text }) => text))
})

// What variables are put together of: others, and folders that the user or the system has.
function ofVariable(
  node: SyntaxNode,
  of: NodeValues,
  resolve: (name: string) => string,
): CommandValues | undefined {
  const parts = named(node)
  switch (node.type) {
    case 'subscript': {
      const key = stringOf(child(node, 'subscript'))
      const isOwn = key !== undefined && ENVIRONMENT.test(lastName(child(node, 'value')) ?? '')
      return isOwn ? [`$${key}`] : undefined
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
    if (key !== undefined && (name === 'os.getenv' || /env\w*\.(?:get|pop)$/i.test(name))) return [`$${key}`]
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
