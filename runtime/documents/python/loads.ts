// Loads of a Python file that its import statements do not show: changes to the module search path, programs that are
// started, and code loaded by path or by a computed name. A function that starts or loads something is reported where
// it is not called, because whoever calls it is not known.

import { closedCode } from '../inlineCode.ts'
import { opaqueAt } from '../opaque.ts'
import { child, childrenOf, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { aliasesOf, withoutAlias } from './aliases.ts'
import { commandValues } from './commandValues.ts'
import { codeSettersOf, startsAny } from './environments.ts'
import { addedFolder, assigned } from './folders.ts'
import { isModuleName, isPackageFile, isTooDeep, listedNames } from './imports.ts'
import { stringOf } from './literals.ts'
import { isOfLoadingModule } from './loadingModules.ts'
import { dottedName, isValue } from './references.ts'
import { startsUnknownCode } from './startedPrograms.ts'
import { isMemberModule, isStartingModule, startingOf } from './starters.ts'

export type OpaqueLoads = {
  /** Each such load with its place and text, in source order. */
  readonly opaque: readonly string[]
  /** Those that are understood as long as no other file calls the functions of this one. */
  readonly opaqueIfLoaded: readonly string[]
}

/** The loads of a file at `path` that cannot be followed. */
export function opaqueOf(root: SyntaxNode, path = ''): OpaqueLoads {
  const opaque: string[] = []
  const opaqueIfLoaded: string[] = []
  const aliases = aliasesOf(root)
  const resolve = (name: string) => withoutAlias(name, aliases)
  const values = commandValues(root, resolve)
  const setsCode = codeSettersOf(root, resolve)
  const imported = importedNames(root)
  const harmless = new Set<SyntaxNode>()
  const isPackage = isPackageFile(path)
  let names: ReturnType<typeof assigned> | undefined
  for (const parent of [undefined, ...nodesIn(root)])
    for (const node of parent?.children ?? [root]) {
      if (!(isOpaque(node) || setsCode(node, parent) || (parent !== undefined && isPassedOn(node, parent))))
        continue
      names ??= assigned(root)
      if (addedFolder(node, names) === undefined) say(opaque, node)
    }
  return { opaque, opaqueIfLoaded }

  function say(list: string[], node: SyntaxNode): void {
    list.push(opaqueAt(root.text, node.start - root.start, node.text))
  }

  function isOpaque(node: SyntaxNode): boolean {
    switch (node.type) {
      case 'dotted_name':
        return isTooDeep(node.text)
      case 'assignment':
      case 'augmented_assignment':
        return isOpaqueAssignment(node)
      case 'call':
        return isOpaqueCall(node)
      // `sys.modules["os"].system(…)`, `globals()["os"].system(…)`
      case 'subscript': {
        const [table, key] = [child(node, 'value'), child(node, 'subscript')]
        if (table?.type === 'call' && OWN_NAMES.test(table.text)) return isStarting(stringOf(key) ?? '')
        const isModules = SYS_MODULES.test(resolve(dottedName(table) ?? ''))
        return isModules && key?.text !== '__name__' && !isPlainModule(stringOf(key))
      }
      default:
        return false
    }
  }

  function isOpaqueAssignment(node: SyntaxNode): boolean {
    const [target, value] = [child(node, 'left'), child(node, 'right')]
    const name = resolve(dottedName(target) ?? '')
    if (isPackage && name === '__all__') return listedNames(value) === undefined
    if (target?.type !== 'subscript')
      return (
        /^sys\.(?:path|_?(?:base_)?executable)$/.test(name) || resolve(dottedName(value) ?? '') === 'sys.path'
      )
    return resolve(dottedName(child(target, 'value')) ?? '') === 'sys.path'
  }

  function isOpaqueCall(node: SyntaxNode): boolean {
    const own = dottedName(child(node, 'function')) ?? ''
    const called = resolve(own)
    const given = named(child(node, 'arguments'))
    const [first, second] = given
    if (/^(?:isinstance|issubclass|hasattr|callable)$/.test(called))
      for (const one of given) harmless.add(one)
    if (called === 'getattr' && first !== undefined && second !== undefined) {
      const name = stringOf(second)
      if (name !== undefined && isMemberModule(name)) return true
      if (name !== undefined && startingOf(`${resolve(dottedName(first) ?? '')}.${name}`) === undefined)
        harmless.add(first)
    }
    // A text is the name of a module that is imported; the function of a file may have the same name.
    if (called === 'help' && stringOf(first) !== undefined && !/\bdef help\b/.test(root.text)) return true
    if (CHANGES_PATH.test(called)) return true
    // `os.environ.update(read)` before a program is started.
    if (called === 'os.environ.update')
      return startsAny(root.text) && /^(?:identifier|call)$/.test(first?.type ?? '')
    switch (startingOf(called)) {
      case 'program': {
        const starts = startsUnknownCode(node, called, values)
        if (starts === 'for these calls no') say(opaqueIfLoaded, node)
        return starts === 'yes'
      }
      case 'import':
        return first === undefined || !isPlainModule(stringOf(first))
      case 'code': {
        const code = first && stringOf(first)
        return code === undefined || !closedCode('python', code)
      }
      case 'loads':
        if (/\b(?:resources\.\w+|get_data)$/.test(called) && /^__(?:name|package)__$/.test(first?.text ?? ''))
          return false
        return called !== 'logging.config.dictConfig' || !isPlainConfiguration(first)
      default:
        return isLoadingMember(own)
    }
  }

  function isStarting(name: string): boolean {
    const whole = resolve(name)
    return name === '__builtins__' || isStartingModule(whole) || startingOf(whole) !== undefined
  }

  // A module got by its name whose functions start nothing.
  function isPlainModule(name: string | undefined): boolean {
    return name !== undefined && isModuleName(name) && !isStartingModule(name)
  }

  // `Thread(target=os.system)`, `run = subprocess.run`, `class Started(subprocess.Popen)`
  function isPassedOn(node: SyntaxNode, parent: SyntaxNode): boolean {
    if (harmless.has(node)) return false
    if (node.type === 'identifier' && /^__(?:path|builtins)__$/.test(node.text)) return true
    if (node.type === 'attribute' && isOwnTable(node)) return true
    if (!isValue(node, parent)) return false
    const own = dottedName(node) ?? ''
    const name = resolve(own)
    const isWhole = parent.type !== 'attribute' && imported.has(own.split('.', 1)[0] ?? '')
    if (isWhole && isStartingModule(name)) return true
    if (startingOf(name) !== undefined || CHANGES_PATH.test(name)) return true
    // A member of a member is judged by its whole name.
    return parent.type !== 'attribute' && isLoadingMember(own)
  }

  // A variable of the file may have the name of a module.
  function isLoadingMember(own: string): boolean {
    return imported.has(own.split('.', 1)[0] ?? '') && isOfLoadingModule(resolve(own))
  }

  // `os.__dict__`, `os.__getattribute__`
  function isOwnTable(node: SyntaxNode): boolean {
    const [, module = '', table] =
      /^(.*)\.__(dict|getattr|getattribute)__$/s.exec(dottedName(node) ?? '') ?? []
    return table !== undefined && isStartingModule(resolve(module))
  }

  // A class or factory of a configuration is loaded by its name.
  function isPlainConfiguration(node: SyntaxNode | undefined): boolean {
    names ??= assigned(root)
    const value = node?.type === 'identifier' ? names.get(node.text) : node
    if (value?.type !== 'dictionary') return false
    return nodesIn(value).every((one) => {
      if (one.type === 'dictionary_splat') return false
      const [key, title] = one.type === 'pair' ? named(one) : []
      return !/^(?:\(\)|class)$/.test(stringOf(key) ?? '') || /^logging\./.test(stringOf(title) ?? '')
    })
  }
}

const SYS_MODULES = /(?:^|\.)_*sys\.modules$/

const OWN_NAMES = /^(?:globals|locals|vars)\(\)$/

const CHANGES_PATH =
  /^(?:sys\.(?:path|meta_path|path_hooks)\.(?:insert|append|extend)|(?:site\.)?addsitedir)$/

function importedNames(root: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of nodesIn(root))
    if (node.type === 'import_statement' || node.type === 'import_from_statement')
      for (const one of childrenOf(node, 'name'))
        found.add((child(one, 'alias') ?? one).text.split('.')[0] ?? '')
  return found
}
