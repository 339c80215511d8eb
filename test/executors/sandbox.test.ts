// Sandboxed hooks: what they cannot do, what other hooks can, and that a hook that requires the sandbox never runs
// outside. The sandbox is real; where this machine cannot create one, the tests that need it are skipped with the
// reason.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { kaizen } from '../../runtime/contract/dialects/kaizen.ts'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { noSandbox } from '../../runtime/contract/sandbox.ts'
import type { Settings } from '../../runtime/contract/settings.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import { openExecutables } from '../../runtime/executors/executable/executables.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { listProcesses, type Process, runtimeId } from '../../runtime/executors/processes.ts'
import { openPython } from '../../runtime/executors/python/openPython.ts'
import { type Machine, sandboxObstacle } from '../../runtime/executors/sandbox/obstacle.ts'
import { openSandbox } from '../../runtime/executors/sandbox/openSandbox.ts'
import { policyOf } from '../../runtime/executors/sandbox/policy.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { hookAt, runOnce, startCall } from '../support/call.ts'
import { spawnCli } from '../support/cli.ts'
import { type Tree, writeTree } from '../support/tree.ts'
import { left } from './left.ts'

const programs = join(import.meta.dirname, '../programs')
const tries = join(programs, 'sandbox/tries')
const kod = { dialect: kodelet as unknown as Dialect, event: 'before_tool_call' } as const
const kai = { dialect: kaizen as unknown as Dialect, event: 'pre_tool_use' } as const
const obstacle = sandboxObstacle()
const skip = obstacle === undefined ? false : `no sandbox on this machine: ${obstacle.replace(/, $/, '')}`

type Order = {
  readonly write?: readonly string[]
  readonly read?: readonly string[]
  readonly get?: number
  readonly ask?: string
}

const GROUND = `
  //- /ws/.kodelet/hooks/guard 755
  #!/bin/sh
  //- /ws/.hookbench/settings.json
  {}
  //- /ws/src/code.ts
  //- /ws/out/
  //- /home/.ssh/id
  a key
  //- /home/notes
  not secret
  //- /home/.local/share/hookbench/trust.json
  {}
  //- /private/diary
  mine
`

for (const { kind, run } of [
  { kind: 'an executable', run: (one: Opened, order: Order) => one.executable(order) },
  { kind: 'a Python hook', run: (one: Opened, order: Order) => one.python(order) },
]) {
  test(`${kind} outside the sandbox can do what the person can`, async (t) => {
    await using one = await open(t, {}, false)
    const order = { write: [one.at('/ws/src/new')], read: [one.at('/home/.ssh/id')], get: one.port }
    assert.deepEqual(await run(one, order), each(order, 'done'))
    assert.equal(existsSync(one.at('/ws/src/new')), true)
    assert.deepEqual(one.requests, ['/'])
  })

  test(`${kind} in the sandbox writes nowhere, reads no secrets and has no network`, { skip }, async (t) => {
    await using one = await open(t, ({ at }) => ({ denyRead: [at('/private')] }))
    const closed = {
      write: ['/ws/src/new', '/ws/src/code.ts', '/ws/.hookbench/settings.json', '/home/notes', '/new'].map(
        one.at,
      ),
      read: ['/home/.ssh/id', '/home/.local/share/hookbench/trust.json', '/private/diary'].map(one.at),
      get: one.port,
    }
    assert.deepEqual(await run(one, closed), each(closed, 'refused'))
    const allowed = { write: ['$TMPDIR/note'], read: ['/home/notes', '/ws/src/code.ts'].map(one.at) }
    assert.deepEqual(await run(one, allowed), each(allowed, 'done'))
    assert.equal(existsSync(one.at('/ws/src/new')), false)
    assert.deepEqual(one.requests, [])
  })

  test(`${kind} in the sandbox writes where the settings say, but no hook and no settings`, {
    skip,
  }, async (t) => {
    await using one = await open(t, { allowWrite: ['.', '~/notes'], denyRead: ['~'], allowRead: ['~/notes'] })
    const allowed = {
      write: ['/ws/src/new', '/ws/out/new', '/home/notes'].map(one.at),
      read: [one.at('/home/notes')],
    }
    assert.deepEqual(await run(one, allowed), each(allowed, 'done'))
    const closed = {
      write: [
        '/ws/.kodelet/hooks/guard',
        '/ws/.kodelet/hooks/new',
        '/ws/.kaizen/hooks/new.py',
        '/ws/extensions/new.ts',
        '/ws/.hookbench/settings.json',
        '/ws/secureyeoman.yaml',
        '/ws/.claude/settings.json',
        '/ws/.codex/config.toml',
        '/ws/.gemini/settings.json',
        '/ws/.github/hooks/new.json',
        '/ws/.cursor/hooks.json',
        '/ws/.claude-plugin/plugin.json',
        '/ws/hooks/hooks.json',
        '/ws/hooks.json',
      ].map(one.at),
    }
    assert.deepEqual(await run(one, closed), each(closed, 'refused'))
    assert.equal(existsSync(one.at('/ws/out/new')), true)
    // A closed folder is replaced by an empty one that is discarded after the run.
    await run(one, { write: [one.at('/home/new')] })
    assert.equal(existsSync(one.at('/home/new')), false)
  })

  test(`${kind} in the sandbox does not run where it could replace a link to hooks or settings`, {
    skip,
  }, async (t) => {
    for (const [link, allowWrite, isRefused] of [
      ['/ws/.claude', ['.'], true],
      ['/ws/hooks', ['.'], true],
      ['/ws/.codex', ['src', 'out'], false],
      ['/home/.gemini', ['.'], false],
    ] as const) {
      await using one = await open(t, { allowWrite })
      symlinkSync('out', one.at(link))
      const order = { write: [one.at('/ws/src/new')] }
      const result = await run(one, order)
      if (isRefused) assert.match(String(result), /^untrusted: the settings ask for a sandbox, but .* link,/)
      else assert.deepEqual(result, each(order, 'done'))
      assert.equal(existsSync(one.at('/ws/src/new')), !isRefused)
    }
  })

  test(`${kind} in the sandbox reaches the hosts that the settings name`, { skip }, async (t) => {
    await using named = await open(t, ({ port }) => ({ allowedDomains: [`127.0.0.1:${port}`] }))
    assert.deepEqual(await run(named, { ask: `http://127.0.0.1:${named.port}/told` }), { ask: 200 })
    assert.deepEqual(await run(named, { ask: `http://127.0.0.1:${named.port + 1}/other` }), { ask: 403 })
    assert.deepEqual(named.requests, ['/told'])
  })

  test(`${kind} is refused when the sandbox turns out to be impossible`, { skip }, async (t) => {
    await using one = await open(t, { allowedDomains: ['*'] })
    const order = { write: [one.at('/ws/out/new')] }
    const result = await run(one, order)
    assert.match(
      String(result),
      /^untrusted: the settings ask for a sandbox, but the setting sandbox\.allowedDomains\[0\]/,
    )
    assert.equal(existsSync(one.at('/ws/out/new')), false)
  })

  test(`${kind} goes on in another sandbox when the warden was killed`, {
    skip: skip || (process.platform !== 'linux' && 'reads /proc'),
  }, async (t) => {
    await using one = await open(t)
    const order = { write: ['$TMPDIR/note', one.at('/ws/out/new')] }
    const expected = { '$TMPDIR/note': 'done', [one.at('/ws/out/new')]: 'refused' }
    assert.deepEqual(await run(one, order), expected)
    for (const { pid } of listProcesses().filter(isWarden)) process.kill(pid, 'SIGKILL')
    assert.deepEqual(await run(one, order), expected)
  })

  test(`${kind} in the sandbox does not mind where temporary files are: a long way down, or in a closed home`, {
    skip,
  }, async (t) => {
    for (const [temporary, denyRead] of [
      ['x'.repeat(100), []],
      ['home/tmp', ['~']],
    ] as const) {
      await using one = await open(t, { denyRead }, true, undefined, temporary)
      const order = { write: ['$TMPDIR/note'] }
      assert.deepEqual(await run(one, order), each(order, 'done'))
    }
  })
}

type Row = {
  readonly program: string
  readonly timeoutMs?: number
  readonly comes: string
}

const rows: readonly Row[] = [
  { program: 'denies', comes: '{"blocked":true,"reason":"no"}' },
  { program: 'says-nothing', comes: 'nothing' },
  { program: 'closes-stdin', comes: '{}' },
  { program: 'opens-its-streams-by-name', comes: '{"blocked":true,"reason":"read"}' },
  { program: 'quiet-grandchild', comes: '{}' },
  { program: 'exits-3', comes: 'crashed: ended with exit code 3: disk on fire' },
  { program: 'no-shebang', comes: 'crashed: no-shebang has no shebang line' },
  { program: 'no-such-interpreter-on-path', comes: 'crashed: no-such-interpreter-on-path needs no-such' },
  { program: 'hangs', timeoutMs: 1500, comes: 'timeout: did not answer within 1500 ms' },
  { program: 'ignores-sigterm', timeoutMs: 1500, comes: 'timeout: ' },
  { program: 'stubborn-grandchild', timeoutMs: 1500, comes: 'timeout: ' },
  {
    program: 'prints-100-megabytes',
    comes: 'unreadable: printed more than 64 MiB to stdout and was stopped',
  },
  { program: 'half-json', comes: 'unreadable: printed no JSON' },
]

test('hostile executables come to the same in the sandbox, all at once', {
  skip,
  concurrency: true,
}, async (t) => {
  await using one = await open(t)
  await Promise.all(
    rows.map(({ program, timeoutMs = 30_000, comes }) =>
      t.test(program, async () => {
        const hook = hookAt(join(programs, 'executables', program), 'executable')
        const attempt = await runOnce(one.executables, hook, { ...kod, timeoutMs })
        assert.equal(text(attempt).slice(0, comes.length), comes)
      }),
    ),
  )
})

test('a Python hook that does not stop loses its interpreter, in the sandbox too', { skip }, async (t) => {
  await using one = await open(t)
  const hook = (part: string) => hookAt(`${tries}.py`, 'python', part)
  const attempt = await runOnce(one.pythons, hook('Sleeps'), { ...kai, timeoutMs: 1500 })
  assert.equal(text(attempt), 'timeout: did not answer within 1500 ms')
  assert.deepEqual(await one.python({ write: ['$TMPDIR/note'] }), { '$TMPDIR/note': 'done' })
})

test('a call that is cancelled before its sandbox is there never runs', { skip }, async (t) => {
  await using one = await open(t, { allowWrite: ['out'] })
  const payload = {
    ...(kod.dialect.events[kod.event]?.example as object),
    tool_input: { write: [one.at('/ws/out/new')] },
  }
  const { call, attempt } = startCall(one.executables, hookAt(tries, 'executable'), { ...kod, payload })
  one.executables.cancel(call, 'aborted')
  assert.equal(text(await attempt), 'aborted: was cancelled')
  await one.executables.close()
  assert.equal(existsSync(one.at('/ws/out/new')), false)
})

test('a program that changed while its sandbox was made is not run', { skip }, async (t) => {
  await using one = await open(t, { allowWrite: ['out'] }, true, (checks) =>
    checks === 3 ? 'the file has changed' : undefined,
  )
  const result = await one.executable({ write: [one.at('/ws/out/new')] })
  assert.equal(result, 'untrusted: the file has changed')
  assert.equal(existsSync(one.at('/ws/out/new')), false)
})

test('an executable names its event in the sandbox', { skip }, async (t) => {
  const tree = writeTree()
  t.after(tree.remove)
  const trace = tree.at('asked')
  process.env.TRACE = trace
  t.after(() => delete process.env.TRACE)
  await using one = await open(t)
  const answer = await one.executables.query(hookAt(tries, 'executable'), kod.dialect, { timeoutMs: 10_000 })
  assert.equal(answer, 'before_tool_call')
  assert.equal(existsSync(trace), false)
})

test('a runtime killed by kill -9 takes its sandboxes along', { skip }, async (t) => {
  const tree = writeTree()
  t.after(tree.remove)
  const args = [
    join(programs, 'sandbox/runtime-with-sandboxed-hook.ts'),
    tree.folder,
    join(programs, 'executables/hangs'),
  ]
  const runtime = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [id] = await once(runtime.stdout, 'data')
  runtime.kill('SIGKILL')
  await once(runtime, 'exit')
  assert.deepEqual(await left(String(id).trim()), [])
})

test('the reason why there is no sandbox is reported with the remedy', () => {
  const linux: Machine = { platform: 'linux', path: '', has: () => true, probe: () => undefined }
  const tree = writeTree(
    ['bwrap', 'socat', 'rg', 'bash', 'sandbox-exec'].map((name) => `//- /all/${name} 755\n`).join('') +
      '//- /some/bash 755\n//- /some/rg 644\n//- /some/socat 755\n',
  )
  const here = (folder: string) => ({ path: tree.at(folder) })
  const cases: readonly (readonly [Machine, RegExp | undefined])[] = [
    [{ ...linux, ...here('all') }, undefined],
    [{ ...linux, ...here('all'), platform: 'darwin' }, undefined],
    [{ ...linux, platform: 'win32' }, /^Hookbench has none for the platform win32; $/],
    [
      { ...linux, has: () => false },
      /^the package @anthropic-ai\/sandbox-runtime is not installed; install it, $/,
    ],
    [
      { ...linux, ...here('some') },
      /^bwrap \(bubblewrap\), rg \(ripgrep\) are not on PATH; install bubblewrap ripgrep, $/,
    ],
    [
      { ...linux, ...here('all'), probe: () => 'bwrap: No permissions to create a new namespace' },
      /^bubblewrap cannot create one here: bwrap: No permissions .*; allow unprivileged user namespaces, $/,
    ],
  ]
  try {
    for (const [machine, expected] of cases) {
      const obstacle = sandboxObstacle(machine)
      if (expected === undefined) assert.equal(obstacle, undefined)
      else assert.match(obstacle ?? '', expected)
    }
  } finally {
    tree.remove()
  }
})

test('who must be inside, and who is refused', () => {
  let obstacle: string | undefined
  const sandbox = openSandbox({
    root: '/ws',
    home: '/home/me',
    own: [],
    settings: () => ({ ...noSandbox, plugin: 'sandboxed' }),
    groups: () => assert.fail('nothing is started'),
    obstacle: () => obstacle,
  })
  const hook = (runner: Hook['runner'], source: Hook['source'] = 'plugin'): Hook => ({
    ...hookAt('/x', runner),
    source,
  })
  for (const [given, confined] of [
    [hook('executable'), true],
    [hook('python'), true],
    [hook('executable', 'workspace'), false],
    [hook('builtin', 'builtin'), false],
    [{ ...hook('in-process'), handler: () => undefined }, false],
  ] as const) {
    assert.equal(sandbox.confines(given), confined, `${given.runner} of ${given.source}`)
    assert.equal(sandbox.objection(given), undefined)
  }
  assert.equal(
    sandbox.objection(hook('module')),
    'the settings ask for a sandbox for hooks of plugins, but modules run inside the runtime, outside of any sandbox; make it an executable, or set sandbox.plugin to "off"',
  )
  assert.equal(sandbox.objection(hook('module', 'workspace')), undefined)
})

test('an http entry that is to be inside is sent only to hosts that sandboxed hooks may reach', () => {
  const allowedDomains = ['example.com', '*.example.org:443']
  const sandbox = openSandbox({
    root: '/ws',
    home: '/home/me',
    own: [],
    settings: () => ({ ...noSandbox, plugin: 'sandboxed', allowedDomains }),
    groups: () => assert.fail('nothing is started'),
    obstacle: () => undefined,
  })
  for (const [url, isSent] of [
    ['https://example.com/hook', true],
    ['http://example.com:8080/hook', true],
    ['https://api.example.org/hook', true],
    ['http://api.example.org/hook', false],
    ['https://example.com.evil.net/hook', false],
    ['https://example.com@evil.net/hook', false],
    ['http://127.0.0.1:9/hook', false],
    ['no address', false],
  ] as const) {
    const given = { ...hookAt('/x', 'entry'), source: 'plugin', entry: { kind: 'http', fields: { url } } }
    const objection = sandbox.objection(given as unknown as Hook)
    if (isSent) assert.equal(objection, undefined, url)
    else assert.match(String(objection), /an http entry is sent from outside of any sandbox/, url)
  }
})

test('paths of the policy are absolute, and what is always closed is closed', () => {
  const settings = { ...noSandbox, allowWrite: ['out', '~/log', '/var/x'], denyRead: ['~/.cache'] }
  const ground = {
    root: '/ws',
    home: '/home/me',
    own: ['/home/me/.local/share/hookbench'],
    scratch: '/tmp/s',
  }
  const { network, filesystem } = policyOf(settings, ground)
  assert.deepEqual(network, { allowedDomains: [], deniedDomains: [] })
  assert.deepEqual(filesystem.allowWrite, ['/tmp/s', '/ws/out', '/home/me/log', '/var/x'])
  for (const path of ['/ws/.hookbench', '/ws/.kodelet', '/ws/extensions', '/home/me/.kaizen', ...ground.own])
    assert.ok(filesystem.denyWrite.includes(path), path)
  for (const path of ['/home/me/.ssh', join(homedir(), '.ssh'), '/home/me/.cache', ...ground.own])
    assert.ok(filesystem.denyRead.includes(path), path)
  for (const name of ['.claude/.credentials.json', '.codex/auth.json', '.vault-token', '.pgpass'])
    assert.ok(filesystem.denyRead.includes(join('/home/me', name)), name)
  for (const path of [...filesystem.denyWrite, ...filesystem.denyRead]) assert.match(path, /^\//)
})

test('where a host finds hooks is closed to writing, in every place it looks and wherever a variable moves it', () => {
  const ground = { root: '/src/shop', home: '/home/me', own: [], scratch: '/tmp/s' }
  const variables = { CODEX_HOME: '/srv/codex', GEMINI_CLI_HOME: '/srv/gemini', COPILOT_HOME: '' }
  const { denyWrite } = policyOf({ ...noSandbox, allowWrite: ['/'] }, ground, variables).filesystem
  const places = Object.values<Dialect>(dialects).flatMap(({ host }) => host?.places ?? [])
  assert.ok(places.length > 20)
  const folders = { workspace: '/src/shop', repository: '/src', checkout: '/src', home: '/home/me' }
  for (const { base, path, movedBy, homeIn, namedBy } of places) {
    if (base === 'system' || namedBy !== undefined) continue
    const moved = movedBy === 'CODEX_HOME' ? '/srv/codex' : undefined
    const home = homeIn === 'GEMINI_CLI_HOME' ? '/srv/gemini' : folders[base]
    const at = moved ?? join(home, path)
    assert.ok(
      denyWrite.some((one) => at === one || at.startsWith(`${one}/`)),
      `${base} ${path}`,
    )
  }
})

test('without its tools a sandboxed hook is listed and refused with the reason, and never run', async (t) => {
  const tree = writeTree(`
    //- /ws/.hookbench/settings.json
    { "sandbox": { "workspace": "sandboxed" } }
    //- /ws/.kodelet/hooks/leaves_a_trace 755
    #!/bin/sh
    echo > "${'$'}HOME/ran"
    if [ "${'$'}1" = hook ]; then echo before_tool_call; fi
    //- /home/
    //- /bin/
  `)
  t.after(tree.remove)
  const env = { PATH: tree.at('bin'), HOME: tree.at('home') }
  const where = ['--workspace', tree.at('ws'), '--home', tree.at('home'), '--trust-workspace', '--json']
  const why =
    process.platform === 'linux'
      ? /the settings ask for a sandbox for hooks of the workspace, but .* not on PATH; install bubblewrap socat ripgrep bash, or set sandbox\.workspace to "off"/
      : /the settings ask for a sandbox for hooks of the workspace, but /
  const listed = JSON.parse((await spawnCli(['list', ...where], { env })).stdout)
  const [hook] = listed.filter(({ source }: { source: string }) => source === 'workspace')
  assert.equal(hook.state, 'untrusted')
  assert.match(hook.why, why)
  const ran = await spawnCli(['run', 'before_tool_call', '--payload', '-', ...where], {
    env,
    stdin: JSON.stringify(kod.dialect.events[kod.event]?.example),
  })
  const [run] = JSON.parse(ran.stdout).hooks
  assert.equal(run.failure, 'untrusted')
  assert.match(run.why, why)
  assert.equal(existsSync(tree.at('home/ran')), false)
})

test('a sandbox that is set while hooks are watched applies to those already found', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/extensions/a.mjs
    export const tool_execute_before = () => undefined
  `)
  t.after(tree.remove)
  const [root, home] = [tree.at('ws'), tree.at('home')]
  const workspace = await openWorkspace({ root, home, trust: 'workspace', watch: true })
  t.after(() => workspace.close())
  const event = 'tool_execute_before'
  const fire = async () => {
    const payload = secureyeoman.events[event].example
    const [run] = (await workspace.fire(event, payload, { dialect: 'secureyeoman' })).hooks
    return `${run?.status} ${run?.failure ?? ''}`
  }
  assert.doesNotMatch(await fire(), /untrusted/)
  tree.write('//- /ws/.hookbench/settings.json\n{ "sandbox": { "workspace": "sandboxed" } }')
  await workspace.reload()
  assert.equal(await fire(), 'failed untrusted')
})

type Opened = Awaited<ReturnType<typeof open>>
type Ending = { after(call: () => unknown): void }
type Ground = { readonly port: number; at(path: string): string }
type HookReply = { readonly [name: string]: unknown } | string

async function open(
  t: Ending,
  more: Partial<Settings['sandbox']> | ((ground: Ground) => Partial<Settings['sandbox']>) = {},
  inside = true,
  objects: (checks: number) => string | undefined = () => undefined,
  temporary = 'tmp',
) {
  const tree: Tree = writeTree(`${GROUND}//- /${temporary}/\n`)
  t.after(tree.remove)
  const { TMPDIR } = process.env
  process.env.TMPDIR = tree.at(temporary)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('told')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const data = tree.at('home/.local/share/hookbench')
  const groups = openGroups(data)
  const root = tree.at('ws')
  const settings = { ...noSandbox, ...(typeof more === 'function' ? more({ port, at: tree.at }) : more) }
  const sandbox = openSandbox({
    root,
    home: tree.at('home'),
    own: [data],
    settings: () => settings,
    groups: () => groups,
  })
  let checks = 0
  const executables = openExecutables({
    root,
    groups,
    verify: () => () => objects(++checks),
    ...(inside ? { confine: (_, run) => sandbox.confine(run) } : {}),
  })
  const file = `${tries}.py`
  const snapshot = { files: new Map([[file, readFileSync(file)]]), hash: '1' }
  const pythons = openPython({
    root,
    groups,
    snapshot: () => snapshot,
    ...(inside ? { confine: sandbox.confine } : {}),
  })
  return {
    at: (path: string) => tree.at(path),
    port,
    requests,
    executables,
    pythons,
    async executable(order: Order): Promise<HookReply> {
      const payload = { ...(kodelet.events.before_tool_call.example as object), tool_input: order }
      return resultOf(await runOnce(executables, hookAt(tries, 'executable'), { ...kod, payload }))
    },
    async python(order: Order): Promise<HookReply> {
      const payload = { ...(kaizen.events.pre_tool_use.example as object), data: order }
      return resultOf(await runOnce(pythons, hookAt(file, 'python', 'Tries'), { ...kai, payload }))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([executables.close(), pythons.close()])
      await sandbox.close()
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
      assert.deepEqual(await left(), [], 'no process is left')
      groups.close()
      server.close()
      server.closeAllConnections()
      assert.deepEqual(readdirSync(join(data, 'run')), [], 'no file is left')
      const mine = readdirSync('/tmp').filter((name) => name.startsWith(`hookbench-warden-${process.pid}-`))
      assert.deepEqual([mine, readdirSync(tree.at(temporary))], [[], []], 'no temporary file is left')
    },
  }
}

/** The same answer for everything that was attempted. */
function each({ write = [], read = [], get }: Order, answer: string): HookReply {
  return Object.fromEntries(
    [...write, ...read, ...(get === undefined ? [] : ['get'])].map((name) => [name, answer]),
  )
}

function resultOf(attempt: Attempt): HookReply {
  return attempt.kind === 'returned' ? (attempt.result as HookReply) : text(attempt)
}

function text(attempt: Attempt): string {
  if (attempt.kind === 'failed') return `${attempt.reason}: ${attempt.message}`
  return attempt.result === undefined ? 'nothing' : JSON.stringify(attempt.result)
}

// A process that has ended since it was listed does not count.
function isWarden({ pid, runtime }: Process): boolean {
  if (runtime !== runtimeId()) return false
  try {
    return /sandbox.warden/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}
