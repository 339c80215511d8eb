// Every record of every dialect: its example is valid, corrupted examples are not, and nothing is open without a
// reason.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { valueAt } from '../../runtime/contract/json.ts'
import { mismatch, mismatchText } from '../../runtime/contract/validate.ts'
import { everyShape, full, isOpen, mutations, type Shape } from '../support/shapes.ts'

const all: readonly Dialect[] = Object.values(dialects)
const seeds = all.filter(({ host }) => host === undefined)
const records = all.flatMap((dialect) =>
  Object.entries(dialect.events).map(([name, record]) => ({
    dialect,
    name,
    record,
    label: `${dialect.id} ${name}`,
  })),
)

/** One test per dialect that checks each record; a failure names the record. */
function eachRecord(
  sentence: string,
  look: (record: EventRecord, name: string, dialect: Dialect) => void,
): void {
  for (const dialect of all) {
    test(`${dialect.id}: ${sentence}`, () => {
      for (const { name, record, label } of records.filter((one) => one.dialect === dialect)) {
        try {
          look(record, name, dialect)
        } catch (error) {
          if (error instanceof Error) error.message = `${label}: ${error.message}`
          throw error
        }
      }
    })
  }
}

const shapeOf = (schema: unknown) => JSON.parse(JSON.stringify(schema)) as Shape
const NAME_FIELDS = ['hook_event_name', 'event', 'event_type']

test('the four dialects of the seeds have the 46 events of their documents; later ones are marked as such', () => {
  const counts = seeds.map(({ id, events }) => [
    id,
    Object.values<EventRecord>(events).filter(({ later }) => later !== true).length,
  ])
  assert.deepEqual(Object.fromEntries(counts), { secureyeoman: 24, kodelet: 5, kaizen: 10, compilr: 7 })
})

eachRecord('every example has the shape of its payload', (record) => {
  assert.equal(mismatchText(record.payload, record.example), undefined)
})

eachRecord('every example can travel as JSON', (record) => {
  assert.deepEqual(JSON.parse(JSON.stringify(record.example)), record.example)
})

eachRecord('an example names its own event', (record, name) => {
  const field = NAME_FIELDS.find((one) => shapeOf(record.payload).properties?.[one] !== undefined)
  // One host capitalizes the name in its payload, whatever its files use.
  if (field !== undefined)
    assert.equal(String(valueAt(record.example, field)).toLowerCase(), name.toLowerCase())
})

for (const direction of ['payload', 'result'] as const) {
  eachRecord(`a ${direction} with a field dropped or retyped is refused, and the path is named`, (record) => {
    const shape = shapeOf(record[direction])
    const good = full(shape, direction === 'payload' ? record.example : undefined)
    assert.equal(mismatchText(record[direction], good), undefined, 'a full value fits')
    for (const { path, how, value } of mutations(shape, good)) {
      const found = mismatch(record[direction], value)
      assert.notEqual(found, undefined, `${path} ${how} is accepted`)
      assert.equal(found?.path, path, `${path} ${how} is reported as: ${found?.path}: ${found?.message}`)
      if (how === 'dropped') assert.equal(found.message, 'is missing')
      else assert.match(found.message, /^expected .+, got .+$/)
    }
  })
}

test('the mutations reach deep: more than a thousand on every dialect together', () => {
  const spoiled = records.flatMap(({ record }) => {
    const shape = shapeOf(record.payload)
    return [...mutations(shape, full(shape, record.example))]
  })
  assert.ok(spoiled.length > 1000, `${spoiled.length} mutations`)
  assert.ok(spoiled.some(({ path }) => path === 'messages.0.role'))
})

for (const direction of ['payload', 'result'] as const) {
  eachRecord(`nothing in a ${direction} is open without saying why`, (record) => {
    for (const [path, shape] of everyShape(shapeOf(record[direction]))) {
      const open = isOpen(shape) || (shape.type === 'object' && shape.properties === undefined)
      if (open) assert.match(shape.description ?? '', /\bopen\b/i, `${path} is open and does not say why`)
    }
  })

  eachRecord(`every field of a ${direction} is described in a sentence`, (record) => {
    for (const [path, shape] of everyShape(shapeOf(record[direction]))) {
      for (const [name, field] of Object.entries(shape.properties ?? {})) {
        assert.match(field.description ?? '', /^\S.*[.:]$/s, `${path}.${name} has no description`)
      }
    }
  })

  eachRecord(`a number in a ${direction} says its unit or what it counts`, (record) => {
    const units =
      /milliseconds|seconds|tokens|bytes|pixels|US dollars|counts?\b|how many|most|from 0 to|failures|requests|size/i
    for (const [path, shape] of everyShape(shapeOf(record[direction]))) {
      if (shape.type !== 'number' && shape.type !== 'integer') continue
      if (shape.description !== undefined) assert.match(shape.description, units, `${path} has no unit`)
    }
  })
}

eachRecord('payloads and results have titles, where there is a shape to name', (record) => {
  for (const shape of [shapeOf(record.payload), shapeOf(record.result)]) {
    if (shape.properties !== undefined) assert.match(shape.title ?? '', /^[A-Z]\w+$/)
  }
})

for (const dialect of all) {
  test(`${dialect.id}: one title is one shape`, () => {
    const seen = new Map<string, Shape>()
    for (const record of Object.values(dialect.events)) {
      for (const root of [record.payload, record.result]) {
        for (const [, { description: _description, ...shape }] of everyShape(shapeOf(root))) {
          if (shape.title === undefined) continue
          assert.deepEqual(seen.get(shape.title) ?? shape, shape, shape.title)
          seen.set(shape.title, shape)
        }
      }
    }
  })
}

eachRecord('common paths, matchers, errors and travelling fields are fields of the payload', (record) => {
  const payload = full(shapeOf(record.payload), record.example)
  const paths = [
    ...Object.values(record.common),
    record.matches,
    ...(record.errors?.payload ?? []),
    ...(record.travels ?? []),
  ]
  for (const path of paths) if (path !== undefined) assert.notEqual(valueAt(payload, path), undefined, path)
})

eachRecord('every firing belongs to a session', (record) => {
  assert.equal(typeof valueAt(record.example, record.common.session ?? ''), 'string')
})

eachRecord('a record says what it is and where it was read', (record, _name, { host, title }) => {
  assert.match(record.summary, /^Runs .+\.$/)
  if (host !== undefined) {
    assert.ok(record.source.startsWith(`${title} ${host.versions[0]}`), 'the version it was read from')
    return
  }
  assert.match(record.source, /^(ADR[ -]0\d\d|compilr\/agents hooks\/types\.ts|kailash-kaizen), .+/)
  if (record.ours) assert.ok(record.note !== undefined || record.source.startsWith('ADR 035'))
})

eachRecord('only an event that can deny counts a failure as a denial', (record) => {
  if (record.semantics !== 'veto') assert.equal(record.onFailure, 'pass')
})

for (const dialect of all) {
  test(`${dialect.id}: no two events share a lifecycle point`, () => {
    const points = Map.groupBy(Object.entries(dialect.events), ([, { lifecycle }]) => lifecycle)
    points.delete(undefined)
    const shared = [...points].filter(([, events]) => events.length > 1)
    assert.deepEqual(
      shared.map(([point, events]) => `${point}: ${events.map(([name]) => name).join(', ')}`),
      [],
      'keep `lifecycle` at one of these events and leave it out of the others; conversion goes by it',
    )
  })

  test(`${dialect.id}: places are relative and files are endings`, () => {
    for (const { folder } of dialect.places) assert.match(folder, /^[^/~]/)
    for (const ending of dialect.files) assert.match(ending, /^\.\w+$/)
  })
}
