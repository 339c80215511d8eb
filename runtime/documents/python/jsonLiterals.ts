// Reports JSON's literals in Python: true, false and null are undefined names there.

import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { rangeOf } from './literals.ts'

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A problem for each such literal that is used as a value and bound nowhere in the file. */
export function jsonLiteralProblems(root: SyntaxNode, input: DocumentInput): readonly Problem[] {
  const used: SyntaxNode[] = []
  const set = new Set<string>()
  const open: { readonly node: SyntaxNode; readonly parent: SyntaxNode }[] = [{ node: root, parent: root }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, parent } = one
    // Names from a star import or `exec`, or added to builtins, are not known.
    if (node.type === 'wildcard_import' || /^(builtins|__builtins__|exec)$/.test(identifier(node))) return []
    const name = identifier(node)
    if (Object.hasOwn(WORDS, name)) {
      const how = useOf(node, parent)
      if (how === 'set') set.add(name)
      else if (how === 'used') used.push(node)
    }
    for (let i = node.children.length - 1; i >= 0; i--)
      open.push({ node: node.children[i] as SyntaxNode, parent: node })
  }
  return used.flatMap((node) => (set.has(node.text) ? [] : [complaint(node, input)]))
}

function identifier(node: SyntaxNode): string {
  return node.type === 'identifier' ? node.text : ''
}

const PLACES_OF_NAMES =
  /^(dotted_name|aliased_import|parameters|lambda_parameters|typed_parameter|global_statement|nonlocal_statement|pattern_list|tuple_pattern|list_pattern|list_splat_pattern|dictionary_splat_pattern|as_pattern_target|as_pattern)$/

function useOf(node: SyntaxNode, parent: SyntaxNode): 'set' | 'used' | 'neither' {
  if (parent.type === 'attribute' && node.field === 'attribute') return 'neither'
  if (parent.type === 'keyword_argument' && node.field === 'name') return 'neither'
  if (PLACES_OF_NAMES.test(parent.type)) return 'set'
  if (node.field === 'name' || node.field === 'alias') return 'set'
  if (node.field === 'left' && parent.type !== 'boolean_operator' && parent.type !== 'binary_operator')
    return 'set'
  if (parent.type === 'type' || parent.type === 'ERROR') return 'neither'
  return 'used'
}

function complaint(node: SyntaxNode, { path }: DocumentInput): Problem {
  const right = WORDS[node.text] ?? ''
  const range = rangeOf(node)
  const message = `Python has no "${node.text}", so this line raises NameError.`
  return problem('python.literal', path, message, {
    range,
    fix: `Write ${right}.`,
    repairs: [{ kind: 'edit', title: `Write ${right}`, edits: [{ range, text: right }] }],
  })
}
