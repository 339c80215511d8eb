// Messages between the extension and the result panel's page. The page receives finished texts and draws them; it knows
// no payloads and no commands.

import type { Sign } from '../signs.ts'

/** An action on a result. */
export type Act =
  | 'rerun'
  | 'edit'
  | 'save'
  | 'debug'
  | 'last'
  | 'difference'
  | 'agents'
  | 'open'
  | 'run'
  | 'trust'
  | 'enable'
  | 'preview'
  | 'write'
  | 'left'
  | 'right'

export type Button = {
  readonly act: Act
  readonly title: string
  /** Shortcut: a single letter. */
  readonly key: string
  /** Why the action is unavailable. */
  readonly off?: string
}

export type Fact = { readonly label: string; readonly value: string }

/** A list of texts: quoted, or as printed by a program. */
export type ResultTexts = {
  readonly kind: 'quotes' | 'output'
  readonly title: string
  readonly texts: readonly string[]
  /** Shown if there are no texts. */
  readonly none: string
}

export type Cell = {
  readonly text: string
  readonly sign?: Sign
  readonly isCode?: true
  /** Link target, in a format that the page's creator defines and interprets. */
  readonly goes?: string
}

export type Row = {
  readonly cells: readonly Cell[]
  /** Lines shown below the row. */
  readonly notes: readonly string[]
  /** The row is shown dimmed, for completeness. */
  readonly isDim?: true
}

export type Table = {
  readonly kind: 'table'
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** `none` is shown if there are no rows; `more` below the rows if some are left out. */
  readonly none: string
  readonly more?: string
}

export type ResultPage = {
  /** Title: the hook, event, case or recordings shown. */
  readonly heading: string
  /** For a firing: event, agent, payload, time. */
  readonly about: readonly string[]
  readonly sign: Sign
  /** The result in one line. */
  readonly verdict: string
  readonly facts: readonly Fact[]
  readonly sections: readonly (ResultTexts | Table)[]
  readonly buttons: readonly Button[]
  readonly buttonsLabel: string
}

/** Message from the extension to the page. */
export type ResultToPage = { readonly kind: 'result'; readonly page: ResultPage }

/** Message from the page to the extension. */
export type ResultToHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'act'; readonly act: Act }
  | { readonly kind: 'go'; readonly to: string }
