// A workspace of several folders: each has its own runtime, hooks and results, even though their hooks have the same
// ids; removing a folder ends everything that ran in it.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { suite, suiteSetup, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { trustShown } from '../../../client/trustShown.ts'
import { breakAt, debug } from '../support/debugging.ts'
import { shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, rows, underTest } from '../support/extension.ts'
import { result, section } from '../support/result.ts'
import { processes } from '../support/shop.ts'

const VIEW = 'hookbench.hooks'
const IDS = 'kodelet:workspace:marks'

function folders(): readonly [vscode.WorkspaceFolder, vscode.WorkspaceFolder] {
  const [first, second] = vscode.workspace.workspaceFolders ?? []
  if (first === undefined || second === undefined) throw new Error('two folders are open')
  return [first, second]
}

const runtimesOf = ({ uri }: vscode.WorkspaceFolder) => processes('serve', uri.fsPath)

async function replayed({ name }: vscode.WorkspaceFolder) {
  const { node } = await row(VIEW, name, 'Kodelet', 'before_tool_call', 'marks')
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  await vscode.commands.executeCommand('hookbench.replayAgain', node)
  return result('marks')
}

suite('several folders', function () {
  this.timeout(300_000)
  const [first, second] = folders()

  suiteSetup(() => underTest())
  suiteTeardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'))

  test('Reload Hooks looks at all of them, and each has a runtime of its own', async () => {
    const { context } = await underTest()
    await vscode.commands.executeCommand('hookbench.reload')
    for (const one of [first, second]) {
      assert.equal(context.runtimes.state(one), 'running')
      assert.deepEqual(runtimesOf(one), [context.runtimes.pid(one)])
      await trustShown(context, one, { edits: true }, async () => true)
    }
    await vscode.commands.executeCommand('hookbench.reload')
    await vscode.commands.executeCommand('hookbench.hooks.focus')
    await eventually(async () => {
      for (const { name } of [first, second]) {
        const marks = await row(VIEW, name, 'Kodelet', 'before_tool_call', 'marks')
        assert.match(String(marks.item.contextValue), /^hook;active/)
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 800))
    await shot('folders')
  })

  test('hooks of one id keep their results and their last payloads apart', async () => {
    const { context } = await underTest()
    const payload = {
      event: 'before_tool_call',
      conv_id: 'c',
      cwd: '/',
      invoked_by: 'main',
      tool_name: 'bash',
    }
    const force = { ...payload, tool_user_id: 't', tool_input: { command: 'git push --force' } }
    const uri = vscode.Uri.joinPath(second.uri, '.hookbench/payloads/a.kodelet.before_tool_call.payload.json')
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(force)))
    const key = `hookbench.lastPayload:${second.uri}:${IDS}`
    await context.extension.workspaceState.update(key, { kind: 'file', path: uri.fsPath })
    const one = await replayed(first)
    assert.notEqual(one.verdict, 'deny')
    assert.equal((await replayed(second)).verdict, 'deny')
    const again = await replayed(first)
    assert.deepEqual(section(again, 'Payload'), section(one, 'Payload'))
    assert.equal(again.verdict, one.verdict)
    assert.equal((await context.lastRuns.of(second)).get(IDS)?.run.verdict?.decision, 'deny')
    assert.equal((await context.lastRuns.of(first)).get(IDS)?.run.verdict?.decision, undefined)
  })

  test('one whose runtime does not answer says why in the view, and the others go on', async () => {
    const { context } = await underTest()
    const { all } = context.hooks
    const failing = async () =>
      (await all()).map((one) =>
        one.folder === second ? { ...one, hooks: [], failure: 'It is gone.' } : one,
      )
    Object.assign(context.hooks, { all: failing })
    try {
      const found = (await rows(VIEW)).find(({ label }) => label === second.name)
      assert.deepEqual(
        ((await found?.children()) ?? []).map(({ label }) => label),
        ['It is gone.'],
      )
      await row(VIEW, first.name, 'Kodelet', 'before_tool_call', 'marks')
    } finally {
      Object.assign(context.hooks, { all })
    }
  })

  test('one that is closed ends the session that debugs in it, and is looked at anew when it is opened again', async () => {
    const hook = vscode.Uri.joinPath(second.uri, 'extensions/_25_marks.ts')
    const held = breakAt([hook, 14])
    const session = await debug(() =>
      vscode.debug.startDebugging(second, {
        ...{
          type: 'hookbench',
          request: 'launch',
          name: 'second',
          hook: 'secureyeoman:workspace:_25_marks.ts',
        },
        event: 'message_loop_start',
      }),
    )
    try {
      const stop = await session.stop()
      const hookProcess = Number(await stop.evaluate('process.pid'))
      assert.ok(existsSync(`/proc/${hookProcess}`))
      vscode.workspace.updateWorkspaceFolders(1, 1)
      await session.ended()
      await eventually(() => assert.deepEqual(runtimesOf(second), []))
      await eventually(() => assert.equal(existsSync(`/proc/${hookProcess}`), false))
      // With a single folder left, the view has no row for the folder.
      await eventually(async () => assert.ok((await rows(VIEW)).some(({ label }) => label === 'Kodelet')))
    } finally {
      session.dispose()
      held.dispose()
    }
    await vscode.workspace.fs.delete(hook)
    vscode.workspace.updateWorkspaceFolders(1, 0, { uri: second.uri })
    await eventually(() => row(VIEW, second.name, 'Kodelet', 'before_tool_call', 'marks'))
    await assert.rejects(row(VIEW, second.name, 'SecureYeoman', 'message_loop_start'), /no row/)
  })
})
