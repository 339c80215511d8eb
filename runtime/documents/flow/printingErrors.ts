// Output to standard error: the reason that a host reads with an exit status, or an answer that is lost there.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { note } from './found.ts'
import { firstWords, textOf } from './printedTexts.ts'
import type { FlowState } from './state.ts'
import { joinedText } from './textParts.ts'
import { alternatives, type FlowValue } from './values.ts'

/** Records that a value is printed to standard error. */
export function printError(
  node: SyntaxNode,
  value: FlowValue,
  from: SyntaxNode | undefined,
  flow: FlowState,
): void {
  const range: Range = { start: node.start, end: node.end }
  // An empty text stands for a computed one, so the next source is tried.
  const text = textOf(value) || anyOf(value) || severalWords(value, from) || firstWords(from)
  const isAnswer = alternatives(value).every((one) => one.kind === 'json' && one.of.kind === 'dict')
  if (isAnswer) misplaced(text, range, flow)
  flow.errors = {
    text: `${flow.errors.text}${text}\n`,
    answers: isAnswer ? [...flow.errors.answers, range.start] : flow.errors.answers,
    ...(flow.errors.unsure === true ? { unsure: true } : {}),
  }
}

// `print("[guard]", "Blocked:", reason, file=sys.stderr)`
function severalWords(value: FlowValue, from: SyntaxNode | undefined): string {
  const isSeveral = value.kind === 'unknown' && from?.type === 'string'
  return isSeveral && value.parts !== undefined && !from.children.some(({ type }) => type === 'interpolation')
    ? joinedText(value.parts)
    : ''
}

// The texts that a value may be (such as a parameter that several callers pass), joined.
function anyOf(value: FlowValue): string {
  const texts = alternatives(value).flatMap((one) => (one.kind === 'text' ? [one.text] : []))
  return texts.filter((text) => text !== '').join('; ')
}

// If the program then ends with an explicit status, the answer may be the reason; `withdraw` removes the finding.
function misplaced(stderr: string, range: Range, flow: FlowState): void {
  const { reading, events, printed, guessed, aside } = flow
  if (printed !== undefined || !reading.certain || guessed > 0 || aside || reading.input.called === undefined)
    return
  note(reading.found, { kind: 'end', range, events, status: 0, stdout: '', stderr, printed: range })
}

/** Records that something else may have written there: a program that was started, a function of another module. */
export function perhapsErrors(flow: FlowState): void {
  flow.errors = { ...flow.errors, unsure: true }
}

const SILENT_MODULES =
  /^\$?(?:json|io\.file|os(?!\.system|\.popen)|re|pathlib|datetime|time|math|collections|itertools|functools|hashlib|shlex|fnmatch|string|typing|dataclasses|enum|uuid|random|glob|shutil(?!\.copyfileobj)|tempfile|base64|urllib|ast|configparser|copy|csv|difflib|hmac|ipaddress|operator|platform|posixpath|ntpath|secrets|socket|sqlite3|textwrap|tomllib|fs|path|url|crypto|Number|Boolean|Array|Object|Math|Date|Buffer)\.|^\$?(?:Path|Number|Boolean|RegExp|URL|Map|Date|Promise)$/
/** Functions that write to a file. */
const WRITES_FILE = /(?:^|[.$])(?:write_text|write_bytes|(?:write|append)File(?:Sync)?)$/
const SPEAKS =
  /warn|error|log|print|write|exception|critical|info|debug|fail|die|echo|emit|run|call|assert|copyfileobj/i
/** A package that is loaded (silent); relative imports are excluded, because they are read. */
const LOADS = /^(?:await\s+)?(?:require|import)\(\s*["'`](?!\.)/
/** Child processes whose standard error does not reach the hook's. */
const QUIET =
  /\bcapture_output\s*=\s*True|\bstderr\s*=|^(?:\w+\.)?(?:spawn|spawnSync|exec|execFile)\((?![\s\S]*inherit)|\bstdio\b(?![\s\S]*inherit)/

/** Whether a name is one of a module that writes nothing to standard error. */
export function isSilent(name: string): boolean {
  return SILENT_MODULES.test(name)
}

/** Whether a call of an unknown function may write to standard error. */
export function maySpeak(name: string, call: string): boolean {
  if (isSilent(name) || WRITES_FILE.test(name) || QUIET.test(call) || LOADS.test(call)) return false
  const [, of, method = ''] = /^(.*)\.(\w+)$/s.exec(name) ?? []
  return of === undefined || SPEAKS.test(method)
}
