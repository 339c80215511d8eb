// Offsets to positions and back, in every text that an editor can send.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionsOf } from '../../server/positions.ts'
import { fc } from '../support/property.ts'

const text = fc
  .array(fc.constantFrom('a', ' ', '\n', '\r', '\r\n', 'ä', '😀', '\u2028', '\t'), { maxLength: 60 })
  .map((parts) => parts.join(''))

test('every offset comes back from its position, but for the one between CR and LF', () => {
  fc.assert(
    fc.property(text, (written) => {
      const positions = positionsOf({ text: written })
      for (let offset = 0; offset <= written.length; offset++) {
        const inside = written[offset - 1] === '\r' && written[offset] === '\n'
        assert.equal(positions.offset(positions.at(offset)), inside ? offset - 1 : offset)
      }
    }),
  )
})

test('lines end at CR, LF and both, and nowhere else; characters are UTF-16 code units', () => {
  const written = 'a\rb\r\nc\n😀x\u2028y'
  const positions = positionsOf({ text: written })
  const at = (part: string) => positions.at(written.indexOf(part))
  assert.deepEqual(at('b'), { line: 1, character: 0 })
  assert.deepEqual(at('c'), { line: 2, character: 0 })
  assert.deepEqual(at('x'), { line: 3, character: 2 })
  assert.deepEqual(at('y'), { line: 3, character: 4 })
})

test('a position beyond its line or the text is the end of it', () => {
  const positions = positionsOf({ text: 'ab\ncd' })
  assert.equal(positions.offset({ line: 0, character: 99 }), 2)
  assert.equal(positions.offset({ line: 99, character: 0 }), 5)
})

test('one text has one set of positions', () => {
  const holder = { text: 'a' }
  assert.equal(positionsOf(holder), positionsOf(holder))
})
