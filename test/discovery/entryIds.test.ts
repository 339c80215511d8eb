// Ids of entries: which edits change one, and which never do.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { entryParts, type NamedEntry } from '../../runtime/discovery/entryIds.ts'
import { fc } from '../support/property.ts'

const words = fc.constantFrom('PreToolUse', 'Stop', 'PostToolUse')
const matchers = fc.constantFrom(undefined, '', '*', 'Bash', 'Edit|Write', 'a/b~c#d', '^mcp__.*')
const scripts = fc.constantFrom<readonly string[]>([], ['a.sh'], ['dir/b c.py'], ['a.sh', 'b.sh'])

const entry = fc
  .record({
    event: words,
    matcher: matchers,
    scripts,
    text: fc.constantFrom('x', 'y', 'z'),
    timeout: fc.nat(3),
  })
  .map((one): NamedEntry => {
    const { timeout: _, ...named } = one
    return { ...named, digest: hash('sha256', JSON.stringify(one)) }
  })

test('what stands beside an entry changes its name only where both share event, matcher and script', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), entry, (others, own) => {
      const [alone] = entryParts([own])
      const together = entryParts([...others, own]).at(-1)
      const rivals = others.filter((one) => entryParts([one])[0] === alone && one.digest !== own.digest)
      assert.equal(together, rivals.length === 0 ? alone : `${alone}~${own.digest.slice(0, 6)}`)
    }),
  )
})

test('the order of entries changes no name', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
      const forwards = new Map(entryParts(entries).map((part, index) => [entries[index], part]))
      const turned = entries.toReversed()
      for (const [index, part] of entryParts(turned).entries())
        assert.equal(part, forwards.get(turned[index]))
    }),
  )
})

test('different entries have different names, and equal ones the same', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
      const parts = entryParts(entries)
      for (const [index, one] of entries.entries())
        for (const [other, two] of entries.entries())
          if (parts[index] === parts[other]) assert.equal(one.digest, two.digest)
    }),
  )
})

test('a name never breaks out of an id', () => {
  const [part] = entryParts([
    { event: 'a#b/c', matcher: '~/#?%', scripts: ['d/e#f.sh'], text: '', digest: 'x' },
  ])
  assert.equal(part, 'a%23b%2Fc/%7E%2F%23%3F%25/d/e%23f.sh')
})
