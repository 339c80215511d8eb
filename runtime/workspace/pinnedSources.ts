// Pins the bytes with which each current hook was discovered. In a watched workspace these run whatever is being saved:
// a firing in flight keeps the bytes it started with, and a half-saved file is never loaded.
// Trust is still checked: revoking it takes effect within a quarter of a second.

import type { Hook } from '../contract/hook.ts'
import { markOf } from '../files/mark.ts'
import type { Ledger } from '../trust/ledger.ts'
import type { Snapshot } from '../trust/snapshot.ts'
import type { Trusting } from './trusting.ts'

export type PinnedSources = Trusting & {
  /** Pins these bytes for a hook. */
  pin(hook: Hook, snapshot: Snapshot): void
  pinned(hook: Hook): Snapshot | undefined
  /** Sets the current hooks, so that copies of them run the same bytes. */
  inForce(hooks: readonly Hook[]): void
  /** The bytes currently on disk. */
  fresh(hook: Hook): Snapshot | { readonly untrusted: string }
}

const ASK_AGAIN_MS = 250

type Pin = { readonly snapshot: Snapshot; at: number; ledger: string; untrusted: string | undefined }

/** Adds pins to a Trusting. Only hooks that run from bytes are pinned; an executable runs from its file. */
export function openPinnedSources(trusting: Trusting, ledger: Ledger): PinnedSources {
  const pins = new WeakMap<Hook, Pin>()
  // A firing with its own time limit has copies of the hooks, which are found by id.
  const latest = new Map<string, Pin>()

  function snapshot(hook: Hook): Snapshot | { readonly untrusted: string } {
    const pin = pins.get(hook) ?? latest.get(hook.id)
    if (pin === undefined) return trusting.snapshot(hook)
    const now = performance.now()
    if (now - pin.at >= ASK_AGAIN_MS) {
      pin.at = now
      if (markOf(ledger.file) !== pin.ledger) Object.assign(pin, decided(hook, pin.snapshot))
    }
    const untrusted = pin.untrusted ?? trusting.further(hook)
    return untrusted === undefined ? pin.snapshot : { untrusted }
  }

  function decided(hook: Hook, taken: Snapshot): Pick<Pin, 'ledger' | 'untrusted'> {
    // Before the decision: what changes during it is noticed by the next one.
    const mark = markOf(ledger.file)
    const answer = ledger.check(hook, taken)
    return { ledger: mark, untrusted: answer.trusted ? undefined : answer.why }
  }

  return {
    ...trusting,
    snapshot,
    objection(hook) {
      if (!pins.has(hook) && !latest.has(hook.id)) return trusting.objection(hook)
      const taken = snapshot(hook)
      return 'untrusted' in taken ? taken.untrusted : undefined
    },
    pin(hook, taken) {
      if (pins.get(hook)?.snapshot === taken) return
      // Trust may have been revoked since the hook was found or last pinned.
      pins.set(hook, { snapshot: taken, at: performance.now(), ...decided(hook, taken) })
    },
    pinned: (hook) => pins.get(hook)?.snapshot,
    fresh: trusting.snapshot,
    inForce(hooks) {
      latest.clear()
      for (const hook of hooks) {
        const pin = pins.get(hook)
        if (pin !== undefined) latest.set(hook.id, pin)
      }
    },
  }
}
