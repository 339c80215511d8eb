// Scripts that entries of hosts run, each with the contract of its callers. A contract stays the same object while its
// callers are unchanged, so that results cached for it stay valid.

import { basename, extname } from 'node:path'
import { type CalledDialect, calledDialect, type ScriptCaller } from '../contract/called.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { HookEntry } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import { languageWhere } from '../documents/languages.ts'

export type Called = {
  /** The contract of every script that one of these hooks runs with the payload on stdin, by path. */
  of(hooks: readonly Hook[]): ReadonlyMap<string, CalledDialect>
  /** The scripts whose contract changed with the last call of `of`. */
  changed(): readonly string[]
}

/** Keeps the contracts of the last call. */
export function openCalled(): Called {
  let known = new Map<string, { readonly key: string; readonly dialect: CalledDialect }>()
  let others: readonly string[] = []
  return {
    of(hooks) {
      const now = new Map<string, { readonly key: string; readonly dialect: CalledDialect }>()
      for (const [path, callers] of callersByScript(hooks)) {
        const key = JSON.stringify(
          callers.map(({ dialect, entry: { event, matcher, inspect, fields } }) => [
            dialect.id,
            event,
            matcher,
            inspect,
            fields,
          ]),
        )
        const before = known.get(path)
        const dialect = before?.key === key ? before.dialect : calledDialect(callers)
        if (dialect !== undefined) now.set(path, { key, dialect })
      }
      const paths = new Set([...known.keys(), ...now.keys()])
      others = [...paths].filter((path) => known.get(path)?.dialect !== now.get(path)?.dialect)
      known = now
      return new Map([...now].map(([path, { dialect }]) => [path, dialect]))
    },
    changed: () => others,
  }
}

/** Whether a file could be a script, by its name alone. */
export function isScriptName(path: string): boolean {
  const ending = extname(basename(path)).slice(1).toLowerCase()
  return ending === '' || languageWhere(({ endings }) => endings.includes(ending)) !== undefined
}

// Hosts that borrow another host's file are ignored: the script was written for the file's own host.
function callersByScript(hooks: readonly Hook[]): ReadonlyMap<string, readonly ScriptCaller[]> {
  const found = new Map<string, ScriptCaller[]>()
  for (const { entry } of hooks) {
    const dialect = entry === undefined || entry.borrowed === true ? undefined : dialectOf(entry.host)
    if (entry === undefined || dialect === undefined) continue
    const own = entry.scripts.filter((path) => readsPayload(entry, path))
    for (const path of [...own, ...(entry.elsewhere ?? [])]) {
      const callers = found.get(path) ?? []
      callers.push({ dialect, entry })
      found.set(path, callers)
    }
  }
  return found
}

// After a pipe, a script reads the previous command's output instead of the payload.
function readsPayload({ command, args, scripts }: HookEntry, path: string): boolean {
  if (args !== undefined) return scripts.length === 1
  const before = command.slice(0, command.lastIndexOf(basename(path)))
  const pipe = before.replaceAll('||', '  ').lastIndexOf('|')
  return (
    pipe === -1 ||
    /^\s*(cat|tee\b[^|;&]*)\s*$/.test(
      before
        .slice(0, pipe)
        .split(/[;&|(]/)
        .at(-1) ?? '',
    )
  )
}
