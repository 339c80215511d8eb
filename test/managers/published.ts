// Type-checked, never run: every entry of the package matches its published types, in both directions.

import type * as publishedCompilr from 'hookbench/compilr'
import type * as publishedKaizen from 'hookbench/kaizen'
import type * as publishedKodelet from 'hookbench/kodelet'
import type * as publishedSecureyeoman from 'hookbench/secureyeoman'
import * as compilr from '../../runtime/managers/compilr.ts'
import * as kaizen from '../../runtime/managers/kaizen.ts'
import * as kodelet from '../../runtime/managers/kodelet.ts'
import * as secureyeoman from '../../runtime/managers/secureyeoman.ts'

export const entries: {
  readonly secureyeoman: typeof publishedSecureyeoman
  readonly kodelet: typeof publishedKodelet
  readonly kaizen: typeof publishedKaizen
  readonly compilr: typeof publishedCompilr
} = { secureyeoman, kodelet, kaizen, compilr }

// Every export must be in the published types.
type Undocumented<Ours, Published> = Exclude<keyof Ours, keyof Published>
export const undocumented: readonly [
  Undocumented<typeof secureyeoman, typeof publishedSecureyeoman>,
  Undocumented<typeof kodelet, typeof publishedKodelet>,
  Undocumented<typeof kaizen, typeof publishedKaizen>,
  Undocumented<typeof compilr, typeof publishedCompilr>,
][] = []
undocumented satisfies readonly (readonly [never, never, never, never])[]
