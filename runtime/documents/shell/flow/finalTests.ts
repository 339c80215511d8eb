// Tests at the end of a script, which give it their status: `[ a ] && b`, also as the last statement of a branch, of a
// loop or of a function that the script ends with.

import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import type { WalkedScript } from './walk.ts'

/** Deeper statements are not looked into. */
const DEEPEST = 8

/** The last test of a statement that fails if the test is false; undefined where there is none. */
export function finalTest(
  node: SyntaxNode | undefined,
  { functions }: Pick<WalkedScript, 'functions'>,
  depth = 0,
): SyntaxNode | undefined {
  if (node === undefined || depth > DEEPEST) return undefined
  const within = (one: SyntaxNode | undefined) => finalTest(one, { functions }, depth + 1)
  switch (node.type) {
    case 'if_statement':
      return lastStatements(node).map(within).find(isFound)
    case 'case_statement':
      return named(node)
        .filter(({ type }) => type === 'case_item')
        .map((item) => within(named(item).findLast(isStatement)))
        .find(isFound)
    case 'for_statement':
    case 'while_statement':
      return within(child(node, 'body'))
    case 'do_group':
    case 'compound_statement':
      return within(named(node).findLast(isStatement))
    case 'redirected_statement':
      return isTestAnd(node) ? node : within(child(node, 'body'))
    case 'command': {
      const called = functions.get(child(node, 'name')?.text ?? '')
      return called && within(child(called, 'body'))
    }
    default:
      return isTestAnd(node) ? node : undefined
  }
}

// The last statements of the branches of an `if`.
function lastStatements(node: SyntaxNode): readonly SyntaxNode[] {
  const isNext = ({ type }: SyntaxNode) => type === 'elif_clause' || type === 'else_clause'
  const at = node.children.findIndex(({ type }) => type === 'then')
  const body = node.children.slice(at + 1).filter((one) => isStatement(one) && !isNext(one))
  return [...body.slice(-1), ...node.children.filter(isNext).flatMap(lastStatements)]
}

function isStatement({ named: isNamed, type, field }: SyntaxNode): boolean {
  return isNamed && type !== 'comment' && field !== 'value'
}

function isFound(node: SyntaxNode | undefined): boolean {
  return node !== undefined
}

function isTestAnd(node: SyntaxNode): boolean {
  const [left, right] = named(node)
  // A redirection at the end is a node around the statement.
  if (node.type === 'redirected_statement') return left !== undefined && isTestAnd(left)
  if (node.type !== 'list' || !node.children.some(({ type }) => type === '&&')) return false
  return TEST.test(left?.text ?? '') && !/^(?:exit|return|false)\b/.test(right?.text ?? '')
}

const TEST =
  /^(?:\[|\(\(|test\s|git\s+diff\s[^|;&]*--(?:quiet|exit-code)\b|(?:[^|&;]*\|\s*)?(?:[ef]?grep\s|jq\s+(?:-[\w-]+\s+)*(?:-\w*e\w*|--exit-status)\s))/

/**
 * A test at the end of a script whose failing branch was found to depend on the content: `! grep -q …`, an `exit` in awk,
 * `jq -e '… | not'`.
 */
export function isRefusingTest(node: SyntaxNode): boolean {
  const inner = node.type === 'redirected_statement' ? named(node)[0] : node
  return (
    /^(?:negated_command|test_command)$/.test(inner?.type ?? '') ||
    /^!\s|(?:^|\|)\s*(?:[gm]?awk|jq)\s/.test(node.text)
  )
}

/** Whether a script ends with a search whose output goes to a file: it fails where it finds nothing. */
export function isLoggedSearch({ type, text }: SyntaxNode): boolean {
  if (!/^(?:redirected_statement|pipeline|command)$/.test(type)) return false
  const [, search = ''] =
    /(?:^|\|)\s{0,9}([ef]?grep\s[^|;&]{1,500})$/.exec(text.replaceAll(QUOTED, '""')) ?? []
  return !/\s-\w*q|\s--quiet|2>/.test(search) && />{1,2}\s*(?!\/dev\/null)[\w"$~./{}-]+\s*$/.test(search)
}

const QUOTED = /'[^']*'|"[^"$]*"/g
