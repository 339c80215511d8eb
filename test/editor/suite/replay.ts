// Replay: from the code lens, from a view, and again; with the recorded payload, an example, or an edited payload.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { suite, suiteSetup, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import type { HookNode } from '../../../client/hooks/items.ts'
import { fireHook } from '../../../client/replay/fire.ts'
import { drive, shot, shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, underTest } from '../support/extension.ts'
import { fact, pageText, press, result, section } from '../support/result.ts'
import { diffInFront, file, folder, marks, open, processes, shown } from '../support/shop.ts'

const GUARD = '.kodelet/hooks/security_guardrail'

async function lenses(path: string): Promise<readonly vscode.CodeLens[]> {
  return eventually(async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      file(path),
      50,
    )
    assert.ok(found.length > 0, 'there are no lenses')
    return found
  })
}

/** Accepts the first choice of each quick pick until a result with this heading is shown. */
async function acceptUntil(heading: string) {
  const { context } = await underTest()
  await eventually(async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem')
    assert.equal(context.results?.page?.heading, heading)
  })
  return result(heading)
}

async function lastOf(hook: string) {
  const { context } = await underTest()
  return (await context.lastRuns.of(folder())).get(hook)
}

suite('replay', () => {
  suiteSetup(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await vscode.commands.executeCommand('workbench.view.extension.hookbench')
  })
  suiteTeardown(async () => {
    await vscode.workspace
      .getConfiguration('hookbench')
      .update('replay.onSave', undefined, vscode.ConfigurationTarget.Global)
  })

  test('the lens above a handler asks for a payload, the newest recorded one first, and shows what came of it', async () => {
    await open(GUARD)
    const lens = (await lenses(GUARD)).find(({ command }) => command?.command === 'hookbench.replay')
    assert.ok(lens?.command)
    const replaying = vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await shot('replay-pick')
    const { about, facts, buttons } = await acceptUntil('security_guardrail')
    await replaying
    assert.deepEqual(about.slice(0, 2), ['before_tool_call', 'Kodelet'])
    assert.match(facts.find(({ label }) => label === 'Time')?.value ?? '', /^\d+(\.\d+)? m?s$/)
    assert.deepEqual(
      buttons.map(({ act }) => act),
      ['rerun', 'edit', 'save', 'debug', 'difference', 'last', 'open'],
    )
    assert.equal((await lastOf('kodelet:workspace:security_guardrail'))?.how, 'replay')
  })

  test('what it came to stands in the lens only where it does not stand behind the handler', async () => {
    const last = async () =>
      (await lenses(GUARD)).flatMap(({ command }) =>
        command?.title.startsWith('last:') === true ? [command.title] : [],
      )
    assert.deepEqual(await last(), [])
    const inline = (value: boolean | undefined) =>
      vscode.workspace
        .getConfiguration('hookbench')
        .update('inlineValues.enabled', value, vscode.ConfigurationTarget.Global)
    await inline(false)
    try {
      await eventually(async () =>
        assert.match((await last()).join(), /^last: (deny|pass) · \d+(\.\d+)? m?s$/),
      )
    } finally {
      await inline(undefined)
    }
  })

  test('a denial is shown with its reason, what was printed, and that the payload is unchanged', async () => {
    const { node } = await row('hookbench.hooks', 'Kodelet', 'before_tool_call', 'marks')
    const payload = {
      event: 'before_tool_call',
      conv_id: 'c1',
      cwd: folder().uri.fsPath,
      invoked_by: 'main',
      tool_name: 'bash',
      tool_user_id: 't1',
      tool_input: { command: 'git push --force' },
    }
    const uri = file('.hookbench/payloads/force.kodelet.before_tool_call.payload.json')
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(payload, undefined, 2)))
    const { context } = await underTest()
    const hook = (node as { hook: { id: string } }).hook.id
    await context.extension.workspaceState.update(`hookbench.lastPayload:${folder().uri}:${hook}`, {
      kind: 'file',
      path: uri.fsPath,
    })
    await open('.kodelet/hooks/marks')
    await vscode.commands.executeCommand('hookbench.replayAgain', node)
    const page = await result('marks', /^deny$/)
    assert.equal(fact(page, 'Reason'), 'Force pushes rewrite what others have.')
    assert.equal(fact(page, 'Exit code'), '0')
    assert.deepEqual(section(page, 'Payload'), [])
    assert.match(section(page, 'stdout').join(), /"blocked":\s?true/)
    assert.equal((await lastOf(hook))?.run.verdict?.decision, 'deny')
    assert.ok(marks().includes('kodelet run'))
    await new Promise((resolve) => setTimeout(resolve, 800))
    await shotInBoth('replay-denied')
  })

  test('what was shown is kept as a test, and the hook does not run again for it', async () => {
    const before = marks()
    assert.ok(before.includes('kodelet run'))
    const keeping = vscode.commands.executeCommand('hookbench.keepAsTest')
    const uri = file('.hookbench/cases/marks-deny.json')
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem')
      await vscode.workspace.fs.stat(uri)
    })
    await keeping
    try {
      const saved = JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString()) as {
        hook: string
        payload: { tool_input: { command: string } }
        expect: { decision: string; reason: string }
      }
      assert.equal(saved.hook, 'kodelet:workspace:marks')
      assert.equal(saved.payload.tool_input.command, 'git push --force')
      assert.equal(saved.expect.decision, 'deny')
      assert.equal(saved.expect.reason, 'Force pushes rewrite what others have.')
      assert.deepEqual(marks(), before)
    } finally {
      await vscode.workspace.fs.delete(uri)
    }
  })

  test('a payload file is edited in a real editor and replayed from there, and the changes are shown and compared', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    const editor = await open('.hookbench/payloads/force.kodelet.before_tool_call.payload.json')
    const text = editor.document.getText()
    const at = text.indexOf('git push --force')
    const range = new vscode.Range(
      editor.document.positionAt(at),
      editor.document.positionAt(at + 'git push --force'.length),
    )
    await editor.edit((edit) => edit.replace(range, 'npm test'))
    await vscode.commands.executeCommand('hookbench.replay')
    const changed = await result('marks', /^changed$/)
    assert.deepEqual(section(changed, 'Payload'), [
      ['tool_input.command', '"npm test"', '"npm test -- --silent"'],
    ])
    await pageText()
    await shot('replay-changed')
    await press('Show Difference')
    const { right } = await eventually(() => {
      const diff = diffInFront()
      assert.equal(diff?.label, 'marks · before_tool_call: payload in ↔ payload out')
      return diff as NonNullable<typeof diff>
    })
    const out = (await shown(right)) as { tool_input: { command: string } }
    assert.equal(out.tool_input.command, 'npm test -- --silent')
    await shot('replay-difference')
  })

  test('hooks whose names are written in no Latin letters have results of their own', async () => {
    const names = ['守卫', '警告']
    for (const name of names) {
      const says = `#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call || echo '{"blocked":true,"reason":"${name}"}'\n`
      writeFileSync(file(`.kodelet/hooks/${name}`).fsPath, says, { mode: 0o755 })
    }
    try {
      await vscode.commands.executeCommand('hookbench.reload')
      for (const name of names) {
        const { node } = await eventually(() => row('hookbench.hooks', 'Kodelet', 'before_tool_call', name))
        await vscode.commands.executeCommand('hookbench.replayAgain', node)
        assert.equal(fact(await result(name), 'Reason'), name)
      }
    } finally {
      for (const name of names) rmSync(file(`.kodelet/hooks/${name}`).fsPath)
    }
  })

  test('what is called off stops the hook, shows nothing and is not remembered', async () => {
    const path = file('.kodelet/hooks/slow').fsPath
    writeFileSync(path, '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call || sleep 4321\n', {
      mode: 0o755,
    })
    try {
      await vscode.commands.executeCommand('hookbench.reload')
      const { node } = await eventually(() => row('hookbench.hooks', 'Kodelet', 'before_tool_call', 'slow'))
      await vscode.commands.executeCommand('workbench.action.closeAllEditors')
      const hookNode = node as HookNode
      const payload = { kind: 'example', event: 'before_tool_call', value: {} } as const
      const source = new vscode.CancellationTokenSource()
      const { context } = await underTest()
      const fired = fireHook(context, { ...hookNode, event: undefined }, payload, source.token)
      await eventually(() => assert.equal(processes('sleep', '4321').length, 1))
      source.cancel()
      await assert.rejects(fired, vscode.CancellationError)
      await eventually(() => assert.deepEqual(processes('sleep', '4321'), []))
      assert.equal(await lastOf(hookNode.hook.id), undefined)
    } finally {
      rmSync(path)
    }
  })

  test('a hook that is not run says why, and no result is shown', async () => {
    const { context } = await underTest()
    const { hooks } = await context.hooks.of(folder())
    const hook = hooks.find(({ state, events }) => state === 'shadowed' && events.length > 0)
    assert.ok(hook, 'the home has a hook that the workspace replaces')
    const event = String(hook.events[0])
    const payload = { kind: 'example', event, value: {} } as const
    const target = { folder: folder(), hook, event }
    const fired = await fireHook(context, target, payload, new vscode.CancellationTokenSource().token)
    assert.match(fired.kind === 'idle' ? fired.why : fired.kind, /^shadowed/)
  })

  test('with re-run on save, saving the payload or the hook replays it and opens nothing', async () => {
    await vscode.workspace
      .getConfiguration('hookbench')
      .update('replay.onSave', true, vscode.ConfigurationTarget.Global)
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    const editor = await open('.kodelet/hooks/marks')
    const before = (await lastOf('kodelet:workspace:marks'))?.at ?? 0
    const line = editor.document.lineCount
    await editor.edit((edit) => edit.insert(new vscode.Position(line, 0), '# saved\n'))
    await editor.document.save()
    await eventually(async () => {
      const last = await lastOf('kodelet:workspace:marks')
      assert.ok((last?.at ?? 0) > before)
    })
    const { context } = await underTest()
    assert.equal(context.results?.page, undefined)
  })

  test('a hook without a payload of its own choice is replayed on what there is', async () => {
    const { node } = await row('hookbench.hooks', 'SecureYeoman', 'message_loop_start', 'marks')
    await vscode.commands.executeCommand('hookbench.replayAgain', node)
    const { context } = await underTest()
    await eventually(() => assert.equal(context.results?.page?.about[0], 'message_loop_start'))
    assert.ok(marks().includes('secureyeoman message_loop_start'))
  })

  test('a payload file completes what its event carries', async () => {
    const uri = file('.hookbench/payloads/new.kodelet.before_tool_call.payload.json')
    await vscode.workspace.fs.writeFile(uri, Buffer.from('{\n  "event": "before_tool_call",\n  ""\n}\n'))
    await vscode.window.showTextDocument(uri)
    await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        uri,
        new vscode.Position(2, 3),
      )
      const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label))
      assert.ok(
        labels.some((label) => label.includes('tool_input')),
        labels.slice(0, 10).join(', '),
      )
    })
    await drive({ do: 'press', key: 'Escape' })
  })
})
