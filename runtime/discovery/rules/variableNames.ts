// Decides which variables a hook certainly finds empty: those that another host sets, those that authors expect and no
// host sets, and misspellings of a host's own. Any other name may be the user's own variable and is not reported.

import { distance } from 'fastest-levenshtein'
import type { Dialect } from '../../contract/dialect.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { Host } from '../../contract/host.ts'
import {
  BORROWED_VARIABLE,
  EDITOR_VARIABLE,
  PAYLOAD_FIELD,
  PAYLOAD_VARIABLE,
  PLACE_VARIABLE,
} from '../../contract/hosts/rules.ts'

export type VariableGround = {
  readonly dialect: Dialect
  readonly host: Host
  readonly others: readonly Dialect[]
  readonly entry: Pick<HookEntry, 'event' | 'scope' | 'fields' | 'env'>
}

/** Why a variable is empty, which one was probably intended, and whether it stands for the payload. */
export type UnsetVariable = {
  readonly why: string
  /** The variable with a similar name that the host sets for this hook. */
  readonly intended?: string
  readonly isPayload: boolean
  /** A host sets it, but not for this hook, or a later version of a host may. */
  readonly isSetElsewhere?: true
}

/** Why a variable is empty; undefined where it may be set. `isLine`: a line of configuration, where nothing sets it. */
export function unsetVariable(
  ground: VariableGround,
  name: string,
  isLine = false,
): UnsetVariable | undefined {
  const { dialect, host, others, entry } = ground
  const { env } = entry.fields
  if (Object.hasOwn(entry.env, name)) return undefined
  if (typeof env === 'object' && env !== null && Object.hasOwn(env, name)) return undefined
  if (isFilled(ground, name)) return undefined
  const here = host.rules.variables(entry.event, entry.scope)
  const hosts = [dialect, ...others]
  const owner = hosts.find((one) => variablesOf(one).includes(name))
  if (owner !== undefined) {
    const why =
      owner === dialect ? `not at ${entry.event} in this file` : `it is a variable of ${owner.title}`
    return { why, isPayload: false, isSetElsewhere: true }
  }
  const all = [...new Set(hosts.flatMap(variablesOf))]
  const isMadeUp = isNamedAsHosts(name, all) || (isLine && PAYLOAD_FIELD.test(name))
  if (isMadeUp || EDITOR_VARIABLE.test(name)) {
    const isPlace = EDITOR_VARIABLE.test(name) || PLACE_VARIABLE.test(bareOf(name, all) ?? '')
    const folder = isPlace ? here.find((one) => /_PROJECT_DIR$/.test(one)) : undefined
    const why = folder === undefined ? 'the payload is on standard input' : `the folder is in ${folder}`
    return { why, isPayload: !isPlace }
  }
  if (BORROWED_VARIABLE.test(bareOf(name, all) ?? ''))
    return { why: 'no agent sets it', isPayload: false, isSetElsewhere: true }
  const intended = nearly(name, here) ?? nearly(name, all)
  if (intended === undefined) return undefined
  const why = `did you mean ${intended}?`
  return here.includes(intended) ? { why, intended, isPayload: false } : { why, isPayload: false }
}

/** Whether the host gives it a value for this hook. */
export function isFilled({ host, entry }: Pick<VariableGround, 'host' | 'entry'>, name: string): boolean {
  return (
    host.rules.variables(entry.event, entry.scope).includes(name) || host.rules.fills?.includes(name) === true
  )
}

function isNamedAsHosts(name: string, all: readonly string[]): boolean {
  const bare = bareOf(name, all)
  if (bare === undefined) return /^(?:TOOL|HOOK)_/.test(name) && PAYLOAD_VARIABLE.test(name)
  return PAYLOAD_VARIABLE.test(bare) || PLACE_VARIABLE.test(bare)
}

// The name without the prefix of a host's variables (`CLAUDE_`).
function bareOf(name: string, all: readonly string[]): string | undefined {
  const prefixes = new Set(all.map((one) => one.slice(0, one.indexOf('_') + 1)))
  const prefix = [...prefixes].find((one) => one !== '' && name.startsWith(one))
  return prefix === undefined ? undefined : name.slice(prefix.length)
}

/** A known name that differs by one typo, or by at most two where it has 15 characters or more. */
function nearly(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return known.find((one) => {
    const last = one.slice(one.lastIndexOf('_') + 1)
    if (one.length < 10 || (last.length < 4 && one.length < 15)) return false
    if (upper === one) return name !== one
    const slips = isSwapped(name, one) ? 1 : distance(name, one)
    return slips <= (one.length < 15 ? 1 : 2) && !isPlural(name, one)
  })
}

// A plural may be a variable of its own.
function isPlural(name: string, one: string): boolean {
  return name === `${one}S`
}

function isSwapped(name: string, one: string): boolean {
  if (name.length !== one.length) return false
  const at = [...name].findIndex((letter, place) => letter !== one[place])
  return at >= 0 && name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2) === one
}

/** The variables that a host sets for hooks, including a plugin's. Kept, because a dialect never changes. */
export function variablesOf(dialect: Dialect): readonly string[] {
  const known = VARIABLES.get(dialect)
  if (known !== undefined) return known
  const { host, events } = dialect
  const all =
    host === undefined ? [] : Object.keys(events).flatMap((event) => host.rules.variables(event, 'plugin'))
  const names = [...new Set(all)].filter((name) => /_|[a-z][A-Z]/.test(name))
  VARIABLES.set(dialect, names)
  return names
}

const VARIABLES = new WeakMap<Dialect, readonly string[]>()
