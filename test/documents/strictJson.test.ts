// Strict JSON is read without its tree: the value and the ranges must be those of the tree.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from '../../runtime/documents/data/json.ts'
import { strictJson } from '../../runtime/documents/data/strictJson.ts'
import { find, plain } from '../../runtime/documents/data/tree.ts'

const BASE = 1

for (const text of [
  '{}',
  ' [ ] ',
  '"a"',
  ' -0.5e3\n',
  '{"a":[1,{"b":null},"c"],"d":{}}',
  '{\r\n\t"a" : [ true , [ ] , [ [ 0 ] , 2 ] ] ,\n "":"" }',
  '{"x\\"y":"}]\\\\","a:b":{"{":"["},"\\u0061":1,"é😀":[",",":"]}',
  '{"__proto__":{"a":1},"constructor":2,"toString":[]}',
  '[[[[[]]]],{"a":{"a":{"a":[0]}}},1e999]',
])
  test(`the value and the ranges of ${JSON.stringify(text)} are those of its tree`, () => {
    const strict = strictJson(text, BASE)
    const { tree, errors } = parseJson(text, { lenient: false, base: BASE })
    assert.deepEqual(errors, [])
    assert.ok(strict !== undefined)
    assert.deepStrictEqual(strict.value, plain(tree))
    compare(strict.value, [])

    function compare(value: unknown, path: readonly (string | number)[]): void {
      const found = find(tree, path.map(String))
      assert.deepEqual(strict?.rangeOf(path), found?.tree?.range)
      assert.deepEqual(strict?.rangeOf([...path, 'missing', 3], true), found?.tree?.range)
      if (path.length > 0) assert.deepEqual(strict?.rangeOf(path, true), (found?.key ?? found?.tree)?.range)
      if (typeof value !== 'object' || value === null) return
      // From the last to the first: which parts were listed before makes no difference.
      for (const [key, item] of Object.entries(value).reverse())
        compare(item, [...path, Array.isArray(value) ? Number(key) : key])
    }
  })

for (const text of [
  '',
  '{"a":1,}',
  '{"a":1} // a comment',
  '{"a":1,"b":{"c":1,"c":2}}',
  `${'['.repeat(300)}${']'.repeat(300)}`,
])
  test(`${JSON.stringify(text.slice(0, 30))} is left to the parser`, () => {
    assert.equal(strictJson(text, BASE), undefined)
  })
