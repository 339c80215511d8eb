// Marked texts: a hook file with the expected spots marked below its lines. One test per text; every spot found must be
// marked, so that the absence of others is tested too.
//
//   payload.get("tool_nam")
//   #            ^^^^^^^^ field payload tool_nam read sure
//
// A mark is a line of only an optional `#` or `//`, carets and words; it is removed before the text is read. `<`
// instead of carets marks an empty range, such as a key that is still to be typed; carets at the end of a line may
// stand for a range that continues below. Several marks of a line are on lines of their own. For columns that the
// comment sign covers, `^2+3` before the words marks 3 columns from column 2 (0-based).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exports } from '../../runtime/contract/dialect.ts'
import type { Problem, Range } from '../../runtime/contract/problems.ts'
import type { Spot, SpottedDocument } from '../../runtime/documents/spots.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'

/**
 * A spot in a few words, without ranges and quotes:
 *
 *   event pre_tool_use
 *   field payload tool_input.command read sure @before_tool_call +siblings(a,b)
 *   value result blocked = true write maybe
 *   answer blocked,reason +more
 *   file ./helper.py
 *   variable HOME
 *
 * `@` lists the events where they are not `all`; `maybe` is the opposite of `sure`.
 */
export function spotText(spot: Spot, all: readonly string[]): string {
  const at = (events: readonly string[]): string =>
    events.join() === all.join() ? '' : ` @${events.join(',')}`
  switch (spot.kind) {
    case 'event':
      return `event ${spot.name}`
    case 'field':
    case 'value': {
      const { side, path, access, sure } = spot
      const value =
        spot.kind === 'value' && spot.value !== undefined ? ` = ${JSON.stringify(spot.value)}` : ''
      const siblings =
        spot.kind === 'field' && spot.siblings !== undefined && spot.siblings.length > 0
          ? ` +siblings(${spot.siblings.join(',')})`
          : ''
      const events = 'events' in side ? at(side.events) : ''
      const where = path.map(String).join('.')
      return `${spot.kind} ${side.of} ${where}${value} ${access} ${sure ? 'sure' : 'maybe'}${events}${siblings}`
    }
    case 'answer':
      return `answer ${spot.keys.join(',')}${spot.more ? ' +more' : ''}${at(spot.events)}`
    case 'code':
      return `code ${spot.language}${spot.within.captured ? ' captured' : ''}${at(spot.events)}`
    case 'end':
      return `end ${spot.status}${at(spot.events)}`
    case 'file':
      return `file ${spot.file}`
    case 'variable':
      return `variable ${spot.name}`
  }
}

export type Marked = {
  readonly text: string
  readonly marks: readonly { readonly range: Range; readonly says: string }[]
}

const MARK = /^(\s*(?:#|\/\/)?\s*)(\^(\d+)\+(\d+)|\^+|<)\s+([a-z].*)$/

/** Separates the marks from a text. */
export function unmark(marked: string): Marked {
  const lines: string[] = []
  const marks: { readonly range: Range; readonly says: string }[] = []
  let start = 0
  for (const line of marked.split('\n')) {
    const [, before = '', carets = '', column, columns, says = ''] = MARK.exec(line) ?? []
    const above = lines.at(-1)
    if (says === '' || above === undefined) {
      start += above === undefined ? 0 : above.length + 1
      lines.push(line)
      continue
    }
    const from = start + (column === undefined ? before.length : Number(column))
    const width = columns !== undefined ? Number(columns) : carets === '<' ? 0 : carets.length
    marks.push({ range: { start: from, end: Math.min(from + width, start + above.length) }, says })
  }
  return { text: lines.join('\n'), marks }
}

export type SpotCheck = {
  readonly exports: Exports
  readonly events: readonly string[]
  /** The kinds of spots, and problems, that must be marked; by default fields and values. */
  readonly kinds?: readonly (Spot['kind'] | 'problem')[]
}

/** The spots (and problems, as `problem <code>`) of a text with their ranges, in reading order. */
export async function spotsOf(
  path: string,
  text: string,
  { exports, events, kinds = ['field', 'value'] }: SpotCheck,
): Promise<Marked['marks']> {
  const document = await understandDocument({ path, text, exports, events })
  assertSpots(document, text)
  const all = exports === 'executable' ? eventsOf(document, events) : events
  const spots = document.spots
    .filter(({ kind }) => kinds.includes(kind))
    .map((spot) => ({ range: spot.range, says: spotText(spot, all) }))
  const problems = kinds.includes('problem') ? document.problems.map(markOf) : []
  return [...spots, ...problems].sort((one, two) => one.range.start - two.range.start)
}

/** Defines one test for a marked text. `preface` is prepended and not marked. */
export function checkSpots(title: string, path: string, marked: string, how: SpotCheck, preface = ''): void {
  test(title, async () => {
    const { text, marks } = unmark(marked)
    const whole = preface + text
    const found = (await spotsOf(path, whole, how)).map(({ range, says }) => ({
      says,
      range: { start: range.start - preface.length, end: range.end - preface.length },
    }))
    assert.deepEqual(shown(text, found), shown(text, marks))
  })
}

// One line per mark, so that a difference is easy to compare with its row. A range is shown up to the end of its line.
function shown(text: string, marks: Marked['marks']): readonly string[] {
  return marks
    .filter(({ range }) => range.start >= 0)
    .map(({ range, says }) => {
      const line = text.slice(0, range.start).split('\n').length
      return `${line}: ${JSON.stringify(text.slice(range.start, range.end).split('\n')[0])} ${says}`
    })
    .sort()
}

function markOf({ code, range }: Problem): Marked['marks'][number] {
  return { range: range ?? { start: 0, end: 0 }, says: `problem ${code}` }
}

function eventsOf({ sites }: SpottedDocument, events: readonly string[]): readonly string[] {
  const own = new Set(sites.flatMap((site) => site.events))
  return own.size === 0 ? events : [...own]
}

/** Asserts that the ranges of all spots lie in the text, in text order. */
export function assertSpots({ spots }: SpottedDocument, text: string): void {
  let last = 0
  for (const { kind, range } of spots) {
    assertStands(range, text, kind)
    assert.ok(last <= range.start, 'spots come in the order of the text')
    last = range.start
  }
}

/** Asserts that a range lies in the text, and that no end of it splits a surrogate pair or a CRLF. */
export function assertStands({ start, end }: Range, text: string, what: string): void {
  if (!(0 <= start && start <= end && end <= text.length)) fail('does not lie in')
  for (const at of [start, end]) {
    const [before = '', after = ''] = [text[at - 1], text[at]]
    if (before === '\r' && after === '\n') fail('ends within CRLF in')
    if (/^[\ud800-\udbff][\udc00-\udfff]$/.test(before + after)) fail('ends within a character in')
  }

  function fail(where: string): never {
    assert.fail(`${what} ${start}-${end} ${where} ${JSON.stringify(text.slice(0, 500))}`)
  }
}
