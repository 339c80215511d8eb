// A client in another language, without any library, drives a whole session.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from '../support/hookServer.ts'

const run = promisify(execFile)

const GUARD = `//- /ws/.kodelet/hooks/guard 755
#!/usr/bin/env python3
import json, sys, time
if sys.argv[1] == "hook":
    print("before_tool_call")
    sys.exit()
command = json.load(sys.stdin)["tool_input"]["command"]
if command.startswith("sleep"):
    time.sleep(60)
if command.startswith("rm"):
    print(json.dumps({"blocked": True, "reason": "not that"}))
`

test('a client in Python starts a session, fires, hears steps, cancels, ends and replays', async (t) => {
  const { socket, listening, server } = await startServer(t, GUARD, { records: true })
  const client = fileURLToPath(new URL('client.py', import.meta.url))
  const { stdout } = await run('python3', [client, socket, listening.tokenFile])
  assert.deepEqual(JSON.parse(stdout), {
    protocol: 1,
    session: 'py-1',
    denied: ['deny', 'not that', 'review'],
    passed: ['pass', '/srv/shop'],
    cancelled: { cancelled: 1 },
    refused: 'There is no session "nobody". session/start starts one.',
    firings: 3,
    same: 1,
  })
  await server.idle()
  assert.deepEqual(server.counts, { clients: 0, sessions: 0 })
})
