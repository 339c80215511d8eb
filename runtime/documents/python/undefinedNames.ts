// Names that nothing defines, in what runs whenever a Python file is loaded: it raises NameError there. Nothing is said
// where names may come from elsewhere.

import { type Problem, problem } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import type { DocumentInput } from '../document.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { isBuiltin } from './builtins.ts'
import { rangeOf } from './literals.ts'
import { isDefined, type Scope, scopesOf, type Use } from './scopes.ts'

/** A problem at the first use of each name that nothing defines. The text has to parse. */
export function undefinedNames(root: SyntaxNode, input: DocumentInput): readonly Problem[] {
  const { uses, open } = scopesOf(root, input.exports === 'executable')
  if (open || DEFINES.test(input.text) || /^#!.*\bpython2/.test(input.text)) return []
  const first = new Map<string, Use>()
  for (const use of uses) {
    const name = use.node.text
    if (!isBuiltin(name) && !JSON_WORDS.has(name) && !first.has(name) && !isDefined(name, use.scope))
      first.set(name, use)
  }
  return [...first.values()].map((use) => complaint(use, input))
}

// Names that are put into a module by other means than its own statements.
const DEFINES = /\bsys\.modules\b|\bgettext\b[^\n]*\binstall\b|\bget_ipython\b|\b_convert_?\(|\bglobal_enum\b/

// These have a finding of their own.
const JSON_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null'])

function complaint({ node, scope }: Use, { path }: DocumentInput): Problem {
  const range = rangeOf(node)
  const meant = suggest(node.text, namesIn(scope))
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`
  const message = `Nothing defines "${node.text}", so the file does not load.${question}`
  if (meant === undefined)
    return problem('name.undefined', path, message, { range, fix: 'Import it or define it.' })
  const repair = { kind: 'edit', title: `Change to "${meant}"`, edits: [{ range, text: meant }] } as const
  return problem('name.undefined', path, message, { range, fix: `Write "${meant}".`, repairs: [repair] })
}

function namesIn(scope: Scope): readonly string[] {
  const names: string[] = []
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) names.push(...at.names)
  return names
}
