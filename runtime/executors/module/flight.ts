// A call handed to the workers: its thread, its tries and time limits, and what its hook has printed so far.

import type { Call, GiveUp } from '../../contract/call.ts'
import { defined } from '../../contract/defined.ts'
import { errorToWire, mapFields } from '../../contract/errors.ts'
import { isObject } from '../../contract/json.ts'
import type { Attempt, Raw, Reason } from '../../contract/verdict.ts'
import { type LeftOut, leftOutNote, putBack, putBackFields, withoutUncopyable } from './leftOut.ts'
import type { Thread } from './thread.ts'

/** The bytes that trust hashed, by absolute path, and the hash of all of them. */
export type ModuleSnapshot = { readonly files: ReadonlyMap<string, Buffer>; readonly hash: string }

export class ModuleFlight {
  readonly id: number
  readonly call: Call
  readonly path: string
  readonly snapshot: ModuleSnapshot
  thread: Thread | undefined
  /** Its position among the calls sent to its worker, from 1. */
  place = 0
  /** When it was last sent to a worker, in milliseconds. */
  sentAt = 0
  /** Why the engine gave up on it, if it did. */
  gaveUp: GiveUp | undefined
  /** When its own time limit ends, if that was extended because the call could not run; Infinity otherwise. */
  dueAt = Number.POSITIVE_INFINITY
  /** When the hook was told to stop, and the number of the abort message. */
  finishedAt = Number.POSITIVE_INFINITY
  finishedBy = 0
  /** Whether an earlier try was lost because of another hook. */
  rerun = false
  /** Whether the caller has received an answer. */
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

  /** Whether the hook was told to stop; later answers are ignored. */
  get isStopping(): boolean {
    return this.finishedAt !== Number.POSITIVE_INFINITY
  }

  /** The payload as sent to its worker. */
  get payload(): unknown {
    return this.#leftOut === undefined ? portable(this.call) : this.#leftOut.payload
  }

  /**
   * Copies the payload by hand (a proxy cannot be cloned), without the parts that cannot be copied to a worker; false if
   * that was done before or is not possible.
   */
  leaveOut(): boolean {
    if (this.#leftOut !== undefined) return false
    try {
      this.#leftOut = withoutUncopyable(portable(this.call))
    } catch {
      // A getter in the payload may throw.
    }
    return this.#leftOut !== undefined
  }

  print(to: 'stdout' | 'stderr', text: string, cut: boolean): void {
    if (to === 'stdout') this.#stdout += text
    else this.#stderr += text
    this.#cut ||= cut
  }

  /** Discards the output of the lost try. */
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

/** The payload as sent: without its AbortSignal and with errors in wire form; the worker restores both. */
function portable(call: Call): unknown {
  let { payload } = call
  if (call.dialect.signal === 'field' && isObject(payload) && Object.hasOwn(payload, 'signal')) {
    const { signal, ...rest } = payload
    payload = rest
  }
  return mapFields(payload, call.record.errors?.payload, errorToWire)
}
