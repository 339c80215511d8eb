// The pane below the lanes: the focused event, its result and reason, and each of its hooks with its share of the time.

import { filled } from '../../l10n.ts'
import { duration } from '../../signs.ts'
import { button, make } from '../../web/dom.ts'
import { glyph } from '../../web/glyphs.ts'
import { type CriticalPath, criticalPath } from '../layout/critical.ts'
import { clock } from '../layout/ticks.ts'
import type { ShownPayload, TimelineEvent, TimelineRun } from '../messages.ts'
import type { Texts } from '../texts.ts'

export type DetailActs = {
  readonly payload: (n: number) => void
  readonly hook: (id: string) => void
  readonly replay: (n: number) => void
  readonly save: (n: number) => void
}

/** Shows the focused event, or a hint on how to select one. */
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
  const critical = criticalPath(event)
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
    pathLine(event, critical, texts),
    make('p', { class: 'dim' }, `${event.dialect} · ${clock(event.start, 1)} · ${when}`),
    make(
      'div',
      { class: 'acts' },
      button({}, () => acts.payload(event.n), texts.openPayload),
      ...(runs ? [button({ class: 'second' }, () => acts.replay(event.n), texts.replay)] : []),
      ...(runs ? [button({ class: 'second' }, () => acts.save(event.n), texts.saveAsTest)] : []),
    ),
  )
  const rows = event.runs.map((one) => {
    const onPath = critical.runs.length > 0 && several(event) && critical.runs.includes(one)
    return runRow(
      event,
      one,
      { isHere: one.id === run?.id, onPath: onPath ? texts.onPath : undefined },
      acts.hook,
    )
  })
  const list =
    rows.length === 0
      ? make('p', { class: 'hint' }, texts.noHook)
      : make('ol', { class: 'runs', 'aria-label': texts.ran }, ...rows)
  pane.replaceChildren(facts, list)
  list.querySelector('.here')?.scrollIntoView({ block: 'nearest' })
}

// The critical path is of interest only with more than one hook.
function several({ runs }: TimelineEvent): boolean {
  return runs.filter(({ sign }) => sign !== 'skipped').length > 1
}

// The hooks on the critical path, on one line.
function pathLine(
  event: TimelineEvent,
  { runs, beside }: CriticalPath,
  texts: Texts,
): HTMLElement | undefined {
  if (!several(event)) return undefined
  const path = runs.map(({ name, start, end }) => `${name} ${duration(end - start)}`).join(' → ')
  const rest = beside < 0.5 ? '' : ` · ${filled(texts.beside, duration(beside))}`
  return make('p', { class: 'path' }, make('span', { class: 'dim' }, `${texts.critical}: `), `${path}${rest}`)
}

/** Appends the payloads to the focused event's details. */
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
  { isHere, onPath }: { readonly isHere: boolean; readonly onPath: string | undefined },
  open: (id: string) => void,
): HTMLElement {
  const whole = Math.max(event.end - event.start, 0.001)
  const bar = make('span', { class: `share sign-${run.sign}`, 'aria-hidden': true }, make('span', {}))
  // Set as properties: the page's content security policy forbids inline styles.
  const inner = bar.firstElementChild as HTMLElement
  inner.style.left = `${Math.min(((run.start - event.start) / whole) * 100, 99)}%`
  inner.style.width = `${Math.min(Math.max(((run.end - run.start) / whole) * 100, 1), 100)}%`
  return make(
    'li',
    {
      class: [isHere ? 'here' : '', onPath === undefined ? '' : 'critical'].join(' ').trim() || undefined,
      title: onPath,
    },
    glyph(run.sign),
    button({ class: 'link', title: run.id }, () => open(run.id), run.name),
    make('span', { class: `word sign-${run.sign}` }, run.word),
    bar,
    make('span', { class: 'took' }, run.sign === 'skipped' ? '' : duration(run.end - run.start)),
    make('span', { class: 'why', title: run.why }, run.why ?? ''),
  )
}
