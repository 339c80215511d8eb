// What the host and the page of a result tell each other. The page is handed finished words and draws them; it knows
// no payload and no command.

import type { Sign } from '../signs.ts'

/** What a person can do with a result. */
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
  /** One letter that does the same. */
  readonly key: string
  /** Why it can do nothing now. */
  readonly off?: string
}

export type Fact = { readonly label: string; readonly value: string }

/** Texts one below the other: quoted, or as a program printed them. */
export type ResultTexts = {
  readonly kind: 'quotes' | 'output'
  readonly title: string
  readonly texts: readonly string[]
  /** What is said where there is none. */
  readonly none: string
}

export type Cell = {
  readonly text: string
  readonly sign?: Sign
  readonly isCode?: true
  /** Where a click on it leads, in words of whoever made the page. */
  readonly goes?: string
}

export type Row = {
  readonly cells: readonly Cell[]
  /** Lines that belong to the row. */
  readonly notes: readonly string[]
  /** It is there for completeness. */
  readonly isDim?: true
}

export type Table = {
  readonly kind: 'table'
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** What is said where there is no row, and below rows that are not all. */
  readonly none: string
  readonly more?: string
}

export type ResultPage = {
  /** Whose result it is. */
  readonly heading: string
  /** Event, agent, payload, time. */
  readonly about: readonly string[]
  readonly sign: Sign
  /** What it came to. */
  readonly verdict: string
  readonly facts: readonly Fact[]
  readonly sections: readonly (ResultTexts | Table)[]
  readonly buttons: readonly Button[]
  readonly buttonsLabel: string
}

/** What the host says. */
export type ResultToPage = { readonly kind: 'result'; readonly page: ResultPage }

/** What the page says. */
export type ResultToHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'act'; readonly act: Act }
  | { readonly kind: 'go'; readonly to: string }
