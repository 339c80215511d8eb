// Converts a script's answers: compares, by both hosts' own judgment, what each exit code and answer does there.
// An answer is rewritten only where the new one does the same, or where a note states what is lost.

import { defined } from '../defined.ts'
import type { HookEntry } from '../entry.ts'
import { isObject } from '../json.ts'
import type { Raw } from '../verdict.ts'
import { fieldsOf, type WalkedShape } from '../walk.ts'
import {
  type AnswerText,
  type Consequences,
  clauseOf,
  consequencesOf,
  differences,
  isNothing,
} from './consequences.ts'
import { type ConversionNote, changed, lost } from './conversion.ts'
import { jsonIn, literalsIn } from './literals.ts'
import { type AtEvent, recordAt } from './matchers.ts'
import { writtenEntry } from './places.ts'
import { decidesLater, type Probe, probeOf } from './probes.ts'
import { fitsIn, inOtherWords, type NamedText } from './rewording.ts'
import { keysUnread } from './unreadKeys.ts'

/** The entry in the form of each host. */
type Both = {
  readonly from: AtEvent
  readonly to: AtEvent
  readonly entry: HookEntry
  readonly there: HookEntry
}

/** Notes on the answers of one text. `answers`: the replacement of each constant answer, where it is certain. */
export function convertAnswers(
  source: NamedText,
  entry: HookEntry,
  from: AtEvent,
  to: AtEvent,
): { readonly notes: readonly ConversionNote[]; readonly answers: ReadonlyMap<string, string> } {
  const both: Both = { from, to, entry, there: standingThere(entry, to) }
  const { name, text } = source
  const answers = new Map<string, string>()
  const notes = [...endNotes(source, both), ...printedNotes(source, both)]
  for (const written of jsonIn(text)) {
    const answer = JSON.parse(written) as Record<string, unknown>
    const probe = probeOf(answer, recordsOf(both))
    const why = answerLoss(answer, probe, both)
    if (why === undefined) continue
    const other = reworded(source, written, answer, both)
    if (other !== undefined) answers.set(written, other.text)
    const there = `${name} prints ${short(written)}, which has another meaning in ${to.dialect.title}; there it is ${other?.text}`
    if (other === undefined) notes.push(lost('answer', `${name} prints ${short(written)}: ${why}.`))
    else if (other.lost === undefined) notes.push(changed('answer', `${there}.`))
    else notes.push(lost('answer', `${there}, and part of it is lost: ${other.lost}.`))
  }
  return { notes: [...notes, ...builtAnswers(source, both)], answers }
}

// Exit codes, with text on standard error where the script writes any.
function endNotes({ name, text }: NamedText, both: Both): readonly ConversionNote[] {
  const texts = [{ text: 'text-of-hook', name: 'what it writes to standard error' }]
  const stderr = /stderr|>&\s*2|console\.(?:error|warn)|\braise\b|\bthrow\b|WriteLine/.test(text)
    ? 'text-of-hook'
    : ''
  return exitCodes(text).flatMap((exitCode) => {
    const why = lossBetween({ exitCode, stdout: '', stderr }, texts, both)
    return why === undefined ? [] : [lost('answer', `${name} ends with ${exitCode}: ${why}.`)]
  })
}

// Plain text on standard output is context for some hosts and an unreadable answer for others.
function printedNotes({ name, text }: NamedText, both: Both): readonly ConversionNote[] {
  if (!printsText(text)) return []
  const texts = [{ text: 'text-of-hook', name: 'that' }]
  const why = lossBetween({ exitCode: 0, stdout: 'text-of-hook\n', stderr: '' }, texts, both)
  return why === undefined ? [] : [lost('answer', `${name} prints plain text: ${why}.`)]
}

function lossBetween(
  raw: Raw,
  texts: readonly AnswerText[],
  { from, to, entry, there }: Both,
): string | undefined {
  const [one, two] = [consequencesOf(from, entry, raw, texts), consequencesOf(to, there, raw, texts)]
  return one === undefined || two === undefined ? undefined : whyDifferent(one, two, { from, to })
}

function whyDifferent(one: Consequences, two: Consequences, { from, to }: Pick<Both, 'from' | 'to'>) {
  const differing = differences(one, two)
  if (differing.length === 0) return undefined
  return `${clauseOf(from, one, two, differing)}, ${clauseOf(to, two, one, differing)}`
}

/** What an answer loses, as clauses; undefined where it loses nothing. */
function answerLoss(answer: Readonly<Record<string, unknown>>, probe: Probe, both: Both): string | undefined {
  const found = bothOf(probe, both)
  if (found === undefined) return undefined
  const why = whyDifferent(...found, both)
  const unread = unreadClause(keysUnread(answer, both.from, both.to, both.entry), both)
  const all = [...(why === undefined ? [] : [why]), ...unread]
  return all.length === 0 ? undefined : all.join('; ')
}

function bothOf(probe: Probe, { from, to, entry, there }: Both): [Consequences, Consequences] | undefined {
  const one = consequencesOf(from, entry, printed(probe.at(recordAt(from))), probe.texts)
  const two = consequencesOf(to, there, printed(probe.at(recordAt(to))), probe.texts)
  return one === undefined || two === undefined ? undefined : [one, two]
}

function printed(stdout: string): Raw {
  return { exitCode: 0, stdout, stderr: '' }
}

// Tries the same texts at other places: an answer with the same consequences, else one that loses only texts or a
// permission.
function reworded(
  source: NamedText,
  written: string,
  answer: Readonly<Record<string, unknown>>,
  both: Both,
): { readonly text: string; readonly lost?: string } | undefined {
  const { from, to, entry, there } = both
  const unread = unreadClause(keysUnread(answer, from, to, entry), both)
  const probe = probeOf(answer, recordsOf(both))
  const [wanted, untouched] = bothOf(probe, both) ?? []
  if (wanted === undefined || untouched === undefined || isNothing(wanted)) return undefined
  const keys = probe.texts.flatMap(({ name, key }) => (wanted.model.includes(name) ? [key] : []))
  const tried = inOtherWords(answer, { event: to.event, record: recordAt(to) }, keys).flatMap((other) => {
    const text = JSON.stringify(other)
    const one = fitsIn(source, written, text)
      ? consequencesOf(to, there, printed(probe.like(other)), probe.texts)
      : undefined
    return one === undefined || saysMore(one, wanted)
      ? []
      : [{ text, one, differing: differences(wanted, one) }]
  })
  const same = tried.filter(({ differing }) => differing.length === 0)
  const whole = same.find(({ one }) => sameNames(wanted.context, one.context)) ?? same[0]
  if (whole !== undefined) return { text: whole.text, ...defined({ lost: unread[0] }) }
  const before = differences(wanted, untouched)
  const [part] = tried
    .filter(
      ({ differing }) => !differing.some((one) => one === 'fate' || one === 'asks' || one === 'rewrites'),
    )
    .filter(({ differing }) => differing.length < before.length || before.includes('fate'))
    .toSorted((a, b) => lossOf(a.one, wanted) - lossOf(b.one, wanted))
  if (part === undefined) return undefined
  const why = whyDifferent(wanted, part.one, both)
  return { text: part.text, lost: [...(why === undefined ? [] : [why]), ...unread].join('; ') }
}

// The new answer must not allow more, replace a result differently, or tell the model more; a text for the user alone
// may reach the model only as the reason of a refusal.
function saysMore(one: Consequences, wanted: Consequences): boolean {
  const more = one.model.filter((name) => !wanted.model.includes(name))
  const isReason = (name: string) => wanted.person.includes(name) && !one.context.includes(name)
  return (
    one.output !== wanted.output ||
    (one.allows && !wanted.allows) ||
    !more.every(isReason) ||
    (more.length > 0 && wanted.fate === undefined)
  )
}

function lossOf(one: Consequences, wanted: Consequences): number {
  const missing = (has: readonly string[], all: readonly string[]) =>
    all.filter((name) => !has.includes(name)).length
  return (
    4 * missing(one.model, wanted.model) +
    2 * (one.allows === wanted.allows ? 0 : 1) +
    missing([...one.person, ...one.model], wanted.person)
  )
}

function unreadClause(keys: readonly string[], { from, to }: Both): readonly string[] {
  if (keys.length === 0) return []
  return [`${from.dialect.title} reads ${quoted(keys)}, which ${to.dialect.title} does not know`]
}

const sameNames = (one: readonly string[], two: readonly string[]) =>
  one.length === two.length && one.every((name) => two.includes(name))

// Answers assembled in code: compared as far as their literal keys allow; the others are reported as unchecked.
function builtAnswers({ name, text }: NamedText, both: Both): readonly ConversionNote[] {
  const { from, to } = both
  const keys = fieldsOf((recordAt(from).result ?? {}) as WalkedShape).map((one) => one.name)
  const own = keys.filter((key) => new RegExp(`\\b${key}\\b["']?\\s*[:\\]=]`).test(text))
  if (own.length === 0) return []
  const built = literalsIn(text, own).filter(({ written }) => !isJson(written))
  const unknown = lost(
    'answer',
    `The answers of ${name} are not checked, because they are built in code: ${own.join(', ')}. See what ${to.dialect.title} reads at ${to.event}.`,
  )
  const notes = built.flatMap(({ written, value }): readonly ConversionNote[] => {
    const records = recordsOf(both)
    if (decidesLater(value, records)) return [unknown]
    const why = answerLoss(value, probeOf(value, records), both)
    return why === undefined ? [] : [lost('answer', `${name} answers ${short(written)}: ${why}.`)]
  })
  return built.length > 0 || jsonIn(text).length > 0 ? notes : [unknown]
}

function isJson(written: string): boolean {
  try {
    return isObject(JSON.parse(written))
  } catch {
    return false
  }
}

// Placed in the target host's own file, because a host may treat entries in another host's file differently.
function standingThere(entry: HookEntry, { dialect, event }: AtEvent): HookEntry {
  return { ...entry, host: dialect.id, event, file: `/project/${writtenEntry(dialect, event).file}` }
}

const recordsOf = ({ from, to }: Both) => [recordAt(from), recordAt(to)]

/** Nonzero exit codes that are literals in a text. */
function exitCodes(text: string): readonly number[] {
  const found = [
    ...withoutComments(text).matchAll(/\bexit(?:\s+|\()(\d{1,3})\b|process\.exitCode\s*=\s*(\d{1,3})\b/g),
  ]
  return [...new Set(found.map(([, one, two]) => Number(one ?? two)))].filter((one) => one !== 0)
}

const PRINTED =
  /(?:^|[;&|({]|\bthen|\belse|\bdo)\s*(?:echo|printf)\s+(?:-\w+\s+)*["']?(?![\s"'{[$-]|\\)[^\n;&|>]*(?=$|[\n;&}])|\bprint\(\s*[rf]?["'](?![\s{[])(?:(?!\bfile\s*=)[^\n])*$|\bconsole\.log\(\s*["'`](?![\s{[$])|\bprocess\.stdout\.write\(\s*["'`](?![\s{[$])/m

/** Whether a text certainly prints something that is not JSON. */
function printsText(text: string): boolean {
  return (
    PRINTED.test(withoutComments(text)) || /^\s*(?:cat|date|git|ls|pwd|uname|head|tail)\s[^|>;&]*$/.test(text)
  )
}

function withoutComments(text: string): string {
  return text.replaceAll(/(?<=^|\s)(?:#|\/\/).*$/gm, '')
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
