// Table tests for readers: each row is a source and a short summary of what the reader must find in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exports } from '../../runtime/contract/dialect.ts'
import type { HookDocument } from '../../runtime/documents/document.ts'
import { readDocument } from '../../runtime/documents/read.ts'

export const EVENTS = {
  extension: [
    'agent_init',
    'agent_shutdown',
    'before_llm_call',
    'tool_execute_before',
    'tool_execute_after',
    'message_sent',
    'auth_failure',
  ],
  executable: ['before_tool_call', 'after_tool_call', 'user_message_send', 'agent_stop', 'turn_end'],
  classes: ['pre_tool_use', 'post_tool_use', 'pre_agent_loop', 'post_agent_loop', 'pre_checkpoint_save'],
  lists: ['beforeIteration', 'afterIteration', 'beforeLLM', 'afterLLM', 'beforeTool', 'afterTool', 'onError'],
  settings: [],
} as const satisfies Record<Exports, readonly string[]>

/** Reads a source as a file of a dialect with these exports. */
export function read(exports: Exports, path: string, text: string): Promise<HookDocument> {
  return readDocument({ path, text, exports, events: EVENTS[exports] })
}

/**
 * A short summary of a document: its shape, its sites (`part:name=event,event`; `*` for all events), then each
 * problem's code and, where the row includes them (`imports(…)`, `tools(…)`, `name(…)`), the rest.
 */
export function summary(document: HookDocument, exports: Exports): string {
  const sites = document.sites.map(({ part, name, events }) => {
    const all = events.length > 1 && events.length === EVENTS[exports].length
    const bound = all ? '*' : events.join(',')
    if (part === undefined) return bound
    return `${part}${name === undefined ? '' : `:${name}`}=${bound}`
  })
  const codes = document.problems.map(({ code }) => `!${code}`)
  return [document.shape, ...sites, ...codes].join(' ')
}

/** A test per row: path, source, expected summary. */
export function check(
  exports: Exports,
  rows: readonly (readonly [title: string, path: string, source: string, expected: string])[],
): void {
  for (const [title, path, source, expected] of rows) {
    test(title, async () => {
      const document = await read(exports, path, source)
      assert.equal(summary(document, exports), expected)
      assertRanges(document, source)
    })
  }
}

/** Every range lies in the text, and a site's range is where its event, class or function is named. */
export function assertRanges(document: HookDocument, source: string): void {
  for (const { range } of document.problems) {
    if (range !== undefined)
      assert.ok(0 <= range.start && range.start <= range.end && range.end <= source.length)
  }
  for (const { events, part, name, range, handler } of document.sites) {
    const text = source.slice(range.start, range.end)
    if (handler !== undefined) assert.ok(handler.start < handler.end && handler.end <= source.length)
    if (part === undefined) assert.equal(text, events[0])
    else if (!part.includes('[')) assert.equal(text, part)
    else if (name !== undefined) assert.ok(text.includes(name), `${text} names ${name}`)
  }
}
