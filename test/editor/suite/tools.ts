// The tools for agents in this editor, called the way an agent's host calls them, and the extension's MCP server.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { TOOL_NAMES } from '../../../runtime/tools/tool.ts'
import { eventually } from '../support/eventually.ts'
import { underTest } from '../support/extension.ts'
import { file, folder } from '../support/shop.ts'

/** The text that a tool returns. */
async function call(name: string, input: object = {}, token?: vscode.CancellationToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token)
  return content.flatMap((one) => (one instanceof vscode.LanguageModelTextPart ? [one.value] : [])).join('')
}

suite('tools for agents', () => {
  test('the four are offered, with words for the model and a shape for their input', async () => {
    await underTest()
    const offered = await eventually(() => {
      const found = vscode.lm.tools.filter(({ name }) => name.startsWith('hookbench_'))
      assert.equal(found.length, TOOL_NAMES.length)
      return found
    })
    assert.deepEqual(offered.map(({ name }) => name).toSorted(), [...TOOL_NAMES].toSorted())
    for (const { description, inputSchema } of offered) {
      assert.ok(description.length > 200)
      assert.equal((inputSchema as { type?: unknown }).type, 'object')
    }
  })

  test('list and explain tell what would run', async () => {
    const listed = await call('hookbench_list', { event: 'before_tool_call', dialect: 'kodelet' })
    assert.match(listed, /kodelet:workspace:marks active; before_tool_call; \.kodelet\/hooks\/marks/)
    const explained = await call('hookbench_explain', { event: 'before_tool_call', workspace: folder().name })
    assert.match(explained, /\d\. kodelet:workspace:marks runs/)
  })

  test('check sees what was just written', async () => {
    const uri = file('extensions/_96_agent.ts')
    await vscode.workspace.fs.writeFile(
      uri,
      Buffer.from('export default { name: "agent", hooks: { befor_llm_call: (ctx: object) => ctx } }\n'),
    )
    try {
      const found = await call('hookbench_check', { paths: ['extensions/_96_agent.ts'] })
      assert.match(found, /extensions\/_96_agent\.ts:1:\d+ \w+ event\.unknown: .*before_llm_call/)
    } finally {
      await vscode.workspace.fs.delete(uri)
    }
  })

  test('replay runs the recorded session again', async () => {
    const { context } = await underTest()
    const [oldest] = (await context.runtimes.ask(folder(), 'recordings/list', {})).toReversed()
    const answer = await call('hookbench_replay', { recording: oldest?.path ?? '' })
    assert.match(answer, /^\d+ same, \d+ changed, \d+ failed of \d+ replayed\./)
  })

  test('what cannot be is an error that says what to do', async () => {
    await assert.rejects(call('hookbench_explain', { event: 'before_tool_cal' }), /Did you mean/)
    await assert.rejects(call('hookbench_list', { workspace: 'elsewhere' }), /no open folder "elsewhere"/)
    await assert.rejects(call('hookbench_replay', { recording: 'nothing-like-it' }), /nothing-like-it/)
  })

  test('a call that is cancelled is given up', async () => {
    const source = new vscode.CancellationTokenSource()
    const called = call('hookbench_check', {}, source.token)
    source.cancel()
    await assert.rejects(called)
    assert.match(await call('hookbench_list'), /in firing order/)
  })

  test('the MCP server that is installed with the extension gives the same answers', async () => {
    const { extension } = await underTest()
    const cli = join(extension.extensionPath, 'dist', 'cli.js')
    const client = new Client({ name: 'suite', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cli, '--workspace', folder().uri.fsPath, 'mcp'],
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } as Record<string, string>,
      }),
    )
    try {
      const { tools } = await client.listTools()
      assert.deepEqual(tools.map(({ name }) => name).toSorted(), [...TOOL_NAMES].toSorted())
      const input = { event: 'before_tool_call', dialect: 'kodelet' }
      const { content } = await client.callTool({ name: 'hookbench_list', arguments: input })
      const [first] = content as { text: string }[]
      assert.equal(first?.text, await call('hookbench_list', input))
    } finally {
      await client.close()
    }
  })
})
