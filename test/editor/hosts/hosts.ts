// A folder with the configuration of six agents, eight entries in all: each is listed in its agent's terms, has its
// lens, is replayed by pointer or key, and shows its agent's reaction; and one payload is judged by all of them.

import assert from 'node:assert/strict'
import { suite, suiteSetup, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import { trustShown } from '../../../client/trustShown.ts'
import { drive, shot, shotInAll } from '../support/drive.ts'
import { eventually as sooner } from '../support/eventually.ts'
import { row, rows, underTest } from '../support/extension.ts'
import { lens, pickByLens } from '../support/lens.ts'
import { fact, pageText, press, RESULT_FRAME, result, section } from '../support/result.ts'
import { file, folder, open } from '../support/shop.ts'

const VIEW = 'hookbench.hooks'
const COMMAND = 'rm -rf /tmp/x'

/** Each agent's configuration file, its event, and what the model reads when the hook refuses. */
const AGENTS = [
  {
    ...{ title: 'Claude Code', id: 'claude-code', event: 'PreToolUse', name: 'guard.sh', on: 'Bash' },
    ...{ path: '.claude/settings.json', lens: 'fires on Bash' },
    model: 'PreToolUse:Bash hook error: [sh "$CLAUDE_PROJECT_DIR/scripts/guard.sh"]: no rm -rf here\n',
  },
  {
    ...{ title: 'Codex', id: 'codex', event: 'PreToolUse', name: 'guard.sh', on: 'Bash' },
    ...{ path: '.codex/hooks.json', lens: 'fires on Bash' },
    model: `Command blocked by PreToolUse hook: no rm -rf here. Command: ${COMMAND}`,
  },
  {
    ...{ title: 'Gemini CLI', id: 'gemini', event: 'BeforeTool', name: 'guard.sh', on: 'run_shell_command' },
    ...{ path: '.gemini/settings.json', lens: 'fires on run_shell_command' },
    model: 'Tool execution blocked: no rm -rf here',
  },
  {
    ...{ title: 'VS Code', id: 'vscode', event: 'PreToolUse', name: 'guard.sh', on: '' },
    ...{ path: '.github/hooks/vscode.json', lens: 'fires on every PreToolUse' },
    model: 'Tool execution denied: no rm -rf here\n',
  },
  {
    ...{ title: 'Cursor', id: 'cursor', event: 'preToolUse', name: 'guard.sh', on: '' },
    ...{ path: '.cursor/hooks.json', lens: 'fires on every preToolUse' },
    model: 'no rm -rf here',
  },
] as const

// Shorter than the test's own timeout, so that the failure names what was missing.
const eventually = <T>(look: () => T | Promise<T>) => sooner(look, 25_000)

const click = (selector: string) => drive({ do: 'click', selector })
const payloadOf = ({ id, event }: { readonly id: string; readonly event: string }) =>
  `rm.${id}.${event}.payload.json`

async function lensesOf(path: string): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    file(path),
    100,
  )
  return found.map(({ command }) => command?.title ?? '')
}

async function missingIn(path: string): Promise<(title: string) => boolean> {
  const found = await lensesOf(path)
  return (title) => !found.includes(title)
}

async function alone(path: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  await open(path)
}

suite('six agents in one folder', function () {
  this.timeout(60_000)
  suiteSetup(async () => {
    const { context } = await underTest()
    await vscode.workspace.getConfiguration('hookbench').update('trust.offerEdits', false, true)
    await trustShown(context, folder(), {}, async () => true)
    await context.extension.workspaceState.update(`hookbench.toldForReal:${folder().uri}`, true)
    const payload = {
      ...{ session_id: 's', transcript_path: '/t.jsonl', cwd: folder().uri.fsPath },
      ...{ permission_mode: 'default', hook_event_name: 'PreToolUse', tool_name: 'Bash' },
      ...{ tool_input: { command: COMMAND }, tool_use_id: 'toolu_1' },
    }
    const request = { event: 'PreToolUse', dialect: 'claude-code', payload }
    const { agents } = await context.runtimes.ask(folder(), 'compare', request)
    for (const { dialect: id, event = '', payload } of agents)
      await vscode.workspace.fs.writeFile(
        file(`.hookbench/payloads/${payloadOf({ id, event })}`),
        Buffer.from(`${JSON.stringify(payload, undefined, 2)}\n`),
      )
  })
  suiteTeardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'))

  test('the view lists all eight under their agents, and says who reads an entry as well', async () => {
    await vscode.commands.executeCommand('hookbench.hooks.focus')
    await eventually(async () => {
      const listed: string[] = []
      for (const agent of await rows(VIEW))
        for (const event of await agent.children())
          for (const { label, description } of await event.children())
            listed.push([agent.label, event.label, label, description].join(' | '))
      assert.deepEqual(listed.toSorted(), [
        'Claude Code | PostToolUse | audit.sh | Bash · also Copilot CLI',
        'Claude Code | PreToolUse | guard.sh | Bash · also Copilot CLI',
        'Codex | PreToolUse | guard.sh | Bash',
        'Codex | UserPromptSubmit | audit.sh | ',
        'Cursor | preToolUse | guard.sh | ',
        'Gemini CLI | BeforeTool | guard.sh | run_shell_command',
        'VS Code | PreToolUse | deny.sh | also Copilot CLI',
        'VS Code | PreToolUse | guard.sh | also Copilot CLI',
      ])
    })
    await drive({ do: 'text', selector: '.monaco-list-row:has-text("deny.sh")' })
    await shot('hosts-view')
  })

  for (const agent of AGENTS) {
    const { title, event, name, path, model } = agent
    test(`${title}: a click on the lens replays its entry, and the effect is described in the words of the host`, async () => {
      await alone(path)
      await eventually(async () =>
        assert.deepEqual(
          [agent.lens, '▶ Replay', 'Debug', 'Compare Agents'].filter(await missingIn(path)),
          [],
        ),
      )
      await pickByLens('Replay', payloadOf(agent))
      const page = await result(name, /^the tool does not run$/)
      assert.equal(page.sign, 'denied')
      assert.deepEqual([page.about[0], page.about[2]], [event, payloadOf(agent)])
      assert.match(page.about[1] ?? '', new RegExp(`^${title}`))
      assert.equal(fact(page, 'Exit code'), '2')
      assert.deepEqual(section(page, 'The model reads'), [model])
      assert.deepEqual(section(page, 'stderr'), ['no rm -rf here\n'])
      assert.match((await pageText()) ?? 'the tool does not run', /^the tool does not run$/im)
      await shot(`hosts-${agent.id}`)
      await eventually(async () => {
        const { description } = await row(VIEW, title, event, name)
        assert.match(description, /deny \d+(\.\d+)? m?s/)
      })
    })
  }

  test('keys do it all: replay from the configuration, rerun and compare in the panel', async () => {
    await alone('.codex/hooks.json')
    const target = { uri: file('.codex/hooks.json').toString(), event: 'PreToolUse' }
    await vscode.commands.executeCommand('hookbench.replayAgain', target)
    await result('guard.sh', /^the tool does not run$/)
    await pageText()
    await vscode.commands.executeCommand('hookbench.showResult')
    // The click puts the focus on the page, so that a single key is enough.
    await drive({ do: 'click', selector: '.verdict', frame: RESULT_FRAME })
    const before = (await result('guard.sh')).buttons.find(({ act }) => act === 'last')
    assert.equal(before?.off, undefined, 'it has run before')
    await drive({ do: 'press', key: 'c' })
    await eventually(() =>
      assert.ok(
        vscode.window.tabGroups.all.some(({ tabs }) =>
          tabs.some(({ label }) => label === 'guard.sh · PreToolUse: last time ↔ this time'),
        ),
      ),
    )
    await shot('hosts-last')
  })

  test('one payload, judged by all: who blocks, and what each model reads', async () => {
    await alone('.claude/settings.json')
    await eventually(async () =>
      assert.ok((await lensesOf('.claude/settings.json')).includes('Compare Agents')),
    )
    await pickByLens('Compare Agents', 'rm.claude-code.PreToolUse')
    const page = await result('PreToolUse', /the tool does not run/)
    const cells = section(page, 'Agents') as readonly (readonly string[])[]
    assert.deepEqual(
      cells.map(([agent, event, fate]) => [agent, event, fate]),
      [
        ['Claude Code', 'PreToolUse'],
        ['Codex', 'PreToolUse'],
        ['VS Code', 'PreToolUse'],
        ['Copilot CLI', 'preToolUse'],
        ['Gemini CLI', 'BeforeTool'],
        ['Cursor', 'preToolUse'],
      ].map((row) => [...row, 'the tool does not run; the session goes on']),
    )
    assert.equal(cells[3]?.[3], '"Denied by preToolUse hook: hook exited with code 2"')
    assert.match((await pageText()) ?? 'Cursor', /Cursor/)
    const below = page.sections.find(({ title }) => title === 'Differences')
    assert.ok(below?.kind === 'quotes', 'who calls a script of another is said below the table')
    assert.match(below.texts.join('\n'), /^\S+ is called by .*Copilot CLI.* at the same moment, /m)
    await shotInAll('hosts-compared')
  })

  test('from a payload file: its lenses replay it, and compare what an event of one agent is to the others', async () => {
    const path = `.hookbench/payloads/${payloadOf({ id: 'codex', event: 'PreToolUse' })}`
    await alone(path)
    await eventually(async () =>
      assert.deepEqual(await lensesOf(path), ['▶ Replay', 'Debug', 'Compare Agents']),
    )
    await click(lens('Compare Agents'))
    const page = await result('PreToolUse', /the tool does not run/)
    assert.deepEqual(page.about[0], 'Codex')
    await press('Rerun')
    await eventually(async () => {
      const [last] = (await result('PreToolUse')).buttons.filter(({ act }) => act === 'last')
      assert.equal(last?.off, undefined)
    })
    await shot('hosts-payload')
  })
})
