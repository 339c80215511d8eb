// The folders that a shell script changes to, in which the files that it names are looked for. What a command that is
// not known changes is not seen.

import { allNodes, type SyntaxNode } from '../treeSitter.ts'
import { OWN_FOLDER, textOf, type Values } from './paths.ts'
import { wordsOf } from './wordSplitting.ts'

/** The most folders that a script changes to in which its files are looked for. */
export const MOST_FOLDERS = 20

/** The folders the script may change to before it runs something; undefined stands for an unknown one. */
export function foldersOf(root: SyntaxNode, variables: Values): ReadonlySet<string | undefined> {
  const found = new Set<string | undefined>()
  if (!CHANGES_FOLDER.some((name) => root.text.includes(name))) return found
  for (const node of allNodes(root)) {
    const words = node.type === 'command' ? wordsOf(node) : []
    const goes = words.findIndex(({ text }) => !/^(?:command|builtin|time|-p|--)$/.test(text))
    // A builtin of some shells only; `alias go=cd`, `shopt -s cdable_vars`.
    if (words[goes]?.text === 'chdir' || words.some(({ text }) => CHANGES_CD.test(text))) found.add(undefined)
    if (!/^(cd|pushd)$/.test(words[goes]?.text ?? '')) continue
    const [target] = words.slice(goes + 1).filter(({ text }) => !/^-/.test(text))
    const path = target && textOf(target, variables)
    if (target === undefined || path === undefined || /^[/~]|\$\{|[{*?[]/.test(path)) found.add(undefined)
    // The script's own folder is searched anyway.
    else if (path.startsWith(OWN_FOLDER)) found.add(path.slice(OWN_FOLDER.length).replace(/^\/+/, '') || '.')
    else found.add(path)
    // Each file is looked for in each folder.
    if (found.size > MOST_FOLDERS) return found.add(undefined)
  }
  return found
}

const CHANGES_CD = /^cdable_vars$|^[\w.-]+=["']?(?:cd|pushd)\b/

const CHANGES_FOLDER = ['cd', 'pushd', 'chdir']
