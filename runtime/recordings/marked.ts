// Masks keys that are recognizable by a marker in their middle: Azure's, Terraform Cloud's, OpenAI's old ones.
// Each marker is searched for, and the key is matched around it. shapes.ts handles keys with a recognizable start.

import { maskRuns, maskToken } from './mask.ts'
import { UUID } from './shape.ts'

type Marked = {
  readonly mark: string
  /** The pattern of the whole key, applied around the marker. */
  readonly key: RegExp
  readonly mask: (key: string) => string
}

/** Longest parts of a key before and after its marker, in characters. */
const BEFORE = 96
const AFTER = 128

const AZURE = ['AZDO', '+ASt', 'AzFu', 'ACDb', 'AzAP', '+ASb', '+AEh', '+ARm', 'AIoT', '+ACR', 'AzSe', 'AzCa']

/** Password hashes, as in `/etc/shadow`, because they can be attacked offline. */
const CRYPTED: readonly (readonly [mark: string, rest: string])[] = [
  ...['$apr1$', '$1$'].map((mark) => [mark, '[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{22}'] as const),
  ...['$5$', '$6$'].map(
    (mark) => [mark, '(?:rounds=\\d{1,9}\\$)?[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{43,86}'] as const,
  ),
  ...['$2a$', '$2b$', '$2y$'].map((mark) => [mark, '\\d\\d\\$[./A-Za-z0-9]{53}'] as const),
  ['$y$', '[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{1,86}\\$[./A-Za-z0-9]{43}'],
  ['SCRAM-SHA-256$', '\\d{1,7}:[A-Za-z0-9+/=]{8,64}\\$[A-Za-z0-9+/=]{20,64}:[A-Za-z0-9+/=]{20,64}'],
  ['$argon2', '(?:id|i|d)\\$v=[\\w$=,+/]{20,255}'],
]

const MARKED: readonly Marked[] = [
  // Must not be part of a longer run, such as an image or a source map.
  ...AZURE.map((mark) => ({
    mark,
    key: new RegExp(
      `(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{33,80}${mark.replace('+', '\\+')}[A-Za-z0-9+/_-]{4,8}={0,2}(?![A-Za-z0-9+/_-])`,
      'g',
    ),
    mask: maskToken,
  })),
  ...CRYPTED.map(([mark, rest]) => ({
    mark,
    key: new RegExp(`${mark.replaceAll('$', '\\$')}${rest}`, 'g'),
    mask: (hash: string) => mark + maskRuns(hash.slice(mark.length)),
  })),
  {
    mark: 'JQQJ9',
    key: /(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9])/g,
    mask: maskToken,
  },
  {
    mark: ':fx',
    key: new RegExp(`(?<![\\w-])${UUID}:fx(?![\\w-])`, 'g'),
    mask: maskRuns,
  },
  {
    mark: 'Q~',
    key: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/g,
    mask: maskRuns,
  },
  {
    mark: '.atlasv1.',
    key: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/g,
    mask: (key) =>
      key.replace(/^(\w+)(\.atlasv1\.)(.+)$/, (_, one, mark, two) => maskToken(one) + mark + maskToken(two)),
  },
]

/** Masks every key that contains one of the markers. */
export function maskMarked(text: string): string {
  let masked = text
  for (const { mark, key, mask } of MARKED) {
    let from = 0
    let done = ''
    for (let at = masked.indexOf(mark); at !== -1; at = masked.indexOf(mark, at + 1)) {
      const start = Math.max(from, at - BEFORE)
      if (at < from) continue
      // The range includes the character before the key, so that the lookbehind can check it.
      const around = masked.slice(start, at + AFTER)
      key.lastIndex = 0
      const found = key.exec(around)
      if (found === null || start + found.index > at) continue
      done += masked.slice(from, start + found.index) + mask(found[0])
      from = start + found.index + found[0].length
    }
    if (from > 0) masked = done + masked.slice(from)
  }
  return masked
}
