// The editor's own agent, with a scripted model in place of a real one: it is offered our tools, calls them in a chat,
// asks the person before hooks run, and the model reads the results.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { TOOL_NAMES } from '../../../runtime/tools/tool.ts'
import type { Turn } from '../consumer/model.ts'
import { consumer } from '../support/consumer.ts'
import { drive, shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { marks } from '../support/shop.ts'

const ALLOW = '.interactive-session .monaco-button:visible:has-text("Allow")'

/** Sends the agent one prompt while the model plays its script; resolves to the tool results that the model got. */
async function ask(query: string, ...turns: readonly Turn[]): Promise<readonly string[]> {
  const { model } = await consumer()
  model.play(...turns)
  await vscode.commands.executeCommand('workbench.action.chat.newChat')
  const { vendor, id } = model
  const modelSelector = { vendor, id }
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, mode: 'agent', modelSelector })
  await eventually(() => assert.equal(model.requests.length, turns.length), 120_000)
  return model.requests.at(-1)?.results ?? []
}

// The chat renders its answer in steps.
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

suite("the editor's own agent", function () {
  // An agent's turn takes many requests, and the editor starts the agent at the first one.
  this.timeout(300_000)

  test('is there', async () => {
    const agent = await eventually(() => {
      const found = vscode.extensions.getExtension('GitHub.copilot-chat')
      assert.ok(found !== undefined, 'the editor brings no agent')
      return found
    }, 120_000)
    await agent.activate()
    const { model } = await consumer()
    await eventually(async () => {
      const [found] = await vscode.lm.selectChatModels({ vendor: model.vendor })
      assert.equal(found?.id, model.id)
    })
  })

  test('is offered the four tools', async () => {
    const { model } = await consumer()
    await ask('Hello', 'Hello.')
    const offered = model.requests[0]?.tools ?? []
    assert.deepEqual(
      offered.filter((name) => name.startsWith('hookbench_')).toSorted(),
      [...TOOL_NAMES].toSorted(),
    )
  })

  test('lists, checks and explains hooks without asking, and reads the answers', async () => {
    const results = await ask(
      'Which hooks does this workspace have, and is anything wrong with them?',
      { tool: 'hookbench_list', input: { event: 'before_tool_call', dialect: 'kodelet' } },
      { tool: 'hookbench_check', input: { severity: 'error' } },
      { tool: 'hookbench_explain', input: { event: 'before_tool_call' } },
      'Two hooks run before every tool call of kodelet. The check names what there is to mend.',
    )
    assert.equal(results.length, 3)
    assert.match(results[0] ?? '', /kodelet:workspace:marks active/)
    assert.match(results[1] ?? '', /^Nothing is wrong\.|^\d+ findings?:/)
    assert.match(results[2] ?? '', /\d\. kodelet:workspace:marks runs/)
    await settled()
    await shot('agent-tools')
  })

  test('asks the person before it replays, and then hooks run', async () => {
    const before = marks().length
    const answered = ask(
      'Does the marks hook still decide as it did?',
      { tool: 'hookbench_replay', input: { hook: 'kodelet:workspace:marks' } },
      'It decides as it did.',
    )
    await eventually(async () => assert.notEqual(await drive({ do: 'count', selector: ALLOW }), 0), 120_000)
    assert.equal(marks().length, before, 'nothing runs before the person says so')
    await shot('agent-asks')
    await drive({ do: 'click', selector: ALLOW })
    const [result] = await answered
    assert.match(result ?? '', /^\d+ same, \d+ changed, \d+ failed of \d+ replayed\./)
    assert.ok(marks().length > before)
    await settled()
    await shot('agent-replayed')
  })

  test('reads what to do where a call was wrong', async () => {
    const results = await ask(
      'Explain before_tool_cal',
      { tool: 'hookbench_explain', input: { event: 'before_tool_cal' } },
      'There is no such event.',
    )
    assert.match(results[0] ?? '', /Did you mean "before_tool_call"/)
  })

  test('can be given the MCP server that the extension brings', async () => {
    const names = () =>
      vscode.lm.tools.map(({ name }) => name).filter((name) => /^mcp_.*hookbench_/.test(name))
    assert.deepEqual(names(), [])
    const settings = vscode.workspace.getConfiguration('hookbench')
    await settings.update('mcpServer.enabled', true, vscode.ConfigurationTarget.Global)
    await eventually(async () => {
      // This is what "Start Server" in the list of servers does; it works once the editor has applied the setting.
      await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { autoTrustChanges: true })
      assert.equal(names().length, TOOL_NAMES.length)
    }, 120_000)
  })
})
