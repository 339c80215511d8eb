// Converts the keys of an entry other than its command and matcher: which of them the target has, in which unit, and
// what is lost with the others.

import { defined } from '../defined.ts'
import type { FoundEntry } from '../host.ts'
import { saysNothing } from '../hosts/rules.ts'
import { sameJson } from '../json.ts'
import type { WalkedShape } from '../walk.ts'
import { type ConversionNote, changed, lost } from './conversion.ts'
import type { AtEvent } from './matchers.ts'
import { formOf } from './places.ts'

export type ConvertedKeys = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly notes: readonly ConversionNote[]
  /** The folder that the command must change to first, as a shell word. */
  readonly folder?: string
}

/** The keys that are kept; undefined where the command is for a shell or a system that the target does not start. */
export function convertKeys(
  found: FoundEntry,
  form: WalkedShape,
  from: AtEvent,
  to: AtEvent,
): ConvertedKeys | undefined {
  const { fields: written, command } = found
  const { title, host } = to.dialect
  const own = formOf(from.dialect, from.event, found.kind)?.properties ?? {}
  const other = form.properties ?? {}
  const fields: Record<string, unknown> = {}
  const notes: ConversionNote[] = []
  let folder: string | undefined
  const isCommand = found.kind === 'command'
  const runs = isCommand ? Object.keys(written).find((key) => written[key] === command) : undefined
  // A command line for another system's shell does not work in this one.
  if (runs !== undefined && /^(?:powershell|windows)$/i.test(runs)) return undefined
  if (
    typeof written.shell === 'string' &&
    !/^(?:ba|da|z)?sh$/.test(written.shell) &&
    other.shell === undefined
  )
    return undefined
  const { times } = from.dialect.host.rules
  const [time] = times.keys.filter((key) => typeof written[key] === 'number')
  if (time !== undefined) {
    const ms = from.dialect.host.timeoutMs(found)
    const milliseconds = (written[time] as number) * (times.unit === 'seconds' ? 1000 : 1)
    if (milliseconds !== ms)
      notes.push(
        lost(
          'timeout',
          `${from.dialect.title} makes ${ms / 1000} s of the ${milliseconds / 1000} s that are written.`,
        ),
      )
    fields[host.rules.times.keys[0] as string] =
      host.rules.times.unit === 'milliseconds' ? ms : Math.max(1, Math.ceil(ms / 1000))
  }
  for (const [key, value] of Object.entries(written)) {
    if (key === 'type' || key === 'matcher' || key === runs || times.keys.includes(key)) continue
    if (isCommand && (key === 'args' || key === 'command' || key === 'exec')) continue
    if (isKept(own[key], other[key], value)) {
      fields[key] = value
      continue
    }
    if (saysNothing(key, value) || sameJson(own[key]?.default, value)) continue
    if (key === 'cwd' && isCommand && typeof value === 'string' && /^(?!\/)[\w@./-]+$/.test(value)) {
      folder = value
      notes.push(lost('key', `${title} has no "cwd": the command begins with cd ${value} instead.`))
    } else notes.push(keyLost(key, value))
  }
  for (const [key, value] of Object.entries(found.group))
    if (key !== 'matcher' && key !== 'hooks' && !saysNothing(key, value)) notes.push(keyLost(key, value))
  return { fields, notes, ...defined({ folder }) }

  function keyLost(key: string, value: unknown): ConversionNote {
    if (key === 'if')
      return lost(
        'condition',
        `${title} has no "if": without ${JSON.stringify(value)} it runs on every call that the matcher matches.`,
      )
    const known = from.dialect.host.rules.entryKeys.includes(key) || own[key] !== undefined
    return known || from.dialect.host.rules.groupKeys?.includes(key) === true
      ? lost('key', `${title} has no "${key}", so its value ${JSON.stringify(value)} is lost.`)
      : changed('key', `"${key}" has no effect in either host and is omitted.`)
  }
}

/** Whether a key means the same to both hosts: same name, type and unit. */
function isKept(own: WalkedShape | undefined, other: WalkedShape | undefined, value: unknown): boolean {
  if (own === undefined || other === undefined || other.deprecated === true) return false
  if (own.type !== other.type || own.format !== other.format) return false
  return other.enum === undefined || other.enum.some((one) => sameJson(one, value))
}
