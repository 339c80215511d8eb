// Language features as the editor shows them: completion, findings with their fixes, hovers. Their content is tested in
// the server's own tests; these check that they reach the editor.

import assert from 'node:assert/strict'
import { suite, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { underTest } from '../support/extension.ts'
import { folder } from '../support/shop.ts'

const written: vscode.Uri[] = []

/** Opens a new file of the workspace, with the cursor at `¦`. */
async function typed(path: string, marked: string) {
  const uri = vscode.Uri.joinPath(folder().uri, path)
  written.push(uri)
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(marked.replace('¦', '')))
  const document = await vscode.workspace.openTextDocument(uri)
  const editor = await vscode.window.showTextDocument(document)
  const at = document.positionAt(Math.max(0, marked.indexOf('¦')))
  editor.selection = new vscode.Selection(at, at)
  return { uri, document, editor, at }
}

async function completed(uri: vscode.Uri, at: vscode.Position) {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    uri,
    at,
  )
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label))
}

async function findings(uri: vscode.Uri, code: string) {
  return eventually(() => {
    const found = vscode.languages.getDiagnostics(uri).filter((one) => codeOf(one) === code)
    assert.ok(found.length > 0, `no ${code} yet`)
    return found
  })
}

function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code)
}

suite('language features', () => {
  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    for (const uri of written) await vscode.workspace.fs.delete(uri)
  })

  test('fields complete in a handler without a single annotation', async () => {
    await underTest()
    const { uri, at } = await typed(
      'extensions/_95_typed.js',
      `export default {\n  name: 'typed',\n  hooks: {\n    async tool_execute_before(ctx) {\n      ctx.¦\n      return ctx\n    },\n  },\n}\n`,
    )
    const labels = await eventually(async () => {
      const found = await completed(uri, at)
      assert.ok(found.includes('toolName'), found.join(' '))
      return found
    })
    for (const field of ['toolName', 'input', 'sessionId', 'toolCallId'])
      assert.ok(labels.includes(field), field)
  })

  test('fields complete in a jq path of a shell hook', async () => {
    const { uri, at } = await typed(
      '.kodelet/hooks/typed_in_shell',
      `#!/bin/bash\ncase "$1" in\n  hook) echo before_tool_call ;;\n  run) jq -r '.tool_¦' ;;\nesac\n`,
    )
    await eventually(async () => {
      const found = await completed(uri, at)
      assert.ok(found.includes('tool_name') && found.includes('tool_input'), found.join(' '))
    })
  })

  test('a misspelt field is marked where it stands, and one fix mends it', async () => {
    const { uri, document } = await typed(
      'extensions/_96_misspelt.ts',
      `export default {\n  name: 'misspelt',\n  hooks: {\n    async tool_execute_before(ctx) {\n      return ctx.toolNam === 'bash' ? null : ctx\n    },\n  },\n}\n`,
    )
    const [finding] = await findings(uri, 'field.unknown')
    assert.equal(document.getText(finding?.range), 'toolNam')
    await shotInBoth('finding')
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      finding?.range,
    )
    const fix = actions.find(({ isPreferred }) => isPreferred)
    assert.ok(fix?.edit !== undefined, actions.map(({ title }) => title).join(', '))
    await vscode.workspace.applyEdit(fix.edit)
    assert.match(document.getText(), /ctx\.toolName === 'bash'/)
    await eventually(() =>
      assert.deepEqual(
        vscode.languages.getDiagnostics(uri).filter((one) => codeOf(one) === 'field.unknown'),
        [],
      ),
    )
    await document.save()
  })

  test('line ends that no system can run are mended by one click, on disk', async () => {
    const { uri, document } = await typed(
      '.kodelet/hooks/crlf',
      '#!/bin/sh\r\n[ "$1" = hook ] && echo before_tool_call\r\n',
    )
    const [finding] = await findings(uri, 'executable.crlf')
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      finding?.range,
    )
    const mend = actions.find(({ title }) => title === 'Change all line endings to LF')?.command
    assert.ok(mend !== undefined, actions.map(({ title }) => title).join(', '))
    await vscode.commands.executeCommand(mend.command, ...(mend.arguments ?? []))
    assert.equal(document.isDirty, false)
    const bytes = await vscode.workspace.fs.readFile(uri)
    assert.equal(Buffer.from(bytes).toString(), '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call\n')
    await eventually(() =>
      assert.deepEqual(
        vscode.languages.getDiagnostics(uri).filter((one) => codeOf(one) === 'executable.crlf'),
        [],
      ),
    )
  })

  test('a hover tells what an event may decide', async () => {
    const uri = vscode.Uri.joinPath(folder().uri, 'extensions/_96_misspelt.ts')
    const document = await vscode.workspace.openTextDocument(uri)
    const at = document.positionAt(document.getText().indexOf('tool_execute_before') + 3)
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      at,
    )
    const text = hovers.flatMap(({ contents }) =>
      contents.map((one) => (typeof one === 'string' ? one : one.value)),
    )
    assert.match(text.join('\n'), /Runs before a tool/)
  })
})
