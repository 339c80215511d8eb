// Keys of an answer that change nothing, whether the host reads them or not: the defaults, and lines that report progress.

import { calledOf } from '../contract/called.ts'
import { rowOf } from '../contract/json.ts'
import type { Spot } from '../documents/spots.ts'
import { entryCalls, isStrict } from './callEnds.ts'
import type { Ground } from './ground.ts'

type FieldSpot = Spot & { readonly kind: 'field' }

/** Whether a key that the event's answers do not have changes nothing. */
export function isNeutral(spot: FieldSpot, ground: Ground): boolean {
  return asksForNothing(spot, ground) || isProgress(spot, ground)
}

// `"continue": true` is the default, whether the host reads it or not; still reported where a host drops answers with
// unknown keys.
function asksForNothing({ path, range }: FieldSpot, ground: Ground): boolean {
  const plain = path.length === 1 ? rowOf(NEUTRAL, String(path[0])) : undefined
  if (plain === undefined || strictHosts(ground).length > 0) return false
  const after = ground.view.text.slice(range.end, range.end + 20)
  return new RegExp(`^\\\\?["']?\\s*[:=]\\s*\\$?${plain}\\b`, 'i').test(after)
}

const NEUTRAL: Readonly<Record<string, string>> = {
  continue: 'true',
  suppressOutput: 'false',
  async: 'false',
}

const PROGRESS: readonly unknown[] = ['type', 'message', 'temporary']

// `{"type": "progress", "message": "…"}`, where the host displays it and reads on.
function isProgress({ path, range }: FieldSpot, { dialect, view }: Ground): boolean {
  if (path.length !== 1 || !PROGRESS.includes(path[0])) return false
  const calls = [...(calledOf(dialect)?.calls.values() ?? [])]
  const around = view.text.slice(Math.max(0, range.start - 200), range.end + 200)
  return (
    calls.some(({ host }) => host.host?.rules.progress === true) &&
    /\btype\\?["']?\s*[:=]\s*\\?["']progress\b/.test(around)
  )
}

/** Among the calling hosts, those that reject an answer with an unknown key. */
export function strictHosts({ dialect, events }: Pick<Ground, 'dialect' | 'events'>): readonly string[] {
  const calls = calledOf(dialect)?.calls
  if (calls === undefined) return []
  return [...new Set(entryCalls(calls, events).flatMap((call) => (isStrict(call) ? call.host.title : [])))]
}
