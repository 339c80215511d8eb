// Formats the lines that `npm start` prints, with color where the terminal supports it. Formatting only; prints nothing
// itself.

import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import microdiff from 'microdiff'
import { type Colour, duration, paint } from '../../runtime/cli/print.ts'
import { effectLine } from '../../runtime/contract/effectWords.ts'
import { isObject } from '../../runtime/contract/json.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import type { Verdict } from '../../runtime/contract/verdict.ts'
import type { SessionEvent } from '../session.ts'

const WIDTH = 96
const NAME = 27
const TIME = 9
const INDENT = '     '

type VerdictLine = { readonly glyph: string; readonly colour: Colour; readonly text: string }

/** One event: its name, a description, a line for each hook, and the agent's effect. */
export function eventLines(number: number, event: SessionEvent, outcome: Outcome): string {
  const head = `${String(number).padStart(3)}  ${paint('bold', event.event)}  ${paint('dim', event.dialect)}`
  const lines = [spread(head, outcomeWord(outcome)), INDENT + paint('dim', event.say)]
  let input: unknown = event.payload
  for (const run of outcome.hooks.filter((one) => !isHidden(one))) {
    lines.push(hookLine(run, input))
    input = run.verdict?.payload ?? input
  }
  if (outcome.effect !== undefined)
    for (const line of wrap(effectLine(outcome.effect), WIDTH - INDENT.length - 2, 4))
      lines.push(`${INDENT}  ${paint('bold', line)}`)
  return `${lines.join('\n')}\n`
}

// Already listed at the start.
function isHidden({ status, why }: HookRun): boolean {
  return status === 'skipped' && why?.startsWith('shadowed') === true
}

// The agent's reaction in one word; empty if it simply continues.
function outcomeWord(outcome: Outcome): string {
  if (outcome.decision === 'deny' || outcome.decision === 'stop') return paint('red', 'denied')
  if (outcome.answer !== undefined) return paint('green', 'answered')
  if (outcome.handled === true) return paint('green', 'handled')
  if (outcome.followUps.length > 0) return paint('yellow', 'goes on')
  return outcome.changed ? paint('cyan', 'changed') : ''
}

function hookLine(run: HookRun, input: unknown): string {
  const { glyph, colour, text } = verdictText(run, input)
  const time = run.status === 'skipped' ? '' : paint('dim', duration(run.durationMs))
  const start = `${INDENT}${paint(colour, glyph)} ${cut(run.name, NAME).padEnd(NAME)}  `
  const [first = '', ...more] = wrap(text, WIDTH - length(start) - TIME, 2)
  const below = more.map((part) => `\n${' '.repeat(length(start))}${paint(colour, part)}`)
  return spread(start + paint(colour, first), time) + below.join('')
}

// What one hook did; the most important result wins.
function verdictText(run: HookRun, input: unknown): VerdictLine {
  if (run.status === 'failed')
    return { glyph: '!', colour: 'yellow', text: `fails: ${run.why ?? run.failure}` }
  if (run.status === 'skipped')
    return {
      glyph: '-',
      colour: 'dim',
      text: `skipped: ${(run.why ?? 'no reason given').replace(/^\w+: /, '')}`,
    }
  const verdict = run.verdict ?? {}
  if (verdict.decision === 'deny' || verdict.decision === 'stop') {
    return {
      glyph: '✗',
      colour: 'red',
      text: verdict.reason === undefined ? 'denies' : `denies: ${verdict.reason}`,
    }
  }
  const other = spoken(verdict)
  if (other !== undefined) return other
  if (verdict.payload !== undefined && !isDeepStrictEqual(verdict.payload, input)) {
    return { glyph: '~', colour: 'cyan', text: `changes ${changedPaths(input, verdict.payload)}` }
  }
  return { glyph: '·', colour: 'dim', text: 'passes' }
}

function spoken({ answer, handled, error, followUps, notes, context }: Verdict): VerdictLine | undefined {
  if (answer !== undefined) return { glyph: '«', colour: 'green', text: `answers: ${JSON.stringify(answer)}` }
  if (handled === true) return { glyph: '«', colour: 'green', text: 'handles the error' }
  if (isObject(error)) return { glyph: '~', colour: 'cyan', text: `throws instead: ${error.message}` }
  if (followUps?.length) return { glyph: '+', colour: 'yellow', text: `asks: ${followUps.join(' ')}` }
  if (notes?.length) return { glyph: '?', colour: 'yellow', text: `reports: ${notes.join(' ')}` }
  if (context?.length) return { glyph: '+', colour: 'cyan', text: `adds: ${context.join(' ')}` }
  return undefined
}

function changedPaths(before: unknown, after: unknown): string {
  if (!isObject(before) || !isObject(after)) return 'everything'
  const paths = microdiff(before, after).map(({ path }) => path.join('.'))
  return [...new Set(paths)].join(', ')
}

// Two texts aligned at the two ends of a line.
function spread(left: string, right: string): string {
  return right === '' ? left : left + ' '.repeat(Math.max(1, WIDTH - length(left) - length(right))) + right
}

// Breaks at spaces if possible; text that does not fit into `most` lines is cut.
function wrap(text: string, width: number, most: number): readonly string[] {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= width || most === 1) return [cut(line, width)]
  const space = line.lastIndexOf(' ', width)
  const end = space > width / 2 ? space : width
  return [line.slice(0, end), ...wrap(line.slice(end).trimStart(), width, most - 1)]
}

/** Text of any length, with later lines indented. */
export function paragraph(text: string): string {
  return wrap(text, WIDTH - 2, 20).join('\n  ')
}

/** One line of at most `width` characters. */
export function cut(text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`
}

function length(text: string): number {
  return stripVTControlCharacters(text).length
}
