// The JSON Schemas of hosts' configuration: they reject nothing, name every event, and exist for every file that an
// author edits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects } from '../runtime/contract/dialects/index.ts'
import { configurationSchemas } from '../scripts/generate/configurationSchemas.ts'

/** Keywords that could reject a value. */
const FORBIDS =
  /^(?:type|const|required|pattern|additionalProperties|minimum|maximum|items\..*Items|propertyNames|oneOf|not)$/

for (const { path, schema } of configurationSchemas())
  test(`${path} lets everything pass`, () => {
    walk(schema, false)

    function walk(value: unknown, isNamed: boolean): void {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        // Names of properties are the host's own words, not keywords.
        if (!isNamed) {
          assert.doesNotMatch(key, FORBIDS)
          if (key === 'anyOf') {
            assert.deepEqual((inner as readonly unknown[]).at(-1), {}, 'a further form that takes anything')
            continue
          }
          if (key === 'defaultSnippets') continue
          assert.notEqual(key, 'enum')
        }
        walk(inner, !isNamed && (key === 'properties' || key === '$defs'))
      }
    }
  })

test('every host has a schema for its JSON files, with all of its events', () => {
  const all = configurationSchemas()
  for (const { id, host, events } of Object.values<Dialect>(dialects)) {
    if (host === undefined) continue
    const own = all.filter(({ path }) => path.startsWith(`schemas/${id}/`))
    assert.ok(own.length > 0, id)
    for (const { schema } of own) {
      const text = JSON.stringify(schema)
      for (const event of Object.keys(events)) assert.ok(text.includes(`"${event}":`), `${id} ${event}`)
    }
  }
})
