// Which hosts an event name stands for where several hosts read the same entries.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concernedHosts } from '../../runtime/cli/concernedHosts.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { entryHook } from '../support/entry.ts'

const hook = (host: DialectId, event: string, file: string, at: string = event) =>
  entryHook(event, `${host}-${event}`, { host, file, at: ['hooks', at, 0] } as Partial<HookEntry>)

const hostsOf = (event: string, hooks: Parameters<typeof concernedHosts>[2]) =>
  concernedHosts(event, undefined, hooks, { refusedBy: () => [] }).map(
    ({ dialect, event: name }) => `${dialect} ${name}`,
  )

test('a host that reads the same entry by another name of the event is concerned', () => {
  const entry = '/ws/.claude/settings.json'
  assert.deepEqual(
    hostsOf('PreToolUse', [
      hook('claude-code', 'PreToolUse', entry),
      hook('cursor', 'preToolUse', entry, 'PreToolUse'),
    ]),
    ['claude-code PreToolUse', 'cursor preToolUse'],
  )
})

test('a host that shares only an entry of another event is not concerned', () => {
  const entry = '/ws/.claude/settings.json'
  assert.deepEqual(
    hostsOf('PreToolUse', [
      hook('claude-code', 'PreToolUse', entry),
      hook('claude-code', 'Stop', entry),
      hook('cursor', 'stop', entry, 'Stop'),
    ]),
    ['claude-code PreToolUse'],
  )
})
