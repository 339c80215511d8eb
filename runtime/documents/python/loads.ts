// Loads of a Python file that its import statements do not show: changes to where modules are looked for, and code
// loaded by path or by a name that is worked out.

import { opaqueAt } from '../opaque.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { addedFolder, assigned } from './folders.ts'
import { isTooDeep } from './imports.ts'
import { stringOf } from './literals.ts'

/** Each such load, where and what, in reading order. */
export function opaqueOf(root: SyntaxNode): readonly string[] {
  const found: string[] = []
  let names: ReturnType<typeof assigned> | undefined
  for (const node of nodesIn(root)) {
    if (isOpaque(node)) {
      names ??= assigned(root)
      if (addedFolder(node, names) === undefined)
        found.push(opaqueAt(root.text, node.start - root.start, node.text))
    }
  }
  return found
}

const SEARCH_PATH = /^(sys\.)?path(\[.*\])?$/s
const CHANGES_PATH = /^(sys\.path\.(insert|append|extend)|(site\.)?addsitedir)$/
// Whatever the module is called in this file: by the last name alone.
const BY_PATH =
  /(?:^|\.)(?:spec_from_file_location|SourceFileLoader|SourcelessFileLoader|ExtensionFileLoader|load_source|run_path|execfile|CDLL|PyDLL|zipimporter)$/
const BY_NAME = /^((importlib\.)?import_module|__import__|(\w+\.)*run_module)$/
/** What is read there may name any code: pickled objects call what they like when they are loaded. */
const OBJECTS =
  /^(?:c?[pP]ickle|marshal|dill|cloudpickle|joblib|torch|shelve|jsonpickle)\.(?:load|loads|Unpickler|open|decode)$/
const STARTS =
  /^(?:subprocess|sp)\.(?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)$|^os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?)$|^(?:check_output|check_call|Popen)$|^asyncio\.create_subprocess_(?:exec|shell)$|^pty\.spawn$/

function isOpaque(node: SyntaxNode): boolean {
  if (node.type === 'dotted_name') return isTooDeep(node.text)
  if (node.type === 'assignment' || node.type === 'augmented_assignment') {
    const target = child(node, 'left')?.text ?? ''
    return target.startsWith('sys.') && SEARCH_PATH.test(target)
  }
  if (node.type !== 'call') return false
  const called = child(node, 'function')?.text ?? ''
  if (CHANGES_PATH.test(called) || BY_PATH.test(called) || OBJECTS.test(called)) return true
  const [first] = named(child(node, 'arguments'))
  if (BY_NAME.test(called)) return first !== undefined && isUnknownModule(stringOf(first))
  // The program, or the way it is called, stands in front of its words.
  if (/^os\.(?:exec|spawn|posix_spawn)/.test(called)) return named(child(node, 'arguments')).some(startsLocal)
  if (STARTS.test(called)) return first !== undefined && startsLocal(first)
  return /^(exec|eval|compile)$/.test(called) && /\bopen\(|\.read_(text|bytes)\(/.test(first?.text ?? '')
}

const isUnknownModule = (name: string | undefined): boolean => name === undefined || isTooDeep(name)

// `["./rules/run.sh"]`, `[sys.executable, path]`, `"python3 rules.py"`: a path, or an interpreter that is given one.
function startsLocal(command: SyntaxNode): boolean {
  const [program, ...rest] = command.type === 'list' || command.type === 'tuple' ? named(command) : [command]
  const text = program === undefined ? undefined : stringOf(program)
  if (program === undefined) return false
  if (text === undefined) return program.text === 'sys.executable' || /__file__|\//.test(program.text)
  const words = rest.length > 0 ? [text, ...rest.map((one) => stringOf(one) ?? './')] : text.split(/\s+/)
  const [name = '', ...args] = words
  if (/^(?:\.{0,2}\/(?!usr\/|bin\/|opt\/))/.test(name)) return true
  return INTERPRETER.test(name) && args.some((one) => !one.startsWith('-'))
}

const INTERPRETER = /^(?:(?:python|pypy)[\d.]*|(?:ba|da|k|z)?sh|node|bun|deno|ruby|perl|php|make|npm|npx)$/
