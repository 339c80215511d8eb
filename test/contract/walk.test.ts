// Walking a schema: what may stand at a path, and never more than the schema allows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { SettingsFile } from '../../runtime/contract/settings.ts'
import {
  fieldsAt,
  formsOf,
  isOpen,
  type Path,
  shapeAt,
  typeName,
  valuesOf,
  type WalkedShape,
} from '../../runtime/contract/walk.ts'
import { fc } from '../support/property.ts'

const Main = Type.Object({ kind: Type.Literal('main'), depth: Type.Number() })
const Sub = Type.Object({
  kind: Type.Literal('sub'),
  parent: Type.String(),
  depth: Type.Optional(Type.String()),
})
const shape = Type.Object({
  name: Type.String({ description: 'A name.' }),
  agent: Type.Union([Main, Sub]),
  maybe: Type.Optional(Type.Union([Main, Type.Null()])),
  both: Type.Intersect([Type.Object({ one: Type.String() }), Type.Object({ two: Type.Boolean() })]),
  list: Type.Array(Type.Object({ id: Type.Integer() })),
  pair: Type.Tuple([Type.String(), Type.Number()]),
  prices: Type.Record(Type.String(), Type.Object({ input: Type.Number() })),
  coded: Type.Unsafe<unknown>({ type: 'object', patternProperties: { '^x-': { type: 'string' } } }),
  loose: Type.Object({ known: Type.String() }, { additionalProperties: true }),
  rest: Type.Unsafe<unknown>({
    type: 'object',
    properties: { a: { type: 'string' } },
    additionalProperties: { type: 'number' },
  }),
  input: Type.Unknown(),
  bag: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  orAny: Type.Union([Type.String(), Type.Unknown()]),
  items: Type.Array(Type.Unknown()),
  anything: Type.Unsafe<unknown[]>({ type: 'array' }),
  empty: Type.Object({}),
  either: Type.Intersect([Type.Object({ one: Type.String() }), Type.Union([Main, Sub])]),
  mixed: Type.Intersect([
    Type.Object({ one: Type.String() }),
    Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
  ]),
  nullable: Type.Unsafe<unknown>({
    type: ['object', 'null'],
    properties: { a: { type: ['string', 'null'] } },
  }),
})

/** Path -> `open`, `absent at <place>: <names>`, or the type, with `?` where it is optional. */
const FOUND: readonly (readonly [path: Path, found: string])[] = [
  [[], 'object'],
  [['name'], 'string'],
  [['nam'], 'absent at 0'],
  [['name', 'length'], 'absent at 1'],
  [['name', 0], 'absent at 1'],
  [['agent', 'kind'], '"main" | "sub"'],
  [['agent', 'depth'], 'number | string?'],
  [['agent', 'parent'], 'string?'],
  [['agent', 'child'], 'absent at 1'],
  [['maybe'], 'object | null?'],
  [['maybe', 'depth'], 'number'],
  [['both', 'one'], 'string'],
  [['both', 'two'], 'boolean'],
  [['both', 'three'], 'absent at 1'],
  [['list', 0, 'id'], 'integer'],
  [['list', '*', 'id'], 'integer'],
  [['list', 'id'], 'absent at 1'],
  [['list', 0, 'ids'], 'absent at 2'],
  [['pair', 0], 'string'],
  [['pair', 1], 'number'],
  [['pair', 2], 'absent at 1'],
  [['pair', '*'], 'string | number?'],
  [['prices', 'any', 'input'], 'number'],
  [['prices', '*', 'input'], 'number'],
  [['coded', 'x-a'], 'string?'],
  [['coded', 'y'], 'absent at 1'],
  [['loose', 'known'], 'string'],
  [['loose', 'other'], 'open'],
  [['loose', 'other', 'deep'], 'open'],
  [['rest', 'a'], 'string?'],
  [['rest', 'b'], 'number?'],
  [['input'], 'open'],
  [['input', 'command', 0], 'open'],
  [['bag'], 'open'],
  [['bag', 'x'], 'open'],
  [['orAny'], 'open'],
  [['orAny', 'x'], 'open'],
  [['items', 3], 'open'],
  [['anything', 3], 'open'],
  [['anything', 'length'], 'absent at 1'],
  [['empty', 'x'], 'absent at 1'],
  [['loose', '*'], 'open'],
  [['either', 'one'], 'string'],
  [['either', 'kind'], '"main" | "sub"'],
  [['either', 'parent'], 'string?'],
  [['either', 'child'], 'absent at 1'],
  [['mixed', 'one'], 'string'],
  [['mixed', 'two'], 'open'],
  [['nullable', 'a'], 'string | null?'],
  [['nullable', 'b'], 'absent at 1'],
  [['__proto__'], 'absent at 0'],
  [['constructor', 'name'], 'absent at 0'],
]

for (const [path, found] of FOUND) {
  test(`at ${JSON.stringify(path)} stands ${found}`, () => assert.equal(foundText(path), found))
}

function foundText(path: Path): string {
  const found = shapeAt(shape, path)
  if (found.kind === 'open') return 'open'
  if (found.kind === 'absent') return `absent at ${found.at}`
  return `${typeName(found.shape)}${found.required ? '' : '?'}`
}

test('what is absent says what could stand there instead', () => {
  const found = shapeAt(shape, ['agent', 'parnt'])
  assert.ok(found.kind === 'absent')
  assert.deepEqual(found.known, ['kind', 'depth', 'parent'])
  const names = shapeAt(SettingsFile, ['builtin', 'loging'])
  assert.ok(names.kind === 'absent' && names.known.includes('logging'))
})

test('a field is required only where every form asks for it', () => {
  const fields = fieldsAt(shape, ['agent']).map(({ name, required }) => [name, required])
  assert.deepEqual(fields, [
    ['kind', true],
    ['depth', false],
    ['parent', false],
  ])
  const nullable = fieldsAt(shape, ['maybe']).map(({ name, required }) => [name, required])
  assert.deepEqual(nullable, [
    ['kind', true],
    ['depth', true],
  ])
  assert.deepEqual(fieldsAt(shape, ['input']), [])
  assert.deepEqual(fieldsAt(shape, ['nowhere']), [])
})

test('a description stays with its field, also where several forms have it', () => {
  const found = shapeAt(shape, ['name'])
  assert.equal(found.kind === 'known' && found.shape.description, 'A name.')
})

const VALUES: readonly (readonly [TSchema, readonly unknown[] | undefined])[] = [
  [Type.Literal('a'), ['a']],
  [Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Literal('a')]), ['a', 'b']],
  [Type.Boolean(), [true, false]],
  [Type.Null(), [null]],
  [Type.Union([Type.Boolean(), Type.Null()]), [true, false, null]],
  [Type.Unsafe({ enum: ['x', 1] }), ['x', 1]],
  [Type.String(), undefined],
  [Type.Union([Type.Literal('a'), Type.String()]), undefined],
  [Type.Unknown(), undefined],
]
for (const [schema, values] of VALUES) {
  test(`the values of ${JSON.stringify(schema)}`, () =>
    assert.deepEqual(valuesOf(schema as WalkedShape), values))
}

const events = Object.values<Dialect>(dialects).flatMap(({ id, events }) =>
  Object.entries(events).map(([name, record]) => ({ name: `${id} ${name}`, record })),
)

test("every path of every event's example is known or open, and so is any path below what is open", () => {
  for (const { name, record } of events) {
    for (const path of pathsOf(record.example)) {
      const found = shapeAt(record.payload, path)
      assert.notEqual(found.kind, 'absent', `${name} ${path.join('.')}`)
    }
  }
})

test('a misspelt key of an example is absent or open, and what could stand there has the right one', () => {
  const keyed = events.flatMap(({ name, record }) =>
    pathsOf(record.example)
      .filter((path) => typeof path.at(-1) === 'string')
      .map((path) => ({ name, record, path })),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...keyed),
      fc.stringMatching(/^[a-z]{3,8}$/),
      ({ name, record, path }, more) => {
        const right = String(path.at(-1))
        const found = shapeAt(record.payload, [...path.slice(0, -1), `${right}_${more}`])
        const here = shapeAt(record.payload, path)
        if (found.kind === 'absent') assert.ok(found.known.includes(right), `${name} ${path.join('.')}`)
        else if (found.kind === 'known')
          // Only a record with arbitrary keys accepts an unknown key.
          assert.deepEqual(here.kind === 'known' && here.shape, found.shape, `${name} ${path.join('.')}`)
      },
    ),
    { numRuns: 600 },
  )
})

test('the walk answers any path of any event, and forms are never unions', () => {
  const key = fc.oneof(fc.string({ maxLength: 6 }), fc.nat(3), fc.constantFrom('*', '__proto__', 'toString'))
  fc.assert(
    fc.property(fc.constantFrom(...events), fc.array(key, { maxLength: 5 }), ({ record }, path) => {
      for (const schema of [record.payload, record.result]) {
        const found = shapeAt(schema, path)
        if (found.kind === 'absent') assert.ok(found.at < path.length)
        if (found.kind !== 'known') continue
        assert.ok(!isOpen(found.shape))
        assert.ok(typeName(found.shape).length > 0)
        for (const { anyOf, allOf } of formsOf(found.shape))
          assert.equal(anyOf === undefined && allOf === undefined, true)
        for (const { name } of fieldsAt(schema, path))
          assert.notEqual(shapeAt(schema, [...path, name]).kind, 'absent')
      }
    }),
    { numRuns: 1000 },
  )
})

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Error) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [
    path,
    ...entries.flatMap(([key, inner]) =>
      typeof inner === 'function' || inner instanceof AbortSignal ? [] : pathsOf(inner, [...path, key]),
    ),
  ]
}
