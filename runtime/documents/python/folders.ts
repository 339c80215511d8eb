// Folders that a Python file adds to its module search path, as far as they are derived from its own path:
// `sys.path.insert(0, os.path.dirname(__file__))` and its variants.

import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { stringOf } from './literals.ts'

// Not `addsitedir`, which also executes code in the folder's .pth files.
const CHANGES_PATH = /^sys\.path\.(insert|append)$/

/**
 * Each added folder once, relative to the file's own folder (`./`, `../lib/`), and if `isAnchored`, to a variable
 * (`${CLAUDE_PLUGIN_ROOT}/`).
 */
export function foldersOf(root: SyntaxNode, isAnchored = false): readonly string[] {
  const isKnown = root.text.includes('__file__') || root.text.includes('sys.path[0]')
  if (!isKnown && !(isAnchored && root.text.includes('sys.path'))) return []
  const names = assigned(root)
  const found = new Set<string>()
  for (const node of nodesIn(root)) {
    const folder = addedFolder(node, names, isAnchored)
    if (folder !== undefined) found.add(folder)
  }
  return [...found]
}

/** The values of names that are bound exactly once in the file, by an assignment; undefined for other bound names. */
export function assigned(root: SyntaxNode): ReadonlyMap<string, SyntaxNode | undefined> {
  const found = new Map<string, SyntaxNode | undefined>()
  for (const node of nodesIn(root)) {
    const left = node.type === 'assignment' ? child(node, 'left') : undefined
    if (left?.type === 'identifier')
      found.set(left.text, found.has(left.text) ? undefined : child(node, 'right'))
    else for (const name of namesIn(bound(node))) found.set(name, undefined)
  }
  return found
}

// The part of a node that binds names other than by a plain assignment; their values are not needed.
function bound(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
      return child(node, 'left')
    case 'named_expression':
      return child(node, 'name')
    case 'aliased_import':
      return child(node, 'alias')
    case 'parameters':
    case 'lambda_parameters':
    case 'as_pattern_target':
      return node
    default:
      return undefined
  }
}

function namesIn(node: SyntaxNode | undefined): readonly string[] {
  if (node === undefined) return []
  return node.type === 'identifier' ? [node.text] : node.children.flatMap(namesIn)
}

/** The folder that this call adds; undefined if it adds none or the folder is not known. */
export function addedFolder(
  node: SyntaxNode,
  names: ReadonlyMap<string, SyntaxNode | undefined>,
  isAnchored = false,
): string | undefined {
  if (node.type !== 'call' || !CHANGES_PATH.test(child(node, 'function')?.text ?? '')) return undefined
  const path = pathOf(named(child(node, 'arguments')).at(-1), names, 0)
  const isBelow = path?.[0]?.startsWith('${') === true
  if (path === undefined || path.includes(FILE) || (isBelow && !isAnchored)) return undefined
  return `${path[0] === '..' || isBelow ? '' : './'}${path.map((part) => `${part}/`).join('')}`
}

// The parts of a path, relative to the file's folder. The file itself is the part FILE.
type Parts = readonly string[]
const FILE = '__file__'

const SAME_CALL =
  /^((os\.)?path\.(abspath|realpath|normpath)|os\.fspath|str|(pathlib\.)?(Pure)?(Posix)?Path)$/
const SAME_METHOD = /^(resolve|absolute|as_posix|expanduser)$/

function pathOf(
  node: SyntaxNode | undefined,
  names: ReadonlyMap<string, SyntaxNode | undefined>,
  depth: number,
): Parts | undefined {
  if (node === undefined || depth > 12) return undefined
  const of = (inner: SyntaxNode | undefined) => pathOf(inner, names, depth + 1)
  switch (node.type) {
    case 'identifier':
      return node.text === '__file__' ? [FILE] : of(names.get(node.text))
    case 'parenthesized_expression':
      return of(named(node)[0])
    case 'attribute':
      return child(node, 'attribute')?.text === 'parent' ? up(of(child(node, 'object'))) : undefined
    case 'subscript':
      return subscript(node, of)
    case 'binary_operator': {
      const by = child(node, 'operator')?.text
      const right = child(node, 'right')
      const text = right && stringOf(right)
      if (by === '/') return down(of(child(node, 'left')), text)
      return by === '+' && text?.startsWith('/') ? down(of(child(node, 'left')), text.slice(1)) : undefined
    }
    case 'call':
      return called(node, of)
    default:
      return undefined
  }
}

type Inner = (node: SyntaxNode | undefined) => Parts | undefined

function subscript(node: SyntaxNode, of: Inner): Parts | undefined {
  if (node.text === 'sys.path[0]') return []
  const [, variable] = VARIABLE.exec(node.text) ?? []
  if (variable !== undefined) return [`\${${variable}}`]
  const parents = child(node, 'value')
  const at = child(node, 'subscript')
  if (parents?.type !== 'attribute' || child(parents, 'attribute')?.text !== 'parents') return undefined
  if (at?.type !== 'integer') return undefined
  let path = of(child(parents, 'object'))
  for (let times = Number(at.text); times >= 0; times--) path = up(path)
  return path
}

function called(node: SyntaxNode, of: Inner): Parts | undefined {
  const callee = child(node, 'function')
  const [first, ...more] = named(child(node, 'arguments'))
  const name = callee?.text ?? ''
  const [, variable] = VARIABLE.exec(node.text) ?? []
  if (variable !== undefined) return [`\${${variable}}`]
  if (SAME_CALL.test(name)) return more.length === 0 ? of(first) : more.reduce(joined, of(first))
  if (/^(os\.)?path\.dirname$/.test(name)) return up(of(first))
  if (/^(os\.)?path\.join$/.test(name)) return more.reduce(joined, of(first))
  if (callee?.type !== 'attribute') return undefined
  const method = child(callee, 'attribute')?.text ?? ''
  const path = of(child(callee, 'object'))
  if (SAME_METHOD.test(method)) return path
  return method === 'joinpath' ? [first, ...more].reduce(joined, path) : undefined
}

function joined(path: Parts | undefined, part: SyntaxNode | undefined): Parts | undefined {
  return down(path, part && stringOf(part))
}

// `os.environ["CLAUDE_PROJECT_DIR"]`, `os.environ.get("CLAUDE_PROJECT_DIR", ".")`: a host sets the variable.
const VARIABLE = /^(?:os\.)?(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']/

function up(path: Parts | undefined): Parts | undefined {
  if (path === undefined || path.at(-1)?.startsWith('${') === true) return undefined
  return path.length === 0 || path.at(-1) === '..' ? [...path, '..'] : path.slice(0, -1)
}

function down(path: Parts | undefined, text: string | undefined): Parts | undefined {
  if (text === undefined || text.startsWith('/') || path?.at(-1) === FILE) return undefined
  let found = path
  for (const part of text.split('/'))
    if (part === '..') found = up(found)
    else if (part !== '' && part !== '.') found = found && [...found, part]
  return found
}
