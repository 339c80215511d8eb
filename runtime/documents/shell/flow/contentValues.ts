// Values that contain text of the payload's content: what a guard inspects, as opposed to fields that describe the event
// or the session.

import { ARGUMENT } from '../../../contract/calledNarrowing.ts'
import type { Path } from '../../../contract/walk.ts'
import type { JqValue } from '../../jq/values.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { type Choice, CONTENT, EMPTY, made, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Context } from './walk.ts'

/** Fields that describe the event or session, not the content of the operation. */
const AROUND = String.raw`(?:hook_?event_?name|tool_?name|session_?id|cwd|timestamp|source|trigger|reason|stop_hook_active|status|loop_count|permission_mode|agent_\w+|model)`
const IS_AROUND = new RegExp(`^${AROUND}$`, 'i')
export const HAS_AROUND = new RegExp(`\\b${AROUND}\\b`, 'i')

/** Whether a value contains payload text that a guard may inspect. */
export function isContent(value: ShellValue): boolean {
  return value.some((part) => {
    if (part.kind === 'data') return isContentField(part.path)
    if (part.kind !== 'unknown') return false
    const ways = part.choices?.map((one) => one.value)
    const isOneOf = ways?.some(isContent) && ways.every((one) => plain(one) !== undefined || isContent(one))
    return part.content === true || part.found === true || isOneOf === true
  })
}

function isContentField([first]: Path): boolean {
  return first !== ARGUMENT && !IS_AROUND.test(String(first ?? ''))
}

/** A part of a value, or the value in another form. */
export function derivedFrom(value: ShellValue): ShellValue {
  return isContent(value) ? CONTENT : UNKNOWN_TEXT
}

/** The value of an expansion that takes or changes a part of a value: `${path%.*}`, `${path//a/b}`, `${path:0:5}`. */
export function partOf(value: ShellValue, { text }: SyntaxNode): ShellValue {
  return /^\$\{\w+(?:[#%/^,]|:[ \t]*[\d(]|:[ \t]+-)/.test(text) ? derivedFrom(value) : UNKNOWN_TEXT
}

/** What a program prints that changes a path or filters its input; undefined for other programs. */
export function contentThrough(
  name: string,
  values: readonly ShellValue[],
  { stdin, captured }: Context,
): ShellValue | undefined {
  if (!captured) return undefined
  const isTaken =
    (PATHS.test(name) && values.some(isContent)) ||
    (FILTERS.test(name) && stdin !== 'script' && isContent(stdin))
  return isTaken ? [...CONTENT, made('\n')] : undefined
}

const PATHS = /^(?:basename|dirname|realpath|readlink|cygpath|wslpath)$/
const FILTERS = /^(?:cut|sed|[gm]?awk|tail|sort|uniq|rev|fold|paste|fmt|expand|xargs)$/

/** Whether a program of jq looks for a text in a field of the content. */
export function testsContent(program: string): boolean {
  if (!TESTS.test(program)) return false
  const fields = [...program.matchAll(/(?<![\w\])"?])\.(\w+)/g)].map(([, name = '']) => name)
  return fields.some((name) => !IS_AROUND.test(name))
}

const TESTS = /\b(?:test|contains|startswith|endswith|index|match)\s*\(/

/** The texts that such a program prints by what it finds: those it has, nothing, or whether it has found it. */
export function printedByTest(
  program: string,
  texts: readonly ShellValue[],
  isAny: boolean,
): readonly Choice[] {
  const isQuestion = texts.length === 1 && texts[0] === UNKNOWN_TEXT && ENDS_IN_TEST.test(program)
  const all = isQuestion ? ['true\n', 'false\n'].map((one) => [made(one)]) : isAny ? [...texts, EMPTY] : texts
  const byContent = testsContent(program)
  return all.map((value) => ({ value, stderr: undefined, events: undefined, byContent, ways: [[]] }))
}

const ENDS_IN_TEST = /\b(?:test|contains|startswith|endswith)\s*\([^()|]*\)\s*\)*\s*$/

/** What jq prints for several fields of the content, or for a text with them; undefined for anything else. */
export function contentFrom(results: readonly JqValue[]): ShellValue | undefined {
  const all = results.map((one) => {
    if (one.kind === 'literal') return []
    return one.kind === 'piece' ? [one.path] : one.kind === 'unknown' ? one.of : undefined
  })
  const isContent =
    all.every((paths) => paths?.every(isContentField)) && all.some((paths) => paths?.length !== 0)
  return isContent ? [...CONTENT, made('\n')] : undefined
}
