// The file that a script sources whenever it runs, and what the shell does where it does not exist. Only a statement
// of the script itself: not in a condition, a function or a subshell, and not where the script expects a failure
// (`|| true`, `2>/dev/null`), tests for files, or may have created the file before.

import type { SourcedFile } from '../document.ts'
import { baseName, readShebang } from '../shebang.ts'
import { childrenOf, type SyntaxNode } from '../treeSitter.ts'
import { stopsOnErrors } from './flow/leaving.ts'
import { OWN_FOLDER, textOf } from './paths.ts'
import { valuesOf } from './setVariables.ts'

/** The file that the script sources first, if it always does; undefined where that is not certain. */
export function sourcedAlways(
  root: SyntaxNode,
  { text, runBy }: { readonly text: string; readonly runBy?: string },
): SourcedFile | undefined {
  // After a sourced file, it is unknown what the script goes on with.
  const node = root.children.find((one) => one.type === 'command' && SOURCES.test(one.text))
  const [word] = node === undefined ? [] : childrenOf(node, 'argument')
  if (node === undefined || word === undefined || TESTS_FILES.test(text)) return undefined
  const before = text.slice(0, node.start).replaceAll(COMMENTS, '')
  if (MAY_CREATE.test(before) || /^\s*&/.test(text.slice(node.end, node.end + 80))) return undefined
  const path = textOf(word, valuesOf(root)) ?? ''
  const isOwn = path.startsWith(`${OWN_FOLDER}/`)
  const name = isOwn ? path.replace(/^[^/]*\/+/, '') : path
  if (!/^[\w./-]+$/.test(name) || !CODE.test(name) || isNamedAgain(name, text)) return undefined
  if (!isOwn && (!/^\.\.?\//.test(name) || GOES_ELSEWHERE.test(before))) return undefined
  if (isOwn && NESTED.test(text.slice(0, node.end))) return undefined
  const shell = runBy === undefined || runBy === 'itself' ? interpreterOf(text) : runBy
  const range = { start: word.start, end: word.end }
  return { name, range, without: without(shell, before), ...(isOwn ? {} : { fromCwd: true }) }
}

// A POSIX shell ends where `.` finds no file; bash and zsh continue.
function without(shell: string, before: string): SourcedFile['without'] {
  if (stopsOnErrors(before) !== false) return 'ends'
  if (/^(?:ba|z)sh$/.test(shell)) return 'continues'
  return /^(?:da|a)?sh$/.test(shell) ? 'ends' : 'unknown'
}

function interpreterOf(text: string): string {
  return baseName(readShebang(text)?.interpreter ?? '')
}

// A file that the script names elsewhere may be created there, or be expected to be missing.
function isNamedAgain(name: string, text: string): boolean {
  const code = text.replaceAll(COMMENTS, '')
  return code.split(baseName(name)).length > 2
}

const SOURCES = /^(?:source|\.)[ \t]/
const COMMENTS = /^[ \t]*#.*$/gm
const CODE = /\.(?:ba|z|k|da)?sh$/
const TESTS_FILES = /(?:\[|\btest)\s+(?:!\s+)?-[efrs]\s/
const MAY_CREATE =
  /\b(?:curl|wget|git|tar|unzip|cp|mv|ln|make|install|rsync|npm|tee|source)\b|(?:^|[\s;])\.[ \t]|[^2&]>(?!&|\s*\/dev\/)/m
/** The folder of the script's folder, which is not the script's own. */
const NESTED = /dirname[^\n]*dirname/
const GOES_ELSEWHERE = /\b(?:cd|pushd|chdir)\b/
