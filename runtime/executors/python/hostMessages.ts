// What the Python host sends: lines of JSON. A hook can find the pipe and write to it, so every line is checked, and none
// is longer than an honest one can be.

import type { Socket } from 'node:net'
import { isObject } from '../../contract/json.ts'
import { parseJson } from '../../contract/parseJson.ts'

export type HostMessage =
  | { readonly ready: true }
  | {
      readonly call: number
      readonly result?: unknown
      readonly failed?: string
      readonly reason?: 'invalid' | 'unreadable'
      readonly cancelled?: true
      readonly stdout: string
      readonly stderr: string
      readonly cut?: true
      readonly note?: string
    }

/** Limit of characters per line: a result has at most 10 MiB, a stream one, of which each character may take six. */
const MOST_CHARACTERS = 64 * 1024 * 1024

/** Calls `onLine` with each line until it returns false or a line is too long; then `stop`, and nothing more is read. */
export function readLines(stream: Socket, onLine: (line: string) => boolean, stop: () => void): void {
  let parts: string[] = []
  let length = 0
  let over = false
  const end = () => {
    over = true
    parts = []
    stop()
  }
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    if (over) return
    let start = 0
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', start)) {
      parts.push(chunk.slice(start, at))
      const line = parts.length === 1 ? (parts[0] as string) : parts.join('')
      parts = []
      length = 0
      start = at + 1
      if (!onLine(line)) return end()
    }
    if (start === chunk.length) return
    parts.push(chunk.slice(start))
    length += chunk.length - start
    if (length > MOST_CHARACTERS) end()
  })
}

/** The message of a line; undefined if the host does not send such a one. */
export function hostMessageOf(line: string): HostMessage | undefined {
  let message: unknown
  try {
    message = parseJson(line)
  } catch {
    return undefined
  }
  if (!isObject(message)) return undefined
  if (message.ready === true) return { ready: true }
  const isWhole =
    typeof message.call === 'number' &&
    TEXTS.every((name) => typeof message[name] === 'string') &&
    OPTIONAL.every(([name, fits]) => message[name] === undefined || fits(message[name]))
  return isWhole ? (message as HostMessage) : undefined
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTrue = (value: unknown): boolean => value === true
const TEXTS = ['stdout', 'stderr'] as const
const OPTIONAL: readonly (readonly [name: string, fits: (value: unknown) => boolean])[] = [
  ['failed', isText],
  ['note', isText],
  ['cut', isTrue],
  ['cancelled', isTrue],
  ['reason', (value) => value === 'invalid' || value === 'unreadable'],
]
