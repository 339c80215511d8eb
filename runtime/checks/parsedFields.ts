// Payload fields that a script parses as JSON text although they are objects, according to the event's example. Uses
// the text alone; scripts that check the type or catch the error are skipped.

import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import { isObject } from '../contract/json.ts'
import { blankLongLines } from '../contract/longLines.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import type { View } from '../project/view.ts'

/** The number of names that are followed; each costs a pass over the text. */
const MOST_NAMES = 20

export function parsedFieldProblems({ role, text, document }: View): readonly Problem[] {
  const calls = role.kind === 'hook' ? [...(calledOf(role.dialect)?.calls.values() ?? [])] : []
  const [call] = calls
  const field = call?.record.common.input
  if (call === undefined || field === undefined) return []
  const isObjectEverywhere = calls.every(
    ({ record: { common, example } }) =>
      common.input === field && isObject(example) && isObject(example[field]),
  )
  const range = isObjectEverywhere ? parsed(blankLongLines(text), field) : undefined
  if (range === undefined) return []
  const message = `"${field}" is an object at ${call.event}, not a string, so parsing it always fails.`
  const plain = unparsed(text.slice(range.start, range.end))
  const repairs =
    plain === undefined || plain === ''
      ? undefined
      : [{ kind: 'edit', title: `Change to ${plain}`, edits: [{ range, text: plain }] } as const]
  return [problem('value.impossible', document.path, message, { range, ...defined({ repairs }) })]
}

// The parsed expression, as written.
function unparsed(call: string): string | undefined {
  const [, inner] = /^(?:JSON\.parse|json\.loads)\(\s*([\s\S]*?)\s*\)$/.exec(call) ?? []
  return inner ?? /^(\.\w+)\s*(?:\/\/[^|]*)?\|\s*fromjson$/.exec(call)?.[1]
}

const TYPE_TEST =
  /\btypeof\b|\binstanceof\b|\bisinstance\(|\btype\(|\|\s*type\b|\btype\s*[!=]=|\s-is(?:not)?\s+\[|\.GetType\(/

const LOOKED_AT = new RegExp(
  `${TYPE_TEST.source}|\\.\\w+\\?\\s*//|\\btry\\b|\\bhasattr\\(|\\bhook_event_name\\b|fromjson\\?`,
)

/** Whether a script tests what type a value has. */
export function testsType(text: string): boolean {
  return TYPE_TEST.test(text)
}

/** Whether a script tests what type a value has, or catches the error where it has another one. */
export function looksAtType(text: string): boolean {
  return LOOKED_AT.test(text)
}

// `fromjson? // {}` tests nothing either: what is no text is lost.
const DEFAULT = '\\?\\s*//\\s*(?:\\{\\}|\\[\\]|""|empty\\b|null\\b)'

// A handler that only ends the script has no other way to read the field: without such handlers, `try` tests nothing.
function withoutExits(text: string): string {
  const left = text.replaceAll(EXITS, '')
  return /\b(?:catch|except|finally)\b/.test(left) ? text : left.replaceAll(/\btry\b/g, '')
}

const COMMENTS = String.raw`\s*(?:(?:#|//)[^\n]*\n\s*)*`
const ENDS_CATCH = String.raw`(?:exit\b(?:[ \t]+\d+)?|process\.exit\(\d*\))\s*(?:;\s*)?\}`
const EXITS = new RegExp(
  [
    String.raw`\bcatch\s*(?:\([^()\n]*\)\s*)?\{${COMMENTS}${ENDS_CATCH}`,
    String.raw`\bexcept\b[^:\n]{0,200}:${COMMENTS}(?:sys\.)?exit\(\d*\)`,
  ].join('|'),
  'g',
)

function parsed(text: string, field: string): Range | undefined {
  const lost = new RegExp(`(\\.${field}\\s*\\|\\s*fromjson)${DEFAULT}`, 'g')
  if (looksAtType(withoutExits(text.replaceAll(lost, '$1')))) return undefined
  const name = `(?:\\??\\.|\\b)${field}`
  const held = namesOf(text, field).flatMap((one) => [
    `\\bJSON\\.parse\\(\\s*${one}\\s*\\)`,
    `\\bjson\\.loads\\(\\s*${one}\\s*\\)`,
    `\\$${one}\\s*\\|\\s*ConvertFrom-Json\\b`,
  ])
  return firstOf(text, [
    `\\bJSON\\.parse\\(\\s*[\\w$.?]*${name}\\s*\\)`,
    `\\bjson\\.loads\\([^()]*(?:\\([^()]*)?["']${field}["'][^()]*\\)?[^()]*\\)`,
    `\\.${field}\\s*(?://\\s*["'{}]+\\s*)?\\|\\s*fromjson\\b`,
    `\\$\\w+\\.${field}\\s*\\|\\s*ConvertFrom-Json\\b`,
    ...held,
  ])
}

// `raw = event["toolArgs"]`: names that are assigned the field and nothing else anywhere.
function namesOf(text: string, field: string): readonly string[] {
  const path = `[\\w$.]+(?:\\??\\.${field}|\\[["']${field}["']\\]|\\.get\\(["']${field}["'](?:,[^()\\n]*)?\\))`
  const set = new RegExp(
    `(?<![\\w.$])\\$?([A-Za-z_]\\w*)(?::[^=\\n]+|\\s*)=\\s*${path}[ \\t]*(?:;[ \\t]*)?(?:#.*|//.*)?$`,
    'gm',
  )
  return [...text.matchAll(set)]
    .slice(0, MOST_NAMES)
    .flatMap(([, name = '']) =>
      (text.match(new RegExp(`(?<![\\w.])${name}\\b\\s*(?::[^=\\n]+)?=(?!=)`, 'g')) ?? []).length === 1
        ? name
        : [],
    )
}

function firstOf(text: string, patterns: readonly string[]): Range | undefined {
  for (const pattern of patterns) {
    const found = new RegExp(pattern).exec(text)
    if (found !== null) return { start: found.index, end: found.index + found[0].length }
  }
  return undefined
}
