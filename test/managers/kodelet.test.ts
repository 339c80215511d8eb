// Kodelet's HookManager and Trigger against the text of ADR 021 and ADR 029.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { DiscoveryOption, StructuredToolResult } from 'hookbench/kodelet'
import { kodelet as kodeletDialect } from '../../runtime/contract/dialects/kodelet.ts'
import { mismatch } from '../../runtime/contract/validate.ts'
import {
  DefaultTimeout,
  HookFailure,
  HookManager,
  InvokedByMain,
  InvokedBySubagent,
  newBlockedToolResult,
  newDiscovery,
  newHookManager,
  newTrigger,
  Trigger,
  withDefaultDirs,
  withHome,
  withHookDirs,
  withLog,
  withTrust,
  withWorkspace,
} from '../../runtime/managers/kodelet.ts'
import { type Tree, writeTree } from '../support/tree.ts'

type Setting = { readonly manager: HookManager; readonly tree: Tree; readonly log: readonly string[] }

/** A hook of one type; `run` is shell code, with the payload in "$payload". */
const hook = (path: string, type: string, run: string) => `
  //- ${path} 755
  #!/bin/sh
  if [ "$1" = hook ]; then echo ${type}; exit; fi
  payload=$(cat)
  ${run}
`

const record = kodeletDialect.events.before_tool_call

const says = (json: string) => `echo '${json}'`

async function kodelet(t: TestContext, files: string, ...options: DiscoveryOption[]): Promise<Setting> {
  const tree = writeTree(`//- /ws/\n//- /home/\n${files}`)
  const log: string[] = []
  const manager = await newHookManager(
    withWorkspace(tree.at('/ws')),
    withHome(tree.at('/home')),
    withTrust('workspace'),
    withLog((line) => log.push(line)),
    ...options,
  )
  t.after(async () => {
    await manager.close()
    tree.remove()
  })
  return { manager, tree, log }
}

const base = { conv_id: 'c1', cwd: '/', invoked_by: 'main' } as const
const call = { ...base, tool_name: 'bash', tool_input: { command: 'ls' }, tool_user_id: 't1' } as const
const before = { event: 'before_tool_call', ...call } as const
const output: StructuredToolResult = { toolName: 'bash', success: true, timestamp: '2026-01-01T00:00:00Z' }
const after = { event: 'after_tool_call', ...call, tool_output: output } as const

test('an empty manager does nothing', async () => {
  const empty = new HookManager()
  assert.deepEqual(await empty.executeBeforeToolCall(before), { blocked: false })
  assert.deepEqual(await empty.executeAfterToolCall(after), {})
  assert.deepEqual(
    await empty.executeUserMessageSend({ event: 'user_message_send', ...base, message: 'hi' }),
    { blocked: false },
  )
  assert.deepEqual(await empty.executeAgentStop({ event: 'agent_stop', ...base, messages: [] }), {})
  assert.deepEqual(
    await empty.executeTurnEnd({ event: 'turn_end', ...base, response: 'ok', turn_number: 1 }),
    {},
  )
  assert.deepEqual([empty.list(), empty.getHookByName('x')], [[], undefined])
  assert.deepEqual(await newTrigger(empty, 'c').triggerBeforeToolCall('bash', { command: 'ls' }, 't'), {
    blocked: false,
    reason: '',
    input: { command: 'ls' },
  })
  await empty.close()
})

test('a block wins with its reason, and later hooks do not run', async (t) => {
  const { manager, tree } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/a_guard', 'before_tool_call', says('{"blocked": true, "reason": "no"}')) +
      hook('/ws/.kodelet/hooks/b_late', 'before_tool_call', 'touch ./ran'),
  )
  const result = await manager.executeBeforeToolCall({ ...before, cwd: tree.at('/ws') })
  assert.deepEqual(result, { blocked: true, reason: 'no' })
  assert.throws(() => readFileSync(tree.at('/ws/ran')), /ENOENT/)
})

test('inputs chain, an empty answer erases nothing, and no change is no input', async (t) => {
  const one = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/a', 'before_tool_call', says('{"input": {"command": "ls -l"}}')) +
      hook(
        '/ws/.kodelet/hooks/b',
        'before_tool_call',
        `case "$payload" in *"ls -l"*) ${says('{"input": {"command": "ls -la"}}')};; esac`,
      ) +
      hook('/ws/.kodelet/hooks/c', 'before_tool_call', 'true'),
  )
  assert.deepEqual(await one.manager.executeBeforeToolCall(before), {
    blocked: false,
    input: { command: 'ls -la' },
  })
  const two = await kodelet(t, hook('/ws/.kodelet/hooks/a', 'before_tool_call', says('{"input": null}')))
  assert.deepEqual(await two.manager.executeBeforeToolCall(before), { blocked: false })
})

test('outputs, blocked messages, follow-ups and turn ends come back typed', async (t) => {
  const { manager } = await kodelet(
    t,
    hook(
      '/ws/.kodelet/hooks/after',
      'after_tool_call',
      says('{"output": {"toolName": "bash", "success": false, "error": "masked"}}'),
    ) +
      hook('/ws/.kodelet/hooks/message', 'user_message_send', says('{"blocked": true, "reason": "rude"}')) +
      hook('/ws/.kodelet/hooks/stop_a', 'agent_stop', says('{"follow_up_messages": ["one"]}')) +
      hook('/ws/.kodelet/hooks/stop_b', 'agent_stop', says('{"follow_up_messages": ["two"]}')) +
      hook('/ws/.kodelet/hooks/turn', 'turn_end', says('{"success": true}')),
  )
  assert.deepEqual(await manager.executeAfterToolCall(after), {
    output: { toolName: 'bash', success: false, error: 'masked', timestamp: '0001-01-01T00:00:00Z' },
  })
  const trigger = newTrigger(manager, 'c1')
  assert.deepEqual(await trigger.triggerUserMessageSend('hey'), { blocked: true, reason: 'rude' })
  assert.deepEqual(await trigger.triggerAgentStop([{ role: 'user', content: 'hi' }]), ['one', 'two'])
  assert.equal(await trigger.triggerTurnEnd('done', 2), undefined)
  assert.equal((await trigger.triggerAfterToolCall('bash', {}, 't', output))?.error, 'masked')
})

test('a trigger fills in conversation, working directory, who asks and the recipe', async (t) => {
  const { manager, tree } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/tells', 'turn_end', `printf %s "$payload" > ./told.json`),
  )
  const readPayload = () => JSON.parse(readFileSync(tree.at('/ws/told.json'), 'utf8'))
  const cwd = tree.at('/ws')
  await newTrigger(manager, 'conv-1', false, 'code-review').triggerTurnEnd('done', 1, { cwd })
  assert.deepEqual(readPayload(), {
    event: 'turn_end',
    conv_id: 'conv-1',
    cwd,
    invoked_by: 'main',
    recipe_name: 'code-review',
    response: 'done',
    turn_number: 1,
  })
  const subagent = new Trigger(manager, 'conv-2', true)
  await subagent.triggerTurnEnd('done', 2, { cwd })
  assert.equal(readPayload().invoked_by, 'subagent', 'a subagent shares its parent’s hooks')
  assert.ok(!('recipe_name' in readPayload()), 'no recipe is no field')
})

test('hooks are found by name, plugins under org/repo, in the order they run', async (t) => {
  const { manager, tree } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/audit', 'after_tool_call', 'true') +
      hook('/home/.kodelet/hooks/audit', 'turn_end', 'true') +
      hook('/ws/.kodelet/plugins/acme@review/hooks/audit', 'agent_stop', 'true') +
      '\n//- /ws/.kodelet/hooks/notes.txt\nno hook\n',
  )
  assert.deepEqual(manager.getHookByName('audit'), {
    name: 'audit',
    path: tree.at('/ws/.kodelet/hooks/audit'),
    source: 'workspace',
    state: 'active',
    hookType: 'after_tool_call',
  })
  assert.equal(manager.getHookByName('acme/review/audit')?.hookType, 'agent_stop')
  assert.equal(manager.getHookByName('nobody'), undefined)
  assert.deepEqual(
    manager.list().map(({ name, state }) => `${name} ${state}`),
    ['audit active', 'acme/review/audit active', 'audit shadowed'],
  )
})

test('withHookDirs looks there and nowhere else, earlier folders first; withDefaultDirs adds the usual ones', async (t) => {
  const files =
    hook('/ws/.kodelet/hooks/usual', 'turn_end', 'true') +
    hook('/ws/one/same', 'turn_end', 'true') +
    hook('/ws/two/same', 'agent_stop', 'true') +
    hook('/ws/two/other', 'turn_end', 'true')
  const alone = await kodelet(t, files, withHookDirs('one', 'two', 'missing'))
  assert.deepEqual(
    alone.manager.list().map(({ name, state }) => `${name} ${state}`),
    ['same active', 'other active', 'same shadowed'],
  )
  assert.equal(alone.manager.getHookByName('same')?.path, alone.tree.at('/ws/one/same'))
  const both = await kodelet(t, files, withHookDirs('one'), withDefaultDirs())
  assert.deepEqual(
    both.manager.list().map(({ name }) => name),
    ['usual', 'same'],
  )
})

test('a failing hook is logged and halts nothing', async (t) => {
  const { manager, log } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/a', 'before_tool_call', 'echo oh no >&2; exit 3') +
      hook('/ws/.kodelet/hooks/b', 'before_tool_call', says('{"input": {"command": "pwd"}}')),
  )
  assert.deepEqual((await manager.executeBeforeToolCall(before)).input, { command: 'pwd' })
  assert.deepEqual(log, ['before_tool_call: a failed (crashed): ended with exit code 3: oh no'])
})

test('with failOpen: false in the settings a failing hook rejects', async (t) => {
  const { manager } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/a', 'before_tool_call', 'exit 3') +
      '\n//- /ws/.hookbench/settings.json\n{ "failOpen": false }\n',
  )
  await assert.rejects(manager.executeBeforeToolCall(before), HookFailure)
  await assert.rejects(newTrigger(manager, 'c').triggerBeforeToolCall('bash', {}, 't'), /the hook a failed/)
})

test('setTimeout holds for every hook from then on, and 0 brings the default back', async (t) => {
  const { manager, log } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/a', 'before_tool_call', `sleep 2; ${says('{"blocked": true}')}`),
  )
  manager.setTimeout(60)
  assert.deepEqual(await manager.executeBeforeToolCall(before), { blocked: false })
  assert.deepEqual(log, ['before_tool_call: a failed (timeout): did not answer within 60 ms'])
  manager.setTimeout(0)
  assert.deepEqual(await manager.executeBeforeToolCall(before), { blocked: true })
  assert.throws(() => manager.setTimeout(-1), RangeError)
})

test('a signal ends the hooks', async (t) => {
  const { manager } = await kodelet(t, hook('/ws/.kodelet/hooks/a', 'before_tool_call', 'sleep 60'))
  const signal = AbortSignal.timeout(50)
  const start = performance.now()
  assert.deepEqual(await manager.executeBeforeToolCall(before, { signal }), { blocked: false })
  assert.ok(performance.now() - start < 30_000)
})

test('listeners receive every event, with and without hooks', async () => {
  const manager = new HookManager()
  const received: string[] = []
  const listener = ({ message }: { message: string }) => received.push(message)
  manager.on('user_message_send', listener)
  await newTrigger(manager, 'c').triggerUserMessageSend('one')
  manager.off('user_message_send', listener)
  await newTrigger(manager, 'c').triggerUserMessageSend('two')
  assert.deepEqual(received, ['one'])
})

test('a blocked tool call has a result of its own, and after_tool_call fires for it too', async (t) => {
  const { manager } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/a', 'before_tool_call', says('{"blocked": true, "reason": "policy"}')) +
      hook(
        '/ws/.kodelet/hooks/b',
        'after_tool_call',
        `case "$payload" in *"blocked by hook: policy"*) ${says('{"output": {"toolName": "bash", "success": false, "error": "seen"}}')};; esac`,
      ),
  )
  const trigger = newTrigger(manager, 'c')
  const { blocked, reason } = await trigger.triggerBeforeToolCall('bash', { command: 'x' }, 't')
  assert.ok(blocked)
  const result = newBlockedToolResult(reason, 'bash')
  assert.equal(result.success, false)
  assert.ok(!Number.isNaN(Date.parse(result.timestamp ?? '')))
  const seen = await trigger.triggerAfterToolCall('bash', { command: 'x' }, 't', result)
  assert.equal(seen?.error, 'seen')
})

// ADR 021, "Security Guardrail (Python)": a tool input that is a string has no `get`, and the hook fails open.
const guardrail = `
  //- /ws/.kodelet/hooks/guardrail 755
  #!/usr/bin/env python3
  import json, sys
  if sys.argv[1] == "hook":
      print("before_tool_call")
      sys.exit(0)
  command = json.load(sys.stdin).get("tool_input", {}).get("command", "")
  print(json.dumps({"blocked": "sudo" in command, "reason": "no sudo"}))
`

test('tool input may be JSON text, as ADR 021 has it: hooks see what it says, and the answer is text', async (t) => {
  const { manager } = await kodelet(
    t,
    guardrail +
      hook(
        '/ws/.kodelet/hooks/rewrite',
        'before_tool_call',
        `case "$payload" in *make*) ${says('{"input": {"command": "make -j"}}')};; esac`,
      ),
  )
  const call = (input: string) => newTrigger(manager, 'c').triggerBeforeToolCall('bash', input, 't')
  assert.deepEqual(await call('{"command": "sudo ls"}'), { blocked: true, reason: 'no sudo', input: '' })
  assert.deepEqual(await call('{ "command": "ls" }'), {
    blocked: false,
    reason: '',
    input: '{ "command": "ls" }',
  })
  assert.deepEqual(await call('{"command":"make"}'), {
    blocked: false,
    reason: '',
    input: '{"command":"make -j"}',
  })
  assert.deepEqual(await call(''), { blocked: false, reason: '', input: '' })
})

test('after_tool_call takes tool input as JSON text too', async (t) => {
  const { manager, tree } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/tells', 'after_tool_call', `printf %s "$payload" > ./told.json`),
  )
  const trigger = newTrigger(manager, 'c')
  for (const [text, seen] of [
    ['{"command":"ls"}', { command: 'ls' }],
    ['', {}],
    ['not JSON', 'not JSON'],
  ] as const) {
    await trigger.triggerAfterToolCall('bash', text, 't', output, { cwd: tree.at('/ws') })
    assert.deepEqual(JSON.parse(readFileSync(tree.at('/ws/told.json'), 'utf8')).tool_input, seen)
  }
})

test('execute runs the hooks of any event', async (t) => {
  const { manager } = await kodelet(
    t,
    hook('/ws/.kodelet/hooks/guard', 'before_tool_call', says('{"blocked": true, "reason": "no"}')) +
      hook('/ws/.kodelet/hooks/stop', 'agent_stop', says('{"follow_up_messages": ["more"]}')),
  )
  assert.deepEqual(await manager.execute('before_tool_call', before), { blocked: true, reason: 'no' })
  assert.deepEqual(await manager.execute('agent_stop', { event: 'agent_stop', ...base, messages: [] }), {
    follow_up_messages: ['more'],
  })
  assert.deepEqual(await manager.execute('after_tool_call', after), {})
  await assert.rejects(manager.execute('no_such_event' as 'turn_end', {} as never), /has no event/)
})

test('a discovery finds the hooks that may run, by event', async (t) => {
  const tree = writeTree(
    '//- /ws/\n//- /home/\n' +
      hook('/ws/.kodelet/hooks/a', 'turn_end', 'true') +
      hook('/ws/.kodelet/hooks/b', 'turn_end', 'true') +
      hook('/ws/.kodelet/hooks/c', 'agent_stop', 'true') +
      hook('/ws/.kodelet/hooks/d', 'no_such_event', 'true') +
      hook('/home/.kodelet/hooks/a', 'agent_stop', 'true'),
  )
  t.after(tree.remove)
  const places = [withWorkspace(tree.at('/ws')), withHome(tree.at('/home'))]
  const found = await newDiscovery(...places, withTrust('workspace')).discoverHooks()
  assert.deepEqual(
    Object.entries(found).map(([event, hooks]) => [event, hooks?.map(({ name }) => name)]),
    [
      ['turn_end', ['a', 'b']],
      ['agent_stop', ['c']],
    ],
  )
  assert.deepEqual(
    Object.keys(await newDiscovery(...places).discoverHooks()),
    [],
    'what is not trusted may not run',
  )
})

test('the constants of ADR 021 are those of the contract', () => {
  assert.equal(DefaultTimeout, kodeletDialect.timeoutMs)
  assert.deepEqual(
    [InvokedByMain, InvokedBySubagent].map((by) => mismatch(record.payload, { ...before, invoked_by: by })),
    [undefined, undefined],
  )
})
