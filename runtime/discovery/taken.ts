// What a host takes of an entry otherwise than other hosts that read it: trust in one command is no trust in another.

import { defined } from '../contract/defined.ts'
import type { EntryProcess, FoundEntry } from '../contract/host.ts'
import { isObject } from '../contract/json.ts'

type Parts = {
  readonly kind: string
  readonly command: string
  readonly args: readonly unknown[] | undefined
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, unknown>> | undefined
}

/**
 * What a host takes, as JSON; undefined where that is what stands in the keys that most hosts read, so that it is the
 * same for all of them, or where it runs nothing. `env`: the variables of the host's process.
 */
export function takenOf(entry: FoundEntry, env: EntryProcess['env'], platform: string): string | undefined {
  const { kind, command, written = command, args, cwd, fields } = entry
  const plain = plainParts(fields, platform)
  if (kind !== 'command') return kind === plain.kind ? undefined : JSON.stringify({ kind })
  if (command === '') return undefined
  const isSet = Object.entries(plain.env ?? {}).every(([name, value]) => env[name] === String(value))
  const taken: Parts = {
    ...{ kind, command: written, args },
    // A folder that the host chooses itself is no part of the entry.
    cwd: plain.cwd === undefined ? undefined : cwd,
    env: isSet ? plain.env : undefined,
  }
  const text = JSON.stringify(defined(taken))
  return text === JSON.stringify(defined(plain)) ? undefined : text
}

/** The command for all systems, or else for this one, with all that stands beside it. */
function plainParts(fields: FoundEntry['fields'], platform: string): Parts {
  const { type = 'command', command, bash, powershell, exec, args, cwd, env } = fields
  const lines = [command, platform === 'win32' ? powershell : bash, exec]
  const line = lines.find((one) => typeof one === 'string') ?? ''
  return {
    kind: String(type),
    command: line,
    args: Array.isArray(args) ? args : line === exec ? [] : undefined,
    cwd: typeof cwd === 'string' && cwd !== '' ? cwd : undefined,
    env: isObject(env) && Object.keys(env).length > 0 ? env : undefined,
  }
}
