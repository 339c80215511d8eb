// A hook as data, for `list --json` and for clients of the hook server.

import { defined } from '../contract/defined.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import { type HookEntry, runLine, sentVariables } from '../contract/entry.ts'
import { firesWords, neverFires } from '../contract/entryWords.ts'
import type { Hook } from '../contract/hook.ts'

/** A hook in the format of `list --json`. */
export function hookJson(hook: Hook) {
  const { id, name, dialect, events, source, path, part, state, why, order, timeoutMs, entry, readers } = hook
  const { unseen, packages } = hook
  return {
    id,
    name,
    dialect,
    events,
    source,
    path,
    state,
    ...defined({ why }),
    order,
    timeoutMs,
    ...defined({ unseen, packages }),
    ...(entry === undefined ? {} : { part, entry: entryJson(entry) }),
    ...defined({ readers }),
  }
}

/** The public part of an entry: without the environment variables that configuration sets. */
function entryJson(entry: HookEntry) {
  const { host, matcher, kind, scope, owner, at, scripts, inspect } = entry
  const dialect = dialectOf(host)
  const words =
    dialect === undefined
      ? {}
      : { fires: firesWords(entry, dialect), never: neverFires(entry, dialect) !== undefined }
  const runs = runLine(entry)
  const sent = sentVariables(entry)
  const sends = sent.length === 0 ? {} : { sends: sent }
  return {
    matcher,
    kind,
    scope,
    owner,
    at,
    scripts,
    runs,
    ...sends,
    ...words,
    debuggable: inspect !== undefined,
  }
}
