// Every verb for people and for programs: what it prints, which fields its JSON has, and its exit codes.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Type, { type TSchema } from 'typebox'
import { mismatchText } from '../../runtime/contract/validate.ts'
import { openCli, spawnCli, startCli } from '../support/cli.ts'
import { writeShop } from '../support/shop.ts'
import { writeTree } from '../support/tree.ts'

const shop = writeShop()
after(shop.remove)
const cli = openCli()
after(cli.close)

const DIALECT = Type.Union(['secureyeoman', 'kodelet', 'kaizen', 'compilr'].map((id) => Type.Literal(id)))
const SOURCE = Type.Union(['workspace', 'user', 'plugin', 'builtin'].map((one) => Type.Literal(one)))
const texts = Type.Array(Type.String())
const exactly = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object(fields, { additionalProperties: false })

const LISTED = Type.Array(
  exactly({
    id: Type.String({
      pattern: '^(secureyeoman|kodelet|kaizen|compilr):(workspace|user|plugin|builtin):[^/].*$',
    }),
    name: Type.String({ minLength: 1 }),
    dialect: DIALECT,
    events: texts,
    source: SOURCE,
    path: Type.String(),
    state: Type.Union(
      ['active', 'broken', 'shadowed', 'disabled', 'untrusted', 'unknown'].map((one) => Type.Literal(one)),
    ),
    why: Type.Optional(Type.String()),
    order: Type.Number(),
    timeoutMs: Type.Integer({ minimum: 1 }),
  }),
)

const VERDICT = exactly({
  decision: Type.Optional(Type.Union(['allow', 'ask', 'deny', 'stop'].map((one) => Type.Literal(one)))),
  reason: Type.Optional(Type.String()),
  payload: Type.Optional(Type.Unknown()),
  answer: Type.Optional(Type.Unknown()),
  handled: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.Unknown()),
  context: Type.Optional(texts),
  notes: Type.Optional(texts),
  followUps: Type.Optional(texts),
})

const RUN = exactly({
  id: Type.String(),
  name: Type.String(),
  source: SOURCE,
  path: Type.String(),
  status: Type.Union(['returned', 'failed', 'skipped'].map((one) => Type.Literal(one))),
  failure: Type.Optional(
    Type.Union(
      ['timeout', 'crashed', 'unreadable', 'invalid', 'untrusted', 'aborted'].map((one) => Type.Literal(one)),
    ),
  ),
  why: Type.Optional(Type.String()),
  result: Type.Optional(Type.Unknown()),
  verdict: Type.Optional(VERDICT),
  durationMs: Type.Number({ minimum: 0 }),
  exitCode: Type.Optional(Type.Integer()),
  stdout: Type.Optional(Type.String()),
  stderr: Type.Optional(Type.String()),
  // Present only where they apply; no reader may rely on them.
  rerun: Type.Optional(Type.Boolean()),
  note: Type.Optional(Type.String()),
})

const OUTCOME = exactly({
  v: Type.Literal(1),
  dialect: DIALECT,
  event: Type.String(),
  decision: Type.Union(['pass', 'allow', 'ask', 'deny', 'stop'].map((one) => Type.Literal(one))),
  reason: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
  payload: Type.Unknown(),
  changed: Type.Boolean(),
  answer: Type.Optional(Type.Unknown()),
  handled: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.Unknown()),
  context: texts,
  notes: texts,
  followUps: texts,
  durationMs: Type.Number({ minimum: 0 }),
  hooks: Type.Array(RUN),
})

// Beyond the fields that every reader relies on, an event has its position and why it failed.
const REPLAY = exactly({
  v: Type.Literal(1),
  events: Type.Array(
    exactly({
      event: Type.String(),
      dialect: DIALECT,
      recorded: Type.Union([OUTCOME, RUN, Type.Null()]),
      replayed: Type.Union([OUTCOME, RUN, Type.Null()]),
      same: Type.Boolean(),
      differences: Type.Optional(
        Type.Array(
          exactly({
            path: Type.String(),
            recorded: Type.Optional(Type.Unknown()),
            replayed: Type.Optional(Type.Unknown()),
            masked: Type.Optional(Type.Literal(true)),
          }),
        ),
      ),
      n: Type.Integer({ minimum: 1 }),
      session: Type.String(),
      recording: Type.String(),
      hook: Type.Optional(Type.String()),
      failed: Type.Optional(Type.String()),
    }),
  ),
  same: Type.Integer(),
  changed: Type.Integer(),
  failed: Type.Integer(),
})

const sudo = shop.at('/sudo.json')
const ls = shop.at('/ls.json')
before(async () => {
  const payload = (command: string) =>
    JSON.stringify({
      event: 'before_tool_call',
      conv_id: 'c1',
      cwd: shop.ws,
      invoked_by: 'main',
      tool_name: 'bash',
      tool_input: { command },
      tool_user_id: 't1',
    })
  writeFileSync(sudo, payload('sudo ls'))
  writeFileSync(ls, payload('ls'))
  const { code, stderr } = await cli.run(shop.args('trust', '--yes'))
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
})

async function run(args: readonly string[], code = 0) {
  const got = await cli.run(shop.args(...args), { cwd: shop.folder })
  assert.equal(got.code, code, `${args.join(' ')}: ${got.stderr}${got.stdout}`)
  return got
}

async function json<T>(args: readonly string[], schema: TSchema | undefined, code = 0): Promise<T> {
  const { stdout, stderr } = await run([...args, '--json'], code)
  assert.equal(stderr, '')
  const value = JSON.parse(stdout)
  if (schema !== undefined) assert.equal(mismatchText(schema, value), undefined, stdout)
  return value
}

test('list: hooks of all four dialects from all four kinds of source, with the fields others rely on', async () => {
  const hooks = await json<{ dialect: string; source: string; id: string; state: string }[]>(['list'], LISTED)
  assert.deepEqual(
    [...new Set(hooks.map(({ dialect }) => dialect))],
    ['secureyeoman', 'kodelet', 'kaizen', 'compilr'],
  )
  assert.deepEqual([...new Set(hooks.map(({ source }) => source))].sort(), [
    'builtin',
    'plugin',
    'user',
    'workspace',
  ])
  const kodelet = hooks.filter(({ dialect, source }) => dialect === 'kodelet' && source !== 'builtin')
  assert.deepEqual(
    kodelet.map(({ id, state }) => `${id} ${state}`),
    [
      'kodelet:workspace:10-rewrite active',
      'kodelet:workspace:20-guard active',
      'kodelet:plugin:acme@review/watch active',
      'kodelet:user:private active',
    ],
  )
})

test('list: per event in firing order, with what is not a hook at the end', async () => {
  const { stdout } = await run(['list'])
  assert.match(stdout, /^SecureYeoman secureyeoman\n {2}before_llm_call transform\n/)
  assert.match(stdout, / {2}before_tool_call veto\n {4}10-rewrite +workspace +active +30 s\n {4}20-guard /)
  assert.match(
    stdout,
    /\n\d+ hooks, 8 active(, \d+ (broken|shadowed|disabled))*\.( \d+ waits? for .*)?\nBuilt in and off: logging, metrics, auditTrail, costTracking, securityGuardrail; /,
  )
  assert.match(stdout, /warning {2}.*noted\.txt: .*executable|$/)
})

test('list: one event, one dialect', async () => {
  const of = (args: readonly string[]) =>
    json<{ id: string }[]>(['list', ...args], LISTED).then((hooks) => hooks.map(({ id }) => id))
  assert.deepEqual(await of(['--event', 'turn_end']), [
    'kodelet:builtin:logging',
    'kodelet:builtin:metrics',
    'kodelet:builtin:auditTrail',
    'kodelet:plugin:acme@review/watch',
  ])
  assert.deepEqual(await of(['--dialect', 'compilr']), [
    'compilr:builtin:logging',
    'compilr:builtin:metrics',
    'compilr:builtin:auditTrail',
    'compilr:builtin:costTracking',
    'compilr:builtin:securityGuardrail',
    'compilr:workspace:mock.js#beforeTool[0]',
  ])
})

test('explain: who would run, in order, and nothing runs', async () => {
  const { stdout } = await run(['explain', 'before_tool_call'])
  assert.equal(
    stdout,
    `before_tool_call kodelet, veto
  1.  10-rewrite  workspace  runs
  2.  20-guard    workspace  runs
  3.  private     user       runs
`,
  )
  const outcome = await json<{ hooks: { run: boolean }[]; mismatch?: string }>(
    ['explain', 'turn_end', '--payload', ls],
    undefined,
  )
  assert.deepEqual(
    outcome.hooks.map((hook) => hook.run),
    [true],
  )
  assert.match(
    outcome.mismatch ?? '',
    /^response and turn_number are missing; event: expected "turn_end", got "before_tool_call"$/,
  )
})

test('run: a denial is not a failure, the rewrite before it is shown, and later hooks are not reached', async () => {
  type Printed = {
    by: string
    reason: string
    changed: boolean
    payload: { tool_input: unknown }
    hooks: { status: string; stderr?: string; why?: string }[]
  }
  const outcome = await json<Printed>(
    ['run', 'before_tool_call', '--hook', '20-guard', '--payload', sudo],
    OUTCOME,
  )
  assert.equal(outcome.by, 'kodelet:workspace:20-guard')
  assert.equal(outcome.reason, 'no sudo here')
  assert.deepEqual(
    outcome.hooks.map(({ status, stderr }) => `${status} ${stderr}`),
    ['returned checked\n'],
  )
  const whole = await json<Printed>(['run', 'before_tool_call', '--payload', sudo], OUTCOME)
  assert.deepEqual(whole.payload.tool_input, { command: 'ls -l' }, 'the guard saw the rewritten command')
  assert.equal(whole.changed, true)
})

test('run: what a person sees', async () => {
  const { stdout } = await run(['run', 'before_tool_call', '--payload', sudo, '--hook', '20-guard'])
  assert.match(
    stdout.replaceAll(/[\d.]+ m?s/g, 'T'),
    /^before_tool_call kodelet\n {2}20-guard {2}workspace {2}deny {2}T {2}no sudo here\n\ndeny by kodelet:workspace:20-guard: no sudo here \(T\)\n$/,
  )
})

for (const [event, want] of [
  ['before_llm_call', { changed: true, decision: 'pass' }],
  ['pre_tool_use', { changed: false, decision: 'pass' }],
  ['beforeTool', { changed: false, answer: { success: true, result: 'mocked' } }],
  ['message_sent', { changed: false, decision: 'pass' }],
  ['turn_end', { changed: false, decision: 'pass' }],
  ['onError', { hooks: [] }],
] as const) {
  test(`run: ${event} has the fields others rely on`, async () => {
    const example = shop.at(`/${event}.json`)
    const { recordOf, dialectsWith } = await import('../../runtime/contract/dialects/index.ts')
    const [dialect] = dialectsWith(event)
    writeFileSync(example, JSON.stringify(recordOf(dialect ?? '', event)?.example))
    const outcome = await json<Record<string, unknown>>(['run', event, '--payload', example], OUTCOME)
    assert.deepEqual({ ...outcome, ...want }, outcome)
    for (const hook of outcome.hooks as { status: string }[]) assert.equal(hook.status, 'returned')
  })
}

test('run: exit 1 when a hook failed, and fail closed with the option', async () => {
  shop.write(`
    //- /ws/.kodelet/hooks/90-fails 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    cat > /dev/null
    echo oh no >&2
    exit 3
  `)
  const turn = shop.at('/turn_end.json')
  const trusted = ['--trust-workspace', 'run', 'turn_end', '--payload', turn]
  const outcome = await json<{
    decision: string
    hooks: { name: string; failure?: string; why?: string; exitCode?: number }[]
  }>(trusted, OUTCOME, 1)
  assert.equal(outcome.decision, 'pass')
  const failed = outcome.hooks.find(({ name }) => name === '90-fails')
  assert.equal(failed?.failure, 'crashed')
  assert.equal(failed?.exitCode, 3)
  assert.match(failed?.why ?? '', /3/)
  const { stdout } = await run(trusted, 1)
  assert.match(stdout, /90-fails +workspace +crashed/)
  const closed = await json<{ decision: string; by: string }>([...trusted, '--fail-closed'], OUTCOME, 1)
  assert.deepEqual([closed.decision, closed.by], ['stop', 'kodelet:workspace:90-fails'])
  const untrusted = await json<{ hooks: { failure?: string }[] }>(
    ['run', 'turn_end', '--payload', turn, '--hook', '90-fails'],
    OUTCOME,
    1,
  )
  assert.deepEqual(
    untrusted.hooks.map(({ failure }) => failure),
    ['untrusted'],
  )
})

test('run: --no-hooks passes everything', async () => {
  const outcome = await json<{ hooks: unknown[]; decision: string }>(
    ['--no-hooks', 'run', 'before_tool_call', '--payload', sudo],
    OUTCOME,
  )
  assert.deepEqual([outcome.decision, outcome.hooks], ['pass', []])
  assert.deepEqual(await json(['--no-hooks', 'list'], LISTED), [])
})

test('record, run, recordings, replay, stats, cases: one after the other', async () => {
  assert.deepEqual(await json(['record', 'status'], undefined), { on: false })
  assert.match((await run(['record', 'on'])).stdout, /^Recording is on since /)
  await run(['run', 'before_tool_call', '--payload', ls])
  await run(['run', 'before_tool_call', '--payload', sudo])
  assert.match((await run(['record', 'off'])).stdout, /^Recording is off/)
  await run(['run', 'before_tool_call', '--payload', sudo])
  await run(['run', 'before_tool_call', '--payload', sudo, '--hook', '20-guard', '--record'])
  const folder = join(shop.ws, '.hookbench/recordings')
  assert.equal(readdirSync(folder).filter((name) => name.endsWith('.ndjson')).length, 3)
  assert.equal(readFileSync(join(folder, '.gitignore'), 'utf8'), '*\n')

  const listed = await json<{ name: string; events: number }[]>(['recordings'], undefined)
  assert.deepEqual(
    listed.map(({ events }) => events),
    [1, 1, 1],
  )
  assert.match((await run(['recordings', 'list'])).stdout, /-c1\.ndjson +c1 +1 event +\d/)
  assert.match(
    (await run(['recordings', 'show', 'latest'])).stdout,
    /^ +1 +before_tool_call +kodelet +deny .* 20-guard deny\n$/,
  )
  const event = await json<{ outcome: { reason: string } }>(['recordings', 'show', 'latest', '1'], undefined)
  assert.equal(event.outcome.reason, 'no sudo here')

  const oldest = listed[2]?.name as string
  const replayed = await json<{ same: number; events: unknown[] }>(['replay', oldest], REPLAY)
  assert.deepEqual([replayed.same, replayed.events.length], [1, 1])
  assert.equal((await run(['replay', oldest])).stdout, '1 same, 0 changed, 0 failed of 1 event\n')
  assert.equal(
    (await run(['replay', ...listed.slice(1).map(({ name }) => name)])).stdout,
    '2 same, 0 changed, 0 failed of 2 events\n',
  )
  const set = ['replay', 'latest', '--hook', '20-guard', '--set', 'tool_input.command=ls']
  const changed = await json<{ changed: number; events: { differences: { path: string }[] }[] }>(
    set,
    REPLAY,
    1,
  )
  assert.equal(changed.changed, 1)
  assert.match(JSON.stringify(changed.events[0]?.differences), /decision/)
  assert.match(
    (await run(set, 1)).stdout,
    /^changed before_tool_call kodelet, event 1\n {2}now: pass \(20-guard\)\n(.*→.*\n)+0 same, 1 changed, 0 failed of 1 event\n$/,
  )
  const gone = await json<{ failed: number; events: { failed: string }[] }>(
    ['--no-hooks', 'replay', oldest],
    REPLAY,
    1,
  )
  assert.match(gone.events[0]?.failed ?? '', /not found: kodelet:workspace:10-rewrite/)
  assert.equal(readdirSync(folder).length, 4, 'a replay records nothing')

  const stats = await json<{ id: string; calls: number; failures: number }[]>(['stats'], undefined)
  assert.deepEqual(
    stats.map(({ id, calls, failures }) => `${id} ${calls} ${failures}`),
    ['kodelet:workspace:20-guard 3 0', 'kodelet:user:private 2 0', 'kodelet:workspace:10-rewrite 2 0'],
  )
  assert.match(
    (await run(['stats', 'latest'])).stdout,
    /^hook +calls +failed +p50 +p95 +max\nkodelet:workspace:20-guard +1 +0 .*\nfrom 1 recording\n$/,
  )

  assert.match((await run(['test'])).stdout, /^There are no cases here yet\./)
  assert.match(
    (await run(['replay', 'latest', '--event', '1', '--save-case', 'no sudo', '--hook', '20-guard'])).stdout,
    /^Saved ws\/\.hookbench\/cases\/no-sudo\.json\. It expects: [^.]+\. `hookbench test` runs it\.\n$/,
  )
  await run(['replay', 'latest', '--event', '1', '--save-case', 'no sudo'], 2)
  const other = ['replay', oldest, '--event', 'before_tool_call', '--save-case', 'whole']
  const saved = await json<{ case: { expect: { decision: string } } }>(other, undefined)
  assert.equal(saved.case.expect.decision, 'pass')
  const wrong = await run([...other.slice(0, -1), 'other', '--hook', 'nope'], 2)
  assert.match(wrong.stderr, /"nope" is not a hook of event 1; it has kodelet:workspace:10-rewrite, /)
  const junit = shop.at('/reports/cases.xml')
  assert.match(
    (await run(['test', '--junit', junit])).stdout,
    /^✓ .*no sudo.* \(\d+ ms\)\n✓ .*whole.*\n2 passed, 0 failed\n$/,
  )
  assert.match(readFileSync(junit, 'utf8'), /tests="2" failures="0" errors="0"/)
  assert.deepEqual((await json<{ passed: number }>(['test', 'no-sudo'], undefined)).passed, 1)
  const asCase = await json<{ same: number }>(['replay', 'no-sudo'], undefined)
  assert.equal(asCase.same, 1)
  writeFileSync(join(shop.ws, '.hookbench/cases/broken.json'), '{')
  assert.match((await run(['test'], 1)).stdout, /2 passed, 0 failed, 1 not readable\n$/)

  const captured = shop.at('/captured.ndjson')
  writeFileSync(captured, `${readFileSync(ls, 'utf8')}\n${readFileSync(sudo, 'utf8')}\n`)
  const imported = await json<{ events: number; path: string }>(['recordings', 'import', captured], undefined)
  assert.equal(imported.events, 2)
  assert.equal(existsSync(imported.path), true)
  assert.match(
    (await run(['replay', imported.path])).stdout,
    /^new before_tool_call .*\n {2}now: pass, changed\n.*\n.*\n0 same, 0 changed, 0 failed, 2 not recorded before of 2 events\n$/,
  )
  assert.equal(
    (await json<{ deleted: string[] }>(['recordings', 'prune', '--keep', '1'], undefined)).deleted.length,
    3,
  )
  assert.match((await run(['recordings', 'prune', '--keep', '0'])).stdout, /^Deleted 1 recording\.\n$/)
  assert.match((await run(['recordings'])).stdout, /^Nothing was recorded here yet\./)
})

test('keys called __proto__ are data: kept, and they pollute nothing', async () => {
  const payload = shop.at('/proto.json')
  const text =
    '{"event":"turn_end","conv_id":"c","cwd":"/","invoked_by":"main","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"response":"r","turn_number":1}'
  writeFileSync(payload, text)
  const { stdout } = await run([
    'run',
    'turn_end',
    '--payload',
    payload,
    '--json',
    '--hook',
    'acme/review/watch',
    '--record',
  ])
  const outcome = JSON.parse(stdout)
  assert.equal(JSON.stringify(outcome.payload), JSON.stringify(JSON.parse(text)))
  assert.equal(({} as { polluted?: number }).polluted, undefined)
  const event = await json<{ payload: object }>(['recordings', 'show', 'latest', '1'], undefined)
  assert.equal(JSON.stringify(event.payload), JSON.stringify(JSON.parse(text)), 'also in the recording')
  assert.equal(
    (await run(['replay', 'latest', '--hook', 'acme/review/watch'])).stdout,
    '1 same, 0 changed, 0 failed of 1 event\n',
  )
})

test('output to a pipe has no colors by default', async () => {
  const before = ['run', 'before_tool_call', '--payload', ls]
  for (const args of [['list'], ['explain', 'before_tool_call'], before, ['--help']])
    assert.equal((await run(args)).stdout.includes('\u001b['), false, args.join(' '))
  const { stdout } = await spawnCli(shop.args('explain', 'turn_end'), { env: { FORCE_COLOR: '1' } })
  assert.ok(stdout.includes('\u001b['))
})

test('a denial is shown in red, an event that continues in green', async () => {
  const headline = async (payload: string) => {
    const { stdout } = await spawnCli(
      shop.args('run', 'before_tool_call', '--hook', '20-guard', '--payload', payload),
      {
        env: { FORCE_COLOR: '1' },
      },
    )
    return stdout
  }
  assert.ok((await headline(sudo)).includes('\u001b[31mdeny'))
  assert.ok((await headline(ls)).includes('\u001b[32m'))
})

test('names and answers of hooks cannot move the cursor or hide a line', async () => {
  const text = '#!/bin/sh\n[ "$1" = hook ] && echo turn_end && exit\ncat > /dev/null\n'
  writeFileSync(join(shop.ws, '.kodelet/hooks/zz\u001b[2K\rguard'), text, { mode: 0o755 })
  for (const args of [['list'], ['explain', 'turn_end']]) {
    const { stdout } = await run(args)
    assert.match(stdout, /zz\\x1b\[2K\\x0dguard/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the test looks for.
    assert.doesNotMatch(stdout, /[\u001b\r]/)
  }
})

test('replay --watch compares repeat whenever a hook is saved, until it is stopped', async () => {
  await run(['run', 'before_tool_call', '--payload', ls, '--hook', '20-guard', '--record'])
  const child = startCli(shop.args('--trust-workspace', 'replay', 'latest', '--hook', '20-guard', '--watch'))
  let stdout = ''
  const says = async (text: RegExp) => {
    for (let tries = 0; !text.test(stdout) && tries < 2400; tries++) await sleep(25)
    assert.match(stdout, text)
  }
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  await says(/1 same, 0 changed.*\nwaiting for a hook to be saved/)
  stdout = ''
  const guard = join(shop.ws, '.kodelet/hooks/20-guard')
  const text = readFileSync(guard, 'utf8')
  writeFileSync(guard, text.replace('*sudo*', '*ls*'))
  await says(/0 same, 1 changed, 0 failed of 1 event\nwaiting/)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.equal(code, 130)
  writeFileSync(guard, text)
})

test('run: a hook that should answer and cannot is named in the last line, and the run fails', async () => {
  shop.write(`
    //- /ws/.kodelet/hooks/91-broken 755
    #!/usr/bin/env python3
    import sys
    if sys.argv[1] == "hook":
        print("turn_end")
        sys.exit(0)
    print("
  `)
  const { stdout } = await run(['--trust-workspace', 'run', 'turn_end', '--hook', '91-broken'], 1)
  assert.match(stdout, /91-broken +workspace +skipped +broken: /)
  assert.match(stdout, /^pass, but 1 of 1 hook did not answer/m)
  rmSync(join(shop.ws, '.kodelet/hooks/91-broken'))
})

test('no value of the environment is shown in clear, whatever a hook does with it', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.hookbench/settings.json
    { "environment": { "set": { "DB_PASS": "correcthorse" } } }
    //- /ws/.kodelet/hooks/tells 755
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    cat > /dev/null
    echo "$DB_PASS" >&2
    echo '{"blocked":true,"reason":"it is '"$DB_PASS"'"}'
  `)
  t.after(tree.remove)
  for (const more of [['--json'], ['--output'], []]) {
    const { stdout } = await cli.run([
      ...['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace'],
      ...['run', 'before_tool_call', ...more],
    ])
    assert.match(stdout, /it is xxxxxxxxxxxx/, more.join())
    assert.doesNotMatch(stdout, /correcthorse/, more.join())
  }
})

test('the output of hooks is shown with an option; cases of untrusted hooks name the option for CI', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/talks 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    cat > /dev/null
    echo 'one
    token=ghp_0123456789abcdefghijABCDEFGHIJ012345' >&2
    //- /ws/.hookbench/cases/talks.json
    {"v": 1, "name": "talks", "dialect": "kodelet", "event": "turn_end", "payload": {"event": "turn_end"}, "expect": {"decision": "pass"}}
  `)
  t.after(tree.remove)
  const at = (...args: string[]) =>
    cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args])
  const silent = await at('--trust-workspace', 'run', 'turn_end')
  assert.doesNotMatch(silent.stdout, /one/)
  const shown = await at('--trust-workspace', 'run', 'turn_end', '--output')
  assert.match(shown.stdout, /\n\ntalks printed\n {2}│ one\n {2}│ token=.{10,}\n$/)
  assert.doesNotMatch(shown.stdout, /0123456789abcdef/)
  const json = await at('--trust-workspace', 'run', 'turn_end', '--json')
  assert.match(JSON.parse(json.stdout).hooks[0].stderr, /token=ghp_\w{36}\n$/)
  assert.doesNotMatch(json.stdout, /0123456789abcdef/)
  const untrusted = await at('test')
  assert.deepEqual(
    [untrusted.code, untrusted.stdout.split('\n').at(-2)],
    [
      1,
      'Hooks that are not trusted do not run. In CI, for a checkout that you trust, add --trust-workspace.',
    ],
  )
  tree.write('//- /ws/.kodelet/hooks/talks 755\n#!/bin/sh\n[ "$1" = hook ] && echo turn_end; exit 0\n')
  const quiet = await at('--trust-workspace', 'run', 'turn_end', '--output')
  assert.match(quiet.stdout, /\n\ntalks printed nothing\n$/)
  const trusted = await at('test', '--trust-workspace')
  assert.match(trusted.stdout, /^✓ talks \(\d+ ms\)\n1 passed, 0 failed\n$/)
})

// The hook writes the payload that it is given to a file, byte for byte.
const TELLING = `
  //- /.kodelet/hooks/tells 755
  #!/bin/sh
  if [ "$1" = hook ]; then echo before_tool_call; exit; fi
  cat > ./told.json
`

test('run --payload hands numbers of any size on as they are, into recordings and JSON too', async (t) => {
  const tree = writeTree(TELLING)
  t.after(tree.remove)
  const base = `"event":"before_tool_call","conv_id":"c","cwd":${JSON.stringify(tree.folder)},"invoked_by":"main"`
  const given = `{${base},"tool_name":"get","tool_input":{"id":12345678901234567890,"n":1},"tool_user_id":"t"}`
  writeFileSync(tree.at('/p.json'), given)
  const where = ['--workspace', tree.folder, '--home', tree.at('/home'), '--trust-workspace']
  const { code, stdout } = await cli.run([
    ...where,
    'run',
    'before_tool_call',
    '--payload',
    tree.at('/p.json'),
    '--record',
    '--json',
  ])
  assert.equal(code, 0, stdout)
  assert.equal(readFileSync(tree.at('/told.json'), 'utf8'), given)
  assert.match(stdout, /"id": 12345678901234567890,/)
  const recordings = tree.at('/.hookbench/recordings')
  const [recording = ''] = readdirSync(recordings).filter((name) => name.endsWith('.ndjson'))
  assert.match(readFileSync(join(recordings, recording), 'utf8'), /"id":12345678901234567890,/)
})

test('run --recipe says which recipe is active', async (t) => {
  const tree = writeTree(TELLING)
  t.after(tree.remove)
  const where = ['--workspace', tree.folder, '--home', tree.at('/home'), '--trust-workspace']
  const { code } = await cli.run([...where, 'run', 'before_tool_call', '--recipe', 'code-review'])
  assert.equal(code, 0)
  assert.equal(JSON.parse(readFileSync(tree.at('/told.json'), 'utf8')).recipe_name, 'code-review')
  const refused = await cli.run([...where, 'run', 'beforeTool', '--recipe', 'code-review'])
  assert.deepEqual([refused.code, refused.stderr], [2, 'hookbench: compilr has no recipes; omit --recipe.\n'])
})
