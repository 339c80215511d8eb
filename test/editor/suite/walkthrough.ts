// The walkthrough opens, with its steps and its pictures.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { drive, shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'

suite('walkthrough', () => {
  test('five steps lead from a first hook to a test', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      'hookbench.hookbench#start',
      false,
    )
    await eventually(async () => {
      const count = await drive({ do: 'count', selector: '.gettingStartedContainer .getting-started-step' })
      assert.ok(count === undefined || count === 5, `${count} steps`)
    })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await shotInBoth('walkthrough')
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  })
})
