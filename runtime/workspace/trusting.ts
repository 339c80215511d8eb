// How trust reaches the hooks: the state each is listed with, the last word before each call, the bytes that run.
// Files are looked at again at most every quarter of a second: what runs in between are bytes that were trusted.
// A program runs from its file instead, so for it the files are looked at each time.

import { lstatSync, statSync } from 'node:fs'
import type { Hook } from '../contract/hook.ts'
import type { Ledger } from '../trust/ledger.ts'
import type { Snapshot } from '../trust/snapshot.ts'

export type Trusting = {
  /** The hook with the state that trust gives it. */
  stated(hook: Hook): Hook
  /** Why a hook may not run now; undefined when it may. */
  objection(hook: Hook): string | undefined
  /** The same for what is about to run from its file: nothing is answered from memory but what is still so. */
  verify(hook: Hook): string | undefined
  /** Why a file that is no hook, a configuration say, may not be acted on. */
  fileObjection(file: Hook): string | undefined
  /** The bytes of such a file that may be acted on, or why none may. */
  fileSnapshot(file: Hook): Snapshot | { readonly untrusted: string }
  /** The bytes to run now, or why none may. */
  snapshot(hook: Hook): Snapshot | { readonly untrusted: string }
  /** Why a hook may not run although the ledger trusts it: the sandbox it needs is not there, say. */
  readonly further: (hook: Hook) => string | undefined
  /** Looks at everything anew at the next question. */
  forget(): void
}

const LOOK_AGAIN_MS = 250
const SETTLED_MS = 100

type Look = {
  at: number
  stamp: string
  readonly snapshot: Snapshot | { readonly untrusted: string }
}

/** Asks the ledger about every hook that comes from a file, then whatever else has a say. */
export function openTrusting(
  ledger: Ledger,
  further: (hook: Hook) => string | undefined = () => undefined,
): Trusting {
  const looks = new Map<string, Look>()

  function snapshot(hook: Hook, patient = LOOK_AGAIN_MS): Snapshot | { readonly untrusted: string } {
    const taken = looked(hook, patient)
    const why = 'untrusted' in taken ? undefined : further(hook)
    return why === undefined ? taken : { untrusted: why }
  }

  function looked(hook: Hook, patient = LOOK_AGAIN_MS): Snapshot | { readonly untrusted: string } {
    const known = looks.get(hook.id)
    const now = performance.now()
    if (known !== undefined && now - known.at < patient) return known.snapshot
    const stamp = stampOf(hook, ledger.file)
    if (known !== undefined && known.stamp === stamp) {
      known.at = now
      return known.snapshot
    }
    const taken = ledger.snapshot(hook)
    looks.set(hook.id, { at: now, stamp, snapshot: taken })
    return taken
  }

  function objection(hook: Hook, patient = LOOK_AGAIN_MS): string | undefined {
    if (hook.handler !== undefined || hook.runner === 'builtin') return undefined
    const taken = snapshot(hook, patient)
    return 'untrusted' in taken ? taken.untrusted : undefined
  }

  return {
    snapshot: (hook) => snapshot(hook),
    objection: (hook) => objection(hook),
    verify: (hook) => objection(hook, 0),
    fileObjection(file) {
      const taken = looked(file)
      return 'untrusted' in taken ? taken.untrusted : undefined
    },
    fileSnapshot: looked,
    stated(hook) {
      if (hook.state !== 'active' && hook.state !== 'unknown') return hook
      const why = objection(hook)
      return why === undefined ? hook : { ...hook, state: 'untrusted', why }
    },
    further,
    forget: () => looks.clear(),
  }
}

// Any write, replacement or new link shows in one of these numbers.
function stampOf(hook: Hook, ledgerFile: string): string {
  let stamp = markOf(ledgerFile)
  for (const path of hook.files) stamp += `|${markOf(path)}`
  return stamp
}

function markOf(path: string): string {
  try {
    const link = lstatSync(path, { bigint: true })
    const file = link.isSymbolicLink() ? statSync(path, { bigint: true }) : link
    // A file changed a moment ago may change again within the clock's grain and look the same.
    const settled = Date.now() - Number(file.ctimeNs / 1_000_000n) > SETTLED_MS
    return `${file.dev}.${file.ino}.${file.size}.${file.mtimeNs}.${settled ? file.ctimeNs : `young ${performance.now()}`}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
