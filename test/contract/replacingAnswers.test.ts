// The answers that replace a tool's input, found from the records alone.

import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { inputAnswers } from '../../runtime/contract/replacingAnswers.ts'

const records = Object.entries(dialects).flatMap(([id, { events }]) =>
  Object.entries(events as Readonly<Record<string, EventRecord>>).map(([name, record]) => ({
    at: `${id} ${name}`,
    record,
  })),
)

const found = Object.fromEntries(
  records.flatMap(({ at, record }) => {
    const paths = inputAnswers(record).map(({ path }) => path)
    return paths.length === 0 ? [] : [[at, paths]]
  }),
)

test('each host has its own keys for a new input', () => {
  deepEqual(found['claude-code PreToolUse'], ['hookSpecificOutput.updatedInput'])
  deepEqual(found['claude-code PermissionRequest'], ['hookSpecificOutput.decision.updatedInput'])
  deepEqual(found['codex PreToolUse'], ['hookSpecificOutput.updatedInput'])
  deepEqual(found['vscode PreToolUse'], ['hookSpecificOutput.updatedInput'])
  deepEqual(found['copilot preToolUse'], ['modifiedArgs'])
  deepEqual(found['copilot PreToolUse'], ['modifiedArgs', 'hookSpecificOutput.updatedInput'])
  deepEqual(found['gemini BeforeTool'], ['hookSpecificOutput.tool_input'])
  deepEqual(found['cursor preToolUse'], ['updated_input'])
})

test('an event that replaces no input has none', () => {
  for (const at of ['claude-code PostToolUse', 'codex PermissionRequest', 'gemini AfterTool'])
    equal(found[at], undefined, at)
})

test('an answer names its event where the host compares the name', () => {
  const [only] = inputAnswers(dialects.codex.events.PreToolUse as never)
  deepEqual(only?.answer({ command: 'ls' }), {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: 'ls' },
    },
  })
})
