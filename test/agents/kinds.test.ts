// Entry kind × event: which kinds Claude Code runs at which event, and the reason given where it does not run a kind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claudeCode } from '../../runtime/contract/dialects/claude-code.ts'
import type { HostFiring } from '../../runtime/contract/host.ts'
import { entryHook } from '../support/entry.ts'

const KINDS = ['command', 'http', 'mcp_tool', 'prompt', 'agent'] as const

/** Event → first letters of the kinds that run there. */
const TABLE: Readonly<Record<keyof typeof claudeCode.events, string>> = {
  PreToolUse: 'chmpa',
  PermissionRequest: 'chmpa',
  PermissionDenied: 'chmpa',
  PostToolUse: 'chmpa',
  PostToolUseFailure: 'chmpa',
  PostToolBatch: 'chmpa',
  UserPromptSubmit: 'chmpa',
  UserPromptExpansion: 'chmpa',
  SessionStart: 'cm',
  SessionEnd: 'chm',
  Setup: 'cm',
  Stop: 'chmpa',
  StopFailure: 'chm',
  SubagentStart: 'chm',
  SubagentStop: 'chmpa',
  PreCompact: 'chm',
  PostCompact: 'chm',
  Notification: 'chm',
  PreModelSwitch: 'chm',
  PostModelSwitch: 'chm',
  TeammateIdle: 'chmpa',
  TaskCreated: 'chmpa',
  TaskCompleted: 'chmpa',
  Elicitation: 'chm',
  ElicitationResult: 'chm',
  ConfigChange: 'chm',
  InstructionsLoaded: 'chm',
  WorktreeCreate: 'chm',
  WorktreeRemove: 'chm',
  CwdChanged: 'chm',
  FileChanged: 'chm',
  DirectoryAdded: 'chm',
  MessageDisplay: 'chm',
}

test('the table has every event', () => {
  assert.deepEqual(Object.keys(TABLE).sort(), Object.keys(claudeCode.events).sort())
})

for (const [event, letters] of Object.entries(TABLE)) {
  test(`${event} runs ${KINDS.filter((kind) => letters.includes(kind[0] as string)).join(', ')}`, () => {
    const record = claudeCode.events[event as keyof typeof TABLE]
    const { host } = claudeCode
    assert.ok(host)
    const facts = { version: '2.1.330', ...host.facts }
    const firing = { event, record, payload: record.example, facts, settings: {} } as unknown as HostFiring
    for (const kind of KINDS) {
      const entry = entryHook(event, kind, { kind }).entry
      assert.ok(entry)
      const [plan] = host.plan(firing, [entry])
      if (letters.includes(kind[0] as string)) assert.equal(plan?.run, true, kind)
      else
        assert.deepEqual(plan, {
          run: false,
          why: 'not-fired',
          text: `Claude Code does not run ${kind} entries at ${event}`,
        })
    }
  })
}
