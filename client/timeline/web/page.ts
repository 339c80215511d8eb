// Creates the page's elements once: a bar with filter and zoom, the ruler, the lanes with their names, the details.
// Their contents are filled in elsewhere.

import { button, make } from '../../web/dom.ts'
import type { Texts } from '../texts.ts'

export type Page = ReturnType<typeof makePage>

/** Handlers of the page's buttons. */
export type Acts = {
  readonly zoom: (factor: number) => void
  readonly fit: () => void
  readonly filter: (words: string) => void
  readonly compress: (on: boolean) => void
}

/** Creates the page. */
export function makePage(name: string, texts: Texts, acts: Acts) {
  const summary = make('span', { class: 'summary' })
  const chips = make('div', { class: 'chips', role: 'group' })
  const filter = make('input', {
    type: 'search',
    class: 'filter',
    placeholder: texts.filter,
    'aria-label': texts.filter,
    spellcheck: 'false',
  })
  filter.addEventListener('input', () => acts.filter(filter.value))
  const compress = make('input', { type: 'checkbox' })
  compress.addEventListener('change', () => acts.compress(compress.checked))
  const tool = (label: string, sign: string, act: () => void) =>
    button({ class: 'tool', title: label, 'aria-label': label }, act, sign)
  const bar = make(
    'header',
    {},
    make('h1', {}, name),
    summary,
    chips,
    make(
      'div',
      { class: 'controls' },
      filter,
      make('label', { class: 'check', title: texts.compressed }, compress, texts.compress),
      make(
        'div',
        { class: 'tools', role: 'group' },
        tool(texts.zoomOut, '−', () => acts.zoom(1.6)),
        tool(texts.zoomIn, '+', () => acts.zoom(1 / 1.6)),
        tool(texts.fit, '⤢', acts.fit),
      ),
    ),
  )

  const ruler = make('canvas', { class: 'ruler', 'aria-hidden': true })
  const names = make('div', { class: 'names' })
  const canvas = make('canvas', { class: 'lanes', 'aria-hidden': true })
  const stage = make(
    'div',
    { class: 'stage', role: 'listbox', 'aria-orientation': 'horizontal', 'aria-describedby': 'keys' },
    canvas,
  )
  const scroller = make('div', { class: 'scroller' }, names, stage)
  const notice = make('p', { class: 'notice', hidden: true })
  const chart = make('section', { class: 'chart' }, make('div', { class: 'corner' }), ruler, scroller, notice)

  const details = make('section', { class: 'details', 'aria-label': texts.ran })
  const live = make('div', { class: 'unseen', 'aria-live': 'polite', role: 'status' })
  const tip = make('div', { class: 'tip', hidden: true, 'aria-hidden': true })
  const keys = make('p', { class: 'unseen', id: 'keys' }, texts.keys)
  document.body.replaceChildren(bar, chart, details, live, keys, tip)
  return {
    summary,
    chips,
    filter,
    compress,
    ruler,
    names,
    canvas,
    stage,
    scroller,
    notice,
    details,
    live,
    tip,
  }
}
