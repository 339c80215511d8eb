// A recorded event of which only the payload is parsed at first; its outcome is parsed on access.

import type { Outcome } from '../../contract/outcome.ts'
import { parseLine } from '../../recordings/raw.ts'
import { eventOf, type Group, type RecordedEvent } from '../../recordings/rebuild.ts'
import type { Replayable } from '../replayer.ts'
import { equalText } from './textEquality.ts'

type Fired = Extract<Group['steps'][number], { kind: 'fired' }>

class LazyEvent implements Replayable {
  readonly n: number
  readonly dialect: string
  readonly event: string
  readonly payload: unknown
  readonly session: string
  readonly #fired: Fired
  readonly #rest: readonly string[]
  #read: RecordedEvent | undefined

  constructor(n: number, fired: Fired, rest: readonly string[], session: string) {
    this.n = n
    this.dialect = fired.dialect
    this.event = fired.event
    this.payload = fired.payload
    this.session = fired.session ?? session
    this.#fired = fired
    this.#rest = rest
  }

  get outcome(): Outcome {
    return this.#whole.outcome
  }

  get settled(): boolean {
    return this.#whole.settled
  }

  get masked(): readonly string[] {
    return this.#whole.masked
  }

  /** True only if the outcome equals the recorded one. */
  isAsRecorded(outcome: Outcome): boolean {
    const last = this.#rest.at(-1)
    return last !== undefined && this.#read === undefined && equalText(outcome, this.#rest.slice(0, -1), last)
  }

  get #whole(): RecordedEvent {
    if (this.#read === undefined) {
      const rest = this.#rest.map(parseLine).filter((step) => step !== undefined)
      this.#read = eventOf({ n: this.n, steps: [this.#fired, ...rest] }, this.session) as RecordedEvent
    }
    return this.#read
  }
}

/** The event in these lines; undefined if the first is not a `fired` step. */
export function lazyEvent(n: number, lines: readonly string[], session: string): LazyEvent | undefined {
  const fired = parseLine(lines[0] ?? '')
  return fired?.kind === 'fired' ? new LazyEvent(n, fired, lines.slice(1), session) : undefined
}
