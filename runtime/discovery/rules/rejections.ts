// Turns parts of a configuration file that a host rejects into problems, and finds the rejection that covers a path.

import { defined } from '../../contract/defined.ts'
import type { Dialect } from '../../contract/dialect.ts'
import type { JsonPath } from '../../contract/entry.ts'
import type { Rejection } from '../../contract/host.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { meaning } from '../../contract/suggest.ts'
import type { FoundConfiguration } from '../configurationFiles.ts'
import { keyRepair } from './repairs.ts'

/** The problem for a rejected part, at its place in the file, with the edit that fixes it if there is one. */
export function rejectionProblem(
  file: FoundConfiguration,
  one: Rejection,
  hosts: Parameters<typeof eventElsewhere>[1],
): Problem {
  const { at, shownAt = at, message, severity } = one
  const { fix, replacement } = {
    ...(one.unknownEvent === true ? eventElsewhere(shownAt, hosts) : {}),
    ...one,
  }
  const more = {
    range: file.read.rangeOf(shownAt, true),
    ...defined({ fix }),
    ...keyRepair(file, shownAt, replacement),
  }
  const finding = problem('configuration.rejected', file.path, message, more)
  return severity === undefined ? finding : { ...finding, severity }
}

/** For an event of another host, this host's name for the same moment. */
function eventElsewhere(
  at: JsonPath,
  { dialect, others }: { readonly dialect: Dialect; readonly others: readonly Dialect[] },
): Pick<Rejection, 'fix' | 'replacement'> {
  const name = String(at.at(-1))
  const owner = others.find(({ events }) => Object.hasOwn(events, name))
  const lifecycle = owner?.events[name]?.lifecycle
  if (lifecycle === undefined) return {}
  const own = Object.entries(dialect.events).filter(
    ([, record]) => record.lifecycle === lifecycle && record.respells === undefined,
  )
  return own.length === 1 ? meaning(own[0]?.[0]) : {}
}

/** Looks up the rejection at a path or above it; of several, the topmost. */
export function rejectionsByPath(rejections: readonly Rejection[]): (at: JsonPath) => Rejection | undefined {
  const keyOf = (at: JsonPath) => JSON.stringify(at)
  const known = new Map(rejections.toReversed().map((one) => [keyOf(one.at), one]))
  return (at) => {
    if (known.size === 0) return undefined
    const above = Array.from({ length: at.length + 1 }, (_, length) => known.get(keyOf(at.slice(0, length))))
    return above.find((one) => one !== undefined)
  }
}
