// Sends one payload to the URL of an `http` entry. Hosts accept JSON with a status of 2xx as an answer; everything else
// is a failed hook. Redirects are not followed, and at most `cap` bytes are read, of a compressed answer of its text. Not
// by `fetch`, which has time limits of its own and refuses some ports: a guard that waits for a person would lose its veto.

import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { type HookEntry, IN_HEADER } from '../../contract/entry.ts'
import { isObject } from '../../contract/json.ts'
import { textOfJson } from '../../contract/textOfJson.ts'
import type { Attempt } from '../../contract/verdict.ts'

export async function post(
  { fields }: HookEntry,
  payload: unknown,
  signal: AbortSignal,
  cap: number,
): Promise<Attempt> {
  const { url } = fields
  const headers = headersOf(fields.headers, fields.allowedEnvVars)
  const wrong = unsendable(textOfJson(url), headers)
  if (wrong !== undefined) return failed('crashed', `could not be sent: ${wrong}`)
  try {
    const response = await responseOf(textOfJson(url), headers, JSON.stringify(payload), signal)
    const stdout = await bodyOf(response, cap)
    if (stdout === undefined) return failed('unreadable', `answered with more than ${cap} bytes`)
    const { statusCode: status = 0 } = response
    if (status < 200 || status > 299)
      return { ...failed('crashed', `answered with status ${status}`), raw: { stdout, stderr: '' } }
    return { kind: 'returned', result: undefined, raw: { exitCode: 0, stdout, stderr: '' } }
  } catch (error) {
    return failed('crashed', `could not be reached: ${reasonOf(error)}`)
  }
}

async function responseOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // As parsed: a URL may begin with blanks.
  const { request } = await (URL.parse(url)?.protocol === 'https:'
    ? import('node:https')
    : import('node:http'))
  return new Promise((resolve, reject) => {
    // A connection of its own: one that was kept open may be closed by the server at the same moment.
    const sent = request(url, { method: 'POST', agent: false, signal })
    try {
      sent.setHeader('content-type', 'application/json')
      for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value)
      sent.removeHeader('transfer-encoding')
      sent.setHeader('content-length', Buffer.byteLength(body))
    } catch (error) {
      // The connection is open already, and would keep the process alive.
      sent.on('error', () => {}).destroy()
      throw error
    }
    sent.once('response', resolve)
    sent.on('error', reject)
    // Only where nothing else is reported.
    sent.once('close', () => reject(new Error('the connection was closed')))
    sent.end(body)
  })
}

// Where a name has several addresses, the error of each is in `errors`, and the message is empty.
function reasonOf(error: unknown): string {
  const { errors, message } = error as AggregateError
  return message === '' && errors !== undefined ? errors.map(reasonOf).join('; ') : message
}

// Checked before the request, whose errors repeat the URL and the values of headers, including secrets in them.
function unsendable(address: string, headers: Readonly<Record<string, string>>): string | undefined {
  const url = URL.parse(address)
  if (url === null) return 'its url is not a valid URL'
  if (url.username !== '' || url.password !== '') return 'its url contains a user name or a password'
  const name = Object.keys(headers).find((one) => !isHeader(one, headers[one] ?? ''))
  return name === undefined ? undefined : `its header ${JSON.stringify(name)} has a value that cannot be sent`
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]])
    return true
  } catch {
    return false
  }
}

// `$NAME` in a header is replaced with a variable that the entry is allowed to use; others become empty. Blanks and line
// ends around a value are no part of it, as with every program that sends requests: a token read from a file often ends
// with one.
function headersOf(headers: unknown, allowed: unknown): Record<string, string> {
  if (!isObject(headers)) return {}
  const names = Array.isArray(allowed) ? allowed : []
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      trimmed(
        textOfJson(value).replaceAll(IN_HEADER, (_, variable: string) =>
          names.includes(variable) ? (process.env[variable] ?? '') : '',
        ),
      ),
    ]),
  )
}

// Only these characters: `trim` would also remove letters that are sent. From both ends by index, in linear time.
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (BLANK.has(text.charAt(start))) start++
  while (end > start && BLANK.has(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const BLANK: ReadonlySet<string> = new Set(['\t', '\n', '\r', ' '])

// No encoding is requested, which permits every one.
function decoded(response: IncomingMessage): NodeJS.ReadableStream {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === 'br') return pipeline(response, createBrotliDecompress(), () => {})
  const isZipped = encoding === 'gzip' || encoding === 'x-gzip' || encoding === 'deflate'
  return isZipped ? pipeline(response, createUnzip(), () => {}) : response
}

async function bodyOf(response: IncomingMessage, cap: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > cap) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failed(reason: 'crashed' | 'unreadable', message: string): Attempt & { readonly kind: 'failed' } {
  return { kind: 'failed', reason, message }
}
