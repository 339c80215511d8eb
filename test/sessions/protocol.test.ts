// docs/protocol.md is accurate: its examples are sent verbatim, and the answers must match.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isObject } from '../../runtime/contract/json.ts'
import { dialRaw, startServer } from '../support/hookServer.ts'

const DOCUMENT = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8')

const FILES = `//- /ws/.kodelet/hooks/guard 755
#!/usr/bin/env node
if (process.argv[2] === 'hook') {
  console.log('before_tool_call')
} else {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  const { command } = JSON.parse(text).tool_input
  if (command.startsWith('rm')) console.log(JSON.stringify({ blocked: true, reason: 'rm is not allowed' }))
}
//- /ws/.claude/settings.json
{ "hooks": { "PostToolUse": [{ "matcher": "Write", "hooks": [{ "type": "command", "command": "make fmt" }] }] } }
//- /review/hooks/check 755
#!/bin/sh
echo agent_stop
`

type Line = { readonly from: '→' | '←'; readonly message: Record<string, unknown>; readonly text: string }

function examples(values: Readonly<Record<string, string>>): readonly Line[] {
  const blocks = [...DOCUMENT.matchAll(/^```rpc\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  return blocks
    .flatMap((block) => block.split(/^(?=[→←])/m))
    .map((line) => {
      const text = line.slice(1).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? name)
      return { from: line[0] as '→' | '←', message: JSON.parse(text) as Record<string, unknown>, text: line }
    })
}

test('every example is answered as the document says', { timeout: 300_000 }, async (t) => {
  const { socket, token, root, tree } = await startServer(t, FILES, { records: true, watch: true })
  const client = await dialRaw(socket)
  t.after(() => client.close())
  const notified: { method: string; params: unknown }[] = []
  client.connection.onNotification((method, params) => void notified.push({ method, params }))
  let answer: Promise<Record<string, unknown>> = Promise.resolve({})
  for (const { from, message, text } of examples({ token, workspace: root, plugin: tree.at('review') })) {
    if (from === '→') {
      answer = client
        .call(String(message.method), message.params as object)
        .then((result) => ({ result }))
        .catch(({ code, message }) => ({ error: { code, message } }))
      // A notification may arrive before the answer; the document orders them for reading.
      await answer
    } else if ('method' in message) {
      await until(() => notified.some((one) => fits(message, one)), `was not notified: ${text}`)
    } else {
      const got = await answer
      assert.ok(fits(message, got), `${text}\ngot ${JSON.stringify(got, undefined, 2)}`)
    }
  }
})

test('every method has a heading and an example, and there is no other', async (t) => {
  const { socket, token } = await startServer(t, '')
  const client = await dialRaw(socket)
  t.after(() => client.close())
  const { methods } = await client.call<{ methods: string[] }>('initialize', { token, protocolVersion: 1 })
  const headings = [...DOCUMENT.matchAll(/^### (.*)$/gm)].flatMap(([, heading = '']) =>
    [...heading.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
  )
  const used = new Set(
    examples({}).flatMap(({ from, message }) => (from === '→' ? [String(message.method)] : [])),
  )
  assert.deepEqual(headings.toSorted(), ['initialize', ...methods].toSorted())
  assert.deepEqual(
    methods.filter((one) => !used.has(one)),
    [],
  )
})

// `"…"` matches any value; as a key it allows further fields; as the only item it matches any list.
function fits(expected: unknown, got: unknown): boolean {
  if (expected === '…') return got !== undefined
  if (Array.isArray(expected)) {
    if (!Array.isArray(got)) return false
    if (expected.length === 1 && expected[0] === '…') return true
    return expected.length === got.length && expected.every((one, at) => fits(one, got[at]))
  }
  if (!isObject(expected)) return expected === got
  if (!isObject(got)) return false
  const open = '…' in expected
  const named = Object.keys(expected).filter((key) => key !== '…')
  const extra = Object.keys(got).filter((key) => !named.includes(key) && got[key] !== undefined)
  return (open || extra.length === 0) && named.every((key) => fits(expected[key], got[key]))
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!holds()) {
    assert.ok(Date.now() < deadline, what)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
