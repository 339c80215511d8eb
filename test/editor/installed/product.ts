// The packed extension in a clean editor, away from the repository: it runs hooks of three languages, completes a shell
// hook and activates in milliseconds, as measured by the editor itself.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { eventually } from '../support/eventually.ts'
import { measured } from '../support/mocha.ts'
import { folder } from '../support/shop.ts'

function installed(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('hookbench.hookbench')
  assert.ok(extension, 'it is not installed')
  return extension
}

// Runs the command line with the editor's own Node, as the extension does.
function cli(...argv: readonly string[]): string {
  const path = join(installed().extensionPath, 'dist', 'cli.js')
  const root = folder().uri.fsPath
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' }
  return execFileSync(process.execPath, [path, ...argv, '--workspace', root], { env, encoding: 'utf8' })
}

const SHELL = `#!/usr/bin/env bash
case "$1" in
  hook) echo before_tool_call ;;
  run)
    payload=$(cat)
    tool=$(jq -r '.t' <<<"$payload")
    ;;
esac
`

suite('installed', () => {
  test('it comes from nowhere near the repository, and sleeps where nothing is', () => {
    assert.doesNotMatch(installed().extensionPath, /\/build\//)
    assert.equal(installed().isActive, false)
  })

  test('hooks in TypeScript, in Python and as a Python program run on their examples', () => {
    const hooks = [
      ['secureyeoman', 'tool_execute_before', 'guard', 'typescript'],
      ['kaizen', 'pre_tool_use', 'audit', 'python'],
      ['kodelet', 'before_tool_call', 'check', 'python'],
    ] as const
    for (const [dialect, event, name, language] of hooks)
      cli('new', dialect, event, name, '--language', language)
    cli('trust', '--edits', '--yes')
    for (const [dialect, event, name] of hooks) {
      const outcome = JSON.parse(cli('run', event, '--dialect', dialect, '--json')) as {
        hooks: { name: string; status: string }[]
      }
      const run = outcome.hooks.find((one) => one.name.startsWith(name))
      assert.equal(run?.status, 'returned', JSON.stringify(outcome))
    }
  })

  test('it wakes with the first question, and completes what the payload carries in a shell hook', async () => {
    const path = join(folder().uri.fsPath, '.kodelet/hooks/shelly')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, SHELL)
    chmodSync(path, 0o755)
    const document = await vscode.workspace.openTextDocument(path)
    await vscode.window.showTextDocument(document)
    await vscode.commands.executeCommand('hookbench.reload')
    assert.ok(installed().isActive)
    const at = document.positionAt(document.getText().indexOf(".t'") + 2)
    await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      )
      const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label))
      assert.ok(
        labels.some((label) => label.includes('tool_name')),
        labels.slice(0, 10).join(', '),
      )
    })
  })

  test('the editor counts what waking it cost', async () => {
    await vscode.commands.executeCommand('perfview.show')
    const row = await eventually(async () => {
      const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')
      const line = shown
        ?.getText()
        .split('\n')
        .find((one) => /^\|\s*hookbench\.hookbench\s*\|/.test(one))
      assert.ok(
        line,
        shown
          ?.getText()
          .split('\n')
          .filter((one) => one.includes('hookbench'))
          .join('\n') ?? 'there is no such document',
      )
      return line.split('|').map((cell) => cell.trim())
    })
    // Columns: extension, eager, load code, call activate, finish activate, …
    const [, , , load = '', call = ''] = row
    measured['load code'] = Number(load)
    measured['call activate'] = Number(call)
    assert.ok(Number(load) + Number(call) < 5000, row.join(' | '))
  })
})
