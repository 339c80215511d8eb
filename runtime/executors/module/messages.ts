// Messages between a worker and its parent. Calls and answers are bare tuples, because they are the hot path.

import type { Exports } from '../../contract/dialect.ts'
import { isObject } from '../../contract/json.ts'
import type { Reason } from '../../contract/verdict.ts'
import type { Cells } from './cells.ts'

/** The data that a worker is started with. */
export type WorkerBoot = {
  readonly cells: Cells
  readonly cwd: string
  /** Variables set for every program that hooks start. */
  readonly mark: Readonly<Record<string, string>>
  /** Whether hooks are prevented from replacing built-in objects. */
  readonly locked: boolean
}

/** One version of one hook file, with the exact bytes to run. */
export type ModuleLoad = {
  readonly kind: 'load'
  readonly load: number
  readonly file: number
  readonly path: string
  readonly files: readonly (readonly [path: string, bytes: Uint8Array])[]
  /** Event names of the dialect, exported by `hookbench/kaizen`. */
  readonly events: readonly string[]
  /** The files keep their own URLs, which a debugger needs; possible because nothing else is loaded in this process. */
  readonly plain?: true
}

/** One handler in a loaded file, and how to call it. Calls refer to it by its index in the order sent. */
export type ModuleTarget = {
  readonly kind: 'target'
  readonly load: number
  readonly dialect: string
  readonly event: string
  readonly part: string | undefined
  readonly exports: Exports
  readonly signal: 'argument' | 'field'
  readonly errors: { readonly payload?: readonly string[]; readonly result?: readonly string[] } | undefined
  readonly travels: readonly string[] | undefined
  readonly timeoutMs?: number
}

export type CallMessage = readonly [id: number, target: number, payload: unknown, cwd?: string]

export type ToWorker =
  | CallMessage
  | ModuleLoad
  | ModuleTarget
  | { readonly kind: 'abort'; readonly id: number; readonly timeout: boolean }
  | { readonly kind: 'open'; readonly closing: number }
  | { readonly kind: 'ping' }

export type AnswerMessage = readonly [
  id: number,
  result: unknown,
  carried?: Readonly<Record<string, unknown>>,
]

export type ModuleOutput = {
  readonly kind: 'output'
  readonly id: number
  readonly to: 'stdout' | 'stderr'
  readonly text: string
  /** Whether more was written than is kept. */
  readonly cut: boolean
}

export type FailedMessage = {
  readonly kind: 'failed'
  readonly id: number
  readonly reason: Reason
  readonly message: string
  /** The stack, for stderr. */
  readonly stack: string
}

export type FromWorker =
  | AnswerMessage
  | FailedMessage
  | ModuleOutput
  | { readonly kind: 'emit'; readonly target: number; readonly event: string; readonly data: unknown }
  /** `process.exit` was called; the worker ends right after this. */
  | { readonly kind: 'exit'; readonly id: number; readonly code: string }
  /** An error that belongs to no call; calls in flight may be affected. */
  | { readonly kind: 'stray'; readonly message: string }

/** A worker's message if it is valid; undefined otherwise. */
export function understood(message: unknown): FromWorker | undefined {
  if (Array.isArray(message))
    return typeof message[0] === 'number' ? (message as unknown as AnswerMessage) : undefined
  if (!isObject(message) || typeof message.kind !== 'string') return undefined
  const fields = FIELDS.get(message.kind)
  return fields?.every(([name, type]) => typeof message[name] === type) ? (message as FromWorker) : undefined
}

type Kind = Exclude<FromWorker, AnswerMessage>['kind']

const FIELDS: ReadonlyMap<string, readonly (readonly [name: string, type: string])[]> = new Map(
  Object.entries({
    failed: [
      ['id', 'number'],
      ['reason', 'string'],
      ['message', 'string'],
      ['stack', 'string'],
    ],
    output: [
      ['id', 'number'],
      ['to', 'string'],
      ['text', 'string'],
      ['cut', 'boolean'],
    ],
    emit: [
      ['target', 'number'],
      ['event', 'string'],
    ],
    exit: [
      ['id', 'number'],
      ['code', 'string'],
    ],
    stray: [['message', 'string']],
  } satisfies Record<Kind, [string, string][]>),
)

export function isTuple(message: ToWorker): message is CallMessage
export function isTuple(message: FromWorker): message is AnswerMessage
export function isTuple(message: ToWorker | FromWorker): boolean {
  return Array.isArray(message)
}
