// Promises that the seed texts make in passing and no room's own tests cover, tested through the whole product.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { BaseHook, HookManager as KaizenManager } from '../../runtime/managers/kaizen.ts'
import {
  newBlockedToolResult,
  newHookManager,
  Trigger,
  withHome,
  withTrust,
  withWorkspace,
} from '../../runtime/managers/kodelet.ts'
import { ExtensionManager } from '../../runtime/managers/secureyeoman.ts'
import { writeTree } from '../support/tree.ts'

test('a hook has 5000 ms in SecureYeoman, 30 s in Kodelet and 5 s in Kaizen by default', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/extensions/a.mjs
    export const agent_init = async () => {}
    //- /ws/.kodelet/hooks/a 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end
    //- /ws/.kaizen/hooks/a.ts
    export class A {
      events = ['pre_tool_use']
      async handle() { return { success: true } }
    }
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
  t.after(() => workspace.close())
  const found = workspace.list().filter(({ source }) => source === 'workspace')
  assert.deepEqual(found.map(({ dialect, timeoutMs }) => `${dialect} ${timeoutMs}`).sort(), [
    'kaizen 5000',
    'kodelet 30000',
    'secureyeoman 5000',
  ])
})

test('a BaseHook that leaves handle out is a failed result that names the class', async () => {
  class Unfinished extends BaseHook {}
  const manager = new KaizenManager({ log: () => {} })
  manager.register('pre_tool_use', new Unfinished('unfinished'))
  const [result] = await manager.trigger('pre_tool_use', 'agent', { tool_name: 'Read', tool_input: {} })
  assert.deepEqual(
    [result?.success, result?.error],
    [false, 'Hook error: Unfinished.handle() must be implemented'],
  )
})

const VETOES = ['tool_execute_before', 'memory_save_before', 'message_received', 'delegation_before'] as const

for (const event of VETOES) {
  test(`null from one extension cancels ${event}`, async (t) => {
    const tree = writeTree(`
      //- /home/
      //- /ws/extensions/_1_vetoes.mjs
      export const ${event} = async (ctx) => (ctx.cancel ? null : { ...ctx, seen: true })
    `)
    const manager = new ExtensionManager({
      workspace: tree.at('/ws'),
      home: tree.at('/home'),
      trust: 'workspace',
      isolation: 'none',
      hotReload: false,
      log: () => {},
    })
    t.after(async () => {
      await manager.close()
      tree.remove()
    })
    await manager.loadExtensions()
    const context = secureyeoman.events[event].example
    assert.equal(await manager.executeVeto(event, { ...context, cancel: true }), null)
    assert.deepEqual(await manager.executeVeto(event, context), { ...context, seen: true })
  })
}

test('hotReload: an extension that is saved while the manager runs is live, unless the configuration says no', async () => {
  for (const hotReload of [true, false]) {
    const tree = writeTree(`
      //- /home/
      //- /ws/secureyeoman.yaml
      extensions:
        hotReload: ${hotReload}
      //- /ws/extensions/a.mjs
      export const message_received = async (ctx) => ctx
    `)
    const manager = new ExtensionManager({
      workspace: tree.at('/ws'),
      home: tree.at('/home'),
      trust: 'workspace',
      log: () => {},
    })
    try {
      await manager.loadExtensions()
      const cancels = async () =>
        (await manager.executeVeto('message_received', secureyeoman.events.message_received.example)) === null
      assert.equal(await cancels(), false)
      writeFileSync(tree.at('/ws/extensions/b.mjs'), 'export const message_received = async () => null\n')
      const until = performance.now() + (hotReload ? 60_000 : 600)
      let live = false
      while (!live && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        live = await cancels()
      }
      assert.equal(live, hotReload)
    } finally {
      await manager.close()
      tree.remove()
    }
  }
})

test('main agent and subagent share one manager; only who asks differs', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/tells 755
    #!/bin/sh
    [ "$1" = hook ] && echo user_message_send && exit
    case $(cat) in
      *'"invoked_by":"subagent"'*) echo '{"blocked": true, "reason": "not for subagents"}' ;;
    esac
  `)
  t.after(tree.remove)
  const quiet = [withHome(tree.at('/home')), withTrust('workspace')]
  await using manager = await newHookManager(withWorkspace(tree.at('/ws')), ...quiet)
  const main = new Trigger(manager, 'c1')
  const subagent = new Trigger(main.manager, 'c1', true)
  assert.deepEqual(await main.triggerUserMessageSend('hello'), { blocked: false, reason: '' })
  assert.deepEqual(await subagent.triggerUserMessageSend('hello'), {
    blocked: true,
    reason: 'not for subagents',
  })
})

test('the loop of ADR 021: a blocked call is answered for, its result can change, and follow-ups keep it going', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/guard 755
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    echo '{"blocked": true, "reason": "not here"}'
    //- /ws/.kodelet/hooks/notes 755
    #!/bin/sh
    [ "$1" = hook ] && echo after_tool_call && exit
    case $(cat) in
      *'not here'*) echo '{"output": {"toolName": "bash", "success": false, "error": "try another way"}}' ;;
    esac
    //- /ws/.kodelet/hooks/once 755
    #!/bin/sh
    [ "$1" = hook ] && echo agent_stop && exit
    case $(cat) in
      *'one more thing'*) ;;
      *) echo '{"follow_up_messages": ["one more thing"]}' ;;
    esac
  `)
  t.after(tree.remove)
  const quiet = [withHome(tree.at('/home')), withTrust('workspace')]
  await using manager = await newHookManager(withWorkspace(tree.at('/ws')), ...quiet)
  const trigger = new Trigger(manager, 'c1')
  const messages = [{ role: 'user', content: 'go' }]
  const outputs: unknown[] = []
  for (let turns = 0; turns < 5; turns++) {
    const { blocked, reason } = await trigger.triggerBeforeToolCall('bash', { command: 'ls' }, 't1')
    assert.ok(blocked)
    const result = newBlockedToolResult(reason, 'bash')
    outputs.push((await trigger.triggerAfterToolCall('bash', { command: 'ls' }, 't1', result)) ?? result)
    const followUps = await trigger.triggerAgentStop(messages)
    if (followUps.length === 0) break
    messages.push(...followUps.map((content) => ({ role: 'user', content })))
  }
  assert.deepEqual(messages, [
    { role: 'user', content: 'go' },
    { role: 'user', content: 'one more thing' },
  ])
  // A result without a time gets Kodelet's zero time.
  const changed = {
    toolName: 'bash',
    success: false,
    error: 'try another way',
    timestamp: '0001-01-01T00:00:00Z',
  }
  assert.deepEqual(outputs, [changed, changed])
})
