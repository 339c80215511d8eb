// Entries of Claude Code's configuration, really run: a shell or a program with its environment, input and working
// directory, or a URL that receives the payload. The result of each attempt, and that no process is left.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../runtime/contract/defined.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { claudeCode } from '../../runtime/contract/dialects/claude-code.ts'
import { copilot } from '../../runtime/contract/dialects/copilot.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import { type EntryExecutorOptions, openEntries } from '../../runtime/executors/entry/openEntries.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { runOnce, startCall } from '../support/call.ts'
import { entryHook } from '../support/entry.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-entries-')))
const root = join(folder, 'ws')
const elsewhere = join(root, 'else where')
mkdirSync(elsewhere, { recursive: true })
after(() => rmSync(folder, { recursive: true, force: true }))

const dialect = claudeCode as unknown as Dialect
const posix = { skip: process.platform === 'win32' ? 'the shell there is PowerShell' : false }
const payload = { ...claudeCode.events.PreToolUse.example, cwd: elsewhere }
const firing = { dialect, event: 'PreToolUse', payload, timeoutMs: 20_000 } as const

type Row = {
  readonly it: string
  readonly entry: Partial<HookEntry>
  readonly payload?: unknown
  readonly timeoutMs?: number
  readonly options?: Partial<EntryExecutorOptions>
  readonly exit?: number
  readonly signal?: string
  readonly stdout?: string | RegExp
  readonly stderr?: string | RegExp
  readonly note?: string
  /** Reason and message of a failed attempt. */
  readonly fails?: RegExp
}

const ROWS: readonly Row[] = [
  {
    it: 'a command is a line for the shell, with its exit code, output and errors',
    entry: { command: 'echo "$0" && echo why >&2 && exit 2' },
    exit: 2,
    stdout: '/bin/sh\n',
    stderr: 'why\n',
  },
  {
    it: 'standard input is the payload as one line of JSON',
    entry: { command: 'cat' },
    exit: 0,
    stdout: `${JSON.stringify(payload)}\n`,
  },
  {
    it: 'a matcher for Bash gets a command that Monitor runs as a call of Bash',
    entry: { command: 'cat', matcher: 'Bash' },
    payload: {
      ...payload,
      tool_name: 'Monitor',
      tool_input: { command: 'ls', description: 'a', timeout: 1 },
    },
    exit: 0,
    stdout: /"tool_name":"Bash","tool_input":\{"command":"ls","description":"a"\}/,
  },
  {
    it: 'a matcher that fits Monitor as well gets the call as it is',
    entry: { command: 'cat', matcher: 'Bash|Monitor' },
    payload: { ...payload, tool_name: 'Monitor', tool_input: { command: 'ls', timeout: 1 } },
    exit: 0,
    stdout: /"tool_name":"Monitor","tool_input":\{"command":"ls","timeout":1\}/,
  },
  {
    it: "the working directory is the payload's",
    entry: { command: 'pwd' },
    exit: 0,
    stdout: `${elsewhere}\n`,
  },
  {
    it: 'a session id that no process can be given is left out, and the run says so',
    entry: { command: 'echo "${CLAUDE_CODE_SESSION_ID-unset}"' },
    payload: { ...payload, session_id: 'a\0b' },
    exit: 0,
    stdout: 'unset\n',
    note: 'CLAUDE_CODE_SESSION_ID is not set: no process can be given its value',
  },
  {
    it: 'a session id longer than a variable can be is left out, too',
    entry: { command: 'echo "${#CLAUDE_CODE_SESSION_ID}"' },
    payload: { ...payload, session_id: 'a'.repeat(200_000) },
    exit: 0,
    stdout: '0\n',
    note: 'CLAUDE_CODE_SESSION_ID is not set: no process can be given its value',
  },
  {
    it: 'a working directory that does not exist is replaced by the workspace, and the run says so',
    entry: { command: 'pwd' },
    payload: { ...payload, cwd: '/not/there' },
    exit: 0,
    stdout: `${root}\n`,
    note: `the working directory /not/there does not exist; ran in ${root}`,
  },
  {
    it: 'the workspace is the working directory where the payload names none',
    entry: { command: 'pwd' },
    payload: { hook_event_name: 'PreToolUse' },
    exit: 0,
    stdout: `${root}\n`,
  },
  {
    it: "the host's variables are set",
    entry: {
      command: 'echo "$CLAUDE_PROJECT_DIR|$CLAUDECODE|$CLAUDE_CODE_ENTRYPOINT|$CLAUDE_CODE_SESSION_ID"',
    },
    exit: 0,
    stdout: `${root}|1|cli|${payload.session_id}\n`,
  },
  {
    it: 'variables of the settings reach the hook and win over inherited ones',
    entry: {
      command: 'echo "$STRICT|$LANG|$CLAUDE_PLUGIN_ROOT"',
      env: { STRICT: '1', LANG: 'x', CLAUDE_PLUGIN_ROOT: '/p' },
    },
    exit: 0,
    stdout: '1|x|/p\n',
  },
  {
    it: 'the inherited environment is there, and nothing of Hookbench in it',
    entry: { command: 'test -n "$PATH" && env | grep -c ^HOOKBENCH_' },
    exit: 1,
    stdout: '0\n',
  },
  {
    it: 'a program with arguments is started without a shell',
    entry: {
      command: process.execPath,
      args: ['-p', 'process.argv.slice(1).join("|")', '$HOME', 'a b', '*'],
    },
    exit: 0,
    stdout: '$HOME|a b|*\n',
  },
  {
    it: 'a program that is not there could not be started',
    entry: { command: './gone', args: [] },
    fails: /^crashed: could not be started: .*ENOENT/,
  },
  {
    it: 'a line whose program is not there is the shell’s exit code 127',
    entry: { command: './gone.sh' },
    exit: 127,
    stdout: '',
    stderr: /not found|No such file/,
  },
  {
    it: 'a signal is kept as one',
    entry: { command: 'echo before; kill -9 $$' },
    signal: 'SIGKILL',
    stdout: 'before\n',
  },
  {
    it: 'what is never read of the input is no failure',
    entry: { command: 'exec <&-; sleep 0.2; echo done' },
    payload: { ...payload, more: 'x'.repeat(1_000_000) },
    exit: 0,
    stdout: 'done\n',
  },
  {
    it: 'time-out: what was printed until then is kept',
    entry: { command: 'echo waiting; sleep 60' },
    timeoutMs: 1500,
    fails: /^timeout: did not answer within/,
    stdout: 'waiting\n',
  },
  {
    it: 'a flood is stopped, and what is kept of it is bounded',
    entry: { command: 'yes' },
    options: { outputCap: 100_000 },
    fails: /^unreadable: printed more than \d+ MiB to stdout and was stopped/,
    stdout: /^(?:y\n){50000}$/,
  },
  {
    it: 'a payload that is no data fails and starts nothing',
    entry: { command: 'true' },
    payload: circular(),
    fails: /^invalid: the payload cannot be written as JSON/,
  },
  {
    it: 'a prompt entry cannot be run here',
    entry: { kind: 'prompt', command: '' },
    fails: /^invalid: a prompt entry cannot be run here/,
  },
]

for (const row of ROWS) {
  test(row.it, posix, async () => {
    await using one = open(row.options)
    check(
      await runOnce(one, entryHook('PreToolUse', row.it, row.entry), {
        ...firing,
        payload: row.payload ?? payload,
        ...defined({ timeoutMs: row.timeoutMs }),
      }),
      row,
    )
  })
}

test('variables for Hookbench are not passed to hooks', posix, async (t) => {
  const names = ['HOOKBENCH_TRUST', 'HOOKBENCH_EVENT', 'HOOKBENCH_RUNTIME', 'HOOKBENCH_DEBUG']
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = 'ours'
  t.after(() => {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  })
  await using one = open()
  const attempt = await runOnce(
    one,
    entryHook('PreToolUse', 'env', { command: 'env | grep HOOKBENCH' }),
    firing,
  )
  assert.deepEqual([attempt.raw?.stdout, attempt.raw?.exitCode], ['', 1])
  assert.deepEqual(
    attempt.raw?.process?.env.filter((name) => name.startsWith('HOOKBENCH')),
    [],
  )
})

test('a time-out ends the whole group, also processes that ignore SIGTERM', posix, async () => {
  const file = join(folder, 'pids')
  await using one = open()
  const command = `trap '' TERM; (trap '' TERM; sleep 60) & echo $! $$ > '${file}'; wait; sleep 60`
  const attempt = await runOnce(one, entryHook('PreToolUse', 'stubborn', { command }), {
    ...firing,
    timeoutMs: 1500,
  })
  check(attempt, { it: '', entry: {}, fails: /^timeout/ })
  const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number)
  assert.equal(pids.length, 2)
  assert.deepEqual(await alive(pids), [])
})

test('a call that is cancelled, and one that closing cancels, are aborted', posix, async () => {
  const one = open()
  const hook = entryHook('PreToolUse', 'waits', { command: 'sleep 60' })
  const { call, attempt } = startCall(one, hook, firing)
  one.cancel(call, 'aborted')
  check(await attempt, { it: '', entry: {}, fails: /^aborted/ })
  const other = runOnce(one, hook, firing)
  await one[Symbol.asyncDispose]()
  check(await other, { it: '', entry: {}, fails: /^aborted/ })
  check(await runOnce(one, hook, firing), { it: '', entry: {}, fails: /^aborted/ })
})

for (const [when, objectsAt, command, message] of [
  ['before the start', 1, 'echo > ran', /^untrusted: it has changed$/],
  ['right after the start', 2, 'sleep 60; echo > ran', /^untrusted: it has changed$/],
  [
    'at the end',
    3,
    'true',
    /^untrusted: it has changed; detected when it ended, so other bytes may have run$/,
  ],
] as const) {
  test(`an objection ${when} makes it untrusted`, posix, async () => {
    let questions = 0
    await using one = open({ verify: () => () => (++questions === objectsAt ? 'it has changed' : undefined) })
    const attempt = await runOnce(one, entryHook('PreToolUse', 'x', { command }), firing)
    check(attempt, { it: '', entry: {}, fails: message })
    assert.equal(questions, objectsAt)
    assert.throws(() => readFileSync(join(elsewhere, 'ran')), { code: 'ENOENT' })
  })
}

// ---- Addresses

type Seen = { readonly method: string; readonly headers: IncomingMessage['headers']; readonly body: string }
type Answer = (response: ServerResponse) => void

type HttpRow = Pick<Row, 'it' | 'timeoutMs' | 'exit' | 'stdout' | 'fails'> & {
  readonly answer: Answer
  /** The number of requests that the server gets; 1 by default. */
  readonly times?: number
}

const HTTP: readonly HttpRow[] = [
  {
    it: 'JSON with a status of 2xx is its answer',
    answer: (response) => response.writeHead(201).end('{"continue":true}'),
    exit: 0,
    stdout: '{"continue":true}',
  },
  {
    it: 'nothing with a status of 204 is no answer',
    answer: (one) => one.writeHead(204).end(),
    exit: 0,
    stdout: '',
  },
  {
    it: 'any other status is a failure, and what it says is kept',
    answer: (response) => response.writeHead(500).end('out of order'),
    fails: /^crashed: answered with status 500$/,
    stdout: 'out of order',
  },
  {
    it: 'a redirection is not followed',
    answer: (response) => response.writeHead(307, { location: '/other' }).end(),
    fails: /^crashed: answered with status 307$/,
  },
  {
    it: 'an answer beyond the cap is not read to its end',
    answer: endless,
    fails: /^unreadable: answered with more than 100000 bytes$/,
  },
  {
    it: 'a connection that breaks is a failure',
    answer: (response) => response.destroy(),
    fails: /^crashed: could not be reached: /,
  },
  { it: 'an answer that does not come is a time-out', answer: () => {}, timeoutMs: 300, fails: /^timeout/ },
]

test('an entry whose own working directory does not exist is not started anywhere else', posix, async () => {
  await using one = open({})
  const hook = entryHook('preToolUse', 'echo ran', { command: 'echo ran', fields: { cwd: 'nowhere' } })
  const from = { dialect: copilot as unknown as Dialect, event: 'preToolUse' }
  const given = { ...copilot.events.preToolUse.example, cwd: root }
  check(await runOnce(one, hook, { ...firing, ...from, payload: given }), {
    ...{ it: 'not started', entry: {} },
    fails: /^crashed: could not be started: the working directory .*nowhere does not exist$/,
  })
})

for (const row of HTTP) {
  test(`an address: ${row.it}`, async (t) => {
    const { url, seen } = await serve(t, row.answer)
    await using one = open({ outputCap: 100_000 })
    const hook = entryHook('PreToolUse', 'http', { kind: 'http', command: '', fields: { url } })
    check(await runOnce(one, hook, { ...firing, timeoutMs: row.timeoutMs ?? 20_000 }), { ...row, entry: {} })
    assert.deepEqual(
      seen.map(({ method, headers, body }) => [method, headers['content-type'], JSON.parse(body)]),
      Array.from({ length: row.times ?? 1 }, () => ['POST', 'application/json', payload]),
    )
  })
}

test('an address without a listener could not be reached', async (t) => {
  const { url, close } = await serve(t, () => {})
  await close()
  await using one = open()
  const hook = entryHook('PreToolUse', 'http', { kind: 'http', command: '', fields: { url } })
  check(await runOnce(one, hook, firing), {
    it: '',
    entry: {},
    fails: /^crashed: could not be reached: .*ECONNREFUSED/,
  })
})

test('an address is sent nothing where trust objects', async (t) => {
  const { url, seen } = await serve(t, (response) => response.end('{}'))
  await using one = open({ verify: () => () => 'it has changed' })
  const hook = entryHook('PreToolUse', 'http', { kind: 'http', command: '', fields: { url } })
  check(await runOnce(one, hook, firing), { it: '', entry: {}, fails: /^untrusted: it has changed$/ })
  assert.deepEqual(seen, [])
})

test('headers hold the variables that the entry may use, and of others nothing', async (t) => {
  process.env.ENTRY_TOKEN = 'abc'
  process.env.ENTRY_SECRET = 'never'
  t.after(() => {
    delete process.env.ENTRY_TOKEN
    delete process.env.ENTRY_SECRET
  })
  const { url, seen } = await serve(t, (response) => response.end('{}'))
  await using one = open()
  const headers = {
    authorization: 'Bearer ${ENTRY_TOKEN}',
    'x-both': '$ENTRY_TOKEN-$ENTRY_SECRET',
    'x-number': 5,
  }
  const fields = { url, headers, allowedEnvVars: ['ENTRY_TOKEN', 'ENTRY_UNSET'] }
  check(await runOnce(one, entryHook('PreToolUse', 'http', { kind: 'http', command: '', fields }), firing), {
    it: '',
    entry: {},
    exit: 0,
    stdout: '{}',
  })
  const got = seen[0]?.headers
  assert.deepEqual([got?.authorization, got?.['x-both'], got?.['x-number']], ['Bearer abc', 'abc-', '5'])
})

function endless(response: ServerResponse): void {
  response.writeHead(200)
  const chunk = 'x'.repeat(64 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', more)
  more()
}

async function serve(t: TestContext, answer: Answer) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (chunk) => {
        body += chunk
      })
      .on('end', () => {
        seen.push({ method: request.method ?? '', headers: request.headers, body })
        answer(response)
      })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((closed) => server.close(() => closed()))
  }
  t.after(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, seen, close }
}

function open(more: Partial<EntryExecutorOptions> = {}) {
  const groups = openGroups(join(folder, 'data'))
  const executor = openEntries({ root, home: folder, groups, ...more })
  return {
    ...executor,
    async [Symbol.asyncDispose]() {
      await executor.close()
      groups.close()
    },
  }
}

// A killed process may still exist for a moment.
async function alive(pids: readonly number[]): Promise<readonly number[]> {
  for (let tries = 0; ; tries++) {
    const left = pids.filter(runs)
    if (left.length === 0 || tries === 100) return left
    await sleep(50)
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function circular(): object {
  const one: { self?: unknown } = {}
  one.self = one
  return one
}

function check(attempt: Attempt, row: Row): void {
  const { raw } = attempt
  const shown = JSON.stringify(attempt).slice(0, 300)
  if (row.fails === undefined) assert.equal(attempt.kind, 'returned', shown)
  else assert.match(attempt.kind === 'failed' ? `${attempt.reason}: ${attempt.message}` : shown, row.fails)
  if (row.fails === undefined) assert.deepEqual([raw?.exitCode, raw?.signal], [row.exit, row.signal])
  for (const stream of ['stdout', 'stderr'] as const) {
    const expected = row[stream]
    if (typeof expected === 'string') assert.equal(raw?.[stream], expected)
    else if (expected !== undefined) assert.match(raw?.[stream] ?? '', expected)
  }
  assert.equal(raw?.note, row.note)
}
