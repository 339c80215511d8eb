// The result panel's page: draws the results that the extension sends and reports the user's actions. Loads nothing and
// parses no markup: output of hooks is inserted as text only.

import { button, make } from '../../web/dom.ts'
import { glyph } from '../../web/glyphs.ts'
import type {
  Act,
  Button,
  Cell,
  ResultPage,
  ResultTexts,
  ResultToHost,
  ResultToPage,
  Table,
} from '../messages.ts'

declare const acquireVsCodeApi: () => { postMessage(message: ResultToHost): void }

const host = acquireVsCodeApi()
const live = make('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
const main = make('main', {})
document.body.classList.add('result')
document.body.replaceChildren(main, live)
let buttons: readonly Button[] = []

window.addEventListener('message', ({ data }: MessageEvent<ResultToPage>) => draw(data.page))
window.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
  const button = buttons.find(({ key }) => key === event.key.toLowerCase())
  if (button === undefined || button.off !== undefined) return
  event.preventDefault()
  act(button.act)
})
host.postMessage({ kind: 'ready' })

function act(wanted: Act): void {
  host.postMessage({ kind: 'act', act: wanted })
}

function draw(page: ResultPage): void {
  const focused = document.activeElement?.getAttribute('data-act')
  buttons = page.buttons
  const announcement = `${page.heading}: ${page.verdict}`
  main.replaceChildren(
    make(
      'header',
      {},
      make('p', { class: 'about' }, headingOf(page), ...page.about.map((one) => make('span', {}, one))),
      make('h1', { class: 'verdict' }, glyph(page.sign), make('span', {}, page.verdict)),
      toolbar(page),
    ),
    ...(page.facts.length === 0 ? [] : [factList(page)]),
    ...page.sections.map((section) => (section.kind === 'table' ? table(section) : texts(section))),
  )
  document.querySelector<HTMLElement>(`[data-act="${focused}"]`)?.focus()
  live.textContent = announcement
}

// The heading links to the hook.
function headingOf({ heading, buttons }: ResultPage): HTMLElement {
  const open = buttons.find((one) => one.act === 'open')
  if (open === undefined) return make('strong', {}, heading)
  return button({ class: 'link', title: open.title, 'data-act': 'open' }, () => act('open'), heading)
}

function toolbar({ buttons, buttonsLabel }: ResultPage): HTMLElement {
  const shown = buttons.filter((one) => one.act !== 'open')
  return make(
    'div',
    { class: 'buttons', role: 'group', 'aria-label': buttonsLabel },
    ...shown.map(({ act: wanted, title, key, off }, at) =>
      button(
        {
          class: at === 0 ? 'act primary' : 'act',
          'data-act': wanted,
          title: off ?? `${title} (${key.toUpperCase()})`,
          'aria-keyshortcuts': key.toUpperCase(),
          'aria-disabled': off === undefined ? undefined : 'true',
        },
        () => (off === undefined ? act(wanted) : undefined),
        title,
      ),
    ),
  )
}

function factList({ facts }: ResultPage): HTMLElement {
  const parts = facts.flatMap(({ label, value }) => [make('dt', {}, label), make('dd', {}, value)])
  return make('dl', { class: 'facts' }, ...parts)
}

function texts({ kind, title, texts, none }: ResultTexts): HTMLElement {
  const tag = kind === 'quotes' ? 'blockquote' : 'pre'
  const shown = texts.map((text) => make(tag, tag === 'pre' ? { tabindex: '0' } : {}, text))
  const empty = texts.length === 0 ? [make('p', { class: 'none' }, none)] : []
  return make('section', {}, make('h2', {}, title), ...shown, ...empty)
}

function table({ title, columns, rows, none, more }: Table): HTMLElement {
  if (rows.length === 0) {
    return make('section', {}, make('h2', {}, title), make('p', { class: 'none' }, none))
  }
  const head = make('tr', {}, ...columns.map((text) => make('th', { scope: 'col' }, text)))
  const body = rows.flatMap(({ cells, notes, isDim }) => [
    make('tr', { class: isDim === true ? 'dim' : undefined }, ...cells.map(cell)),
    ...notes.map((note) =>
      make('tr', { class: 'note' }, make('td', {}), make('td', { colspan: columns.length - 1 }, note)),
    ),
  ])
  return make(
    'section',
    {},
    make('h2', {}, title),
    make('table', { 'aria-label': title }, make('thead', {}, head), make('tbody', {}, ...body)),
    more === undefined ? undefined : make('p', { class: 'none' }, more),
  )
}

function cell({ text, sign, isCode, goes }: Cell, at: number): HTMLElement {
  const go = goes === undefined ? undefined : () => host.postMessage({ kind: 'go', to: goes })
  const shown =
    go === undefined ? make(isCode === true ? 'code' : 'span', {}, text) : button({ class: 'way' }, go, text)
  const given = at === 0 ? { scope: 'row' } : {}
  return make(at === 0 ? 'th' : 'td', given, sign === undefined ? undefined : glyph(sign), shown)
}
