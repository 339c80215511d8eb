// A folder with only `.claude/settings.json`: one valid entry, one whose matcher matches no tool, one whose script is
// missing. How the editor shows them, and what clicks on them do.

import assert from 'node:assert/strict'
import { suite, suiteSetup, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { trustShown } from '../../../client/trustShown.ts'
import { breakAt, debug } from '../support/debugging.ts'
import { drive, shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, underTest } from '../support/extension.ts'
import { lens, pickByLens } from '../support/lens.ts'
import { fact, pageText, result, section } from '../support/result.ts'
import { file, folder, open } from '../support/shop.ts'

const VIEW = 'hookbench.hooks'
const SETTINGS = '.claude/settings.json'
const PAYLOAD = '.hookbench/payloads/rm.claude-code.PreToolUse.payload.json'

const click = (selector: string) => drive({ do: 'click', selector })
const text = async (selector: string) => String(await drive({ do: 'text', selector }))

async function lensesOf(path: string): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    file(path),
    100,
  )
  return found.map(({ command }) => command?.title ?? '')
}

const BAR = [
  // A regular space after an icon is not rendered.
  '$(lock)\u00a0does not run until you trust it',
  'Trust Only As It Is Now',
  'Trust This and Later Edits',
]

suite('entries of a host, in the editor', function () {
  this.timeout(300_000)
  suiteSetup(async () => {
    await underTest()
    await vscode.workspace.getConfiguration('hookbench').update('trust.offerEdits', false, true)
    const payload = {
      ...{ session_id: 's', transcript_path: '/t.jsonl', cwd: file('.').fsPath, permission_mode: 'default' },
      ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf /tmp/x' } },
      tool_use_id: 'toolu_1',
    }
    await vscode.workspace.fs.writeFile(file(PAYLOAD), Buffer.from(JSON.stringify(payload)))
  })
  suiteTeardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'))

  test('the view shows them by host and event, each in its own words', async () => {
    await vscode.commands.executeCommand('hookbench.hooks.focus')
    const descriptionOf = async (event: string, name: string) =>
      (await row(VIEW, 'Claude Code', event, name)).description
    await eventually(async () => {
      assert.equal(await descriptionOf('PreToolUse', 'guard.py'), 'untrusted · Bash · also Copilot CLI')
      assert.match(
        await descriptionOf('PreToolUse', 'audit.sh'),
        /never fires: Claude Code has no tool "Bahs"/,
      )
      assert.equal(await descriptionOf('PostToolUse', 'gone.sh'), 'untrusted · Edit|Write · also Copilot CLI')
    })
    // The data is known before the row is drawn.
    await text('.monaco-list-row:has-text("guard.py")')
    await shot('entries-view')
  })

  test('the file is marked where something is wrong, and nowhere else', async () => {
    await open(SETTINGS)
    await eventually(() => {
      const marked = vscode.languages
        .getDiagnostics(file(SETTINGS))
        .filter(({ source }) => source === 'hookbench')
        .map(({ code, range }) => [code, range.start.line + 1])
      assert.deepEqual(marked, [
        ['entry.matcher', 10],
        ['entry.script', 17],
      ])
    })
  })

  test('a lens on each entry says on what it fires, why it would not, and what can be done', async () => {
    await eventually(async () =>
      assert.deepEqual(await lensesOf(SETTINGS), [
        ...['fires on Bash', ...BAR, '▶ Replay', 'Debug'],
        'never fires: Claude Code has no tool "Bahs"',
        ...['fires on Edit, Write', ...BAR, '▶ Replay'],
      ]),
    )
    // The editor draws lenses some time after it receives them.
    await text('.codelens-decoration:has-text("never fires")')
    await shot('entries-lenses')
    // An editor under test shows no questions, so trust is given to the runtime directly.
    const { context } = await underTest()
    const guard = context.hooks.known()[0]?.hooks.find(({ name }) => name === 'guard.py')
    await trustShown(context, folder(), { target: String(guard?.id) }, async () => true)
    await context.extension.workspaceState.update(`hookbench.toldForReal:${folder().uri}`, true)
    await eventually(async () => {
      const guard = await row(VIEW, 'Claude Code', 'PreToolUse', 'guard.py')
      assert.match(String(guard.item.contextValue), /^hook;active;workspace;file;script;host;bound/)
    })
  })

  test('a click replays it, and the effect in Claude Code is described', async () => {
    await pickByLens('Replay', 'rm.claude-code.PreToolUse')
    const page = await result(/^guard\.py$/, /^the tool does not run$/)
    assert.deepEqual(page.about.slice(0, 3), [
      'PreToolUse',
      'Claude Code · also Copilot CLI',
      'rm.claude-code.PreToolUse.payload.json',
    ])
    assert.equal(fact(page, 'Exit code'), '2')
    assert.equal(section(page, 'The model reads').length, 1)
    await pageText()
    await shot('entries-replay')
    await eventually(async () => {
      const { description } = await row(VIEW, 'Claude Code', 'PreToolUse', 'guard.py')
      assert.match(description, /^deny [<\d.]+ ms/)
    })
    await vscode.commands.executeCommand('notifications.clearAll')
  })

  test('the script says which entry runs it, and a click leads there', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    await open('scripts/guard.py')
    await eventually(async () =>
      assert.deepEqual(await lensesOf('scripts/guard.py'), [
        'PreToolUse Bash in .claude/settings.json',
        '▶ Replay',
        'Debug',
      ]),
    )
    await shot('entries-script')
    await click(lens('PreToolUse Bash in'))
    await eventually(() => {
      const editor = vscode.window.activeTextEditor
      assert.equal(editor?.document.uri.fsPath, file(SETTINGS).fsPath)
      assert.match(editor.document.lineAt(editor.selection.start.line).text, /guard\.py/)
    })
    await eventually(async () =>
      assert.match((await row(VIEW, 'Claude Code', 'PreToolUse', 'guard.py')).description, /deny [<\d.]+ ms/),
    )
    await shot('entries-after')
  })

  test('a click on Debug stops at a breakpoint in the script, with the payload at hand, and tells the effect', async () => {
    const marks = breakAt(['scripts/guard.py', 6])
    const session = await debug(async () => {
      await pickByLens('Debug', 'rm.claude-code.PreToolUse')
    })
    try {
      const stop = await session.stop()
      assert.deepEqual([stop.path, stop.line], [file('scripts/guard.py').fsPath, 6])
      assert.equal((await stop.locals()).command, "'rm -rf /tmp/x'")
      await shot('entries-debug')
      await stop.go()
      await session.ended()
      assert.match(session.console(), /the tool does not run/)
    } finally {
      session.dispose()
      marks.dispose()
      await vscode.commands.executeCommand('workbench.action.closePanel')
      await vscode.commands.executeCommand('workbench.view.extension.hookbench')
    }
  })

  test('the script is completed, explained and mended as it is typed', async () => {
    const { document } = await open('scripts/guard.py')
    const at = document.getText().indexOf('command", ""')
    const field = new vscode.Range(document.positionAt(at), document.positionAt(at + 'command'.length))
    const edit = async (name: string) => {
      const change = new vscode.WorkspaceEdit()
      const end = field.start.translate(
        0,
        /^\w*/.exec(document.lineAt(field.start).text.slice(field.start.character))?.[0].length,
      )
      change.replace(document.uri, new vscode.Range(field.start, end), name)
      await vscode.workspace.applyEdit(change)
    }
    try {
      await edit('')
      await eventually(async () => {
        const found = await vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          document.uri,
          field.start,
        )
        const labels = found.items.map(({ label }) => (typeof label === 'string' ? label : label.label))
        assert.ok(labels.includes('command') && labels.includes('run_in_background'), labels.join(' '))
      })
      await edit('comand')
      await eventually(async () => {
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          new vscode.Range(field.start, field.start),
          vscode.CodeActionKind.QuickFix.value,
        )
        assert.ok(
          actions.some(({ title }) => /"command"/.test(title)),
          actions.map(({ title }) => title).join(' '),
        )
      })
      await edit('command')
      await eventually(async () => {
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          document.uri,
          field.start,
        )
        const texts = hovers.flatMap(({ contents }) =>
          contents.map((one) => (one as vscode.MarkdownString).value),
        )
        assert.ok(
          texts.some((one) => one.includes('tool_input.command')),
          texts.join(' '),
        )
      })
    } finally {
      await vscode.commands.executeCommand('workbench.action.files.revert')
    }
  })

  test('New Hook… writes a script and its entry, and the rest of the file stays as it is', async () => {
    const before = (await vscode.workspace.openTextDocument(file(SETTINGS))).getText()
    const made = vscode.commands.executeCommand('hookbench.newHook')
    for (const [question, answer] of [
      ['Which agent is it for?', 'Claude Code'],
      ['When should it run?', 'UserPromptSubmit'],
      ['In which language?', 'Python'],
    ] as const) {
      await text(`.quick-input-widget input[placeholder="${question}"]`)
      await click(`.quick-input-list .monaco-list-row:has-text("${answer}") >> nth=0`)
    }
    await text('.quick-input-widget:has-text("Name of the hook and of its file")')
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem')
    const script = file('.claude/hooks/my_user_prompt_submit.py')
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, script.fsPath))
    await shot('entries-new')
    await eventually(async () => {
      const text = Buffer.from(await vscode.workspace.fs.readFile(file(SETTINGS))).toString()
      assert.match(text, /"UserPromptSubmit": \[/)
      assert.ok(text.startsWith(before.slice(0, before.indexOf('"PostToolUse"'))))
    })
    await row(VIEW, 'Claude Code', 'UserPromptSubmit', 'my_user_prompt_submit.py')
    void made
  })
})
