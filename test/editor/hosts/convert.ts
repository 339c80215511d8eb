// *Convert to…* by pointer, in a folder with the configuration of six agents: the losses and the difference are shown
// before anything is written, and only *Write* writes.

import assert from 'node:assert/strict'
import { suite, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { drive, shot, shotInAll } from '../support/drive.ts'
import { eventually as sooner } from '../support/eventually.ts'
import { underTest } from '../support/extension.ts'
import { pageText, press, result, section } from '../support/result.ts'
import { file, folder, open } from '../support/shop.ts'

// Shorter than the test's own timeout, so that the failure names what was missing.
const eventually = <T>(look: () => T | Promise<T>) => sooner(look, 25_000)
const click = (selector: string) => drive({ do: 'click', selector })

async function alone(path: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  await open(path)
  const { context } = await underTest()
  await context.hooks.of(folder())
}

suite('converting hooks for another agent', function () {
  this.timeout(120_000)
  suiteTeardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'))

  test('Convert to… from the menu of a file: losses first, then the difference, and only Write writes', async () => {
    await alone('.claude/settings.json')
    const before = await textOf('.codex/hooks.json')
    await convertTo('Codex')
    const page = await result('Claude Code to Codex', /^Nothing is written yet$/)
    assert.deepEqual(page.about, ['.claude/settings.json', '.codex/hooks.json'])
    const entries = section(page, 'Entries') as readonly (readonly string[])[]
    assert.deepEqual(
      entries.map(([event, , there]) => [event, there]),
      [
        ['PreToolUse', 'PreToolUse'],
        ['PostToolUse', 'PostToolUse'],
      ],
    )
    assert.match((await pageText()) ?? 'Changed: ', /(Changed|Lost): /)
    await eventually(() => assert.ok(isTab('.codex/hooks.json: now ↔ after the conversion')))
    await shotInAll('hosts-converted')
    assert.equal(await textOf('.codex/hooks.json'), before, 'nothing is written unasked')
    try {
      await press('Write')
      await result('Claude Code to Codex', /^Written to \.codex\/hooks\.json$/)
      const after = await textOf('.codex/hooks.json')
      assert.ok(after.length > before.length && after.includes('"PostToolUse"'), after)
      await shot('hosts-converted-written')
    } finally {
      await write('.codex/hooks.json', before)
    }
  })

  test('what was changed since it was shown is not written over', async () => {
    await alone('.claude/settings.json')
    const before = await textOf('.codex/hooks.json')
    await convertTo('Codex')
    await result('Claude Code to Codex', /^Nothing is written yet$/)
    await pageText()
    await write('.codex/hooks.json', `${before}\n`)
    try {
      await press('Write')
      await vscode.commands.executeCommand('notifications.showList')
      await drive({ do: 'text', selector: '.notification-list-item:has-text("changed in the meantime")' })
      assert.equal(await textOf('.codex/hooks.json'), `${before}\n`)
    } finally {
      await write('.codex/hooks.json', before)
      await vscode.commands.executeCommand('notifications.clearAll')
    }
  })

  test('the answers of a script, for another agent', async () => {
    const path = 'scripts/deny.sh'
    await alone(path)
    const before = await textOf(path)
    await vscode.workspace.openTextDocument(file('.github/hooks/copilot.json'))
    await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        file('.github/hooks/copilot.json'),
        new vscode.Range(3, 10, 3, 20),
      )
      assert.ok(found.some(({ title }) => title === 'Convert hooks to another agent…'))
    })
    await convertTo('Cursor', 'Copilot CLI')
    const page = await result('Copilot CLI to Cursor', /^Nothing is written yet$/)
    assert.deepEqual(page.about, [path])
    assert.match((await pageText()) ?? 'prints', /prints/)
    await shot('hosts-converted-script')
    assert.equal(await textOf(path), before)
    try {
      await press('Write')
      await result('Copilot CLI to Cursor', /^Written to scripts\/deny\.sh$/)
      assert.match(await textOf(path), /"permission":"deny"/)
    } finally {
      await write(path, before)
    }
  })
})

async function textOf(path: string): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(file(path))).toString('utf8')
}

async function write(path: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file(path), Buffer.from(text))
}

function isTab(label: string): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => tab.label === label))
}

// Opens the editor's context menu by pointer, then answers the questions in the order they are asked.
async function convertTo(to: string, from?: string): Promise<void> {
  await drive({ do: 'menu', selector: '.monaco-editor .view-lines .view-line', title: 'Convert to…' })
  // Rows of an answered question stay in the page, hidden.
  for (const answer of from === undefined ? [to] : [from, to])
    await click(`.quick-input-list .monaco-list-row:has-text("${answer}"):visible`)
}
