// Sends one payload to the URL of an `http` entry. Hosts accept JSON with a status of 2xx as an answer; everything else
// is a failed hook. Redirects are not followed, and at most `cap` bytes are read.

import { type HookEntry, IN_HEADER } from '../../contract/entry.ts'
import { isObject } from '../../contract/json.ts'
import type { Attempt } from '../../contract/verdict.ts'

export async function post(
  { fields }: HookEntry,
  payload: unknown,
  signal: AbortSignal,
  cap: number,
): Promise<Attempt> {
  const { url } = fields
  const headers = headersOf(fields.headers, fields.allowedEnvVars)
  const wrong = unsendable(String(url), headers)
  if (wrong !== undefined) return failed('crashed', `could not be sent: ${wrong}`)
  try {
    const response = await fetch(String(url), {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    })
    const stdout = await bodyOf(response, cap)
    if (stdout === undefined) return failed('unreadable', `answered with more than ${cap} bytes`)
    if (!response.ok)
      return { ...failed('crashed', `answered with status ${response.status}`), raw: { stdout, stderr: '' } }
    return { kind: 'returned', result: undefined, raw: { exitCode: 0, stdout, stderr: '' } }
  } catch (error) {
    const { cause, message } = error as Error
    return failed('crashed', `could not be reached: ${cause instanceof Error ? cause.message : message}`)
  }
}

// Checked before `fetch`, whose errors repeat the URL and the values of headers, including secrets in them.
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

// `$NAME` in a header is replaced with a variable that the entry is allowed to use; others become empty.
function headersOf(headers: unknown, allowed: unknown): Record<string, string> {
  if (!isObject(headers)) return {}
  const names = Array.isArray(allowed) ? allowed : []
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String(value).replaceAll(IN_HEADER, (_, variable: string) =>
        names.includes(variable) ? (process.env[variable] ?? '') : '',
      ),
    ]),
  )
}

async function bodyOf(response: Response, cap: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > cap) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failed(reason: 'crashed' | 'unreadable', message: string): Attempt & { readonly kind: 'failed' } {
  return { kind: 'failed', reason, message }
}
