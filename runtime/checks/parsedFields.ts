// Fields of the payload that a script takes for a text of JSON and that are objects, and the other way round: what the
// example of the event has there. Told by the text alone; whoever looks at what it is, or catches the error, is passed
// over.

import { calledOf, type ScriptCall, withoutTool } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import { isObject } from '../contract/json.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { fieldsOf, type WalkedShape } from '../contract/walk.ts'
import type { View } from '../project/view.ts'

export function parsedFieldProblems({ role, text, document }: View): readonly Problem[] {
  const calls = role.kind === 'hook' ? [...(calledOf(role.dialect)?.calls.values() ?? [])] : []
  return [...inputProblems(calls, text, document.path), ...textProblems(calls, text, document.path)]
}

type Calls = readonly ScriptCall[]

function inputProblems(calls: Calls, text: string, path: string): readonly Problem[] {
  const [call] = calls
  const field = call?.record.common.input
  if (call === undefined || field === undefined) return []
  const kinds = new Set(
    calls.map(({ record }) => kindOf(record.example, record.common.input === field ? field : '')),
  )
  const [kind] = kinds
  if (kinds.size > 1 || kind === undefined) return []
  const range = kind === 'object' ? parsed(text, field) : entered(text, field)
  if (range === undefined) return []
  const message =
    kind === 'object'
      ? `"${field}" is an object at ${call.event} and no text, so parsing it fails each time.`
      : `"${field}" is a text of JSON at ${call.event}: it has no fields before it is parsed.`
  const plain = kind === 'object' ? unparsed(text.slice(range.start, range.end)) : undefined
  const repairs =
    plain === undefined || plain === ''
      ? undefined
      : [{ kind: 'edit', title: `Change to ${plain}`, edits: [{ range, text: plain }] } as const]
  return [problem('value.impossible', path, message, { range, ...defined({ repairs }) })]
}

// What a tool gave, which is a text here and an object in other hosts.
function textProblems(calls: Calls, text: string, path: string): readonly Problem[] {
  const [call] = calls
  if (call === undefined) return []
  const results = calls.flatMap(({ record }) =>
    fieldsOf(record.payload as WalkedShape).filter(({ name }) => RESULTS.test(name)),
  )
  const others = results.filter(({ shape }) => shape.type !== 'string').map(({ name }) => name)
  const texts = new Set(results.map(({ name }) => name).filter((name) => !others.includes(name)))
  return [...texts].flatMap((field) => {
    const range = entered(text, field)
    const message = `"${field}" is a text at ${withoutTool(call.event)}, and has no fields.`
    // `.tool_response.stdout // .tool_response`: for others as well.
    if (range === undefined || /^[^\n]*?(?:\/\/|\|\||\?)/.test(text.slice(range.end))) return []
    return [problem('value.impossible', path, message, { range })]
  })
}

const RESULTS = /^(?:tool_(?:response|output|result)|result_json)$/

// What is parsed, as it stands there.
function unparsed(call: string): string | undefined {
  const [, inner] = /^(?:JSON\.parse|json\.loads)\(\s*([\s\S]*?)\s*\)$/.exec(call) ?? []
  return inner ?? /^(\.\w+)\s*(?:\/\/[^|]*)?\|\s*fromjson$/.exec(call)?.[1]
}

function kindOf(example: unknown, field: string): 'object' | 'text' | undefined {
  const value = isObject(example) ? example[field] : undefined
  if (isObject(value)) return 'object'
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? 'text' : undefined
}

const LOOKED_AT =
  /\btypeof\b|\binstanceof\b|\bisinstance\(|\btype\(|\|\s*type\b|\btry\b|\bhook_event_name\b|fromjson\?|\btry\s/

function parsed(text: string, field: string): Range | undefined {
  if (LOOKED_AT.test(text)) return undefined
  const name = `(?:\\??\\.|\\b)${field}`
  return firstOf(text, [
    `\\bJSON\\.parse\\(\\s*[\\w$.?]*${name}\\s*\\)`,
    `\\bjson\\.loads\\([^()]*(?:\\([^()]*)?["']${field}["'][^()]*\\)?[^()]*\\)`,
    `\\.${field}\\s*(?://\\s*["'{}]+\\s*)?\\|\\s*fromjson\\b`,
    `\\$\\w+\\.${field}\\s*\\|\\s*ConvertFrom-Json\\b`,
  ])
}

function entered(text: string, field: string): Range | undefined {
  if (
    LOOKED_AT.test(text) ||
    /\bJSON\.parse\([^)]*tool|\bfromjson\b|ConvertFrom-Json[\s\S]*\|\s*ConvertFrom-Json/.test(text) ||
    !isInputParsedOnly(text)
  )
    return undefined
  const held = new RegExp(
    `(\\w+)\\s*=\\s*\\w+(?:\\.${field}\\b|(?:\\[|\\.get\\()["']${field}["'][^\\n]*)\\s*$`,
    'm',
  ).exec(text)?.[1]
  return firstOf(text, [
    `["']${field}["']\\](?:\\[["']\\w+["']\\]|\\.get\\()`,
    `(?<=\\.)${field}\\??\\.(?!length\\b|includes\\b|match|search\\b|lower\\b|upper\\b|strip|find|join\\b|at\\b|concat\\b|sub|split\\b|trim\\b|replace|slice\\b|startsWith\\b|endsWith\\b|indexOf\\b|to[LU])[A-Za-z_]\\w*`,
    ...(held === undefined ? [] : [`\\b${held}\\[["']\\w+["']\\]`, `\\b${held}\\.get\\(`]),
  ])
}

// `json.loads(sys.stdin.read())`, `raw = sys.stdin.read()`, `json.loads(raw)`
function isInputParsedOnly(text: string): boolean {
  const parsed = [...text.matchAll(/\bjson\.loads\(\s*(\w*)(.*)/g)]
  const names = new Set(
    parsed.flatMap(([, name = '', rest = '']) => (/\bstdin\b/.test(name + rest) ? [] : [name])),
  )
  if (names.size === 0) return true
  const read = new Set(text.split('\n').flatMap(namesOfInput))
  return [...names].every((name) => read.has(name))
}

// Names on the left of an `=` with standard input somewhere behind it.
function namesOfInput(line: string): readonly string[] {
  const before = line.slice(0, Math.max(0, line.lastIndexOf('stdin')))
  return [...before.matchAll(/\b(\w+)\s*=/g)].map(([, name = '']) => name)
}

function firstOf(text: string, patterns: readonly string[]): Range | undefined {
  for (const pattern of patterns) {
    const found = new RegExp(pattern).exec(text)
    if (found !== null) return { start: found.index, end: found.index + found[0].length }
  }
  return undefined
}
