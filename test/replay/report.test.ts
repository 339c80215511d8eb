// Results of cases as text, JSON and JUnit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caseJunit, caseReport, caseText } from '../../runtime/replay/report.ts'
import type { CaseResult } from '../../runtime/replay/runCase.ts'
import { fc } from '../support/property.ts'

const passed: CaseResult = {
  name: 'passes',
  path: '/c/passes.json',
  dialect: 'kodelet',
  event: 'turn_end',
  status: 'passed',
  durationMs: 12.4,
  differences: [],
}
const failed: CaseResult = {
  ...passed,
  name: 'fails & "how" <b>',
  path: '/c/fails.json',
  status: 'failed',
  differences: [{ path: 'reason', recorded: 'a\nb', replayed: 'c ]]> d' }],
  why: 'it broke',
}

test('the report counts', () => {
  const { v, passed: good, failed: bad, problems } = caseReport([passed, failed], ['x.json: not a case'])
  assert.deepEqual({ v, good, bad, problems }, { v: 1, good: 1, bad: 1, problems: ['x.json: not a case'] })
})

test('people see what was expected and what came', () => {
  assert.equal(
    caseText(caseReport([passed, failed], ['x.json: not a case'])),
    [
      '✓ passes (12 ms)',
      '✗ fails: fails & "how" <b> (12 ms)',
      '    it broke',
      '    reason: expected "a\\nb", got "c ]]> d"',
      '! x.json: not a case',
      '1 passed, 1 failed, 1 not readable',
      '',
    ].join('\n'),
  )
})

test('JUnit has one test case per case and the numbers that CI shows', () => {
  const xml = caseJunit(caseReport([passed, failed], ['x.json: not a case']))
  const names = elements(xml)
  assert.deepEqual(names, ['testsuites', 'testsuite', 'testcase', 'testcase', 'failure', 'testcase', 'error'])
  assert.match(xml, /<testsuite name="cases" tests="3" failures="1" errors="1" time="0\.025">/)
  assert.match(
    xml,
    /<testcase classname="kodelet\.turn_end" name="passes" file="\/c\/passes\.json" time="0\.012"\/>/,
  )
  assert.match(xml, /name="fails: fails &amp; &quot;how&quot; &lt;b&gt;"/)
  assert.match(xml, /<failure message="it broke">it broke&#10;reason: expected/)
})

test('paths in JUnit are relative to the working directory; those elsewhere are absolute', () => {
  for (const [from, file] of [
    ['/c', 'passes.json'],
    ['/', 'c/passes.json'],
    ['/c/passes', '/c/passes.json'],
    ['/other', '/c/passes.json'],
  ])
    assert.match(caseJunit(caseReport([passed]), from), new RegExp(` file="${file}"`), from)
})

test('whatever stands in a case, the XML is well formed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('<', '&', '"', ']]>', '\0', '\uD800', '\n', 'a', '\uFFFF', '\x1B') }),
  )
  fc.assert(
    fc.property(text, text, text, (name, why, value) => {
      const odd = {
        ...failed,
        name,
        why,
        event: value,
        path: name,
        differences: [{ path: why, recorded: value }],
      }
      assert.equal(elements(caseJunit(caseReport([odd, passed], [why]))).length, 7)
    }),
    { numRuns: 500 },
  )
})

// A strict reader of the XML that is written here: the names of its elements, or an error.
function elements(xml: string): readonly string[] {
  assert.ok(
    !/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml),
    'a character XML cannot hold',
  )
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  assert.notEqual(body, xml)
  const names: string[] = []
  const open: string[] = []
  const token =
    /<(\/?)([a-z]+)((?: [a-z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|#\d+);)*")*)(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)+)/gy
  let end = 0
  for (let match = token.exec(body); match !== null; match = token.exec(body)) {
    end = token.lastIndex
    const [, closes, name, , empty] = match
    if (name === undefined) continue
    if (closes === '/') assert.equal(open.pop(), name)
    else {
      names.push(name)
      if (empty !== '/') open.push(name)
    }
  }
  assert.equal(end, body.length, `not XML from: ${body.slice(end, end + 80)}`)
  assert.deepEqual(open, [])
  return names
}
