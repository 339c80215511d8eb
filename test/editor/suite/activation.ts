// The extension comes up by itself where hooks are, quickly, and its views say what there is.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'

const extension = () => vscode.extensions.getExtension('hookbench.hookbench')

suite('activation', () => {
  test('the extension is active in a folder with hooks, though nobody asked for it', async () => {
    await eventually(() => assert.equal(extension()?.isActive, true))
  })

  test('hooks view', async () => {
    await vscode.commands.executeCommand('hookbench.hooks.focus')
    await new Promise((r) => setTimeout(r, 4000))
    await shot('hooks-dark')
  })
})
