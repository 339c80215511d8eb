// Overrides of payload fields on the command line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSet, withSet } from '../../runtime/replay/set.ts'
import { inShard, parseShard } from '../../runtime/replay/shard.ts'
import { fc } from '../support/property.ts'

const payload = { tool_name: 'bash', tool_input: { command: 'ls', list: [1, 2] } }

const sets: readonly (readonly [string, unknown])[] = [
  ['tool_name=grep', { ...payload, tool_name: 'grep' }],
  ['tool_name=', { ...payload, tool_name: '' }],
  ['tool_name= x = y', { ...payload, tool_name: ' x = y' }],
  ['tool_name=3', { ...payload, tool_name: 3 }],
  ['tool_name="3"', { ...payload, tool_name: '3' }],
  ['tool_name=null', { ...payload, tool_name: null }],
  ['tool_input={"a":[1]}', { ...payload, tool_input: { a: [1] } }],
  ['tool_input.command=rm -rf /', { ...payload, tool_input: { ...payload.tool_input, command: 'rm -rf /' } }],
  ['tool_input.list.0=9', { ...payload, tool_input: { ...payload.tool_input, list: [9, 2] } }],
  ['tool_input.list.2=9', { ...payload, tool_input: { ...payload.tool_input, list: [1, 2, 9] } }],
  ['new.deep.field=true', { ...payload, new: { deep: { field: true } } }],
  ['a\\.b=1', { ...payload, 'a.b': 1 }],
]

test('one field is set, as JSON where it is JSON and as text otherwise', () => {
  const before = structuredClone(payload)
  for (const [text, expected] of sets) assert.deepEqual(withSet(payload, parseSet([text])), expected, text)
  assert.deepEqual(payload, before, 'the payload itself is not touched')
})

test('several fields are set in order', () => {
  assert.deepEqual(withSet({}, parseSet(['a={}', 'a.b=1', 'a.c=2'])), { a: { b: 1, c: 2 } })
})

test('neither a path nor the number of values is without a limit', () => {
  assert.throws(
    () => parseSet([`${'a.'.repeat(30_000)}a=1`]),
    /^BadRequest: --set a[.a]{39}…: a path has at most 500 parts$/,
  )
  const many = Array.from({ length: 20_000 }, (_, at) => `a.${at}=1`)
  assert.throws(() => parseSet(many), /at most 1000 values can be set at once/)
  assert.throws(() => withSet({}, Object.fromEntries(many.map((one) => [one, 1]))), /at most 1000 values/)
})

test('no path reaches a prototype', () => {
  const set = withSet({}, parseSet(['__proto__.polluted=1', 'constructor.prototype.polluted=1'])) as object
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
  assert.ok(Object.hasOwn(set, '__proto__'))
  assert.equal(JSON.stringify(set), '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
})

const wrong: readonly (readonly [string, RegExp])[] = [
  ['tool_name', /--set tool_name: expected path=value/],
  ['=x', /expected path=value/],
  ['a..b=1', /a part of the path is empty/],
  ['.a=1', /a part of the path is empty/],
  ['tool_name.x=1', /cannot set `x` in "bash"/],
  ['tool_input.list.x=1', /`x` is not an index of an array of length 2/],
  ['tool_input.list.7=1', /`7` is not an index of an array of length 2/],
]

test('what cannot be set is reported in one line', () => {
  for (const [text, message] of wrong) {
    assert.throws(
      () => withSet(payload, parseSet([text])),
      (error: Error) => {
        assert.equal(error.name, 'BadRequest')
        assert.match(error.message, message)
        return true
      },
    )
  }
})

test('all shards together are everything, each thing once, and alike every time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 200 }), (n, length) => {
      const places = Array.from({ length }, (_, place) => place)
      const shards = Array.from({ length: n }, (_, i) =>
        places.filter((place) => inShard(place, { i: i + 1, n })),
      )
      assert.deepEqual(
        shards.flat().toSorted((a, b) => a - b),
        places,
      )
      const sizes = shards.map((shard) => shard.length)
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
    }),
  )
})

test('a shard is written i/n', () => {
  assert.deepEqual(parseShard('2/5'), { i: 2, n: 5 })
  for (const text of ['', '0/5', '6/5', '2', '2/', '/2', '-1/2', '1.5/2', 'a/b', '1/0', '2/5x']) {
    assert.throws(() => parseShard(text), /expected i\/n/, text)
  }
})
