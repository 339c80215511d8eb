// A new hook opens with the cursor in its handler, whatever its language.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOffset } from '../../client/newHook/body.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { newHookLanguages, template } from '../../runtime/contract/templates.ts'

for (const dialect of Object.values<Dialect>(dialects)) {
  for (const language of newHookLanguages(dialect)) {
    test(`${dialect.id} in ${language}: the cursor stands before the handler's first statement`, () => {
      for (const event of Object.keys(dialect.events)) {
        const { text } = template(dialect, event, language, 'guard')
        const at = bodyOffset(text)
        const line = text.slice(at).split('\n', 1)[0] ?? ''
        assert.match(line, /^(const \{|\[Console\]::Error|console\.error|print\(|echo |[a-z_]+ ?=)/, event)
        assert.ok(at > text.indexOf(event), event)
      }
    })
  }
}

test('a text without a handler opens at its beginning', () => {
  assert.equal(bodyOffset('// nothing here\n'), 0)
})
