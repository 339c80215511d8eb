// The workspace API that everything else builds on: open, list, explain, fire, receive steps, reload, close.

import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Step } from '../../runtime/contract/outcome.ts'
import { openWorkspace, recordWorkspace, type Workspace } from '../../runtime/index.ts'
import type { OpenOptions } from '../../runtime/workspace/workspace.ts'
import { writeShop } from '../support/shop.ts'

const shop = writeShop()
after(shop.remove)

async function open(
  t: { after(end: () => unknown): void },
  options: Partial<OpenOptions> = {},
): Promise<Workspace> {
  const workspace = await openWorkspace({ root: shop.ws, home: shop.home, trust: 'workspace', ...options })
  t.after(() => workspace.close())
  return workspace
}

/** A workspace whose hooks are all trusted in their current form. */
async function openTrusted(t: { after(end: () => unknown): void }): Promise<Workspace> {
  const workspace = await openWorkspace({ root: shop.ws, home: shop.home })
  t.after(() => workspace.close())
  const { openLedger } = await import('../../runtime/trust/ledger.ts')
  const { ledgerFile } = await import('../../runtime/trust/store.ts')
  const ledger = openLedger({ file: ledgerFile(shop.home), root: shop.ws, home: shop.home })
  assert.equal((await ledger.trust(workspace.list(), 'exact')).ok, true)
  await workspace.reload()
  return workspace
}

const call = recordOf('kodelet', 'before_tool_call')?.example as Readonly<Record<string, unknown>>
const kodelet = { dialect: 'kodelet' } as const

function handler(name: string, handle: (payload: Record<string, unknown>) => unknown, order = 100): Hook {
  return {
    id: `kodelet:builtin:${name}`,
    name,
    dialect: 'kodelet',
    events: ['before_tool_call'],
    source: 'builtin',
    path: '',
    runner: 'in-process',
    state: 'active',
    order,
    timeoutMs: 5000,
    files: [],
    handler: handle as NonNullable<Hook['handler']>,
  }
}

test('a firing tells its steps in order: fired, planned, started and finished per hook, settled', async (t) => {
  const workspace = await open(t)
  const steps: Step[] = []
  t.after(workspace.onStep((step) => steps.push(step)))
  const outcome = await workspace.fire('before_tool_call', call, kodelet)
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['fired', 'planned', ...Array(3).fill(['started', 'finished']).flat(), 'settled'],
  )
  assert.equal(new Set(steps.map(({ firing }) => firing)).size, 1)
  assert.deepEqual(
    outcome.hooks.map(({ status }) => status),
    ['returned', 'returned', 'failed'],
  )
  assert.equal(outcome.hooks[2]?.failure, 'untrusted')
})

test('explain says what fire will do, and runs nothing', async (t) => {
  const workspace = await open(t)
  let steps = 0
  t.after(workspace.onStep(() => steps++))
  const explained = workspace.explain('before_tool_call', call, kodelet)
  assert.deepEqual(
    explained.hooks.map(({ name, run, why }) => [name, run, why?.split(':')[0]]),
    [
      ['10-rewrite', true, undefined],
      ['20-guard', true, undefined],
      ['private', false, 'untrusted'],
    ],
  )
  assert.equal(steps, 0)
  const only = workspace.explain('before_tool_call', call, {
    ...kodelet,
    only: ({ name }) => name === '20-guard',
  })
  assert.deepEqual(
    only.hooks.map(({ name }) => name),
    ['20-guard'],
  )
})

test("an embedder's own hooks run in their place in the chain, and need no trust", async (t) => {
  const seen: unknown[] = []
  const mine = handler('mine', (payload) => void seen.push(payload.tool_input), 1000)
  const workspace = await open(t, { handlers: [mine] })
  const outcome = await workspace.fire('before_tool_call', call, kodelet)
  assert.deepEqual(seen, [{ command: 'ls -l' }], 'it saw what the rewriting hook made')
  assert.deepEqual(
    outcome.hooks.map(({ name }) => name),
    ['10-rewrite', '20-guard', 'private', 'mine'],
  )
})

test("without hooks only the embedder's own are left out too: everything passes", async (t) => {
  const workspace = await open(t, { hooks: false })
  assert.deepEqual(workspace.list(), [])
  const outcome = await workspace.fire('before_tool_call', call, kodelet)
  assert.deepEqual([outcome.decision, outcome.hooks, outcome.payload], ['pass', [], call])
})

test('a payload that does not match its schema fires with a note, also in the recording; strict refuses it', async (t) => {
  const workspace = await open(t)
  const { event: _event, ...payload } = call
  const recorder = recordWorkspace(workspace, assert.fail)
  const outcome = await workspace.fire('before_tool_call', payload, kodelet)
  recorder.close()
  assert.deepEqual(outcome.notes, ['the payload does not match its schema: event is missing'])
  const [path = ''] = recorder.paths()
  const settled = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .at(-1)
  assert.deepEqual(settled.outcome.notes, outcome.notes)
  const strict = workspace.fire('before_tool_call', payload, { ...kodelet, strict: true })
  await assert.rejects(strict, { name: 'Refusal', message: /kodelet before_tool_call: event is missing/ })
})

test('firings of one session and event settle in the order sent; other sessions do not wait for them', async (t) => {
  const order: string[] = []
  const slow = handler(
    'slow',
    async ({ conv_id, tool_input }) => {
      const { ms, name } = tool_input as { ms: number; name: string }
      await sleep(ms)
      order.push(`${conv_id} ${name}`)
    },
    -1,
  )
  const workspace = await open(t, { handlers: [slow] })
  const only = ({ name }: Hook) => name === 'slow'
  const fire = (conv_id: string, ms: number, name: string) =>
    workspace.fire('before_tool_call', { ...call, conv_id, tool_input: { ms, name } }, { ...kodelet, only })
  await Promise.all([fire('a', 60, 'first'), fire('a', 0, 'second'), fire('b', 0, 'only')])
  assert.deepEqual(order, ['b only', 'a first', 'a second'])
})

test('an abort reaches the firing, and those behind it still run', async (t) => {
  const workspace = await open(t, { handlers: [handler('never', () => new Promise(() => {}), -1)] })
  const only = ({ name }: Hook) => name === 'never'
  const control = new AbortController()
  const first = workspace.fire('before_tool_call', call, { ...kodelet, only, signal: control.signal })
  const second = workspace.fire('before_tool_call', call, {
    ...kodelet,
    only: ({ name }) => name === '20-guard',
  })
  control.abort()
  assert.deepEqual(
    (await first).hooks.map(({ failure }) => failure),
    ['aborted'],
  )
  assert.deepEqual(
    (await second).hooks.map(({ status }) => status),
    ['returned'],
  )
})

test('reload sees hooks that came, went and changed; firings in flight keep what they began with', async (t) => {
  const workspace = await open(t)
  const extra = join(shop.ws, '.kodelet/hooks/00-extra')
  const text = (reason: string) =>
    `#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call && exit\ncat > /dev/null\necho '{"blocked": true, "reason": "${reason}"}'\n`
  writeFileSync(extra, text('one'), { mode: 0o755 })
  t.after(() => rmSync(extra, { force: true }))
  assert.equal((await workspace.fire('before_tool_call', call, kodelet)).decision, 'pass', 'not seen yet')
  await workspace.reload()
  assert.equal((await workspace.fire('before_tool_call', call, kodelet)).reason, 'one')
  const before = workspace.fire('before_tool_call', call, kodelet)
  rmSync(extra)
  await workspace.reload()
  assert.equal(
    workspace.list().some(({ name }) => name === '00-extra'),
    false,
  )
  await before
  assert.equal((await workspace.fire('before_tool_call', call, kodelet)).decision, 'pass')
})

test('settings of the workspace hold: disabled hooks, fail closed, and the reload that brings them', async (t) => {
  const workspace = await open(t)
  const file = join(shop.ws, '.hookbench/settings.json')
  shop.write(
    '//- /ws/.hookbench/settings.json\n{"disabled": ["kodelet:workspace:10-*", "kodelet:user:*"], "failOpen": false}\n',
  )
  t.after(() => rmSync(file))
  await workspace.reload()
  const outcome = await workspace.fire('before_tool_call', call, kodelet)
  assert.deepEqual(
    outcome.hooks.map(({ name, status, why }) => [name, status, /disabled/.test(why ?? '')]),
    [
      ['10-rewrite', 'skipped', true],
      ['20-guard', 'returned', false],
      ['private', 'skipped', true],
    ],
  )
  assert.equal(outcome.decision, 'pass')
})

test('a hook edited after it was opened is looked at again before it runs', async (t) => {
  const workspace = await openTrusted(t)
  const fire = async () => {
    const outcome = await workspace.fire('before_tool_call', call, kodelet)
    const guard = outcome.hooks.find(({ name }) => name === '20-guard')
    return [guard?.status, guard?.failure, guard?.why]
  }
  assert.deepEqual(await fire(), ['returned', undefined, undefined])
  const path = join(shop.ws, '.kodelet/hooks/20-guard')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, `${text}# edited\n`)
  await sleep(300)
  const [status, failure, why] = await fire()
  assert.deepEqual([status, failure], ['failed', 'untrusted'])
  assert.match(why ?? '', /^changed since it was trusted: 20-guard; look at it/)
  writeFileSync(path, text)
  await sleep(300)
  assert.deepEqual(await fire(), ['returned', undefined, undefined])
})

test('the output of an executable about its event cannot break a message', async (t) => {
  shop.write(`
    //- /ws/.kodelet/hooks/paints 755
    #!/bin/sh
    printf 'one\\ntwo \\033[2J\\342\\200\\256end'
  `)
  t.after(() => rmSync(join(shop.ws, '.kodelet/hooks/paints')))
  const workspace = await open(t)
  const why = workspace.list().find(({ name }) => name === 'paints')?.why
  assert.match(why ?? '', /it named "one\\u000atwo \\u001b\[2J\\u202eend", which is not an event of kodelet/)
})

test('an executable that is replaced between two firings never runs, however short the time between', async (t) => {
  const workspace = await openTrusted(t)
  const path = join(shop.ws, '.kodelet/hooks/20-guard')
  const text = readFileSync(path, 'utf8')
  t.after(() => writeFileSync(path, text))
  const guard = async () => {
    const outcome = await workspace.fire('before_tool_call', call, kodelet)
    return outcome.hooks.find(({ name }) => name === '20-guard')
  }
  assert.equal((await guard())?.status, 'returned')
  writeFileSync(path, `#!/bin/sh\ntouch '${shop.at('/pwned')}'\n`)
  assert.equal((await guard())?.failure, 'untrusted')
  assert.equal(existsSync(shop.at('/pwned')), false)
})

test('an executable that writes to itself is not believed', async (t) => {
  shop.write(`
    //- /ws/.kodelet/hooks/writes 755
    #!/bin/sh
    if [ "$1" = hook ]; then echo turn_end; exit; fi
    sleep 0.2
    echo 'echo more' >> "$0"
    echo '{}'
  `)
  const path = join(shop.ws, '.kodelet/hooks/writes')
  t.after(() => rmSync(path))
  const workspace = await openTrusted(t)
  const outcome = await workspace.fire('turn_end', undefined, kodelet)
  const writes = outcome.hooks.find(({ name }) => name === 'writes')
  assert.equal(writes?.failure, 'untrusted')
  assert.match(writes?.why ?? '', /^changed since it was trusted: writes;.* other bytes may have run/)
})

test('an executable whose text does not name its event is run with "hook" once it is trusted, and is broken if it names another', async (t) => {
  const witness = shop.at('/asked')
  shop.write(`
    //- /ws/.kodelet/hooks/asks 755
    #!/bin/sh
    echo asked >> '${witness}'
    [ "$1" = "$(echo hook | tr -d X)" ] && echo "$(echo turn | tr -d X)_end"
    exit 0
    //- /ws/.kodelet/hooks/lies 755
    #!/bin/sh
    [ "$1" = "$(echo hook | tr -d X)" ] && echo "$(echo turn | tr -d X)_ned"
  `)
  t.after(() => ['asks', 'lies'].forEach((name) => void rmSync(join(shop.ws, '.kodelet/hooks', name))))
  const untrusted = await openWorkspace({ root: shop.ws, home: shop.home })
  t.after(() => untrusted.close())
  assert.equal(untrusted.list().find(({ name }) => name === 'asks')?.state, 'untrusted')
  assert.throws(() => readFileSync(witness), 'nobody asked it')
  const workspace = await open(t)
  const found = (name: string) => workspace.list().find((hook) => hook.name === name)
  assert.deepEqual([found('asks')?.state, found('asks')?.events], ['active', ['turn_end']])
  assert.equal(found('lies')?.state, 'broken')
  assert.match(
    found('lies')?.why ?? '',
    /named "turn_ned", which is not an event of kodelet\. Did you mean "turn_end"\?/,
  )
  assert.ok(workspace.problems.some(({ code, path }) => code === 'executable.query' && path.endsWith('lies')))
  const times = () => readFileSync(witness, 'utf8').trim().split('\n').length
  assert.equal(times(), 1)
  const again = await open(t)
  await again.reload()
  assert.equal(again.list().find(({ name }) => name === 'asks')?.state, 'active')
  assert.equal(times(), 1, 'an unchanged executable is asked once')
  const outcome = await workspace.fire('turn_end', recordOf('kodelet', 'turn_end')?.example, kodelet)
  assert.equal(outcome.hooks.find(({ name }) => name === 'asks')?.status, 'returned')
  appendFileSync(join(shop.ws, '.kodelet/hooks/asks'), '# edited\n')
  await again.reload()
  assert.equal(times(), 3, 'run once, and asked again after the edit')
})

test('a closed workspace refuses to fire, and closing twice is no error', async () => {
  const workspace = await openWorkspace({ root: shop.ws, home: shop.home, trust: 'workspace' })
  await workspace.close()
  await workspace.close()
  await assert.rejects(workspace.fire('before_tool_call', call, kodelet), {
    name: 'Refusal',
    message: 'This workspace is closed; open it again to fire events.',
  })
})

test('closing aborts what is in flight and leaves no process', async () => {
  shop.write(`
    //- /ws/.kodelet/hooks/sleeps 755
    #!/bin/sh
    [ "$1" = hook ] && echo agent_stop && exit
    sleep 300
  `)
  const workspace = await openWorkspace({ root: shop.ws, home: shop.home, trust: 'workspace' })
  const payload = recordOf('kodelet', 'agent_stop')?.example
  const fired = Array.from({ length: 3 }, () => workspace.fire('agent_stop', payload, kodelet))
  await sleep(100)
  await workspace.close()
  for (const outcome of await Promise.all(fired)) assert.equal(outcome.hooks[0]?.failure, 'aborted')
  rmSync(join(shop.ws, '.kodelet/hooks/sleeps'))
})

test('a caller without types gets an error that names the missing argument', async (t) => {
  const untyped = openWorkspace as unknown as (options?: object) => ReturnType<typeof openWorkspace>
  for (const options of [undefined, {}, { root: '' }])
    await assert.rejects(untyped(options), { name: 'Refusal', message: /^openWorkspace expects \{ root \}/ })
  const workspace = await open(t)
  const fire = workspace.fire as unknown as (
    event: string,
    payload: object,
    options?: object,
  ) => Promise<void>
  for (const options of [undefined, {}, { dialect: 3 }])
    await assert.rejects(fire('turn_end', {}, options), {
      name: 'Refusal',
      message: /^fire expects \{ dialect \} .*kodelet/,
    })
})
