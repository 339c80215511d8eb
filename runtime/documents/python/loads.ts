// Loads of a Python file that its import statements do not show: changes to where modules are looked for, and code
// loaded by path or by a name that is worked out.

import { opaqueAt } from '../opaque.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { addedFolder, assigned } from './folders.ts'
import { stringOf } from './literals.ts'

/** Each such load, where and what, in reading order. */
export function opaqueOf(root: SyntaxNode): readonly string[] {
  const found: string[] = []
  let names: ReturnType<typeof assigned> | undefined
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isOpaque(node)) {
      names ??= assigned(root)
      if (addedFolder(node, names) === undefined)
        found.push(opaqueAt(root.text, node.start - root.start, node.text))
    }
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] as SyntaxNode)
  }
  return found
}

const SEARCH_PATH = /^(sys\.)?path(\[.*\])?$/s
const CHANGES_PATH = /^(sys\.path\.(insert|append|extend)|(site\.)?addsitedir)$/
const BY_PATH =
  /^(importlib\.util\.|util\.)?spec_from_file_location$|^(\w+\.)*(SourceFileLoader|SourcelessFileLoader)$|^(runpy\.)?run_path$/
const BY_NAME = /^((importlib\.)?import_module|__import__|(runpy\.)?run_module)$/

function isOpaque(node: SyntaxNode): boolean {
  if (node.type === 'assignment' || node.type === 'augmented_assignment') {
    const target = child(node, 'left')?.text ?? ''
    return target.startsWith('sys.') && SEARCH_PATH.test(target)
  }
  if (node.type !== 'call') return false
  const called = child(node, 'function')?.text ?? ''
  if (CHANGES_PATH.test(called) || BY_PATH.test(called)) return true
  const [first] = named(child(node, 'arguments'))
  if (BY_NAME.test(called)) return first !== undefined && stringOf(first) === undefined
  return called === 'exec' && /\bopen\(|\.read_(text|bytes)\(/.test(first?.text ?? '')
}
