// Helpers for JSON data: is it an object, what is at a path, are two values equal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { exactNumber, parseExact } from '../../runtime/contract/exactJson.ts'
import { isObject, sameJson, valueAt } from '../../runtime/contract/json.ts'
import { isDeeper } from '../../runtime/contract/jsonDepth.ts'
import { fc } from '../support/property.ts'

test('only a plain object is an object', () => {
  for (const value of [{}, { a: 1 }, Object.create(null)]) assert.equal(isObject(value), true)
  for (const value of [null, undefined, [], 'text', 7, () => 1]) assert.equal(isObject(value), false)
})

const value = { tool_input: { command: 'ls', args: ['-l', '-a'], none: null }, empty: '' }
const paths: readonly (readonly [path: string, found: unknown])[] = [
  ['tool_input.command', 'ls'],
  ['tool_input.args.1', '-a'],
  ['tool_input.args.2', undefined],
  ['tool_input.none', null],
  ['tool_input.none.deeper', undefined],
  ['tool_input.command.length', undefined],
  ['empty', ''],
  ['absent', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['tool_input.__proto__', undefined],
]

test('a path finds what the value has itself, and nothing else', () => {
  for (const [path, found] of paths) assert.equal(valueAt(value, path), found, path)
  assert.equal(valueAt(undefined, 'a'), undefined)
})

// Few keys and few values, to make equal and nearly equal pairs common.
const few = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(undefined, null, 0, 1, Number.NaN, '', 'a', true),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any

test('two values are the same exactly when they are deeply and strictly equal', () => {
  fc.assert(
    fc.property(few, few, (one, two) => {
      assert.equal(sameJson(one, two), one === two || isDeepStrictEqual(one, two))
      assert.equal(sameJson(one, structuredClone(one)), true)
    }),
    { numRuns: 3000 },
  )
})

test('a field that is undefined does not stand in for one that is not there', () => {
  assert.equal(sameJson({ old: undefined, kept: 1 }, { kept: 1, added: 2 }), false)
  assert.equal(sameJson({ old: undefined }, { added: undefined }), false)
  assert.equal(sameJson({ old: undefined }, { old: undefined }), true)
})

test('what is no JSON is the same only as itself', () => {
  const error = new Error('no')
  assert.equal(sameJson({ error }, { error }), true)
  assert.equal(sameJson(new Error('no'), new Error('no')), false)
  assert.equal(sameJson(new Map(), new Map()), false)
  const cycle = () => {
    const round: { self?: unknown } = {}
    round.self = round
    return round
  }
  assert.equal(sameJson(cycle(), cycle()), false)
})

test('numbers that no double holds are written as they were read', () => {
  for (const text of [
    '{"id":12345678901234567890,"n":[-9007199254740993,1e400]}',
    '{"small":1,"half":0.5,"text":"12345678901234567890","none":null}',
    '9007199254740993',
  ])
    assert.equal(JSON.stringify(parseExact(text)), text)
  const { id, small } = parseExact('{"id":9007199254740993,"small":9007199254740991}') as Record<
    string,
    unknown
  >
  assert.equal(exactNumber(id), '9007199254740993')
  assert.equal(small, 9007199254740991)
  assert.equal(exactNumber(small), undefined)
  assert.ok(sameJson(id, parseExact('9007199254740993')))
  assert.ok(!sameJson(id, parseExact('9007199254740992')))
})

test('the depth of a value is found in linear time, whatever it shares', () => {
  const nested = (levels: number) => {
    let value: unknown = 1
    for (let level = 0; level < levels; level++) value = [value]
    return value
  }
  // Each object contains the one before it twice.
  const shared = (levels: number) => {
    let value: unknown = 1
    for (let level = 0; level < levels; level++) value = { one: value, two: value }
    return value
  }
  const loop: { self?: unknown; again?: unknown; wide?: unknown } = { wide: new Array(30_000).fill(0) }
  loop.self = loop
  loop.again = loop
  // What is deep stands near the top as well.
  const chain: unknown[] = [[]]
  for (let at = 0; at < 700; at++) chain.push([chain[at]])
  const rows: readonly (readonly [value: unknown, levels: number, isDeeper: boolean])[] = [
    [nested(512), 512, false],
    [nested(513), 512, true],
    [nested(100_000), 512, true],
    [shared(512), 512, false],
    [shared(600), 512, true],
    [loop, 512, true],
    [[chain, new Array(30_000).fill(0)], 512, true],
    [[new Array(30_000).fill({ a: { b: 1 } })], 4, false],
    [[new Array(30_000).fill({ a: { b: 1 } })], 3, true],
    [new Uint8Array(100_000_000), 512, false],
    ['text', 0, false],
    [undefined, 0, false],
  ]
  const started = performance.now()
  for (const [at, [value, levels, expected]] of rows.entries())
    assert.equal(isDeeper(value, levels), expected, `row ${at}`)
  assert.ok(performance.now() - started < 5000)
})
