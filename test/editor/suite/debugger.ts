// The debugger: breakpoints stop in hooks of every kind and in what they import, shells included, and a session has the
// same outcome as a run. When a session ends, every process it started is gone.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha'
import * as vscode from 'vscode'
import { dynamicConfigurations } from '../../../client/debug/configurations.ts'
import { breakAt, type Debugged, debug } from '../support/debugging.ts'
import { shot, shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { rows, underTest } from '../support/extension.ts'
import { file, folder, open, processes } from '../support/shop.ts'

const bash = (command: string) => ({
  event: 'before_tool_call',
  conv_id: 'c1',
  cwd: folder().uri.fsPath,
  invoked_by: 'main',
  tool_name: 'bash',
  tool_user_id: 't1',
  tool_input: { command },
})
const memory = {
  event: 'memory_save_before',
  sessionId: 's',
  timestamp: 1,
  content: 'write to ann@example.com',
}
const kaizen = (event: string, data: object) => ({ event_type: event, agent_id: 'a', timestamp: 1, data })

let held: { dispose(): void }[] = []

async function started(launch: Readonly<Record<string, unknown>>): Promise<Debugged> {
  const one = await debug(launch)
  held.push(one)
  return one
}

function stopAt(...places: readonly (readonly [string, number])[]): void {
  held.push(breakAt(...places))
}

/** The number of inspected hooks still running: all of them have one of these options in their command lines. */
function hooksLeft(): number {
  return ['--inspect-wait=127.0.0.1:0', '--inspect-brk=127.0.0.1:0', '-Xfrozen_modules=off'].reduce(
    (sum, word) => sum + processes(word).length,
    0,
  )
}

suite('the debugger', function () {
  // Each test starts at least one program.
  this.timeout(300_000)

  suiteSetup(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    const { context } = await underTest()
    await context.runtimes.ask(folder(), 'list', {})
  })
  teardown(async () => {
    await vscode.debug.stopDebugging()
    for (const one of held) one.dispose()
    held = []
    await eventually(() => assert.equal(hooksLeft(), 0))
  })
  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closePanel')
    await vscode.commands.executeCommand('workbench.view.extension.hookbench')
  })

  for (const { kind, hook, event, payload, path, line, local, expression, value, says } of [
    {
      kind: 'a TypeScript module',
      hook: 'extensions/_50_custom_memory_filter.ts',
      event: 'memory_save_before',
      payload: memory,
      path: 'extensions/_50_custom_memory_filter.ts',
      line: 11,
      local: 'ctx',
      expression: 'ctx.content',
      value: /^'write to ann@example\.com'$/,
      says: /~ content: "write to ann@example\.com" → "write to \(e-mail address\)"/,
    },
    {
      kind: 'a helper that a module imports',
      hook: 'custom-memory-filter',
      event: 'memory_save_before',
      payload: memory,
      path: 'extensions/lib/personalData.ts',
      line: 8,
      local: 'text',
      expression: 'text.length',
      value: /^24$/,
      says: /memory_save_before: changed/,
    },
    {
      kind: 'a JavaScript program',
      hook: 'slack_notifier',
      event: 'agent_stop',
      payload: { event: 'agent_stop', conv_id: 'c1', cwd: '/', invoked_by: 'main', messages: [] },
      path: '.kodelet/hooks/slack_notifier',
      line: 9,
      local: 'payload',
      expression: 'payload.conv_id',
      value: /^'c1'$/,
      says: /agent_stop: pass/,
    },
    {
      kind: 'a Python program',
      hook: '.kodelet/hooks/security_guardrail',
      event: 'before_tool_call',
      payload: bash('sudo ls'),
      path: '.kodelet/hooks/security_guardrail',
      line: 24,
      local: 'forbidden',
      expression: 'payload["tool_name"]',
      value: /^'bash'$/,
      says: /before_tool_call: deny because of security_guardrail: Security policy: 'sudo'/,
    },
    {
      kind: 'a shell script',
      hook: 'marks',
      event: 'before_tool_call',
      payload: bash('git push --force'),
      path: '.kodelet/hooks/marks',
      line: 9,
      local: '$1',
      expression: '$1',
      value: /^run$/,
      says: /before_tool_call: deny .*Force pushes rewrite/,
    },
    {
      kind: 'a Kaizen class',
      hook: '.kaizen/hooks/gdpr_compliance.py',
      event: 'pre_tool_use',
      payload: kaizen('pre_tool_use', { tool_name: 'FileRead', tool_input: { path: 'customers.csv' } }),
      path: '.kaizen/hooks/gdpr_compliance.py',
      line: 22,
      local: 'context',
      expression: 'context.data["tool_name"]',
      value: /^'FileRead'$/,
      says: /GDPR consent required for PII access/,
    },
    {
      kind: 'a helper that a Kaizen class imports',
      hook: '.kaizen/hooks/cost_tracker.py',
      event: 'post_tool_use',
      payload: kaizen('post_tool_use', { tool_name: 'WebSearch', estimated_cost_usd: 1 }),
      path: '.kaizen/hooks/pricing/rates.py',
      line: 11,
      local: 'tool_name',
      expression: 'estimated',
      value: /^1$/,
      says: /post_tool_use: /,
    },
  ] as const) {
    test(`stops in ${kind}, shows what it holds, and ends with the outcome`, async () => {
      stopAt([path, line])
      const session = await started({ hook, event, payload })
      const stop = await session.stop()
      assert.deepEqual([stop.path, stop.line], [file(path).fsPath, line])
      const locals = await stop.locals()
      assert.ok(local in locals, Object.keys(locals).join(', '))
      assert.match(await stop.evaluate(expression), value)
      await stop.go()
      await session.ended()
      assert.match(session.console(), says)
    })
  }

  test('steps into what a hook imports, and a picture of it', async () => {
    await open('extensions/_50_custom_memory_filter.ts')
    stopAt(['extensions/_50_custom_memory_filter.ts', 12])
    const session = await started({
      hook: 'custom-memory-filter',
      event: 'memory_save_before',
      payload: memory,
    })
    const stop = await session.stop()
    await stop.go('stepIn')
    const inside = await session.stop()
    assert.deepEqual([inside.path, inside.line], [file('extensions/lib/personalData.ts').fsPath, 8])
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await shotInBoth('debug-stopped')
    await inside.go()
    await session.ended()
    await shot('debug-ended')
  })

  test('stops at the first line of a shell hook, steps, and tells the lines that ran', async () => {
    const session = await started({
      hook: 'marks',
      event: 'before_tool_call',
      payload: bash('git push --force'),
    })
    const first = await session.stop()
    assert.deepEqual([first.path, first.line], [file('.kodelet/hooks/marks').fsPath, 4])
    await first.go('next')
    const second = await session.stop()
    assert.equal(second.line, 5)
    await shot('debug-shell')
    await second.go()
    await session.ended()
    assert.match(session.console(), /^marks:4 {2}echo 'kodelet run'$/m)
    assert.match(session.console(), /^marks:9 {2}echo '\{"blocked": true/m)
    assert.match(session.console(), /before_tool_call: deny .*Force pushes rewrite/)
    assert.match(session.console(), /The payload is unchanged\./)
    const { context } = await underTest()
    assert.equal((await context.lastRuns.of(folder())).get('kodelet:workspace:marks')?.how, 'debug')
  })

  test('goes through the whole chain of a recorded event, and comes to what it came to then', async () => {
    const { node } = await firstToolCall()
    stopAt(['.kodelet/hooks/security_guardrail', 18])
    const session = await startedBy(() => vscode.commands.executeCommand('hookbench.debug', node))
    const stop = await session.stop()
    assert.equal(stop.line, 18)
    await stop.go()
    await session.ended()
    assert.match(session.console(), /Same as recorded\.|difference/)
    assert.match(session.console(), /^security_guardrail: /m)
  })

  test('stops on entry where the author’s code begins', async () => {
    for (const [hook, event, payload, path, line] of [
      ['custom-memory-filter', 'memory_save_before', memory, 'extensions/_50_custom_memory_filter.ts', 11],
      ['security_guardrail', 'before_tool_call', bash('ls'), '.kodelet/hooks/security_guardrail', 5],
      [
        '.kaizen/hooks/cost_tracker.py',
        'post_tool_use',
        kaizen('post_tool_use', { tool_name: 'x' }),
        '.kaizen/hooks/cost_tracker.py',
        21,
      ],
    ] as const) {
      const session = await started({ hook, event, payload, stopOnEntry: true })
      const stop = await session.stop()
      assert.deepEqual([stop.path, stop.line], [file(path).fsPath, line])
      await eventually(() => assert.equal(vscode.debug.breakpoints.length, 0, 'the breakpoint is gone again'))
      await stop.go()
      await session.ended()
    }
  })

  test('that is stopped stops the hook', async () => {
    for (const [hook, event, payload, path, line] of [
      ['custom-memory-filter', 'memory_save_before', memory, 'extensions/_50_custom_memory_filter.ts', 11],
      ['security_guardrail', 'before_tool_call', bash('ls'), '.kodelet/hooks/security_guardrail', 18],
    ] as const) {
      stopAt([path, line])
      const session = await started({ hook, event, payload })
      await session.stop()
      assert.ok(hooksLeft() > 0)
      await vscode.debug.stopDebugging(session.session())
      await session.ended()
      await eventually(() => assert.equal(hooksLeft(), 0))
    }
  })

  test('without debugging runs the hook as ever', async () => {
    const session = await started({
      hook: 'security_guardrail',
      event: 'before_tool_call',
      payload: bash('sudo ls'),
      noDebug: true,
    })
    await session.ended()
    assert.match(session.console(), /before_tool_call: deny because of security_guardrail/)
  })

  test('gives a hook its environment and working directory', async () => {
    stopAt(['.kodelet/hooks/slack_notifier', 10])
    const session = await started({
      hook: 'slack_notifier',
      payload: { event: 'agent_stop', conv_id: 'c1', cwd: '/', invoked_by: 'main', messages: [] },
      env: { SHOP: 'open' },
      cwd: file('src').fsPath,
    })
    const stop = await session.stop()
    assert.equal(
      await stop.evaluate('`${process.env.SHOP} ${process.cwd()}`'),
      `'open ${file('src').fsPath}'`,
    )
    await stop.go()
    await session.ended()
  })

  for (const [why, launch, says] of [
    ['an unknown hook', { hook: 'gard' }, /No hook "gard" was found/],
    [
      'an event that is not said',
      { hook: '.kaizen/hooks/custom_logger.py', payload: {} },
      /Set "event" to choose one/,
    ],
    ['nothing at all', { payload: {} }, /Nothing to debug/],
    ['a hook that is no text', { hook: 5 }, /"hook" of the debug configuration is 5; a string is expected/],
    [
      'a dialect that is none',
      { hook: 'marks', dialect: 'kodlet' },
      /There is no dialect "kodlet"; there are /,
    ],
    [
      'a working directory that is not there',
      { hook: 'security_guardrail', payload: {}, cwd: 'nowhere' },
      /cwd: \/.*\/nowhere is not a folder/,
    ],
    [
      'a payload file that is not there',
      { hook: 'marks', payload: 'none.json' },
      /none\.json cannot be read/,
    ],
    [
      'an event the hook does not answer',
      { hook: 'marks', event: 'turn_end', dialect: 'kodelet', payload: {} },
      /does not answer turn_end/,
    ],
  ] as const) {
    test(`says in one line what is wrong with ${why}`, async () => {
      const session = await started(launch)
      await session.ended()
      assert.match(session.console(), says)
    })
  }

  test('asks for trust where a hook has none', async () => {
    const { context } = await underTest()
    // Trust in the folder covers what is written into it; the home is not part of it.
    const path = join(homedir(), '.kodelet', 'hooks', 'stranger')
    writeFileSync(path, '#!/usr/bin/env node\nconsole.log("agent_stop")\n', { mode: 0o755 })
    try {
      await context.runtimes.ask(folder(), 'reload', {})
      context.hooks.refresh(folder())
      const session = await started({ hook: 'stranger', event: 'agent_stop', payload: {} })
      await session.ended()
      assert.match(session.console(), /not trusted/)
      await shot('debug-untrusted')
    } finally {
      rmSync(path)
      await context.runtimes.ask(folder(), 'reload', {})
      await vscode.commands.executeCommand('notifications.clearAll')
    }
  })

  test('offers the hooks that run as configurations', async () => {
    const { context } = await underTest()
    const { hooks } = await context.hooks.of(folder())
    assert.ok(hooks.some(({ name }) => name === 'security_guardrail'))
    const names = ((await dynamicConfigurations(context).provideDebugConfigurations?.(folder())) ?? []).map(
      ({ name }) => name,
    )
    assert.ok(names.includes('security_guardrail (before_tool_call)'), names.join(', '))
  })
})

async function startedBy(act: () => Thenable<unknown>): Promise<Debugged> {
  const one = await debug(act)
  held.push(one)
  return one
}

/** The row of the first recorded tool call that Kodelet's hooks answered. */
async function firstToolCall() {
  for (const session of await rows('hookbench.recordings')) {
    for (const one of await session.children()) if (one.description.startsWith('before_tool_call')) return one
  }
  throw new Error('no tool call was recorded')
}
