// Determines the event of an executable from what it prints when called with `hook`.

import type { Problem, Range } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, Site } from '../document.ts'
import { eventProblems } from '../events.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { BudgetExceeded, ExecutionPath, type ProgramOutput } from './execution.ts'
import { type List, textOf } from './values.ts'

export type ProgramAnswer = {
  readonly shape: 'hook' | 'undecided'
  readonly sites: readonly Site[]
  readonly problems: readonly Problem[]
}

// A version, a path or a sentence is not an event name, so it was printed for something else.
const EVENT_NAME = /^[A-Za-z][\w:-]*$/

const UNDECIDED: ProgramAnswer = { shape: 'undecided', sites: [], problems: [] }

/**
 * The event that a program names on every path; undecided when it may name two or none, or the output is unknown.
 * `program` makes its tree, of which at most this many statements are followed; `paths`: how many of its arguments are
 * paths of the program itself.
 */
export function answerOf(
  program: (mostFollowed: number) => SyntaxNode,
  input: DocumentInput,
  budget: Budget,
  paths: number,
): ProgramAnswer {
  const given: List = { kind: 'list', items: [...Array(paths).fill(undefined), textOf('hook')], paths }
  const found = () => outputs(program(MOST_STEPS), input.text, given, budget.part(MOST_STEPS))
  return givenAnswer(input) ?? answerAmong(found(), input)
}

/**
 * The answer of a script that is not called with `hook`: the events of one that entries call are given, and one that is
 * read where there are no events names none.
 */
export function givenAnswer({ called, events }: DocumentInput): ProgramAnswer | undefined {
  if (called === undefined) return events.length === 0 ? UNDECIDED : undefined
  return { shape: 'hook', sites: [{ events, range: { start: 0, end: 0 } }], problems: [] }
}

/** The event that a program's outputs name; undecided where they are unknown or differ. */
export function answerAmong(
  found: readonly ProgramOutput[] | undefined,
  input: DocumentInput,
): ProgramAnswer {
  if (found === undefined) return UNDECIDED
  let event: string | undefined
  let range: Range | undefined
  for (const output of found) {
    if (output.includes(undefined)) return UNDECIDED
    const text = output
      .map((one) => one?.text)
      .join('')
      .trim()
    if (text === '') continue
    if (event !== undefined && text !== event) return UNDECIDED
    event = text
    range ??= output.find((one) => one?.text.trim() === text)?.range
  }
  if (event === undefined || !EVENT_NAME.test(event)) return UNDECIDED
  const where = named(input.text, event, range)
  return {
    shape: 'hook',
    sites: [{ events: [event], range: where }],
    problems: eventProblems(input, event, where),
  }
}

// The range of a literal may include quotes and line breaks; this narrows it to the event's own characters.
function named(text: string, event: string, range: Range | undefined): Range {
  const { start, end } = range ?? { start: 0, end: text.length }
  const at = text.indexOf(event, start)
  if (at === -1 || at + event.length > end) return range ?? { start: 0, end: 0 }
  return { start: at, end: at + event.length }
}

const MAX_WAYS = 128
/** The budget steps for finding the event: a small part of a program. */
const MOST_STEPS = 20_000

// The outputs of all paths that do not end in failure; undefined when there are too many. Each path is followed from
// the start with other choices, until all are used up.
function outputs(
  program: SyntaxNode,
  source: string,
  given: List,
  budget: Budget,
): readonly ProgramOutput[] | undefined {
  const found: ProgramOutput[] = []
  const choices: boolean[] = []
  for (let way = 0; way < MAX_WAYS; way++) {
    try {
      const output = new ExecutionPath(source, given, choices, budget).follow(program)
      if (output !== undefined) found.push(output)
    } catch (error) {
      if (error instanceof BudgetExceeded) return undefined
      throw error
    }
    while (choices.at(-1) === true) choices.pop()
    if (choices.length === 0) return found
    choices[choices.length - 1] = true
  }
  return undefined
}
