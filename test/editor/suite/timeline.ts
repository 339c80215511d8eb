// The session timeline: drawn from a real recording, navigated by keys, filtered, opened from, updated while the
// session goes on, and responsive with ten thousand events.

import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { suite, suiteSetup, suiteTeardown, test } from 'mocha'
import * as vscode from 'vscode'
import type { SessionNode } from '../../../client/recordings/items.ts'
import type { TimelineReport } from '../../../client/timeline/messages.ts'
import { drive, shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, underTest } from '../support/extension.ts'
import { file, shown } from '../support/shop.ts'

const VIEW = 'hookbench.recordings'
const FRAME = 'iframe.webview.ready'
const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  contrast: 'Default High Contrast',
}

/** The part of the real session from one agent, for the pictures. */
const agent = file('.hookbench/recordings/2026-01-01T00-00-00-000Z-agent.ndjson')
/** A recording beside the real one, as written by a session in which an agent pauses. */
const paced = file('.hookbench/recordings/2026-01-01T00-00-00-000Z-paced.ndjson')
const long = file('.hookbench/recordings/2026-01-01T00-00-00-000Z-long.ndjson')

type Line = { readonly kind: string; readonly at: number; readonly firing: string; readonly session?: string }

async function realSession(): Promise<{ readonly path: string; readonly lines: readonly Line[] }> {
  const { node } = await eventually(() => row(VIEW, 'shop'))
  const { path } = (node as SessionNode).recording
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return { path, lines: lines.map((line) => JSON.parse(line) as Line) }
}

/** The latest report of a recording's timeline, once `is` accepts it. */
async function drawn(path: string, is: (report: TimelineReport) => void = () => {}): Promise<TimelineReport> {
  const { context } = await underTest()
  return eventually(() => {
    const report = context.timelines.get(path)
    assert.ok(report, `no timeline of ${path} has drawn`)
    is(report)
    return report
  })
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await drive({ do: 'press', key })
}

/** Keys can be pressed only where a browser shows the editor. */
const hasBrowser = async () => (await drive({ do: 'count', selector: 'body' })) !== undefined

async function openTimeline(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  await vscode.commands.executeCommand('hookbench.openTimeline', uri)
}

suite('the session timeline', () => {
  suiteSetup(async () => {
    const { lines } = await realSession()
    const pauses = [900, 2400, 6100, 400, 14_000, 1200, 3300, 41_000, 200, 5600, 8000, 700, 95_000, 1900]
    let later = 0
    let firing = 0
    const slow = lines.map((line) => {
      if (line.kind === 'fired') later += pauses[firing++ % pauses.length] ?? 0
      return line.kind === 'recording' ? { ...line, session: 'paced' } : { ...line, at: line.at + later }
    })
    const own = new Set(
      lines.flatMap((line) => ('dialect' in line && line.dialect === 'kodelet' ? [line.firing] : [])),
    )
    const part = slow.filter(({ kind, firing: one }) => kind === 'recording' || own.has(one))
    const text = part.map((line) =>
      JSON.stringify(line.kind === 'recording' ? { ...line, session: 'agent' } : line),
    )
    writeFileSync(agent.fsPath, `${text.join('\n')}\n`)
    writeFileSync(paced.fsPath, `${slow.map((line) => JSON.stringify(line)).join('\n')}\n`)
  })

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors')
    for (const uri of [paced, agent, long]) await vscode.workspace.fs.delete(uri).then(undefined, () => {})
  })

  test('draws a recorded session: every event, a lane per hook, and what they came to', async () => {
    const { node } = await eventually(() => row(VIEW, 'shop'))
    const { path, lines } = await realSession()
    await vscode.commands.executeCommand('hookbench.openTimeline', node)
    const fired = lines.filter(({ kind }) => kind === 'fired').length
    const report = await drawn(path)
    assert.equal(report.events, fired)
    assert.ok(report.bars >= fired)
    assert.ok(report.lanes.includes('security_guardrail'), report.lanes.join(', '))
    for (const sign of ['pass', 'denied', 'changed', 'failed', 'answered'])
      assert.ok(report.signs.includes(sign), sign)
    assert.match(report.focus, /, deny, /)
  })

  test('moves by keys: along the events, down into their hooks, closer and back', async function () {
    if (!(await hasBrowser())) return this.skip()
    await openTimeline(paced)
    const whole = await drawn(paced.fsPath)
    await drive({ do: 'click', selector: '.names strong', frame: FRAME })
    await press('Home')
    await drawn(paced.fsPath, ({ focus }) => assert.match(focus, /^platform_connected, /))
    await press('End')
    const end = await drawn(paced.fsPath, ({ focus }) => assert.doesNotMatch(focus, /^platform_connected, /))
    await press('Home', 'n')
    await drawn(paced.fsPath, ({ focus }) => assert.match(focus, /^message_received, deny, /))
    await press('ArrowDown')
    await drawn(paced.fsPath, ({ focus }) => assert.match(focus, /^_35_no_spam, message_received, deny, /))
    await press('+', '+', '+', '+')
    const close = await drawn(paced.fsPath, ({ from, to }) =>
      assert.ok(to - from < (whole.to - whole.from) / 2),
    )
    assert.match(close.focus, /^_35_no_spam, /)
    assert.notEqual(end.focus, close.focus)
    await shot('timeline-close')
    await press('0')
    await drawn(paced.fsPath, ({ from, to }) => assert.ok(Math.abs(to - from - (whole.to - whole.from)) < 1))
  })

  test('Enter opens the payload beside the timeline, Space the hook', async function () {
    if (!(await hasBrowser())) return this.skip()
    await press('Enter')
    const document = await eventually(() => {
      const found = vscode.window.visibleTextEditors.find(
        ({ document: one }) => one.uri.scheme === 'hookbench-recorded',
      )
      assert.ok(found)
      return found.document
    })
    assert.equal((await shown(document.uri)).event, 'message_received')
    await press(' ')
    await eventually(() => {
      const names = vscode.window.visibleTextEditors.map(({ document: one }) => one.uri.path)
      assert.ok(
        names.some((name) => name.endsWith('_35_no_spam.cjs')),
        names.join(', '),
      )
    })
    await vscode.commands.executeCommand('workbench.action.closeEditorsInOtherGroups')
  })

  test('a filter leaves what matches, and is let go', async function () {
    if (!(await hasBrowser())) return this.skip()
    await openTimeline(paced)
    const all = await drawn(paced.fsPath)
    await drive({ do: 'click', selector: '.filter', frame: FRAME })
    await drive({ do: 'type', text: 'is:denied' })
    const denied = await drawn(paced.fsPath, ({ events }) => assert.ok(events < all.events))
    assert.ok(denied.events > 2)
    await shot('timeline-denied')
    await press('Escape')
    await drawn(paced.fsPath, ({ events }) => assert.equal(events, all.events))
  })

  test('is as it was left when it comes back', async function () {
    if (!(await hasBrowser())) return this.skip()
    await press('Home', 'ArrowRight', 'ArrowRight', '+', '+', '+')
    await drawn(paced.fsPath, ({ from, to }) => assert.ok(to - from < 600_000))
    const left = await eventually(async () => {
      const one = await drawn(paced.fsPath)
      await new Promise((resolve) => setTimeout(resolve, 150))
      assert.deepEqual(await drawn(paced.fsPath), one)
      return one
    })
    const { context } = await underTest()
    await vscode.window.showTextDocument(file('package.json'), { preview: false })
    context.timelines.delete(paced.fsPath)
    await vscode.commands.executeCommand('hookbench.openTimeline', paced)
    const back = await drawn(paced.fsPath)
    assert.equal(back.focus, left.focus)
    assert.ok(Math.abs(back.from - left.from) < 1 && Math.abs(back.to - left.to) < 1)
  })

  test('grows while the session goes on', async () => {
    await openTimeline(paced)
    const { events } = await drawn(paced.fsPath)
    const { lines } = await realSession()
    const last = lines.at(-1)?.at ?? 0
    const one = lines.filter(({ firing }) => firing === 'f3')
    const more = one.map((line) => ({
      ...line,
      at: last + 3_000_000 + line.at - (one[0]?.at ?? 0),
      firing: 'later',
    }))
    appendFileSync(paced.fsPath, `${more.map((line) => JSON.stringify(line)).join('\n')}\n`)
    await drawn(paced.fsPath, (report) => assert.equal(report.events, events + 1))
  })

  test('draws ten thousand events, and goes on being quick with them', async function () {
    const { lines } = await realSession()
    const [header, ...steps] = lines
    const firings = steps.filter(({ kind }) => kind === 'fired').length
    const span = (steps.at(-1)?.at ?? 0) - (steps[0]?.at ?? 0) + 500
    const rounds = Math.ceil(10_000 / firings)
    const many = Array.from({ length: rounds }, (_, round) =>
      steps
        .map((line) =>
          JSON.stringify({ ...line, at: line.at + round * span, firing: `${round}-${line.firing}` }),
        )
        .join('\n'),
    )
    writeFileSync(long.fsPath, `${[JSON.stringify({ ...header, session: 'long' }), ...many].join('\n')}\n`)
    await openTimeline(long)
    const report = await drawn(long.fsPath)
    assert.equal(report.events, rounds * firings)
    if (!(await hasBrowser())) return this.skip()
    await shot('timeline-long')
    await drive({ do: 'click', selector: '.names strong', frame: FRAME })
    await press('+', '+', '+', '+', '+', '+', '+', '+', 'ArrowRight', 'ArrowRight', '-', '-', 'End')
    const worst = await drawn(long.fsPath, ({ from }) => assert.ok(from > 0))
    // Limits that a slow, busy machine still meets, but redrawing every event each time would exceed.
    assert.ok(report.firstMs < 20_000, `${report.firstMs} ms`)
    assert.ok(worst.worstMs < 4000, `${worst.worstMs} ms`)
    await vscode.workspace.fs.delete(long)
  })

  test('is readable in every theme', async function () {
    if (!(await hasBrowser())) return this.skip()
    const workbench = vscode.workspace.getConfiguration('workbench')
    const before = workbench.get<string>('colorTheme')
    await vscode.commands.executeCommand('hookbench.recordings.focus')
    await openTimeline(agent)
    await drawn(agent.fsPath)
    await drive({ do: 'click', selector: '.names strong', frame: FRAME })
    await press('Home', 'ArrowRight', 'n', 'n')
    for (const [name, theme] of Object.entries(THEMES)) {
      await workbench.update('colorTheme', theme, vscode.ConfigurationTarget.Global)
      await new Promise((resolve) => setTimeout(resolve, 600))
      await shot(`timeline-${name}`)
    }
    await workbench.update('colorTheme', before, vscode.ConfigurationTarget.Global)
  })

  test('its page may load nothing but its own script and style', async function () {
    if (!(await hasBrowser())) return this.skip()
    const policies = await drive({
      do: 'count',
      selector: 'meta[http-equiv="Content-Security-Policy"][content^="default-src \'none\'"]',
      frame: FRAME,
    })
    assert.equal(policies, 1)
    const inline = await drive({
      do: 'count',
      selector: 'body [style*="expression"], body script:not([nonce])',
      frame: FRAME,
    })
    assert.equal(inline, 0)
  })
})
