// Decides whether code runs when a host calls the file, or only when a user calls it with another argument. Judged by
// the conditions around the code; calls are not followed.

import ts from 'typescript'

/** True where the code runs only with arguments other than the host's. */
export function isCliOnly(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at
    if (ts.isIfStatement(parent) && isOtherBranch(parent, at)) return true
    if (ts.isCaseOrDefaultClause(parent) && isOtherCase(parent)) return true
  }
  return false
}

const ARGUMENTS = /\bargv\b|\bargs\b|\bopts?\b|\boptions\b|\bparseArgs\b|\bisTTY\b/

function isOtherBranch({ expression, thenStatement, elseStatement }: ts.IfStatement, at: ts.Node): boolean {
  const test = expression.getText()
  const asksForRun = /["'`]run["'`]/.test(test)
  const isHere = asksForRun && !/!==?/.test(test)
  if (at === thenStatement) return ARGUMENTS.test(test) ? !isHere : asksForRun && !isHere
  return at === elseStatement && isHere
}

// `switch (command) { case 'run': … case 'stats': … }`
function isOtherCase(clause: ts.CaseOrDefaultClause): boolean {
  const { clauses, parent } = clause.parent
  const words = clauses.flatMap((one) =>
    ts.isCaseClause(one) && ts.isStringLiteralLike(one.expression) ? one.expression.text : [],
  )
  if (ts.isDefaultClause(clause)) return words.includes('run')
  if (!ts.isStringLiteralLike(clause.expression) || clause.expression.text === 'run') return false
  return words.includes('run') || isArgument(parent.expression)
}

function isArgument(node: ts.Expression): boolean {
  if (ARGUMENTS.test(node.getText())) return true
  if (!ts.isIdentifier(node)) return false
  const given = new RegExp(`\\b${node.text}\\b[^=;\\n]*=[^=\\n]*(?:${ARGUMENTS.source})`)
  return given.test(node.getSourceFile().text)
}
