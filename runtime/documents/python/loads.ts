// Loads of a Python file that its import statements do not show: changes to the module search path, and code loaded by
// path or by a computed name.

import { codeVariable } from '../../contract/codeVariables.ts'
import { opaqueAt } from '../opaque.ts'
import { runsRecipe } from '../shell/recipes.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { aliasesOf, withoutAlias } from './aliases.ts'
import { addedFolder, assigned } from './folders.ts'
import { isTooDeep } from './imports.ts'
import { stringOf } from './literals.ts'

/** Each such load with its place and text, in source order. */
export function opaqueOf(root: SyntaxNode): readonly string[] {
  const found: string[] = []
  let names: ReturnType<typeof assigned> | undefined
  const aliases = aliasesOf(root)
  for (const node of nodesIn(root)) {
    if (isOpaque(node, aliases)) {
      names ??= assigned(root)
      if (addedFolder(node, names) === undefined)
        found.push(opaqueAt(root.text, node.start - root.start, node.text))
    }
  }
  return found
}

const SEARCH_PATH = /^(sys\.)?path(\[.*\])?$/s
const CHANGES_PATH = /^(sys\.path\.(insert|append|extend)|(site\.)?addsitedir)$/
// Matched by the last part of the name, because the module may be aliased.
const BY_PATH =
  /(?:^|\.)(?:spec_from_file_location|SourceFileLoader|SourcelessFileLoader|ExtensionFileLoader|load_source|run_path|run_module|execfile|CDLL|PyDLL|LoadLibrary|load_extension|zipimporter)$/
const BY_NAME = /^((importlib\.)?import_module|__import__)$/
/** Deserializers whose input may call any code, such as pickle. */
const OBJECTS =
  /^(?:c?[pP]ickle|marshal|dill|cloudpickle|joblib|torch|shelve|jsonpickle)\.(?:load|loads|Unpickler|open|decode)$/
/** Calls that run or evaluate a file they discover or receive. */
const RUNS_FILES =
  /^(?:unittest\.(?:main|(?:defaultTestLoader|TestLoader\(\))\.\w+)|doctest\.testfile|pytest\.main|logging\.config\.fileConfig|timeit\.(?:timeit|repeat)|c?[pP]rofile\.run|code\.\w+\(\)\.run\w+)$/
const STARTS =
  /^(?:subprocess|sp)\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)$|^os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)$|^(?:check_output|check_call|Popen)$|^asyncio\.create_subprocess_(?:exec|shell)$|^pty\.spawn$/

function isOpaque(node: SyntaxNode, aliases: ReadonlyMap<string, string>): boolean {
  if (node.type === 'dotted_name') return isTooDeep(node.text)
  if (node.type === 'assignment' || node.type === 'augmented_assignment') {
    const target = child(node, 'left')?.text ?? ''
    const [, variable] = /^(?:os\.)?environ\[["'](\w+)["']\]$/.exec(target) ?? []
    if (variable !== undefined) return makesRun(variable, child(node, 'right'))
    return target.startsWith('sys.') && SEARCH_PATH.test(target)
  }
  // `env={"LD_PRELOAD": …}` of a child process.
  if (node.type === 'pair') {
    const [key, value] = named(node)
    return makesRun(stringOf(key) ?? '', value)
  }
  if (node.type !== 'call') return false
  const called = withoutAlias(child(node, 'function')?.text ?? '', aliases)
  if (CHANGES_PATH.test(called) || BY_PATH.test(called) || OBJECTS.test(called) || RUNS_FILES.test(called))
    return true
  const given = named(child(node, 'arguments'))
  const first = given.find(isCommand) ?? given[0]
  if (BY_NAME.test(called)) return first !== undefined && isUnknownModule(stringOf(first))
  // The program, or for spawn the mode, comes before the arguments.
  if (/^os\.(?:exec|spawn|posix_spawn)/.test(called))
    return given.some(startsLocal) || startsWords(given.map(stringOf))
  if (STARTS.test(called)) return first !== undefined && startsLocal(first)
  return (
    /^(?:builtins\.)?(?:exec|eval|compile)$/.test(called) &&
    /\bopen\(|\.read_(text|bytes)\(/.test(first?.text ?? '')
  )
}

const isUnknownModule = (name: string | undefined): boolean => name === undefined || isTooDeep(name)

// `["./rules/run.sh"]`, `[sys.executable, path]`, `"python3 rules.py"`: a path, or an interpreter with a file.
function startsLocal(given: SyntaxNode): boolean {
  if (given.type === 'keyword_argument') return startsLocal(child(given, 'value') as SyntaxNode)
  const command = splitText(given) ?? given
  const [program, ...rest] = command.type === 'list' || command.type === 'tuple' ? named(command) : [command]
  const text = program === undefined ? undefined : stringOf(program)
  if (program === undefined) return false
  if (text === undefined) return program.text === 'sys.executable' || /__file__|\//.test(program.text)
  const words = rest.length > 0 ? [text, ...rest.map((one) => stringOf(one) ?? './')] : text.split(/\s+/)
  const [name = '', ...args] = words
  if (/^(?:\.{0,2}\/(?!usr\/|bin\/|opt\/))/.test(name)) return true
  if (runsRecipe(name, words.join(' '))) return true
  // Without arguments, an interpreter reads code from standard input.
  return INTERPRETER.test(name) && (args.length === 0 || args.some((one) => !one.startsWith('-')))
}

// `os.spawnlp(os.P_WAIT, "bash", "bash", "x.sh")`: the program, its argv[0], and its arguments.
function startsWords(given: readonly (string | undefined)[]): boolean {
  const [name = '', , ...rest] = given.filter((one) => one !== undefined)
  return INTERPRETER.test(name) && rest.some((one) => !one.startsWith('-'))
}

// `Popen(args=[…])`
function isCommand(given: SyntaxNode): boolean {
  return given.type === 'keyword_argument' && /^(?:args|executable)$/.test(child(given, 'name')?.text ?? '')
}

// `shlex.split("bash x.sh")`
function splitText(given: SyntaxNode): SyntaxNode | undefined {
  const isSplit = given.type === 'call' && /(?:^|\.)split$/.test(child(given, 'function')?.text ?? '')
  const [text] = isSplit ? named(child(given, 'arguments')) : []
  return stringOf(text) === undefined ? undefined : text
}

// PATH and ENV are set for many other reasons; only variables that name code by themselves count.
function makesRun(variable: string, value: SyntaxNode | undefined): boolean {
  if (variable === 'PATH' || variable === 'ENV' || value === undefined) return false
  return codeVariable(variable, stringOf(value) ?? './') !== undefined && stringOf(value) !== ''
}

const INTERPRETER = /^(?:(?:python|pypy)[\d.]*|(?:ba|da|k|z)?sh|node|bun|deno|ruby|perl|php|make|npm|npx)$/
