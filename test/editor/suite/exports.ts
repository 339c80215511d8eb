// The exports as a second extension uses them: hooks listed, events fired, steps received, sessions, errors by their
// code.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import type { HookbenchErrorCode, SessionStep } from '../../../client/api.ts'
import { consumer } from '../support/consumer.ts'
import { eventually } from '../support/eventually.ts'
import { folder } from '../support/shop.ts'

const MARKS = 'kodelet:workspace:marks'

/** The `before_tool_call` payload of a session for this command. */
function toolCall(command: string): object {
  return {
    ...{ event: 'before_tool_call', conv_id: 'c1', cwd: folder().uri.fsPath, invoked_by: 'main' },
    ...{ tool_name: 'bash', tool_input: { command }, tool_user_id: 'u1' },
  }
}

async function fails(code: HookbenchErrorCode, message: RegExp, call: () => Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error: Error & { readonly code?: unknown }) => {
    assert.deepEqual([error.name, error.code], ['HookbenchError', code])
    assert.match(error.message, message)
    assert.ok(!error.message.includes('\n'))
    return true
  })
}

suite('exports', () => {
  test('they say their version, and hold nothing but what is promised', async () => {
    const { hookbench } = await consumer()
    assert.equal(hookbench.version, 1)
    const promised = ['version', 'list', 'fire', 'onStep', 'startSession']
    assert.deepEqual(
      Object.keys(hookbench).filter((name) => name !== 'underTest'),
      promised,
    )
  })

  test('hooks are listed in firing order, all of them or those of one event', async () => {
    const { hookbench } = await consumer()
    const all = await hookbench.list()
    assert.ok(all.length > 10)
    const some = await hookbench.list({ event: 'before_tool_call', dialect: 'kodelet', folder: folder().uri })
    assert.ok(some.length < all.length)
    assert.ok(some.some(({ id, state }) => id === MARKS && state === 'active'))
    assert.ok(some.every(({ dialect }) => dialect === 'kodelet'))
  })

  test('an event is fired through its hooks, and listeners receive its steps until they are disposed', async () => {
    const { hookbench } = await consumer()
    const steps: SessionStep[] = []
    const listening = hookbench.onStep((one) => steps.push(one))
    const event = 'before_tool_call'
    const denied = await hookbench.fire({ event, payload: toolCall('git push --force'), hook: MARKS })
    assert.deepEqual([denied.decision, denied.by], ['deny', MARKS])
    await eventually(() => {
      const kinds = steps.map(({ step }) => step.kind)
      assert.deepEqual(kinds, ['fired', 'planned', 'started', 'finished', 'settled'])
    })
    assert.ok(steps.every((one) => one.folder.toString() === folder().uri.toString()))
    listening.dispose()
    const other = await hookbench.fire({ event, payload: toolCall('ls'), hook: MARKS })
    assert.notEqual(other.decision, 'deny')
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.equal(steps.length, 5)
  })

  test('a session fires in order, its steps name it, and it leaves one recording', async () => {
    const { hookbench } = await consumer()
    const session = await hookbench.startSession({ conversation: 'agents', folder: folder().uri })
    const kinds: string[] = []
    session.onStep(({ kind }) => kinds.push(kind))
    const firing = ['ls', 'git push --force'].map((command) =>
      session.fire('before_tool_call', toolCall(command), { dialect: 'kodelet' }),
    )
    await hookbench.fire({ event: 'before_tool_call', payload: toolCall('ls'), hook: MARKS })
    const [listed, pushed] = await Promise.all(firing)
    assert.notEqual(listed?.decision, 'deny')
    assert.equal(pushed?.decision, 'deny')
    const { firings, recording } = await session.end()
    assert.equal(firings, 2)
    assert.ok(existsSync(recording ?? ''), recording)
    assert.equal(kinds.filter((kind) => kind === 'settled').length, 2)
    await fails('refused', /session/, () => session.fire('before_tool_call', toolCall('ls')))
    // Ending a session again returns the same result.
    assert.equal((await session.end()).firings, 2)
    session.dispose()
  })

  test('what cannot be is refused in one line with a code', async () => {
    const { hookbench } = await consumer()
    await fails('refused', /Did you mean/, () => hookbench.fire({ event: 'before_tool_cal', payload: {} }))
    await fails('refused', /there is no agent "kodelett"/, () => hookbench.list({ dialect: 'kodelett' }))
    await fails('folder', /not in an open folder/, () =>
      hookbench.list({ folder: vscode.Uri.file('/nowhere') }),
    )
    const session = await hookbench.startSession({ record: false })
    await fails('refused', /does not match the schema/, () =>
      session.fire('before_tool_call', { event: 'before_tool_call' }, { strict: true }),
    )
    await session.end()
  })

  test('a token that is cancelled already is an error before any request', async () => {
    const { hookbench } = await consumer()
    const source = new vscode.CancellationTokenSource()
    source.cancel()
    const request = { event: 'before_tool_call', payload: toolCall('ls') }
    await fails('cancelled', /./, () => hookbench.fire({ ...request, token: source.token }))
  })
})
