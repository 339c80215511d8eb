// How completed names and values are written: within their quotes, as literals of the language.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../../runtime/contract/json.ts'
import type { Language } from '../../../runtime/documents/document.ts'
import type { Quote } from '../../../runtime/documents/spots.ts'
import { writtenName, writtenValue } from '../../../server/features/written.ts'

// The brackets mark the range.
function slotOf(marked: string, quote: Quote) {
  const start = marked.indexOf('⟦')
  const end = marked.indexOf('⟧') - 1
  return { text: marked.replaceAll(/[⟦⟧]/g, ''), slot: { range: { start, end }, quote } }
}

const NAMES: readonly (readonly [string, Quote, string, string])[] = [
  // [text, quote, the text afterwards, what the editor filters by]
  ['payload["⟦tool⟧"]', '"', 'payload["tool_name"]', 'tool_name'],
  ["payload['⟦⟧']", "'", "payload['tool_name']", 'tool_name'],
  ['payload["⟦to⟧', '"', 'payload["tool_name"', 'tool_name'],
  ['payload[⟦⟧]', '"', 'payload["tool_name"]', '"tool_name"'],
  ['payload[⟦"to"⟧]', '"', 'payload["tool_name"]', '"tool_name"'],
  ['echo "{\\"⟦to⟧\\": 1}"', '"', 'echo "{\\"tool_name\\": 1}"', 'tool_name'],
  ['echo "{\\"⟦⟧"', '"', 'echo "{\\"tool_name\\""', 'tool_name'],
  ['ctx.⟦to⟧', 'bare', 'ctx.tool_name', 'tool_name'],
  ['jq .⟦⟧', 'bare', 'jq .tool_name', 'tool_name'],
]

for (const [marked, quote, after, filter] of NAMES) {
  test(`tool_name at ${marked} becomes ${after}`, () => {
    const { text, slot } = slotOf(marked, quote)
    const written = writtenName(text, slot, 'tool_name')
    const { start, end } = written.range
    assert.equal(text.slice(0, start) + written.insert + text.slice(end), after)
    assert.equal(written.filter, filter)
  })
}

const VALUES: readonly (readonly [string, Quote, Json, Language, string | undefined])[] = [
  ['x == ⟦⟧', '"', 'main', 'python', '"main"'],
  ['x == ⟦⟧', '"', true, 'python', 'True'],
  ['x == ⟦⟧', '"', null, 'python', 'None'],
  ['x == ⟦⟧', '"', 2, 'python', '2'],
  ['x === ⟦⟧', "'", true, 'typescript', 'true'],
  ['[ "$x" = ⟦⟧ ]', 'bare', 'main', 'shell', 'main'],
  ['"failOpen": ⟦⟧', '"', false, 'other', 'false'],
  ['"failOpen": "⟦⟧"', '"', false, 'other', undefined],
  ['x === `⟦⟧`', '`', 'a`b', 'typescript', 'a\\`b'],
]

for (const [marked, quote, value, language, insert] of VALUES) {
  test(`${JSON.stringify(value)} at ${marked} in ${language} is ${insert ?? 'not written'}`, () => {
    const { text, slot } = slotOf(marked, quote)
    assert.equal(writtenValue(text, slot, value, language)?.insert, insert)
  })
}
