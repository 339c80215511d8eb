// Where the output of a program goes that a module starts, by the call alone.

import ts from 'typescript'

/** `execSync('git diff')`, `readFileSync(path)`: a buffer, unless an encoding is given. */
export function givesBuffer(path: string, [first, ...more]: readonly ts.Expression[]): boolean {
  const isRead = /(?:^|\.)readFileSync$/.test(path)
  if (!isRead && !/(?:^|\.)(?:execSync|execFileSync)$/.test(path)) return false
  if (isRead) return first !== undefined && more.length === 0
  const options = more.find((one) => !ts.isArrayLiteralExpression(one))
  if (options === undefined) return more.length < 2
  return ts.isObjectLiteralExpression(options) && !/encoding|stdio|\.\.\./.test(options.getText())
}

/** A program that is started with the hook's own standard output. */
export function inherits(path: string, written: readonly ts.Expression[]): boolean {
  const isInherited = /\bstdio:\s*(?:["']inherit["']|\[[^\],]*,\s*["']inherit["'])/
  return STARTS.test(path) && isInherited.test(written.at(-1)?.getText() ?? '')
}

// Other objects often have a method `spawn`.
const STARTS =
  /(?:^|\.)(?:spawnSync|execSync|execFileSync|execaSync|execa)$|^(?:(?:cp|child_?process)\.)?spawn$/i
