// The stored form of a run, kept across reloads: only the texts that are displayed, without payload, answer or output.
// Pure: does not use the editor.

import { isObject } from '../../runtime/contract/json.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import type { Verdict } from '../../runtime/contract/verdict.ts'
import type { LastRun } from './lastRun.ts'

/** Fields whose presence in the verdict is stored, but not their contents. */
const KINDS = ['payload', 'answer', 'followUps', 'context', 'notes'] as const
type Kind = (typeof KINDS)[number]

export type Remembered = Omit<LastRun, 'run'> & {
  readonly run: Pick<HookRun, 'id' | 'name' | 'source' | 'status' | 'failure' | 'why' | 'durationMs'>
  readonly verdict: Pick<Verdict, 'decision' | 'reason' | 'handled' | 'run'> & {
    readonly had: readonly Kind[]
  }
}

/** Converts a run to its stored form. */
export function rememberable({ run, ...rest }: LastRun): Remembered {
  const { id, name, source, status, failure, why, durationMs, verdict = {} } = run
  const { decision, reason, handled, run: fate } = verdict
  const had = KINDS.filter((kind) => {
    const value = verdict[kind]
    return value !== undefined && (!Array.isArray(value) || value.length > 0)
  })
  return {
    ...rest,
    run: defined({ id, name, source, status, failure, why: clippedTo(why), durationMs }),
    verdict: defined({ decision, reason: clippedTo(reason), handled, run: fate, had }),
  }
}

/** Converts stored data back to runs by hook id; invalid items are skipped. */
export function remembered(kept: unknown): Map<string, LastRun> {
  const all = Array.isArray(kept) ? kept.filter(isRemembered) : []
  return new Map(all.map((one) => [one.run.id, toRun(one)]))
}

function toRun({ run, verdict: { had, ...verdict }, ...rest }: Remembered): LastRun {
  const emptied = had.map((kind) => [kind, kind === 'payload' || kind === 'answer' ? {} : ['']] as const)
  return { ...rest, run: { ...run, verdict: { ...verdict, ...Object.fromEntries(emptied) } } as HookRun }
}

function isRemembered(value: unknown): value is Remembered {
  return (
    isObject(value) &&
    isObject(value.run) &&
    isObject(value.verdict) &&
    Array.isArray(value.verdict.had) &&
    typeof value.run.id === 'string' &&
    typeof value.run.durationMs === 'number' &&
    typeof value.at === 'number'
  )
}

/** Longer reasons are never displayed in full. */
const MOST_CHARACTERS = 400

function clippedTo(text: string | undefined): string | undefined {
  return text?.slice(0, MOST_CHARACTERS)
}

function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
