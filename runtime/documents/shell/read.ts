// Reads shell scripts: executables that answer `hook`, and scripts that entries call.

import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { givenAnswer } from '../program/answer.ts'
import { replace } from '../repairs.ts'
import { firstError, parseTree, type SyntaxNode } from '../treeSitter.ts'
import { yieldTurn } from '../yieldTurn.ts'
import { mistakeIn } from './certain/mistake.ts'
import { LostLine } from './certain/scanner.ts'
import { eventOf } from './event.ts'
import { needsOf } from './imports.ts'
import { joinedTree } from './joinedLines.ts'
import type { Needs } from './needs.ts'
import { sourcedAlways } from './required.ts'
import { parseShell } from './tree.ts'

/** Reads a shell script. */
export async function readShell(input: DocumentInput, budget: Budget): Promise<HookDocument> {
  const root = await parseShell(input.text)
  await yieldTurn(input.text)
  // Where the text does not parse, the grammar or the script may be wrong, so its output is unknown.
  const given = givenAnswer(input)
  const reading =
    given !== undefined
      ? { ...given, problems: firstError(root) === undefined ? lostLine(input) : unparsed(input) }
      : firstError(root) === undefined
        ? eventOf(root, input, budget)
        : ({ shape: 'undecided', sites: [], problems: unparsed(input) } as const)
  const needs = await needsOf(await joinedTree(root, input.text), innerShell)
  const { comments } = root
  const sourced = firstError(root) === undefined ? sourcedAlways(root, input) : undefined
  return { path: input.path, language: 'shell', ...needs, ...reading, ...defined({ comments, sourced }) }
}

/** What a command line runs; `shown` is what a load that cannot be followed is reported as. */
export async function needsOfLine(line: string, shown: string): Promise<Needs> {
  return needsOf({ root: await parseShell(line), shown: () => shown }, innerShell)
}

async function innerShell(text: string): Promise<SyntaxNode | undefined> {
  const root = await parseTree('bash', text)
  return firstError(root) === undefined ? (await joinedTree(root, text)).root : undefined
}

// A shell runs a script line by line, and other shells than bash have other keywords, so this is only a warning.
function unparsed({ path, text, embedded }: DocumentInput): readonly Problem[] {
  const isOther = embedded === true || /\.(?:zsh|fish|ksh|csh)$/.test(path)
  const mistake = isOther ? undefined : mistakeIn(text)
  if (mistake === undefined) return []
  const { start, end, message: what } = mistake
  const line = text.slice(0, start).split('\n').length
  const above = text.lastIndexOf('\n', start)
  const [message, more] =
    mistake instanceof LostLine
      ? [
          `Line ${line - 1} does not end in a backslash, so in line ${line} ${what}.`,
          { repairs: [replace('Continue the line above', { start: above, end: above }, ' \\')] },
        ]
      : [`Line ${line} does not parse as bash, so the script may stop there: ${what}.`]
  return [
    { ...problem('syntax.error', path, message, { range: { start, end }, ...more }), severity: 'warning' },
  ]
}

// What parses may still have a line that is no command.
function lostLine(input: DocumentInput): readonly Problem[] {
  const mayBe = /^[ \t]*--?[a-zA-Z]/m.test(input.text)
  return mayBe && mistakeIn(input.text) instanceof LostLine ? unparsed(input) : []
}
