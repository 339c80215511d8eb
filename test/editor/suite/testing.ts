// The Testing view: cases are listed under their hooks, run, fail with the differences, are accepted, and are debugged.

import assert from 'node:assert/strict'
import { renameSync, rmSync } from 'node:fs'
import { suite, suiteSetup, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { breakAt, debug } from '../support/debugging.ts'
import { shot, shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { underTest } from '../support/extension.ts'
import { file, folder, open } from '../support/shop.ts'

const CASE = '.hookbench/cases/no-sudo.json'
const HOOK = '.kodelet/hooks/security_guardrail'

/** Formatted by hand: accepting must keep the formatting. */
const text = (reason: string) => `{
    "v": 1, "name": "no sudo",
    "dialect": "kodelet", "event": "before_tool_call",
    "hook": "kodelet:workspace:security_guardrail",
    "payload": {
        "event": "before_tool_call", "conv_id": "c1", "cwd": "/", "invoked_by": "main",
        "tool_name": "bash", "tool_user_id": "t1", "tool_input": { "command": "sudo ls" }
    },
    "expect": { "decision": "deny", "reason": ${JSON.stringify(reason)}, "changed": false }
}
`
const REASON = "Security policy: 'sudo' is not allowed"

async function testing() {
  const { context } = await underTest()
  const view = context.testing
  assert.ok(view, 'the Testing view is there')
  return view
}

async function write(content: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file(CASE), Buffer.from(content))
}

async function item(): Promise<vscode.TestItem> {
  const { discovery, controller } = await testing()
  return eventually(() => {
    const all = [...controller.items].flatMap(([, one]) => [...discovery.casesBelow(one)])
    const found = all.find(({ label }) => label === 'no sudo')
    assert.ok(found, all.map(({ label }) => label).join(', '))
    return found
  })
}

async function result() {
  return (await testing()).running.lastOf(file(CASE))
}

suite('the Testing view', () => {
  suiteSetup(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    // Cases saved by other suites would be run and debugged along with this one.
    rmSync(file('.hookbench/cases').fsPath, { recursive: true, force: true })
    await write(text('It is not wanted here'))
  })
  suiteTeardown(async () => {
    rmSync(file(CASE).fsPath)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await vscode.commands.executeCommand('workbench.action.closePanel')
    await vscode.commands.executeCommand('workbench.view.extension.hookbench')
  })

  test('lists a case under its hook as soon as it is written', async () => {
    const { label, parent, uri, range } = await item()
    assert.equal(label, 'no sudo')
    assert.equal(parent?.label, 'security_guardrail')
    assert.equal(parent?.description, 'kodelet · before_tool_call')
    assert.equal(uri?.fsPath, file(CASE).fsPath)
    assert.equal(range?.start.line, 8, 'where it says what is expected')
  })

  test('notices that a folder of cases goes and comes back as a whole', async () => {
    const { controller } = await testing()
    const [here, elsewhere] = ['.hookbench/cases', 'put-aside'].map((path) => file(path).fsPath)
    renameSync(String(here), String(elsewhere))
    await eventually(() => assert.equal(controller.items.size, 0))
    renameSync(String(elsewhere), String(here))
    await item()
  })

  test('shows what is different where a case fails', async () => {
    await item()
    await vscode.commands.executeCommand('workbench.view.testing.focus')
    await open(CASE)
    await vscode.commands.executeCommand('testing.runAll')
    await eventually(async () => assert.equal((await result())?.status, 'failed'))
    const { differences = [] } = (await result()) ?? {}
    assert.deepEqual(differences, [{ path: 'reason', recorded: 'It is not wanted here', replayed: REASON }])
    const { context } = await underTest()
    const last = (await context.lastRuns.of(folder())).get('kodelet:workspace:security_guardrail')
    assert.equal(last?.how, 'test')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    await shotInBoth('testing-failed')
  })

  test('accepts the new outcome, changes nothing else in the file, and the case passes', async () => {
    await vscode.commands.executeCommand('hookbench.acceptOutcome', await item())
    const now = Buffer.from(await vscode.workspace.fs.readFile(file(CASE))).toString()
    assert.equal(now, text(REASON))
    await eventually(async () => assert.equal((await result())?.status, 'passed'))
    await shot('testing-passed')
  })

  test('debugs a case: its breakpoint stops with its payload, and the case is run for its result', async () => {
    await item()
    const held = [breakAt([HOOK, 21])]
    try {
      const session = await debug(async () => {
        // Not awaited: the run ends only after the breakpoint.
        void vscode.commands.executeCommand('testing.debugAll')
      })
      held.push(session)
      const stop = await session.stop()
      assert.deepEqual([stop.path, stop.line], [file(HOOK).fsPath, 21])
      assert.equal(await stop.evaluate('payload["tool_input"]["command"]'), "'sudo ls'")
      await stop.go()
      await session.ended()
      assert.match(session.console(), /before_tool_call: deny/)
    } finally {
      await vscode.debug.stopDebugging()
      for (const one of held) one.dispose()
    }
  }).timeout(300_000)

  test('runs again by itself while it is watched', async () => {
    const { watch } = await testing()
    const source = new vscode.CancellationTokenSource()
    const request = new vscode.TestRunRequest([await item()], undefined, undefined, true)
    const watching = watch(request, source.token)
    try {
      await write(text('Something else'))
      await eventually(async () => assert.equal((await result())?.status, 'failed'))
      await write(text(REASON))
      await eventually(async () => assert.equal((await result())?.status, 'passed'))
    } finally {
      source.cancel()
      await watching
    }
  })

  test('says so where a file is no case', async () => {
    const { controller } = await testing()
    await write('{ "v": 1, "name": ')
    await eventually(() => {
      const broken = [...controller.items].map(([, one]) => one).find(({ label }) => label === 'no-sudo.json')
      assert.match(String(broken?.error), /not a valid case/)
    })
  })
})
