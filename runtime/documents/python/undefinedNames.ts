// Reports undefined names: Python raises NameError when they are read, so the file does not load, or the hook fails at
// that line. Nothing is reported if names may come from elsewhere; in code that runs only sometimes, a name counts as
// defined if any part of the file binds it.

import type { Problem } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { undefinedName } from '../undefinedName.ts'
import { isBuiltin } from './builtins.ts'
import { rangeOf } from './literals.ts'
import { isDefined, type NameUse, type PythonScope } from './scopeNames.ts'
import { scopesOf } from './scopes.ts'

/** A problem at the first use of each undefined name. The text must parse. */
export function undefinedNames(root: SyntaxNode, input: DocumentInput): readonly Problem[] {
  const { uses, scopes, open } = scopesOf(root, input.exports === 'executable')
  if (open || DEFINES.test(input.text) || /^#!.*\bpython2/.test(input.text)) return []
  const isOld = HAS_PYTHON_2.test(input.text)
  const first = new Map<string, NameUse>()
  for (const use of uses) {
    const name = use.node.text
    if (use.sets || use.when === 'caught') continue
    if (isBuiltin(name) || JSON_WORDS.has(name) || first.get(name)?.when === 'load') continue
    const isWanted = use.when === 'load' ? !isDefined(name, use.scope) : !first.has(name) && isMissing(name)
    if (isWanted) first.set(name, use)
  }
  return [...first.values()].map((use) => complaint(use, input))

  function isMissing(name: string): boolean {
    if (isOld && PYTHON_2.has(name)) return false
    return !scopes.some(({ names }) => names.has(name)) && !isQuoted(name, input.text)
  }
}

// A name in quotes may be bound or tested by its text: `setattr(builtins, 'name', …)`, `if 'name' in dir()`.
function isQuoted(name: string, text: string): boolean {
  return text.includes(`'${name}'`) || text.includes(`"${name}"`)
}

// Code that checks the Python version may use names that only Python 2 has.
const HAS_PYTHON_2 = /\bversion_info\b|\bPY[23]\b|\bsix\b|\bpython_version\b|\bhexversion\b/
const PYTHON_2: ReadonlySet<string> = new Set(
  'apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange'.split(
    ' ',
  ),
)

// Names that are added to a module by means other than its own statements.
const DEFINES = /\bsys\.modules\b|\bgettext\b[^\n]*\binstall\b|\bget_ipython\b|\b_convert_?\(|\bglobal_enum\b/

// These have their own finding (jsonLiterals.ts).
const JSON_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null'])

function complaint({ node, scope, when }: NameUse, { path }: DocumentInput): Problem {
  const end = when === 'load' ? 'so the file does not load' : 'so this line raises NameError'
  return undefinedName(path, { name: node.text, range: rangeOf(node), end }, namesIn(scope))
}

function namesIn(scope: PythonScope): readonly string[] {
  const names: string[] = []
  for (let at: PythonScope | undefined = scope; at !== undefined; at = at.parent) names.push(...at.names)
  return names
}
