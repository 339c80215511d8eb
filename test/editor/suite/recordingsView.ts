// The Recordings view: sessions and their events, and the actions on an event.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import type { SessionNode } from '../../../client/recordings/items.ts'
import { shotInBoth } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, rows } from '../support/extension.ts'
import { fact, result } from '../support/result.ts'
import { diffInFront, file, shown } from '../support/shop.ts'

const VIEW = 'hookbench.recordings'

/** The first event of the session with this name. */
async function event(name: string, verdict = /./) {
  const session = await row(VIEW, 'shop')
  const found = (await session.children()).find((one) => nameOf(one) === name && verdict.test(one.label))
  if (found === undefined) throw new Error(`no event ${name}`)
  return found
}

// A row's description begins with the event's outcome.
function nameOf({ description }: { readonly description: string }): string {
  return description.split(' · ', 1)[0] ?? ''
}

suite('the Recordings view', () => {
  test('shows the session and all its events with what they came to', async () => {
    await vscode.commands.executeCommand('hookbench.recordings.focus')
    const session = await eventually(() => row(VIEW, 'shop'))
    assert.match(session.description, /^\d+ events · /)
    const events = await session.children()
    assert.equal(`${events.length} events`, session.description.split(' · ')[0])
    const denied = events.filter(({ label }) => label.startsWith('deny'))
    assert.ok(denied.length > 2, 'the session has denials')
    for (const { item } of denied)
      assert.match(String((item.iconPath as { dark: vscode.Uri }).dark), /denied\.svg$/)
    await shotInBoth('recordings')
  })

  test('an event shows its payload, whole and read-only', async () => {
    const { node } = await event('before_tool_call')
    await vscode.commands.executeCommand('hookbench.openPayload', node)
    const document = await eventually(() => {
      const found = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'hookbench-recorded')
      assert.ok(found)
      return found
    })
    assert.equal(document.languageId, 'json')
    assert.equal((await shown(document.uri)).event, 'before_tool_call')
  })

  test('replaying an event fires its whole chain again and compares', async () => {
    const { node } = await event('before_tool_call', /^deny/)
    await vscode.commands.executeCommand('hookbench.replay', node)
    const page = await result(/^shop #\d+$/, /^deny$/)
    assert.equal(page.about[0], 'before_tool_call')
    assert.equal(fact(page, 'Compared'), 'Same as recorded.')
    assert.equal(page.buttons.find(({ act }) => act === 'difference')?.off, 'The payload is unchanged.')
  })

  test('an event is compared with the last of its kind', async () => {
    const session = await row(VIEW, 'shop')
    const last = (await session.children()).findLast((one) => nameOf(one) === 'before_tool_call')
    await vscode.commands.executeCommand('hookbench.compareWithLast', last?.node)
    await eventually(() =>
      assert.match(diffInFront()?.label ?? '', /^before_tool_call: shop #\d+ ↔ shop #\d+$/),
    )
  })

  test('is compared across recordings that have one name, each side its own', async () => {
    const { path } = ((await row(VIEW, 'shop')).node as SessionNode).recording
    const earlier = readFileSync(path, 'utf8')
      .replaceAll(/"at":(\d+)/g, (_, at: string) => `"at":${Number(at) - 3_600_000}`)
      .replaceAll('src/cart.js', 'src/till.js')
    const copy = file('.hookbench/recordings/20200101T000000-shop.ndjson')
    writeFileSync(copy.fsPath, earlier)
    try {
      const nodes = await eventually(async () => {
        const sessions = (await rows(VIEW)).filter(({ label }) => label === 'shop')
        assert.equal(sessions.length, 2)
        const now = sessions.find(({ node }) => (node as SessionNode).recording.path === path)
        return ((await now?.children()) ?? []).filter((one) => nameOf(one) === 'onError')
      })
      await vscode.commands.executeCommand('hookbench.compareWithLast', nodes[0]?.node)
      const { left, right } = await eventually(() => {
        const diff = diffInFront()
        assert.match(diff?.label ?? '', /^onError: shop #\d+ ↔ shop #\d+$/)
        return diff as NonNullable<typeof diff>
      })
      assert.notEqual(left.toString(), right.toString())
      assert.ok(left.toString(true).includes('20200101T000000-shop'))
    } finally {
      rmSync(copy.fsPath)
    }
    await eventually(async () =>
      assert.equal((await rows(VIEW)).filter(({ label }) => label === 'shop').length, 1),
    )
  })

  test('an event is saved as a test', async () => {
    const { node } = await event('before_tool_call', /^deny/)
    const saving = vscode.commands.executeCommand('hookbench.saveAsTest', node)
    const path = file('.hookbench/cases/before_tool_call-deny.json').fsPath
    // The quick picks propose the whole chain, then a name; both defaults are accepted.
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem')
      assert.ok(existsSync(path), `there is no ${path}`)
    })
    await saving
    const saved = await shown(vscode.Uri.file(path))
    assert.equal(saved.event, 'before_tool_call')
  })

  test('a recording that is deleted is gone from the view', async () => {
    const before = await rows(VIEW)
    const copy = file('.hookbench/recordings/20200101T000000-copy.ndjson')
    const { node } = await row(VIEW, 'shop')
    const { path } = (node as SessionNode).recording
    await vscode.workspace.fs.copy(vscode.Uri.file(path), copy)
    await eventually(async () => assert.equal((await rows(VIEW)).length, before.length + 1))
    await vscode.workspace.fs.delete(copy)
    await eventually(async () => assert.equal((await rows(VIEW)).length, before.length))
  })
})
