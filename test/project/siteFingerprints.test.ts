// Whether a text now means something else for discovery than in the last look, even while another look is still
// reading.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { readDocument } from '../../runtime/documents/read.ts'
import { roleOf } from '../../runtime/project/role.ts'
import { type DocumentListener, openSiteFingerprints } from '../../runtime/project/siteFingerprints.ts'

const PATH = '/ws/extensions/a.ts'
const ROLE = roleOf(PATH, { root: '/ws', home: '/home' })
const EVENTS = Object.keys(dialects.secureyeoman.events)

const handling = (event: string, body = '') =>
  `export default { name: 'a', hooks: { ${event}() {${body}} } }\n`

function bench() {
  let text = ''
  const meanings = openSiteFingerprints({ get: () => ({ text, version: 1 }), paths: () => [PATH] })
  return {
    meanings,
    type(now: string): void {
      text = now
    },
    async reads(hears: DocumentListener): Promise<void> {
      const input = { path: PATH, text, exports: dialects.secureyeoman.exports, events: EVENTS }
      hears(input, await readDocument(input))
    },
    differs: () => meanings.differs(PATH, ROLE),
  }
}

test('only what changes which code answers which event is a difference', async () => {
  const { meanings, type, reads, differs } = bench()
  type(handling('agent_init'))
  assert.equal(await differs(), true, 'nothing has read it yet')
  await reads(meanings.begin())
  assert.equal(await differs(), false)
  for (const [text, expected] of [
    [handling('agent_init', ' return null '), false],
    [`// why\n\n${handling('agent_init')}`, false],
    [handling('agent_stop'), true],
    [handling('agent_init', ' import("./b.ts") '), true],
    [handling('agent_init').replace("'a'", "'b'"), true],
    [handling('agent_init').replace("'a'", "'a', version: '2'"), true],
    [handling('agent_init', ' { '), true],
    [`#!/usr/bin/env node\n${handling('agent_init')}`, true],
    [handling('agent_init', ` /* ${'é'.repeat(1024 * 1024)} */ `), true],
  ] as const) {
    type(text)
    assert.equal(await differs(), expected, text.slice(0, 100))
  }
})

test('what a look that was overtaken reads late is no news to the newer one', async () => {
  const { meanings, type, reads, differs } = bench()
  const older = meanings.begin()
  const newer = meanings.begin()
  type(handling('agent_init'))
  await reads(newer)
  type(handling('agent_stop'))
  await reads(older)
  assert.equal(await differs(), true)
})
