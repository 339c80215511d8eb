// Applies trust to hooks: the state each is listed with, the check before each call, and the bytes that run.
// Files are checked at most every quarter of a second, because in between the trusted bytes run.
// An executable runs from its file, so its files are checked every time.

import { statSync } from 'node:fs'
import type { Hook } from '../contract/hook.ts'
import { disk } from '../discovery/disk.ts'
import { strangerAmong } from '../discovery/loadedFiles.ts'
import { markOf } from '../files/mark.ts'
import type { Ledger } from '../trust/ledger.ts'
import type { Snapshot } from '../trust/snapshot.ts'

export type Trusting = {
  /** The hook with the state that trust gives it. */
  stated(hook: Hook): Hook
  /** Why a hook may not run now; undefined if it may. */
  objection(hook: Hook): string | undefined
  /**
   * Starts one run of a hook that runs from its file. Returns a function, to be called before the start, after it and
   * at the end, that returns the current objection, if any. It uses no cached result, and a file that was replaced
   * since the run began counts as changed even if it was restored.
   */
  verify(hook: Hook): () => string | undefined
  /**
   * Why a file that is not a hook, such as a configuration, may not be acted on. A result is reused for `patience` ms.
   */
  fileObjection(file: Hook, patience?: number): string | undefined
  /** The bytes of such a file that may be acted on, or why none may be. */
  fileSnapshot(file: Hook): Snapshot | { readonly untrusted: string }
  /** The bytes to run now, or why none may run. */
  snapshot(hook: Hook): Snapshot | { readonly untrusted: string }
  /** Why a hook may not run although the ledger trusts it, such as a missing sandbox. */
  readonly further: (hook: Hook) => string | undefined
  /** Makes the next call check everything again. */
  forget(): void
}

const LOOK_AGAIN_MS = 250
const SETTLED_MS = 100

type Look = {
  /** The configuration of a workspace decides where its hooks are, so two of them can have one id. */
  readonly path: string
  readonly digest: string | undefined
  at: number
  stamp: string
  readonly snapshot: Snapshot | { readonly untrusted: string }
}

/** Shared data for all checks within a quarter of a second. */
type Moment = {
  readonly at: number
  readonly marks: Map<string, string>
  readonly trust: ReturnType<Ledger['moment']>
}

function momentOf(ledger: Ledger, at: number): Moment {
  return { at, marks: new Map(), trust: ledger.moment() }
}

/** Checks every hook that comes from a file with the ledger, then with `further`. */
export function openTrusting(
  ledger: Ledger,
  further: (hook: Hook) => string | undefined = () => undefined,
): Trusting {
  const looks = new Map<string, Look>()
  let moment: Moment | undefined

  function snapshot(hook: Hook, patient = LOOK_AGAIN_MS): Snapshot | { readonly untrusted: string } {
    const taken = looked(hook, patient)
    const why = 'untrusted' in taken ? undefined : further(hook)
    return why === undefined ? taken : { untrusted: why }
  }

  function looked(hook: Hook, patient = LOOK_AGAIN_MS): Snapshot | { readonly untrusted: string } {
    const last = looks.get(hook.id)
    const { path, entry } = hook
    const known = last?.path === path && last.digest === entry?.digest ? last : undefined
    const now = performance.now()
    if (known !== undefined && now - known.at < patient) return known.snapshot
    const from = momentFor(now, patient)
    const stamp = stampOf(hook, ledger.file, from.marks)
    if (known !== undefined && known.stamp === stamp) {
      known.at = from.at
      return known.snapshot
    }
    const taken = ledger.snapshot(hook, from.trust)
    looks.set(hook.id, { path, digest: entry?.digest, at: from.at, stamp, snapshot: taken })
    return taken
  }

  function momentFor(now: number, patient: number): Moment {
    if (patient === 0) return momentOf(ledger, now)
    if (moment === undefined || now - moment.at >= patient) moment = momentOf(ledger, now)
    return moment
  }

  function objection(hook: Hook, patient = LOOK_AGAIN_MS): string | undefined {
    if (hook.handler !== undefined || hook.runner === 'builtin') return undefined
    const taken = snapshot(hook, patient)
    return 'untrusted' in taken ? taken.untrusted : undefined
  }

  return {
    snapshot: (hook) => snapshot(hook),
    objection: (hook) => objection(hook),
    verify(hook) {
      const marks = ledger.isExact(hook) ? quiet(hook.files) : undefined
      return () => {
        const why = objection(hook, 0)
        if (why !== undefined || marks === undefined) return why
        const stranger = hook.lookedFor && strangerAmong(hook.lookedFor, hook.files, disk)
        if (stranger !== undefined)
          return `it would load ${stranger}, which did not exist when the hook was trusted`
        const at = marks.findIndex(
          (mark, n) => mark === undefined || mark !== markOf(hook.files[n] as string),
        )
        const path = hook.files[at]
        return path === undefined ? undefined : `${path} was replaced a moment ago; run it again`
      }
    },
    fileObjection(file, patience) {
      const taken = looked(file, patience)
      return 'untrusted' in taken ? taken.untrusted : undefined
    },
    fileSnapshot: looked,
    stated(hook) {
      if (hook.state !== 'active' && hook.state !== 'unknown') return hook
      const why = objection(hook)
      return why === undefined ? hook : { ...hook, state: 'untrusted', why }
    },
    further,
    forget() {
      looks.clear()
      moment = undefined
    },
  }
}

/** Granularity of file times in milliseconds: two changes within it can look the same. */
const GRAIN_MS = 12

// Marks that reliably show a replacement. For a file changed just now, that requires waiting until its
// clock has moved on; undefined if it changed again meanwhile.
function quiet(paths: readonly string[]): readonly (string | undefined)[] {
  if (paths.some(isYoung)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GRAIN_MS)
  return paths.map((path) => (isYoung(path) ? undefined : markOf(path)))
}

function isYoung(path: string): boolean {
  return Math.abs(Date.now() - changedAt(path)) < GRAIN_MS
}

// Any write, replacement or new link changes one of these numbers.
function stampOf(hook: Hook, ledgerFile: string, marks: Map<string, string>): string {
  return [ledgerFile, ...hook.files].map(marked).join('|')

  function marked(path: string): string {
    const mark = marks.get(path) ?? settledMarkOf(path)
    marks.set(path, mark)
    return mark
  }
}

// A file changed just now may change again within the clock's granularity and look the same.
function settledMarkOf(path: string): string {
  const mark = markOf(path)
  return Date.now() - changedAt(path) > SETTLED_MS ? mark : `${mark} young ${performance.now()}`
}

function changedAt(path: string): number {
  try {
    return statSync(path).ctimeMs
  } catch {
    return 0
  }
}
