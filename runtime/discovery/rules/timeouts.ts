// Reports time-outs in the wrong unit, and time-outs that are longer than the host allows.

import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { RuleInput } from './rule.ts'

/** A value in seconds above this was probably intended as milliseconds. */
const MOST_SECONDS = 3600
/** A value in milliseconds below this was probably intended as seconds. */
const LEAST_MS = 1000
/** From this on, only whole minutes were: half a second is long for a program. */
const LEAST_LIKELY_MS = 100

export function timeoutProblems({ dialect, host, file, entry }: RuleInput): readonly Problem[] {
  const { times } = host.rules
  const key = times.keys.find((one) => typeof entry.fields[one] === 'number')
  if (key === undefined) return []
  const value = entry.fields[key] as number
  const at = [...entry.at, key]
  const range = file.read.rangeOf(at)
  const say = (message: string, fix: string, text?: string, severity?: 'info'): readonly Problem[] => [
    {
      ...problem('entry.timeout', file.path, message, {
        range,
        fix,
        ...(text === undefined
          ? {}
          : { repairs: [{ kind: 'edit', title: `Change to ${text}`, edits: [{ range, text }] }] }),
      }),
      ...defined({ severity }),
    },
  ]
  if (times.unit === 'milliseconds') {
    if (value === 0)
      return say(
        `${dialect.title} stops the hook at once: the time-out is 0.`,
        'Write milliseconds, or remove it.',
      )
    if (value < 0 || value >= LEAST_MS || (value >= LEAST_LIKELY_MS && value % 60 !== 0)) return []
    return say(
      `${dialect.title} expects milliseconds: the hook is stopped after ${value} ms, and its answer is lost.`,
      `For ${value} seconds write ${value * 1000}.`,
      String(value * 1000),
    )
  }
  const most = times.most?.(entry.event)
  if (most !== undefined && value > most)
    return say(
      `${dialect.title} allows at most ${most} seconds at ${entry.event}, not ${value}.`,
      `Write ${most} or less.`,
      String(most),
    )
  const together = times.together?.(entry.event)
  if (together !== undefined && value > together.seconds)
    return say(
      `All hooks of ${entry.event} share ${together.seconds} seconds in ${dialect.title}, unless ${together.raisedBy} raises the limit: it may not wait ${value} seconds for this one.`,
      `Finish within ${together.seconds} seconds, or set ${together.raisedBy}.`,
      undefined,
      'info',
    )
  if (value > MOST_SECONDS) {
    const seconds = value % 1000 === 0 ? String(value / 1000) : undefined
    return say(
      `${dialect.title} expects seconds: it waits ${lasting(value)} for a hook that hangs.`,
      seconds === undefined ? 'Write seconds.' : `For ${value} milliseconds write ${seconds}.`,
      seconds,
      // Whole hours up to a day, and an hour and a half, may be intended.
      (value % 3600 === 0 || value === 5400) && value <= 86_400 ? 'info' : undefined,
    )
  }
  // 1000, 2000 and 3000 may be intended, so only an info.
  return value >= LEAST_MS && value % 1000 === 0
    ? say(
        `${dialect.title} expects seconds: this is ${lasting(value)}.`,
        `For ${value} milliseconds write ${value / 1000}.`,
        undefined,
        'info',
      )
    : []
}

function lasting(seconds: number): string {
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`
  const hours = seconds / 3600
  return hours < 48 ? `${Number(hours.toFixed(1))} hours` : `${Math.round(hours / 24)} days`
}
