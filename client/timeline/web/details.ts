// The pane below the lanes: the event in focus, what it came to and why, each of its hooks with its time in it.

import { filled } from '../../l10n.ts'
import { button, make } from '../../web/dom.ts'
import { glyph } from '../../web/glyphs.ts'
import { duration } from '../../words.ts'
import { clock } from '../layout/ticks.ts'
import type { ShownPayload, TimelineEvent, TimelineRun } from '../messages.ts'
import type { Texts } from '../texts.ts'

export type DetailActs = {
  readonly payload: (n: number) => void
  readonly hook: (id: string) => void
  readonly replay: (n: number) => void
  readonly save: (n: number) => void
}

/** Shows what has the focus, or how to get at something. */
export function showDetails(
  pane: HTMLElement,
  at: { readonly event: TimelineEvent; readonly run?: TimelineRun } | undefined,
  { began, runs, texts }: { readonly began: number; readonly runs: boolean; readonly texts: Texts },
  acts: DetailActs,
): void {
  if (at === undefined) {
    pane.replaceChildren(make('p', { class: 'hint' }, texts.pick))
    return
  }
  const { event, run } = at
  const when = new Date(began + event.start).toLocaleTimeString()
  const decider = event.runs.find(({ id }) => id === event.by)
  const by = decider === undefined ? '' : ` ${filled(texts.decidedBy, decider.name)}`
  const facts = make(
    'div',
    { class: 'facts' },
    make('h2', {}, glyph(event.sign), event.event, make('span', { class: 'dim' }, `#${event.n}`)),
    make(
      'p',
      { class: 'verdict' },
      make('strong', { class: `word sign-${event.sign}` }, event.word),
      `${by} · ${duration(event.end - event.start)}`,
    ),
    event.reason === undefined ? undefined : make('blockquote', {}, event.reason),
    event.gist === '' ? undefined : make('p', { class: 'gist' }, event.gist),
    make('p', { class: 'dim' }, `${event.dialect} · ${clock(event.start, 1)} · ${when}`),
    make(
      'div',
      { class: 'acts' },
      button({}, () => acts.payload(event.n), texts.openPayload),
      ...(runs ? [button({ class: 'second' }, () => acts.replay(event.n), texts.replay)] : []),
      ...(runs ? [button({ class: 'second' }, () => acts.save(event.n), texts.saveAsTest)] : []),
    ),
  )
  const rows = event.runs.map((one) => runRow(event, one, one.id === run?.id, acts.hook))
  const list =
    rows.length === 0
      ? make('p', { class: 'hint' }, texts.noHook)
      : make('ol', { class: 'runs', 'aria-label': texts.ran }, ...rows)
  pane.replaceChildren(facts, list)
  list.querySelector('.here')?.scrollIntoView({ block: 'nearest' })
}

/** Below what is shown of its event. */
export function showPayloads(pane: HTMLElement, { given, left }: ShownPayload, texts: Texts): void {
  pane.querySelector('.payloads')?.remove()
  const one = (title: string, text: string) => [make('h3', {}, title), make('pre', {}, text)]
  pane.append(
    make(
      'div',
      { class: 'payloads' },
      ...one(texts.payloadIn, given),
      ...(left === undefined ? [] : one(texts.payloadOut, left)),
    ),
  )
}

function runRow(
  event: TimelineEvent,
  run: TimelineRun,
  isHere: boolean,
  open: (id: string) => void,
): HTMLElement {
  const whole = Math.max(event.end - event.start, 0.001)
  const bar = make('span', { class: `share sign-${run.sign}`, 'aria-hidden': true }, make('span', {}))
  // Set as properties: the page allows no style in markup.
  const inner = bar.firstElementChild as HTMLElement
  inner.style.left = `${Math.min(((run.start - event.start) / whole) * 100, 99)}%`
  inner.style.width = `${Math.min(Math.max(((run.end - run.start) / whole) * 100, 1), 100)}%`
  return make(
    'li',
    { class: isHere ? 'here' : undefined },
    glyph(run.sign),
    button({ class: 'link', title: run.id }, () => open(run.id), run.name),
    make('span', { class: `word sign-${run.sign}` }, run.word),
    bar,
    make('span', { class: 'took' }, run.sign === 'skipped' ? '' : duration(run.end - run.start)),
    make('span', { class: 'why', title: run.why }, run.why ?? ''),
  )
}
