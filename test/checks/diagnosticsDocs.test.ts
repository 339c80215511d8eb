// docs/diagnostics.md explains every code with its severity; its bad examples have the finding, and its good ones do
// not.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { anchorOf } from '../../runtime/cli/sarif.ts'
import { PROBLEMS, type ProblemCode } from '../../runtime/contract/problemCodes.ts'
import { checkFindings } from '../support/findings.ts'
import { readFixtures } from '../support/fixtures.ts'

const DOCUMENT = readFileSync(new URL('../../docs/diagnostics.md', import.meta.url), 'utf8')

/** Codes that only running hooks or asking for trust can report: their examples are illustrations. */
const UNSEEN: readonly ProblemCode[] = ['executable.query', 'settings.untrusted', 'shape.not-a-hook']

const SEVERITY = { error: 'Error.', warning: 'Warning.', info: 'Info.', off: 'Off by default.' } as const

const sections = new Map(
  DOCUMENT.split(/^## (?=[a-z]+\.)/m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section.replace(/^# [\s\S]*/m, '')]),
)

test('every code has its section, and no other', () => {
  assert.deepEqual([...sections.keys()].sort(), Object.keys(PROBLEMS).sort())
})

for (const [code, section] of sections) {
  const known = PROBLEMS[code as ProblemCode]
  const fixtures = readFixtures(section)
  const [bad, good, ...more] = fixtures

  test(`${code}: its section begins with its severity and has a bad and a good example`, () => {
    const [, sentence] = /^\S+\n\n(.*)/.exec(section) ?? []
    assert.ok(sentence?.startsWith(SEVERITY[known.severity]), `${code} is ${known.severity}`)
    assert.match(section, /^### Bad\n[\s\S]*^```[\s\S]*^### Good\n[\s\S]*^```/m)
    if (UNSEEN.includes(code as ProblemCode)) return
    assert.deepEqual([bad?.title, good?.title, more.length], ['Bad', 'Good', 0])
  })

  if (UNSEEN.includes(code as ProblemCode)) continue

  test(`${code}: the bad example has this finding alone`, async (t) => {
    const marked = bad?.files.flatMap(({ marks }) => marks.map((mark) => mark.split(' ')[1])) ?? []
    assert.deepEqual([...new Set(marked)], [code])
    await checkFindings(bad?.files ?? [], t)
  })

  test(`${code}: the good example has none`, (t) => checkFindings(good?.files ?? [], t))
}

test('links from a report lead to the headings', () => {
  const anchors = [...DOCUMENT.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
  const codes = Object.keys(PROBLEMS).map(anchorOf)
  for (const anchor of anchors) assert.ok(codes.includes(anchor ?? ''), anchor)
  assert.equal(new Set(codes).size, codes.length)
})
