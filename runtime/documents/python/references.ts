// Names of a Python file as they are written, and where a name is used as a value instead of being called.

import { child, named, type SyntaxNode } from '../treeSitter.ts'

/** `os.path.join` of an expression, however it is spaced; a call in it is `()`. Undefined for anything else. */
export function dottedName(node: SyntaxNode | undefined): string | undefined {
  let after = ''
  for (let at = node; at !== undefined; ) {
    if (at.type === 'identifier') return at.text + after
    if (at.type === 'attribute') {
      after = `.${child(at, 'attribute')?.text}${after}`
      at = child(at, 'object')
    } else if (at.type === 'call') {
      after = `()${after}`
      at = child(at, 'function')
    } else if (at.type === 'parenthesized_expression') at = named(at)[0]
    else return undefined
  }
  return undefined
}

/** Nodes whose own identifiers are bound, declared or types. */
const BINDS =
  /^(?:parameters|lambda_parameters|typed_parameter|list_splat_pattern|dictionary_splat_pattern|import_statement|import_from_statement|aliased_import|dotted_name|global_statement|nonlocal_statement|as_pattern_target|pattern_list|tuple_pattern|delete_statement|type|case_pattern)$/

/** Whether `node`, a child of `parent`, is used as a value: neither called nor bound there. */
export function isValue(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (node.type !== 'identifier' && node.type !== 'attribute') return false
  if (BINDS.test(parent.type) || node.field === 'attribute' || node.field === 'name' || node.field === 'left')
    return node.field === 'left' && /operator/.test(parent.type)
  return !(parent.type === 'call' && node.field === 'function')
}
