// Which `text += more` can be followed: only code that runs in order changes the variable, and no callback.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { isAssignment } from '../syntax.ts'

/** Limit in characters on the code that is searched: functions may be nested a thousand deep. */
const LONGEST = 50_000

/** Whether a variable is declared in the function (or module) that adds to it, and no function inside assigns it. */
export function isOwnSum(node: ts.BinaryExpression): boolean {
  const { left } = node
  const code = ts.findAncestor(node, (at) => ts.isFunctionLike(at) || ts.isSourceFile(at))
  if (code === undefined || !ts.isIdentifier(left) || code.end - code.pos > LONGEST) return false
  const { declared, assigned } = variablesOf(code)
  return declared.has(left.text) && !assigned.has(left.text)
}

const variablesOf = oncePer((code: ts.Node) => {
  const declared = new Set<string>()
  const assigned = new Set<string>()
  const open: { readonly node: ts.Node; readonly isInner: boolean }[] = [{ node: code, isInner: false }]
  for (const { node, isInner } of open) {
    if (!isInner && ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) declared.add(node.name.text)
    const isSet = ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
    if (isInner && isSet && ts.isIdentifier(node.left)) assigned.add(node.left.text)
    ts.forEachChild(node, (one) => {
      open.push({ node: one, isInner: isInner || ts.isFunctionLike(one) })
    })
  }
  return { declared, assigned }
})
