// Splits the events of a called script by a comparison: with a field of its payload, or with an argument from its
// entries. A comparison that cannot be evaluated leaves all events on both sides. Pure.

import type { Dialect } from './dialect.ts'
import type { EventRecord } from './eventRecord.ts'
import type { Json } from './json.ts'
import { type Path, shapeAt, valuesOf } from './walk.ts'

/** The tools with known input shapes, where this event's payload leaves the input open. */
export function inputsOf(host: Dialect, { common, payload, toolInputs }: EventRecord): readonly string[] {
  const { tool, input } = common
  const known = toolInputs ?? host.toolInputs
  if (tool === undefined || input === undefined || known === undefined) return []
  return shapeAt(payload, input.split('.')).kind === 'open' && !input.includes('.') ? Object.keys(known) : []
}

/** First element of a path, in place of a field: any argument that an entry passes to the script. */
export const ARGUMENT = '\0argument'

/** From this many command lines at one event, arguments no longer distinguish events. */
export const MOST_LINES = 200

/** Texts, or a test for the words of command lines; the test returns undefined where it cannot be evaluated. */
export type WantedWords = readonly string[] | ((word: string) => boolean | undefined)

type NarrowedCall = {
  readonly host: Dialect
  readonly record: EventRecord
  readonly tool: string | undefined
  readonly lines: ReadonlySet<string>
}

/** Splits events by whether a field of the payload, or an argument, can have one of several values. */
export function narrowingOf(
  calls: ReadonlyMap<string, NarrowedCall>,
  events: Readonly<Record<string, EventRecord>>,
) {
  let known: ReadonlyMap<string, readonly GivenWords[]> | undefined
  const mayBe = (event: string, path: Path, value: string, same: Same): boolean => {
    const { record, tool, host } = calls.get(event) as NarrowedCall
    if (path.join('.') === record.common.tool)
      return tool === undefined ? !inputsOf(host, record).some((one) => same(one, value)) : same(tool, value)
    const found = shapeAt((events[event] as EventRecord).payload, path)
    if (found.kind === 'absent') return false
    const values = found.kind === 'known' ? valuesOf(found.shape) : undefined
    return values === undefined || values.some((one) => same(one, value))
  }
  const mustBe = (event: string, path: Path, values: readonly string[], same: Same): boolean => {
    const found = shapeAt((events[event] as EventRecord).payload, path)
    const can = found.kind === 'known' && found.required ? valuesOf(found.shape) : undefined
    return can?.every((one) => values.some((value) => same(one, value))) === true
  }
  return (among: readonly string[], path: Path, values: WantedWords, anyCase = false) => {
    if (path[0] === ARGUMENT) return byArgument(among, values)
    if (typeof values === 'function') return { yes: among, no: among }
    // A shell reads numbers and booleans as texts.
    const same: Same = anyCase ? sameInAnyCase : (one, other) => String(one) === other
    const yes = among.filter((event) => values.some((value) => mayBe(event, path, value, same)))
    const no = among.filter((event) => !mustBe(event, path, values, same))
    return { yes, no }
  }

  // What no entry passes selects code that no entry runs, if it is certain that none passes it in some form.
  function byArgument(among: readonly string[], values: WantedWords) {
    if ([...calls.values()].some(({ lines }) => lines.size >= MOST_LINES)) return { yes: among, no: among }
    known ??= new Map([...calls].map(([event, { lines }]) => [event, [...lines].map(wordsOf)]))
    const gives = (event: string) => (known?.get(event) ?? []).map((line) => isGiven(line, values))
    if (![...known.keys()].some((event) => gives(event).includes(true))) {
      const lines = [...known.values()].flat()
      const isPossible = lines.some((line) => mayGive(line, values))
      return { yes: isPossible ? among : [], no: among }
    }
    return {
      yes: among.filter((event) => gives(event).some((one) => one !== false)),
      no: among.filter((event) => gives(event).some((one) => one !== true)),
    }
  }
}

/** The words of a command line, and its text in one spelling; `open` where the shell computes some of them. */
type GivenWords = { readonly words: ReadonlySet<string>; readonly text: string; readonly open: boolean }

function wordsOf(line: string): GivenWords {
  return {
    words: new Set(line.split(/[\s"'=;|&()]+/)),
    text: inOneSpelling(line),
    open: /\$[@*\d({]|`/.test(line.replaceAll(/\$\{\w+\}/g, '')),
  }
}

// `PreToolUse`, `pre-tool-use` and `pre_tool_use` may be one word for a script.
function inOneSpelling(text: string): string {
  return text.toLowerCase().replaceAll(/[-_]/g, '')
}

// Nothing at all stands for an argument that is missing.
function mayGive(line: GivenWords, values: WantedWords): boolean {
  if (typeof values === 'function') return isGiven(line, values) !== false
  return line.open || values.some((value) => line.text.includes(inOneSpelling(value)))
}

// Undefined where it cannot be determined.
function isGiven({ words, open }: GivenWords, values: WantedWords): boolean | undefined {
  const isWanted = typeof values === 'function' ? values : undefined
  if (isWanted === undefined) {
    const isThere = (values as readonly string[]).some((value) => value !== '' && words.has(value))
    return isThere || (open ? undefined : false)
  }
  const answers = [...words].map((word) => word !== '' && isWanted(word))
  return answers.includes(true) || (open || answers.includes(undefined) ? undefined : false)
}

type Same = (one: Json, other: string) => boolean

function sameInAnyCase(one: Json, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase()
}
