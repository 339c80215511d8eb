// Detects hooks written for several agents, which test which agent calls them and have fields and answers for each. In
// such a file only a misspelling of the host's own names is reported; other names may be meant for other agents.

import { calledOf } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import { oncePer } from '../contract/oncePer.ts'
import type { ProblemCode } from '../contract/problemCodes.ts'
import type { Problem } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import { isSpelling } from '../contract/typos.ts'
import { fieldsOf, shapeAt, valuesOf, type WalkedShape } from '../contract/walk.ts'
import type { Side } from '../documents/spots.ts'
import { LARGEST_FOLLOWED } from '../documents/understand.ts'
import { readText, Unreadable } from '../files/read.ts'
import type { Project, View } from '../project/view.ts'
import {
  answersBoth,
  answersOthers,
  asksWhoCalls,
  FIELDS,
  foreignKeys,
  hostsIn,
  testedIn,
} from './hostChoices.ts'
import { rejectedText } from './wrongTypes.ts'

/** Drops the problems that only hold if the file, with the libraries that it loads, serves no other agent. */
export async function withoutOtherHosts(
  view: View,
  found: readonly Problem[],
  project?: Project,
): Promise<readonly Problem[]> {
  const isOfOne = (one: Problem) =>
    (ONE_HOST.has(one.code) && (!isSlip(one, view.text) || isOthersKey(one, view))) ||
    isOthersValue(one, view)
  if (!found.some(isOfOne)) return found
  if ((await servesOthers(view)) || (await hasLibraryForOthers(view, project)))
    return found.filter((one) => !isOfOne(one))
  if (!isForOtherReader(view)) return found
  return found.map((one) => (isOfOne(one) ? { ...one, severity: 'info' } : one))
}

const MOST_LIBRARIES = 8

// Whether a file that the script loads chooses among hosts for it.
async function hasLibraryForOthers({ role, path }: View, project: Project | undefined): Promise<boolean> {
  if (role.kind !== 'hook' || project === undefined) return false
  const { dialect } = role
  const loading = (await project.hooks()).filter(({ files }) => files.includes(path))
  const libraries = new Set(loading.flatMap(({ files }) => files).filter((file) => file !== path))
  return [...libraries].slice(0, MOST_LIBRARIES).some((library) => {
    const text = textAt(library)
    return asksWhoCalls(text, dialect) || answersBoth(text, dialect)
  })
}

// A library that cannot be read chooses nothing; discovery reports it.
function textAt(path: string): string {
  try {
    return readText(path, LARGEST_FOLLOWED)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return ''
  }
}

// Whether the script tests for tools that only another reader of the same entry has, to which the host of the file's
// form leaves it: the script is written for that one, and works there.
function isForOtherReader({ role, text }: View): boolean {
  const called = role.kind === 'hook' ? calledOf(role.dialect) : undefined
  if (called === undefined) return false
  const own = new Set([...called.calls.values()].map(({ host }) => host))
  const ownTools = new Set([...own].flatMap(({ toolInputs = {} }) => Object.keys(toolInputs)))
  return called.callers
    .filter(({ dialect }) => !own.has(dialect))
    .flatMap(({ dialect }) => Object.keys(dialect.toolInputs ?? {}))
    .some((name) => name.includes('_') && !ownTools.has(name) && new RegExp(`\\b${name}\\b`).test(text))
}

const ONE_HOST: ReadonlySet<ProblemCode> = new Set([
  ...(['field.unknown', 'result.unknown', 'result.ignored'] as const),
  ...(['output.unreadable', 'output.lost', 'exit.ignored'] as const),
])

// Where different agents have the tool's input.
const INPUTS: ReadonlySet<string> = new Set(['tool_input', 'toolArgs', 'toolInput'])

const EVENTS =
  'PreToolUse|PostToolUse|PostToolUseFailure|PermissionRequest|UserPromptSubmit|SessionStart|SessionEnd|SubagentStart|SubagentStop|PreCompact|Notification|' +
  'preToolUse|postToolUse|userPromptSubmitted|sessionStart|sessionEnd|beforeShellExecution|afterShellExecution|beforeMCPExecution|afterMCPExecution|beforeReadFile|afterFileEdit|beforeSubmitPrompt|' +
  'BeforeTool|AfterTool|BeforeAgent|AfterAgent|BeforeModel|AfterModel'

// `== "PreToolUse"`, `case 'PreToolUse':`, and in shell `PreToolUse|BeforeTool)`.
const TESTED_EVENT = new RegExp(
  `(?:[=!]==?|=~|\\bcase|\\bin\\s*[([{])\\s*["'\`]?(?:${EVENTS})\\b|["'](?:${EVENTS})["']\\s*[=!]==?|^\\s*["']?(?:${EVENTS})["']?(?:\\s*\\|[^)\\n]*)?\\)`,
  'gm',
)
const EVENT = new RegExp(`^(?:${EVENTS})$`)

// A script that a host calls may test for any event of that host.
const callingEvents = oncePer((dialect: Dialect): ReadonlySet<string> => {
  const calls = [...(calledOf(dialect)?.calls.values() ?? [])]
  return new Set(calls.flatMap(({ host }) => Object.keys(host.events)))
})

async function servesOthers(view: View): Promise<boolean> {
  const { role, text, document } = view
  if (role.kind !== 'hook') return false
  const events = document.sites.flatMap((one) => one.events)
  const names = new Set<string>()
  for (const event of events) {
    const record = Object.hasOwn(role.dialect.events, event) ? role.dialect.events[event] : undefined
    if (record !== undefined) for (const { name } of fieldsOf(record.payload as WalkedShape)) names.add(name)
  }
  if (names.size === 0) return false
  const own = callingEvents(role.dialect)
  for (const [tested] of text.matchAll(TESTED_EVENT))
    if ((tested.match(/\w+/g) ?? []).some((word) => EVENT.test(word) && !own.has(word))) return true
  const isForSeveral = [asksWhoCalls, answersOthers, answersBoth].some((one) => one(text, role.dialect))
  if (isForSeveral) return true
  // `toolName` beside `tool_name` is another agent's name; alone it is a mistake, and a variable of that name is not a
  // field.
  // A library may read both spellings for the script that loads it.
  const reads = [...document.spots, ...(await view.loaded())].flatMap((spot) =>
    spot.kind === 'field' && spot.side.of === 'payload' ? [spot] : [],
  )
  const written = new Set([...text.matchAll(/(?:[.'"`]|[{,;]\s*)(\w+)/g)].map(([, word = '']) => word))
  const named = [...names].filter(
    (name) => written.has(name) || reads.some(({ path }) => path.includes(name)),
  )
  const isOwnEvent = asksForOwnEvents(text, own)
  const isOthers = (name: string): boolean =>
    !names.has(name) &&
    !(isOwnEvent && name === 'hook_event_name') &&
    (FIELDS.has(name) || named.some((one) => isSpelling(name, one) || (INPUTS.has(name) && INPUTS.has(one))))
  // What no event reaches is tried for none.
  const isTried = reads.some(
    ({ sure, side, path }) =>
      !sure && isReached(side) && path.some((key) => typeof key === 'string' && isOthers(key)),
  )
  const tested = testedIn(text)
  // `"toolName" in event` where the script also has `tool_name`.
  const isOtherwiseSpelled = (name: string): boolean =>
    names.has(name) && [...written].some((one) => !names.has(one) && isSpelling(one, name))
  const isTested = tested.some((name) => isOthers(name) || isOtherwiseSpelled(name))
  return isTried || isTested || namesTwoInputs(written, names)
}

// Whether the script names the tool's input both as this host does and as only others do: a script for one agent has no
// use for both, however it finds out which agent calls. Two spellings of one name are a mistake.
function namesTwoInputs(written: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const roots = [...INPUTS].filter((name) => written.has(name))
  const own = roots.filter((root) => names.has(root))
  return (
    own.length > 0 && roots.some((root) => !names.has(root) && own.every((one) => !isSpelling(root, one)))
  )
}

function isReached(side: Side): boolean {
  return side.of === 'payload' && side.events.length > 0
}

// A key that another host reads by exactly this name is no misspelling.
function isOthersKey({ code, range }: Problem, { role, text }: View): boolean {
  if (role.kind !== 'hook' || range === undefined || !/^result\./.test(code)) return false
  return foreignKeys(role.dialect).has(text.slice(range.start, range.end).replaceAll(/\W/g, ''))
}

// An event, a tool or a value of an answer that another host has by exactly this name.
function isOthersValue({ code, range, message }: Problem, { role, text }: View): boolean {
  if (role.kind !== 'hook' || range === undefined) return false
  const { others } = hostsIn(role.dialect)
  if (code === 'value.impossible') {
    // A comparison with another host's event alone is a mistake.
    if (!asksWhoCalls(text, role.dialect) && !answersBoth(text, role.dialect)) return false
    const word = text.slice(range.start, range.end).replaceAll(/\W/g, '')
    return others.some(
      ({ events, toolInputs = {} }) => Object.hasOwn(events, word) || Object.hasOwn(toolInputs, word),
    )
  }
  const rejected = code === 'result.type' ? rejectedText(message) : undefined
  if (rejected === undefined) return false
  const { path, text: value } = rejected
  return others.some(({ events }) =>
    Object.values(events).some(({ result }) => {
      const found = shapeAt(result as WalkedShape, path)
      return found.kind === 'known' && valuesOf(found.shape)?.includes(value) === true
    }),
  )
}

// Whether the text only tests which of its own host's events it got: `hook_event_name === 'agentStop'`.
function asksForOwnEvents(text: string, own: ReadonlySet<string>): boolean {
  const questions = [...text.matchAll(/\bhook_event_name\b["'\])]*\s*[=!]==?\s*["'](\w+)["']/g)]
  return questions.length > 0 && questions.every(([, event = '']) => own.has(event))
}

// A near miss of a known name that is not the same name in another spelling is a misspelling.
function isSlip({ repairs, range }: Problem, text: string): boolean {
  if (range === undefined) return false
  const written = text.slice(range.start, range.end).replaceAll(/\W/g, '')
  return (repairs ?? []).some(
    (repair) =>
      repair.kind === 'edit' &&
      repair.edits.some(({ text: replacement }) => {
        const name = replacement.replaceAll(/\W/g, '')
        return !isSpelling(written, name) && suggest(written, [name]) !== undefined
      }),
  )
}
