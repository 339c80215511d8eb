// Paths that depend on the payload's content: what a command is searched for, what a path begins with. A script that
// ends there rejects that content; one that ends because a program or a field is missing fails itself.

import { type ContentBranch, comparesWithWord } from '../../comparedWords.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { HAS_AROUND, isContent, testsContent } from './contentValues.ts'
import { fork } from './state.ts'
import { joined, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Both, Context, State } from './walk.ts'

/** Whether a value is the status of a program that checks code. */
export function isChecked(value: ShellValue): boolean {
  return value.some((part) => part.kind === 'unknown' && part.checked === true)
}

/** The branches after a program that checks code: the failing one depends on the content. */
export function failedCheck({ yes, no }: Both): Both {
  return { yes, no: contentWay({ yes: no, no: yes }) }
}

/** The branches after a comparison with a text: the matching one depends on the content. */
export function comparedContent(both: Both, content: ShellValue, text: ShellValue): Both {
  const written = plain(text)
  const isPresence = written !== undefined && /^(?:|null|none)$/i.test(written.trim())
  return isPresence || !isContent(content) ? both : { ...both, yes: contentWay(both) }
}

/** Whether a test limits the length of the content: `[ ${#prompt} -gt 10000 ]`; above 0 or 1, it tests for presence. */
export function isTooLong(
  operator: string,
  left: SyntaxNode | undefined,
  limit: ShellValue,
  { vars }: State,
): boolean {
  const [, name] = /^"?\$\{#(\w+)\}"?$/.exec(left?.text ?? '') ?? []
  const value = name === undefined ? undefined : vars.get(name)
  if (value === undefined || !isContent(value) || !/^(?:-g[te]|>=?)$/.test(operator)) return false
  return Number(plain(limit)) > 1
}

/** The branches after `grep`, which succeeds where the text occurs in the content. */
export function found(both: Both, args: readonly ShellValue[], context: Context): Both {
  if (searchesContent(args, context)) return { ...both, yes: contentWay(both) }
  return findsOnly(args, context) ? failedCheck(both) : both
}

// `grep -qv '\.env$'` fails where every line has that text; a pattern without a word looks for empty lines.
function findsOnly(args: readonly ShellValue[], context: Context): boolean {
  const isOption = (one: ShellValue) => /^-\w+$/.test(plain(one) ?? '')
  const options = args.filter(isOption).map(plain).join('')
  const rest = args.filter((one) => !isOption(one))
  if (!/v/.test(options) || !/q/.test(options) || /[ef]/.test(options)) return false
  return /[a-z]{2}/i.test(plain(rest[0] ?? UNKNOWN_TEXT) ?? '') && searchesContent(rest, context)
}

/** Whether `grep` looks for a text in the content; with `-v`, it looks for other text. */
export function searchesContent(args: readonly ShellValue[], { stdin }: Context): boolean {
  const texts = args.map(plain)
  if (texts.some((text) => /^-\w*v/.test(text ?? ''))) return false
  const [pattern, ...files] = texts.filter((text) => text?.startsWith('-') !== true)
  const isPayload = stdin === 'script' && files.length === 0 && !HAS_AROUND.test(pattern ?? 'cwd')
  return isPayload || (stdin !== 'script' && isContent(stdin))
}

/** The branches after `jq -e`, which succeeds where a test of the content is true, or false with a final `not`. */
export function jqTested(both: Both, args: readonly ShellValue[], { stdin }: Context): Both {
  const isPayload = stdin === 'script' || isContent(stdin)
  if (!isPayload || !args.some((one) => /^(?:-\w*e\w*|--exit-status)$/.test(plain(one) ?? ''))) return both
  const program = args.map((one) => joined(one).text).find((text) => /^[^-]/.test(text)) ?? ''
  if (!testsContent(program)) return both
  return /\|\s*not\s*$/.test(program) ? failedCheck(both) : { ...both, yes: contentWay(both) }
}

/** The branches after awk, which fails where its program finds a pattern in the content and exits with status 1. */
export function exitsWith(both: Both, args: readonly ShellValue[], { stdin }: Context): Both {
  const program = plain(args.find((one) => !plain(one)?.startsWith('-')) ?? []) ?? ''
  const [, block = ''] = FINDS.exec(program) ?? []
  const statuses = [...block.matchAll(/\bexit\s*\(?\s*(\w+)/g)].map(([, status = '']) => status)
  const isRefusal = statuses.length > 0 && statuses.every((status) => status === '1')
  return stdin !== 'script' && isContent(stdin) && isRefusal ? failedCheck(both) : both
}

/** A pattern or a comparison in a program of awk, and the block behind it. */
const FINDS = /^\s*(?:\/(?:[^/\\\n]|\\.)+\/\s*|\$0\s*~[^{]+|index\([^{]+|tolower\([^{]+)\{([^}]*)\}\s*$/

/** In a branch that depends on the content: so do a comparison with a word and a test that finds no such text. */
export function nestedContent(both: Both, isAnd: boolean, test: SyntaxNode | undefined): Both {
  const [going, staying] = isAnd ? [both.yes, both.no] : [both.no, both.yes]
  const isLack = staying?.byContent === true && going?.byContent !== true && namesText(test)
  if (going === undefined || !(isLack || (isAnd && comparesWord(test)))) return both
  const marked = contentWay({ yes: going, no: staying }, 'nested')
  return isAnd ? { ...both, yes: marked } : { ...both, no: marked }
}

// `[[ $file != /* ]]` names none.
function namesText(test: SyntaxNode | undefined): boolean {
  return /[a-z]/i.test((test?.text ?? '').replaceAll(/\$\{?\w+|\btest\b/g, ''))
}

// Whether a test holds where something equals a written word: `[ "$branch" = main ]`.
function comparesWord(test: SyntaxNode | undefined): boolean {
  const [, left, right] = EQUALS.exec(test?.text ?? '') ?? SEARCHES.exec(test?.text ?? '') ?? []
  return left !== undefined && right !== undefined && comparesWithWord(left, right)
}

const EQUALS = /^(?:\[\[?|test)\s+("[^"]*"|\$[\w{}]+)\s+==?\s+(\S+?)(?:\s+\]\]?)?$/

/** `git branch --show-current | grep -qx main` */
const SEARCHES = /^([^|;&\n]{1,200})\|\s*[ef]?grep\s+-[qxwFEi]*q[qxwFEi]*\s+(?:--\s+)?(\S+)$/

/** The branch on which the condition holds, marked as depending on the content. */
export function contentWay({ yes, no }: Both, by: ContentBranch = true): State | undefined {
  if (yes === undefined) return undefined
  const own = yes === no ? fork(yes) : yes
  own.byContent = own.byContent === true || by
  return own
}
