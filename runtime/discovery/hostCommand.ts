// The command that a host runs for an entry where other hosts that read the entry run a different one. It is part of
// the digest, so that trust in one command does not cover the other.

import { defined } from '../contract/defined.ts'
import type { EntryProcess, FoundEntry } from '../contract/host.ts'
import { isObject } from '../contract/json.ts'
import { textOfJson } from '../contract/textOfJson.ts'

type Parts = {
  readonly kind: string
  readonly command: string
  readonly args: readonly unknown[] | undefined
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, unknown>> | undefined
}

/**
 * What a host runs for an entry, as JSON; undefined where that equals the keys that most hosts read, or where the host
 * runs nothing. `env`: the variables of the process that the host starts.
 */
export function hostCommandOf(
  entry: FoundEntry,
  env: EntryProcess['env'],
  platform: string,
): string | undefined {
  const { kind, command, written = command, args, cwd, fields } = entry
  const plain = plainParts(fields, platform)
  if (kind !== 'command') return kind === plain.kind ? undefined : JSON.stringify({ kind })
  if (command === '') return undefined
  const isSet = Object.entries(plain.env ?? {}).every(([name, value]) => env[name] === textOfJson(value))
  const taken: Parts = {
    ...{ kind, command: written, args },
    // A folder chosen by the host is not part of the entry.
    cwd: plain.cwd === undefined ? undefined : cwd,
    env: isSet ? plain.env : undefined,
  }
  const text = JSON.stringify(defined(taken))
  return text === JSON.stringify(defined(plain)) ? undefined : text
}

/** The command for all systems, or else the one for this system, with its arguments, folder and variables. */
function plainParts(fields: FoundEntry['fields'], platform: string): Parts {
  const { type = 'command', command, bash, powershell, exec, args, cwd, env } = fields
  const lines = [command, platform === 'win32' ? powershell : bash, exec]
  const line = lines.find((one) => typeof one === 'string') ?? ''
  return {
    kind: textOfJson(type),
    command: line,
    args: Array.isArray(args) ? args : line === exec ? [] : undefined,
    cwd: typeof cwd === 'string' && cwd !== '' ? cwd : undefined,
    env: isObject(env) && Object.keys(env).length > 0 ? env : undefined,
  }
}
