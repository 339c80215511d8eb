// How the text of a script shows that it chooses among hosts: by a host's name, its variables, its fields, or by answers
// in the words of two hosts. Patterns, not an analysis.

import { calledOf } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import { oncePer } from '../contract/oncePer.ts'
import { isSpelling } from '../contract/typos.ts'
import { fieldsOf, type WalkedShape } from '../contract/walk.ts'
import { variablesOf } from '../discovery/rules/variableNames.ts'

/** Fields that identify the agent, including agents without a dialect. Testing one of them tests which agent is calling. */
export const FIELDS: ReadonlySet<string> = new Set([
  'hook_event_name',
  'hookEventName',
  'hookName',
  'event_name',
  'cursor_version',
  'workspace_roots',
  'workspacePaths',
  'toolCall',
  'toolArgs',
])

/**
 * Whether an answer has the same text under a key of this host and under one that only other hosts read:
 * `"reason": text, "followup_message": text`.
 */
export function answersOthers(text: string, dialect: Dialect): boolean {
  const own = answerKeys(dialect)
  const isOthers = (key: string) =>
    Object.values<Dialect>(dialects).some((one) => answerKeys(one).has(key)) &&
    ![...own].some((one) => isSpelling(one, key))
  return [...text.matchAll(/\b(\w+)["']?\s*:\s*([\w$.]+)\s*,\s*["']?(\w+)["']?\s*:\s*\2\s*[,}]/g)].some(
    ([, one = '', , other = '']) => (own.has(one) && isOthers(other)) || (own.has(other) && isOthers(one)),
  )
}

const answerKeys = oncePer(({ events }: Dialect): ReadonlySet<string> => {
  const results = Object.values(events).map(({ result }) => result as WalkedShape)
  return new Set(results.flatMap((result) => fieldsOf(result).map(({ name }) => name)))
})

// Whether hosts spell a field of this name differently: `"toolName" in event`.
function tellsHosts(name: string): boolean {
  const all = Object.values<Dialect>(dialects).filter((one) => one.host !== undefined)
  const named = all.filter((one) => payloadFields(one).has(name))
  const isSpelledElsewhere = (one: Dialect) =>
    !named.includes(one) && [...payloadFields(one)].some((field) => isSpelling(field, name))
  return named.length > 0 && all.some(isSpelledElsewhere)
}

const payloadFields = oncePer(({ events }: Dialect): ReadonlySet<string> => {
  const payloads = Object.values(events).map(({ payload }) => payload as WalkedShape)
  return new Set(payloads.flatMap((payload) => fieldsOf(payload).map(({ name }) => name)))
})

/** The keys of other hosts' answers. */
export const foreignKeys = oncePer((dialect: Dialect): ReadonlySet<string> => {
  const all = hostsIn(dialect).others.flatMap((one) => [...answerKeys(one)])
  return new Set(all)
})

/**
 * Whether a line branches on a variable that only another host sets, or names such a host where it chooses. Project
 * folder variables do not count: they are read regardless of the host.
 */
export function asksWhoCalls(text: string, dialect: Dialect): boolean {
  return (
    foreignVariables(dialect).some((name) => isDecidedBy(text, name)) ||
    (hostChoice(dialect)?.test(text) ?? false)
  )
}

/**
 * Whether the text asks for its own host, by a name, a variable, a field or how its events are spelled, and also answers
 * in another host's words.
 */
export function answersBoth(text: string, dialect: Dialect): boolean {
  const { own } = hostsIn(dialect)
  const isDistinguished =
    own.some((one) => choiceOf(wordOf(one)).test(text)) ||
    own.flatMap(variablesOf).some((name) => isDecidedBy(text, name)) ||
    testedIn(text).some((name) => FIELDS.has(name) || tellsHosts(name)) ||
    SPELLED_EVENT.test(text)
  if (!isDistinguished) return false
  const keys = new Set([...text.matchAll(/\b(\w+)["']?\s{0,9}:/g)].map(([, key = '']) => key))
  const known = answerKeys(dialect)
  const isOthers = (key: string) => !known.has(key) && foreignKeys(dialect).has(key)
  return [...keys].some((key) => known.has(key)) && [...keys].some(isOthers)
}

/** `event["hook_event_name"].startswith("before")`, `event.hook_event_name[0] === …` */
const SPELLED_EVENT =
  /\bhook_event_name\b["'\])]{0,3}(?:,[^)\n]{0,20}\))?(?:\[0\]|\.(?:startsWith|startswith|is(?:lower|upper)|charAt)\b)/

export const hostsIn = oncePer((dialect: Dialect) => {
  const own = new Set([...(calledOf(dialect)?.calls.values() ?? [])].map(({ host }) => host))
  const all = Object.values<Dialect>(dialects).filter((one) => one.host !== undefined)
  const words = new Set([...own].map(wordOf))
  return { own: [...own], others: own.size === 0 ? [] : all.filter((one) => !words.has(wordOf(one))) }
})

const hostChoice = oncePer((dialect: Dialect): RegExp | undefined => {
  const { others } = hostsIn(dialect)
  return others.length === 0 ? undefined : choiceOf(others.map(wordOf).join('|'))
})

// `host == "acme"`, `"acme": AcmeAgent`, `acme) … ;;`, `class Acme`, `isAcme`, `"--acme"`, `acme: { deny(why) { … } }`
function choiceOf(words: string): RegExp {
  const name = `(?:${words})(?:[-_ ](?:code|cli))?`
  return new RegExp(
    [
      `(?:[=!]==?|\\bin\\s{0,9}[[({]|\\bcase|-eq)\\s{0,9}["']${name}["']`,
      `["'](?:--)?${name}["']\\s{0,9}(?:[=!]==?|:|in\\b)`,
      `["']--(?:\\w{1,20}=)?${name}["']`,
      `^\\s{0,40}["']?${name}["']?(?:\\s{0,9}\\|[^)\\n]{0,80})?\\)`,
      `\\b${name}:\\s{0,9}(?:[{(]|async\\b|function\\b)`,
      `\\b(?:class\\s{1,9}|is_?)${name}(?:agent|host|hook)?\\b`,
    ].join('|'),
    'im',
  )
}

function wordOf({ id }: Dialect): string {
  return id.replace(/-.*$/s, '')
}

const foreignVariables = oncePer((dialect: Dialect): readonly string[] => {
  const calls = [...(calledOf(dialect)?.calls.values() ?? [])]
  if (calls.length === 0) return []
  const own = new Set(
    calls.flatMap(({ host }) =>
      Object.keys(host.events).flatMap((event) => host.host?.rules.variables(event, 'plugin') ?? []),
    ),
  )
  const all = new Set(Object.values<Dialect>(dialects).flatMap(variablesOf))
  return [...all].filter((name) => !own.has(name) && !/_(?:PROJECT_DIR|HOME)$/.test(name))
})

function isDecidedBy(text: string, name: string): boolean {
  if (isSetIn(text, name)) return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [line = ''] = /^.*/.exec(text.slice(text.lastIndexOf('\n', at) + 1)) ?? []
    if (/[\w-]/.test(text[at - 1] ?? '') || /[\w-]/.test(text[at + name.length] ?? '')) continue
    if (/^(?!\s*(?:#|\/\/)).*(?:\b(?:el)?if\b|\bin\b|\s-[nzv]\s|\?(?![.:-])|&&|\|\|)/.test(line)) return true
  }
  return false
}

/**
 * Names that the text tests: `input.toolName ||`, `?? input.toolName`, `if (input.cursor_version`, `elseif
 * ($payload.tool_name)`, `"cursor_version" in data`, `has("toolName")`, `if tool := data.get("toolName")`.
 */
export function testedIn(text: string): readonly string[] {
  const found = [
    ...text.matchAll(
      /[.](\w+)\s*(?:\|\||\?\?|&&)|(?:\|\||\?\?|&&|\b(?:else)?if\s*\(\$|!\$|-(?:or|and|not)\s)\s*!?[\w$]+[?]?[.](\w+)/g,
    ),
    // `if (input.toolArgs.command)` does not test `toolArgs`: without it, the line throws.
    ...text.matchAll(/(?:\b(?:else)?if\s*\(|!)\s*!?\w+[?]?[.](\w+)(?!\w|[.]\w|\[)/g),
    ...text.matchAll(
      /["'](\w+)["']\s+(?:not\s+)?in\s|\bhas\(\s*\\?["'](\w+)|\.has\w*\(["'](\w+)|(?::=|\b(?:if|not|and|or))\s+\w+\.get\(["'](\w+)/g,
    ),
  ]
  return found.flatMap(([, ...names]) => names.filter((name) => name !== undefined))
}

// `PLUGIN_ROOT="$CLAUDE_PLUGIN_ROOT"`: a variable of the script, unless its value may be the one of that name.
function isSetIn(text: string, name: string): boolean {
  const [, value] = new RegExp(`(?:^|[\\s;])${name}[ \\t]*=(?!=)(.*)`, 'm').exec(text) ?? []
  return value !== undefined && !new RegExp(`(?<![\\w-])${name}\\b`).test(value)
}
