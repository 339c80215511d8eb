// Prints an outcome for users: each hook's answer and time, then the result for the agent.

import { relative } from 'node:path'
import { dialectOf } from '../contract/dialects/index.ts'
import type { Effect } from '../contract/effect.ts'
import { effectCells, effectLines } from '../contract/effectWords.ts'
import { headline, verdictWord } from '../contract/headline.ts'
import { ignoredIn } from '../contract/ignored.ts'
import { modelLines } from '../contract/modelTexts.ts'
import { isCutShort } from '../contract/operationWords.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { differenceLine, passedOverLines, sharedScriptLines } from '../contract/sideBySide.ts'
import { withoutCommand } from '../contract/trustWords.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Colour, duration, paint, print, table } from './print.ts'
import { refusalsIn } from './unreadFiles.ts'

export function printOutcome(outcome: Outcome, recordings: readonly string[] = []): void {
  print(`${paint('bold', outcome.event)} ${paint('dim', outcome.dialect)}`)
  if (outcome.hooks.length === 0) print('  no hook answers this event here')
  else
    print(
      table(
        outcome.hooks.map((run) => hookRow(run, outcome)),
        '  ',
      ),
    )
  for (const line of complaints(outcome.hooks)) print(`  ${paint('dim', line)}`)
  print()
  if (outcome.effect !== undefined) {
    printEffect(outcome.effect)
    for (const path of recordings) print(paint('dim', `recorded in ${path}`))
    return
  }
  print(
    `${paint(decisionColour(outcome), headline(outcome))} ${paint('dim', `(${duration(outcome.durationMs)})`)}`,
  )
  if (outcome.changed) print(indent('payload', outcome.payload))
  if (outcome.answer !== undefined) print(indent('answered instead', outcome.answer))
  if (outcome.handled === true) print('  the error is handled')
  if (outcome.error !== undefined) print(indent('continues with the error', outcome.error))
  for (const text of outcome.context) print(`  to the model: ${text}`)
  for (const text of outcome.notes) print(`  note: ${text}`)
  for (const text of outcome.followUps) print(`  follow-up: ${text}`)
  for (const path of recordings) print(paint('dim', `recorded in ${path}`))
}

// Of each failed hook the line on standard error that states the reason.
function complaints(hooks: readonly HookRun[]): readonly string[] {
  return hooks.flatMap(({ name, status, stderr = '', why = '' }) => {
    const reason = reasonIn(linesOf(stderr))
    if (status !== 'failed' || reason === undefined || why.includes(reason)) return []
    return [`${name} on standard error: ${reason.length > 200 ? `${reason.slice(0, 199)}…` : reason}`]
  })
}

// Node prints the error below the line that threw it, and its own version last; others print the error last.
function reasonIn(lines: readonly string[]): string | undefined {
  const written = lines.filter((line) => line.trim() !== '')
  const last = written.at(-1)
  if (last === undefined || !/^Node\.js v\d/.test(last)) return last
  const mark = written.findIndex((line) => /^\s*\^+\s*$/.test(line))
  return (mark === -1 ? written.find((line) => /^[\w$.]*Error\b/.test(line)) : written[mark + 1]) ?? last
}

// Prints the effect at the host, one line per part.
function printEffect(effect: Effect): void {
  const [first = '', ...more] = effectLines(effect)
  const bad =
    effect.operation?.fate === 'blocked' || effect.operation?.fate === 'denied' || isCutShort(effect)
  print(paint(effect.operation?.fate === 'unknown' ? 'yellow' : bad ? 'red' : 'green', first))
  for (const line of more) print(`  ${line}`)
}

/** Prints the outcomes of several hosts for one event, one row each; nothing where fewer than two have an effect. */
export function printSideBySide(outcomes: readonly Outcome[], here: HooksHere): void {
  const rows = outcomes.flatMap(({ dialect, effect, changed }) => {
    if (effect === undefined) return []
    return [[paint('bold', dialectOf(dialect)?.title ?? dialect), ...effectCells(effect, changed)]]
  })
  if (rows.length < 2) return
  print()
  print(table([['', 'effect', 'the model reads'].map((text) => paint('dim', text)), ...rows]))
  printDifferences(outcomes, here)
}

/** The hooks of the workspace, and the folder that paths are relative to. */
export type HooksHere = Pick<Workspace, 'root' | 'list' | 'refusedBy'>

/** Sentences: in what the hosts differ and why, and which script several of them call. */
export function differencesIn(outcomes: readonly Outcome[], here: HooksHere): readonly string[] {
  const hooks = new Map(here.list().map((hook) => [hook.id, hook]))
  const hookOf = (id: string) => hooks.get(id)
  const all = outcomes.flatMap((outcome) => {
    const host = dialectOf(outcome.dialect)
    return host === undefined ? [] : [{ host, outcome }]
  })
  const running = all.flatMap(({ host, outcome }) =>
    outcome.hooks
      .filter(({ status }) => status !== 'skipped')
      .flatMap(({ id }) => hookOf(id) ?? [])
      .map((hook) => ({ host, hook })),
  )
  return [
    ...differenceLine(all),
    ...modelLines(all),
    ...passedOverLines(all, { hookOf, refusalOf: refusalsIn(here) }),
    ...sharedScriptLines(running, (path) => relative(here.root, path)),
  ]
}

export function printDifferences(outcomes: readonly Outcome[], here: HooksHere): void {
  const lines = differencesIn(outcomes, here)
  if (lines.length > 0) print()
  for (const line of lines) print(line)
}

/** Prints the output of the hooks, each line after a bar; an executable's answer is part of its output. */
export function printOutput(hooks: readonly HookRun[]): void {
  for (const { name, status, stdout = '', stderr = '' } of hooks) {
    if (status === 'skipped') continue
    const lines = [...linesOf(stdout), ...linesOf(stderr)]
    print(`\n${paint('bold', name)} printed${lines.length === 0 ? ' nothing' : ''}`)
    for (const line of lines.slice(-MOST_LINES)) print(`  ${paint('dim', '│')} ${line}`)
    if (lines.length > MOST_LINES)
      print(paint('dim', `  the last ${MOST_LINES} of ${lines.length} lines; --json has all`))
  }
}

const MOST_LINES = 100

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}

// One row of a table: name, source, verdict, time, reason.
function hookRow(run: HookRun, { dialect, event }: Outcome): string[] {
  const [colour, word] = verdictText(run)
  const host = dialectOf(dialect)
  const ignored = host?.host === undefined ? undefined : ignoredIn(host, event, run)
  const text = run.why ?? run.verdict?.reason ?? run.note ?? (ignored ? `${host?.title} ${ignored}` : '')
  // The previous cell already shows this part, and the lines below contain the command that trusts the hook.
  const why = text.startsWith('unknown: ')
    ? withoutCommand(text.replace(/^unknown: (?:untrusted: (?=not trusted))?/, ''))
    : text
  return [
    run.event === undefined ? run.name : `${run.name} ${paint('dim', `(${run.event})`)}`,
    paint('dim', run.source),
    paint(colour, word),
    run.status === 'skipped' ? '' : duration(run.durationMs),
    paint('dim', why.length > 100 ? `${why.slice(0, 99)}…` : why),
  ]
}

function verdictText(run: HookRun): readonly [Colour, string] {
  if (run.status === 'skipped')
    return run.why?.startsWith('unknown: ') ? ['yellow', 'unknown'] : ['dim', 'skipped']
  if (run.status === 'failed') return ['red', run.failure ?? 'failed']
  return ['green', verdictWord(run.verdict)]
}

function decisionColour(outcome: Outcome): Colour {
  if (outcome.decision === 'deny' || outcome.decision === 'stop') return 'red'
  return outcome.decision === 'ask' ? 'yellow' : 'green'
}

function indent(title: string, value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? String(value)
  return `  ${title}: ${text.replaceAll('\n', '\n  ')}`
}
