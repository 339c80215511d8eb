// What a script says, to another host: whether an exit code or an answer comes to the same there, asked of both hosts'
// own judgement. An answer is put into other words only where both then do the same.

import type { EventRecord } from '../dialect.ts'
import type { Effect } from '../effect.ts'
import type { HookEntry } from '../entry.ts'
import { trial } from '../hosts/trial.ts'
import { isObject } from '../json.ts'
import { refusals } from '../templates/entryScript.ts'
import type { Raw } from '../verdict.ts'
import { fieldsOf, type WalkedShape } from '../walk.ts'
import { type ConversionNote, changed, lost } from './conversion.ts'
import { COMPUTED, jsonIn, literalsIn } from './literals.ts'
import type { AtEvent } from './matchers.ts'
import { writtenEntry } from './places.ts'

/** A text that an entry runs: its own command, or a script by the path that a person knows it by. */
export type NamedText = { readonly name: string; readonly text: string }

type Meaning = { readonly fate: string; readonly ends: boolean; readonly reported: boolean }

/** What the answers of one text come to. `answers`: what each constant answer is to be there, where that is certain. */
export function convertAnswers(
  { name, text }: NamedText,
  entry: HookEntry,
  from: AtEvent,
  to: AtEvent,
): { readonly notes: readonly ConversionNote[]; readonly answers: ReadonlyMap<string, string> } {
  const notes: ConversionNote[] = []
  const answers = new Map<string, string>()
  const there = standingThere(entry, to)
  for (const code of exitCodes(text)) {
    const raw = { exitCode: code, stdout: '', stderr: 'why' }
    const [one, two] = [meaning(from, entry, raw), meaning(to, there, raw)]
    if (one === undefined || two === undefined || same(one, two)) continue
    notes.push(lost('answer', `${name} ends with ${code}: ${words(from, one)}, ${words(to, two)}.`))
  }
  for (const written of jsonIn(text)) {
    const raw = { exitCode: 0, stdout: written, stderr: '' }
    const [one, two] = [meaning(from, entry, raw), meaning(to, there, raw)]
    const nothing = meaning(from, entry, { exitCode: 0, stdout: '', stderr: '' })
    if (one === undefined || two === undefined || same(one, two)) continue
    // What says nothing here says nothing there either.
    if (nothing !== undefined && sameMeaning(one, nothing) && sameKind(two, to, there)) continue
    const spelled = inOtherWords(written, one, there, to)
    const other = spelled !== undefined && fitsIn(text, name, written, spelled) ? spelled : undefined
    if (other === undefined)
      notes.push(lost('answer', `${name} prints ${short(written)}: ${words(from, one)}, ${words(to, two)}.`))
    else {
      answers.set(written, other)
      notes.push(
        changed(
          'answer',
          `${name} prints ${short(written)}, which says nothing to ${to.dialect.title}; there it is ${other}.`,
        ),
      )
    }
  }
  return { notes: [...notes, ...builtAnswers({ name, text }, entry, from, to)], answers }
}

// Answers that code puts together: as far as their keys stand there, both hosts are asked; what neither can be asked
// about is said to be unknown.
function builtAnswers(
  { name, text }: NamedText,
  entry: HookEntry,
  from: AtEvent,
  to: AtEvent,
): readonly ConversionNote[] {
  const { result } = recordAt(from)
  const keys = result === undefined ? [] : fieldsOf(result as WalkedShape).map(({ name: key }) => key)
  const own = keys.filter((key) => new RegExp(`\\b${key}\\b["']?\\s*[:\\]=]`).test(text))
  if (own.length === 0) return []
  const there = standingThere(entry, to)
  const built = literalsIn(text, own).filter(({ written }) => !isJson(written))
  const unknown = lost(
    'answer',
    `The answers of ${name} are not checked, because they are put together in code: ${own.join(', ')}. See what ${to.dialect.title} reads at ${to.event}.`,
  )
  const notes = built.flatMap(({ written, value }): readonly ConversionNote[] => {
    if (decidesLater(value)) return [unknown]
    const raw = { exitCode: 0, stdout: JSON.stringify(value), stderr: '' }
    const [one, two] = [meaning(from, entry, raw), meaning(to, there, raw)]
    if (one === undefined || two === undefined || same(one, two)) return []
    return [lost('answer', `${name} answers ${short(written)}: ${words(from, one)}, ${words(to, two)}.`)]
  })
  return built.length > 0 || jsonIn(text).length > 0 ? notes : [unknown]
}

// Texts may be computed: what an answer comes to does not hang on them.
function decidesLater(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).some(
    ([key, inner]) =>
      (inner === COMPUTED && !/reason|message|context|text|content|input|command|title/i.test(key)) ||
      decidesLater(inner),
  )
}

function isJson(written: string): boolean {
  try {
    JSON.parse(written)
    return true
  } catch {
    return false
  }
}

/** Fields of the payload that a text reads and that the target spells otherwise, or does not send. */
export function payloadNotes(
  { name, text }: NamedText,
  from: AtEvent,
  to: AtEvent,
): readonly ConversionNote[] {
  const [one, two] = [recordAt(from), recordAt(to)]
  const pairs: [string, string | undefined][] = []
  for (const key of Object.keys(one.common) as (keyof EventRecord['common'])[])
    pairs.push([one.common[key] as string, two.common[key]])
  const [own, other] = [one.tools ?? from.dialect.tools ?? {}, two.tools ?? to.dialect.tools ?? {}]
  for (const [tool, spelling] of Object.entries(own))
    for (const [field, path] of Object.entries(spelling.fields)) {
      const there = other[tool as keyof typeof other]
      if (there !== undefined) pairs.push([path, there.fields[field as keyof typeof there.fields]])
    }
  const reported = new Map<string, string | undefined>()
  for (const [path, spelled] of pairs) {
    const word = path.split('.').at(-1) as string
    if (spelled?.split('.').at(-1) === word || reported.has(word) || /^\d+$/.test(word)) continue
    if (new RegExp(`(?:\\.|["'])${word}(?![\\w-])`).test(text)) reported.set(word, spelled)
  }
  return [...reported].map(([word, spelled]) =>
    lost(
      'payload',
      spelled === undefined
        ? `${name} reads "${word}", which ${to.dialect.title} does not send.`
        : `${name} reads "${word}", which ${to.dialect.title} calls "${spelled}".`,
    ),
  )
}

/** Whether a payload is told in other words altogether: what any script that reads it has to know. */
export function payloadSpelling(from: AtEvent, to: AtEvent): ConversionNote | undefined {
  const [one, two] = [recordAt(from).common, recordAt(to).common]
  const other = (['tool', 'input', 'prompt', 'session'] as const).find(
    (key) => one[key] !== undefined && one[key] !== two[key],
  )
  if (other === undefined) return undefined
  const there = two[other]
  return lost(
    'payload',
    there === undefined
      ? `${to.dialect.title} does not send "${one[other]}" at ${to.event}.`
      : `${to.dialect.title} sends "${there}" where ${from.dialect.title} sends "${one[other]}".`,
  )
}

// As it would stand in the other host's own file: what a host reads in a file of another may count otherwise.
function standingThere(entry: HookEntry, { dialect, event }: AtEvent): HookEntry {
  return { ...entry, host: dialect.id, event, file: `/project/${writtenEntry(dialect, event).file}` }
}

function recordAt({ dialect, event }: AtEvent): EventRecord {
  return dialect.events[event] as EventRecord
}

// ---- What an end means

function meaning({ dialect }: AtEvent, entry: HookEntry, raw: Raw): Meaning | undefined {
  const found = trial(dialect, entry, raw)
  return found === undefined ? undefined : meaningOf(found.effect)
}

function meaningOf({ operation, model, run }: Pick<Effect, 'operation' | 'model' | 'run'>): Meaning {
  return { fate: operation?.fate ?? 'unknown', ends: run === 'ended', reported: (model ?? []).length > 0 }
}

function same(one: Meaning, two: Meaning): boolean {
  const neither = changesNothing(one) && changesNothing(two)
  return neither || sameMeaning(one, two)
}

function sameMeaning(one: Meaning, two: Meaning): boolean {
  return one.fate === two.fate && one.ends === two.ends
}

// Hosts have words of their own for an operation that simply goes on.
function changesNothing({ fate, ends, reported }: Meaning): boolean {
  return !reported && !ends && /^(?:ran|kept|sent|went-on|started|called|undecided|unknown)$/.test(fate)
}

function sameKind(two: Meaning, to: AtEvent, there: HookEntry): boolean {
  const nothing = meaning(to, there, { exitCode: 0, stdout: '', stderr: '' })
  return nothing !== undefined && sameMeaning(two, nothing)
}

const FATES: Readonly<Record<string, string>> = {
  blocked: 'blocks it',
  failed: 'lets it fail',
  denied: 'denies it',
  allowed: 'allows it',
  continued: 'goes on working',
  replaced: 'replaces the result',
  stopped: 'stops',
  asked: 'asks',
}

function words({ dialect }: AtEvent, { fate, ends, reported }: Meaning): string {
  const what = FATES[fate] ?? (reported ? 'tells the model' : 'changes nothing')
  return `${dialect.title} ${what}${ends && fate !== 'stopped' ? ' and ends the run' : ''}`
}

// ---- Answers in other words

function inOtherWords(written: string, wanted: Meaning, there: HookEntry, to: AtEvent): string | undefined {
  const value: unknown = JSON.parse(written)
  const reason = reasonIn(value)
  if (reason === undefined || meaningful(value) > 1) return undefined
  const found = refusals(to.event, recordAt(to), reason).find((answer) => {
    const there_ = meaning(to, there, { exitCode: 0, stdout: JSON.stringify(answer), stderr: '' })
    return there_ !== undefined && same(wanted, there_) && !changesNothing(there_)
  })
  return found === undefined ? undefined : JSON.stringify(found)
}

// Quotes of the text around it, what a shell replaces in them, and words that Python spells otherwise: what the old text
// does without, the new one brings nothing of.
function fitsIn(text: string, name: string, written: string, other: string): boolean {
  const brings = (sign: RegExp) => sign.test(other) && !sign.test(written)
  if ([/'/, /`/, /\$/, /!/, /\\/, /[^ -~]/].some(brings)) return false
  const isPython = name.endsWith('.py') || /\bpython/.test(text)
  return !isPython || !brings(/[:[,]\s*(?:true|false|null)\b/)
}

/** The one reason that an answer gives. */
function reasonIn(value: unknown): string | undefined {
  const all: string[] = []
  const walk = (one: unknown): void => {
    if (!isObject(one)) return
    for (const [key, inner] of Object.entries(one)) {
      if (/reason$|message$/i.test(key) && typeof inner === 'string') all.push(inner)
      else walk(inner)
    }
  }
  walk(value)
  return new Set(all).size === 1 ? all[0] : undefined
}

// How many things an answer says beside its reason and the name of its event.
function meaningful(value: unknown): number {
  if (!isObject(value)) return 1
  return Object.entries(value)
    .filter(([key]) => !/reason$|message$|^hookEventName$/i.test(key))
    .reduce((sum, [, inner]) => sum + meaningful(inner), 0)
}

/** Codes other than 0 that a text ends with, as far as they are written out. */
function exitCodes(text: string): readonly number[] {
  const code = text.replaceAll(/(?<=^|\s)(?:#|\/\/).*$/gm, '')
  const found = [...code.matchAll(/\bexit(?:\s+|\()(\d{1,3})\b|process\.exitCode\s*=\s*(\d{1,3})\b/g)]
  return [...new Set(found.map(([, one, two]) => Number(one ?? two)))].filter((one) => one !== 0)
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
