// The Hooks view: every hook under its events in firing order, or under its file, with the result of its last run.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { suite, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { shot, shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, rows, underTest } from '../support/extension.ts'
import { file } from '../support/shop.ts'

const VIEW = 'hookbench.hooks'
const grouping = (value: string | undefined) =>
  vscode.workspace
    .getConfiguration('hookbench')
    .update('hooks.grouping', value, vscode.ConfigurationTarget.Global)

suite('the Hooks view', () => {
  suiteTeardown(() => grouping(undefined))

  test('shows dialects, in each the events in their order, in each the hooks in firing order', async () => {
    await vscode.commands.executeCommand('hookbench.hooks.focus')
    const dialects = await eventually(async () => {
      const found = await rows(VIEW)
      assert.ok(found.length >= 4, found.map(({ label }) => label).join())
      return found
    })
    assert.deepEqual(dialects.map(({ label }) => label).toSorted(), [
      'Kaizen',
      'Kodelet',
      'SecureYeoman',
      'compilr',
    ])
    const { context } = await underTest()
    const [known] = context.hooks.known()
    const fired = await (await row(VIEW, 'Kodelet', 'before_tool_call')).children()
    const listed = known?.hooks
      .filter(({ dialect, events }) => dialect === 'kodelet' && events.includes('before_tool_call'))
      .toSorted((one, two) => one.order - two.order)
    assert.deepEqual(
      fired.map(({ label }) => label),
      listed
        ?.filter(({ source, state }) => source !== 'builtin' || state !== 'disabled')
        .map(({ name }) => name),
    )
  })

  test('a row says what the hook did last and what it usually takes', async () => {
    const guard = await row(VIEW, 'Kodelet', 'before_tool_call', 'security_guardrail')
    assert.match(guard.description, /^(pass|deny) [<\d.]+ m?s · p50 [<\d.]+ m?s/)
    assert.match(String(guard.item.contextValue), /^hook;active;workspace;file;bound$/)
  })

  test('a hook that waits for trust says so, and the view counts them', async () => {
    const waiting = await row(VIEW, 'SecureYeoman', 'agent_init', '_05_session_journal')
    assert.equal(waiting.description, 'untrusted · user')
    assert.match(String(waiting.item.contextValue), /^hook;untrusted;user/)
    await shot('hooks')
  })

  test('grouped by file, a row stands under its file and says which event it answers', async () => {
    await grouping('file')
    const own = await eventually(() => row(VIEW, '_25_marks.ts', 'marks'))
    assert.match(own.description, /^((?!message_loop_start).)*\bmessage_loop_start/)
    await shotInBoth('hooks-by-file')
    await grouping(undefined)
    await eventually(() => row(VIEW, 'Kodelet'))
  })

  test('opening a row shows the file at the handler', async () => {
    const { node } = await row(VIEW, 'SecureYeoman', 'delegation_before', 'delegation-budget')
    await vscode.commands.executeCommand('hookbench.openHook', node)
    await eventually(() => {
      const editor = vscode.window.activeTextEditor
      assert.equal(editor?.document.uri.fsPath, file('extensions/_20_delegation_budget.ts').fsPath)
      assert.match(editor.document.lineAt(editor.selection.start.line).text, /delegation_before/)
    })
  })

  test('disabling writes the settings, and the hook no longer runs; enabling takes it back', async () => {
    const path = file('.hookbench/settings.json').fsPath
    const { node } = await row(VIEW, 'Kodelet', 'before_tool_call', 'prefer_npm_ci')
    await vscode.commands.executeCommand('hookbench.disable', node)
    const settings = JSON.parse(readFileSync(path, 'utf8')) as { disabled: string[] }
    assert.deepEqual(settings.disabled, ['kodelet:workspace:prefer_npm_ci'])
    const off = await eventually(async () => {
      const found = await row(VIEW, 'Kodelet', 'before_tool_call', 'prefer_npm_ci')
      assert.match(String(found.item.contextValue), /^hook;disabled/)
      return found
    })
    await vscode.commands.executeCommand('hookbench.enable', off.node)
    await eventually(async () => {
      const found = await row(VIEW, 'Kodelet', 'before_tool_call', 'prefer_npm_ci')
      assert.match(String(found.item.contextValue), /^hook;active/)
    })
    assert.ok(existsSync(path))
  })

  test('disabling edits the settings that are open, and leaves those alone that have mistakes', async () => {
    const uri = file('.hookbench/settings.json')
    const before = readFileSync(uri.fsPath, 'utf8')
    const editor = await vscode.window.showTextDocument(uri)
    const { document } = editor
    const whole = () => new vscode.Range(0, 0, document.lineCount, 0)
    const { node } = await row(VIEW, 'Kodelet', 'before_tool_call', 'prefer_npm_ci')
    try {
      const broken = '{ "disabled": [\n'
      await editor.edit((edit) => edit.replace(whole(), broken))
      await vscode.commands.executeCommand('hookbench.disable', node)
      assert.equal(document.getText(), broken)
      assert.equal(readFileSync(uri.fsPath, 'utf8'), before)
      await vscode.commands.executeCommand('notifications.clearAll')
      await editor.edit((edit) => edit.replace(whole(), '// mine\n{}\n'))
      await vscode.commands.executeCommand('hookbench.disable', node)
      assert.match(readFileSync(uri.fsPath, 'utf8'), /^\/\/ mine\n[\s\S]*"kodelet:workspace:prefer_npm_ci"/)
      assert.equal(document.isDirty, false)
    } finally {
      await editor.edit((edit) => edit.replace(whole(), before))
      await document.save()
      await vscode.commands.executeCommand('hookbench.reload')
    }
    await eventually(async () => {
      const found = await row(VIEW, 'Kodelet', 'before_tool_call', 'prefer_npm_ci')
      assert.match(String(found.item.contextValue), /^hook;active/)
    })
  })

  test('a hook that is written appears by itself', async () => {
    const uri = file('extensions/_26_new.ts')
    await vscode.workspace.fs.writeFile(
      uri,
      Buffer.from('export default { name: "brand-new", hooks: { message_loop_start() {} } }\n'),
    )
    try {
      await eventually(() => row(VIEW, 'SecureYeoman', 'message_loop_start', 'brand-new'))
    } finally {
      await vscode.workspace.fs.delete(uri)
    }
    await eventually(async () => {
      const fired = await (await row(VIEW, 'SecureYeoman', 'message_loop_start')).children()
      assert.ok(!fired.some(({ label }) => label === 'brand-new'))
    })
  })
})
