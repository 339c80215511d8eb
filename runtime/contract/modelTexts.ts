// Finds text from hooks that one host's model reads and another's does not, where the operation ends the same in both.
// Compares only text that the hooks output; the wording that a host adds is ignored.

import { defined } from './defined.ts'
import type { Dialect } from './dialect.ts'
import type { EventRecord } from './eventRecord.ts'
import { answerOf, unreadKeys } from './ignored.ts'
import { isObject } from './json.ts'
import { listed } from './listed.ts'
import { operationWords } from './operationWords.ts'
import type { HookRun } from './outcome.ts'
import type { JudgedByHost } from './sideBySide.ts'
import { shapeAt, valuesOf } from './walk.ts'

/** A text of an answer or of an output stream, and why the host does not read it, where the contract states it. */
type StatedText = { readonly text: string; readonly unread?: string }

type HostTexts = {
  readonly title: string
  readonly texts: readonly StatedText[]
  readonly reads: string
}

/** A sentence for each text that only some of the models read. */
export function modelLines(all: readonly JudgedByHost[]): readonly string[] {
  const ends = Map.groupBy(all.filter(isRelevant), ({ outcome: { effect } }) =>
    effect?.operation === undefined ? '' : operationWords(effect.operation),
  )
  return [...ends.values()].flatMap((same) => linesOf(same.map(hostTexts)))
}

function isRelevant({ outcome: { effect, hooks } }: JudgedByHost): boolean {
  return effect?.fired === true && effect.model !== undefined && hooks.some(hasRun)
}

const hasRun = ({ status }: HookRun) => status !== 'skipped'

function linesOf(hosts: readonly HostTexts[]): readonly string[] {
  const texts = [...new Set(hosts.flatMap(({ texts }) => texts.map(({ text }) => text)))]
  const lines = texts.flatMap((text) => {
    const sentences = hosts.flatMap(({ title, texts, reads }) => {
      const same = texts.filter((one) => one.text === text)
      if (same.length === 0) return []
      const unread = same.map((one) => one.unread).find((one) => one !== undefined)
      return [{ title, unread, isRead: holds(reads, text) }]
    })
    const [readers, others] = [true, false].map((is) => sentences.filter(({ isRead }) => isRead === is))
    if (readers?.length === 0 || others?.length === 0) return []
    const by = listed((readers ?? []).map(({ title }) => title))
    const not = (others ?? []).map(({ title, unread }) =>
      unread === undefined ? title : `${title} (it ${unread})`,
    )
    return [`The model reads ${JSON.stringify(cut(text))} with ${by}, but not with ${listed(not, 'or')}.`]
  })
  return [...new Set(lines)]
}

function hostTexts({ host, outcome }: JudgedByHost): HostTexts {
  const { effect, event, hooks } = outcome
  return {
    title: host.title,
    texts: hooks.filter(hasRun).flatMap((run) => statedBy(run, host, run.event ?? event)),
    reads: [...(effect?.model ?? []).map(({ text }) => text), effect?.operation?.output ?? '']
      .map(plain)
      .join('\n'),
  }
}

function statedBy(run: HookRun, host: Dialect, event: string): readonly StatedText[] {
  const answer = answerOf(run)
  const record = host.events[event]
  const printed = (text = ''): StatedText[] => (text.trim() === '' ? [] : [{ text: text.trim() }])
  if (answer === undefined || record === undefined) return [...printed(run.stdout), ...printed(run.stderr)]
  const unread = unreadKeys(record, answer)
  const dropped = run.status === 'failed' && run.failure === 'invalid' ? 'drops the whole answer' : undefined
  return [
    ...textsIn(answer, []).flatMap(({ path, text }): StatedText[] => {
      if (text.trim() === '' || isWord(record, host, path, text)) return []
      const key = unread.find((one) => path.join('.') === one || path.join('.').startsWith(`${one}.`))
      const why = dropped ?? (key === undefined ? undefined : `does not read "${key}" at ${event}`)
      return [{ text: text.trim(), ...defined({ unread: why }) }]
    }),
    ...(run.exitCode === 0 ? [] : printed(run.stderr)),
  ]
}

function textsIn(
  value: unknown,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]))
}

// One of the contract's own words, or part of the operation's new input: not text for the model.
function isWord(
  { result }: EventRecord,
  { events }: Dialect,
  path: readonly string[],
  text: string,
): boolean {
  const found = shapeAt(result, path)
  if (path.at(-1) === 'hookEventName' || Object.hasOwn(events, text)) return true
  return found.kind === 'open' || (found.kind === 'known' && valuesOf(found.shape) !== undefined)
}

// Hosts truncate long text, decorate lines and escape `<`, so only the beginning of the first line is compared.
function holds(reads: string, text: string): boolean {
  const start = plain(text).split('\n', 1)[0]?.trimEnd().slice(0, 100) ?? ''
  for (let at = reads.indexOf(start); at !== -1; at = reads.indexOf(start, at + 1))
    if (!isInWord(reads, at) && !isInWord(reads, at + start.length)) return true
  return false
}

// Whether a word continues across this position, so that "no" is not found in "not".
function isInWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1)) && at > 0
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}

function cut(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return first.length > 60 || first !== text ? `${first.slice(0, 59)}…` : first
}
