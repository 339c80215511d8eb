// Texts for people: the same content as Markdown and as plain text, and no text from a user's file acts as formatting.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escaped, fenced, inCode, paragraphs, plain, shown } from '../../../server/features/text.ts'
import { fc } from '../../support/property.ts'

test('a client that knows no Markdown gets the words without the marks', () => {
  const text = paragraphs([
    '**guard**: a `veto` hook',
    '- one\n- two',
    fenced('json', '{ "a": "**b**" }'),
    undefined,
  ])
  assert.equal(plain(text), 'guard: a veto hook\n\n- one\n- two\n\n{ "a": "**b**" }')
  assert.equal(shown(text, undefined).kind, 'plaintext')
  assert.equal(shown(text, ['plaintext', 'markdown']).value, text)
})

test('whatever a user writes comes back as plain text', () => {
  const line = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => text.replaceAll(/\s+/g, ' '))
  fc.assert(fc.property(line, (text) => assert.equal(plain(escaped(text)), text)))
})

test('marks that a user writes stay, beside marks of ours', () => {
  const line = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => text.replaceAll(/\s+/g, ' '))
  const word = fc.stringMatching(/^[a-z`]*[a-z][a-z`]*$/)
  fc.assert(
    fc.property(line, word, line, (one, code, two) => {
      const text = `**${escaped(one)}** runs ${inCode(code)} (${escaped(two)})`
      assert.equal(plain(text), `${one} runs ${code} (${two})`)
    }),
  )
  assert.equal(plain(escaped("run `trust 'a_b'`")), "run `trust 'a_b'`")
})

test('no text gets out of its fence or its code', () => {
  const code = '```\n**out**\n```'
  assert.match(fenced('sh', code), /^````sh\n.*\n````$/s)
  assert.equal(plain(fenced('sh', code)), code)
  assert.equal(inCode('a`b'), '``a`b``')
  assert.equal(inCode('`a`'), '`` `a` ``')
})

test('no address of a user becomes a link, and nothing turns the writing round', () => {
  assert.equal(escaped('https://a.example www.b.example'), 'https\\://a.example www\\.b.example')
  assert.equal(escaped('a\u202eb\u001bc'), 'a\\\\u202eb\\\\u001bc')
  assert.equal(inCode('a\u202eb'), '`a\\u202eb`')
})
