// A call on its way through the workers: where it is, how often it was tried, what its hook has printed so far.

import type { Call, GiveUp } from '../../contract/call.ts'
import { defined } from '../../contract/defined.ts'
import { errorToWire, mapFields } from '../../contract/errors.ts'
import { isObject } from '../../contract/json.ts'
import type { Attempt, Raw, Reason } from '../../contract/verdict.ts'
import { type LeftOut, leftOutNote, putBack, putBackFields, withoutUncopyable } from './leftOut.ts'
import type { Thread } from './thread.ts'

/** The very bytes that trust hashed, by absolute path, and the hash of them all. */
export type ModuleSnapshot = { readonly files: ReadonlyMap<string, Buffer>; readonly hash: string }

export class ModuleFlight {
  readonly id: number
  readonly call: Call
  readonly path: string
  readonly snapshot: ModuleSnapshot
  thread: Thread | undefined
  /** Its place among the calls its worker was sent, from 1. */
  place = 0
  /** When it was last sent to a worker. */
  sentAt = 0
  /** Set once the engine has given up on it. */
  gaveUp: GiveUp | undefined
  /** When its own time is up, where it was lent more because it could not run. */
  dueAt = Number.POSITIVE_INFINITY
  /** When it was told to stop, and the number of that message. */
  finishedAt = Number.POSITIVE_INFINITY
  finishedBy = 0
  /** A first try was lost to another hook. */
  rerun = false
  /** Its caller has had its answer. */
  answered = false
  #leftOut: LeftOut | undefined
  #stdout = ''
  #stderr = ''
  #cut = false

  constructor(id: number, call: Call, snapshot: ModuleSnapshot) {
    this.id = id
    this.call = call
    this.path = call.hook.path
    this.snapshot = snapshot
  }

  /** Whether it was told to stop; what it answers after that comes too late. */
  get isStopping(): boolean {
    return this.finishedAt !== Number.POSITIVE_INFINITY
  }

  /** What its worker is sent. */
  get payload(): unknown {
    return this.#leftOut === undefined ? portable(this.call) : this.#leftOut.payload
  }

  /** Leaves out of the payload what cannot be copied to a worker; false where that was done or changes nothing. */
  leaveOut(): boolean {
    if (this.#leftOut !== undefined) return false
    try {
      this.#leftOut = withoutUncopyable(portable(this.call))
    } catch {
      // A getter in the payload may throw.
    }
    return this.#leftOut !== undefined && this.#leftOut.left.length > 0
  }

  print(to: 'stdout' | 'stderr', text: string, cut: boolean): void {
    if (to === 'stdout') this.#stdout += text
    else this.#stderr += text
    this.#cut ||= cut
  }

  /** Forgets what the lost try printed. */
  again(): void {
    this.rerun = true
    this.#stdout = ''
    this.#stderr = ''
    this.#cut = false
  }

  returned(answer: unknown, carried: Readonly<Record<string, unknown>> | undefined): Attempt {
    const leftOut = this.#leftOut
    const result = leftOut === undefined ? answer : putBack(answer, leftOut, this.call.record)
    const plain = { kind: 'returned', result } as const
    const isSilent = !this.rerun && this.#stdout === '' && this.#stderr === '' && leftOut === undefined
    if (carried === undefined && isSilent) return plain
    return {
      ...plain,
      ...(carried === undefined ? {} : { carried: putBackFields(carried, leftOut?.left ?? []) }),
      ...this.#traces(''),
    }
  }

  failed(reason: Reason, message: string, stack = ''): Attempt {
    return { kind: 'failed', reason, message, ...this.#traces(stack) }
  }

  #traces(stack: string): { raw?: Raw; rerun?: true } {
    const stderr =
      this.#stderr === '' || stack === '' ? this.#stderr + stack : `${this.#stderr.trimEnd()}\n${stack}`
    const note = this.#leftOut === undefined ? undefined : leftOutNote(this.#leftOut)
    const silent = this.#stdout === '' && stderr === '' && note === undefined
    const raw: Raw = {
      stdout: this.#stdout,
      stderr,
      ...(this.#cut ? { cut: true } : {}),
      ...defined({ note }),
    }
    return { ...(silent ? {} : { raw }), ...(this.rerun ? { rerun: true } : {}) }
  }
}

/** The payload as it travels: an AbortSignal stays here, errors are in wire form; the hook's side puts both back. */
function portable(call: Call): unknown {
  let { payload } = call
  if (call.dialect.signal === 'field' && isObject(payload) && Object.hasOwn(payload, 'signal')) {
    const { signal, ...rest } = payload
    payload = rest
  }
  return mapFields(payload, call.record.errors?.payload, errorToWire)
}
