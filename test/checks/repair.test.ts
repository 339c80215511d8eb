// What is suggested instead of a wrong name: the nearest known name, the name that it is a prefix of, or a short list.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestion } from '../../runtime/checks/repair.ts'

const ROWS: readonly (readonly [written: string, known: readonly string[], fix: string | undefined])[] = [
  ['tool_nam', ['tool_name', 'cwd'], 'Write "tool_name".'],
  ['block', ['blocked', 'reason'], 'Write "blocked".'],
  ['reasonable', ['blocked', 'reason'], 'Write "reason".'],
  ['tool', ['tool_name', 'tool_input'], 'Known: tool_name, tool_input.'],
  // Too short to count as a prefix.
  ['res', ['response', 'blocked'], 'Known: response, blocked.'],
  ['x', ['blocked'], 'Known: blocked.'],
  ['x', [], undefined],
  ['x', Array.from({ length: 13 }, (_, n) => `field_${n}`), undefined],
]

for (const [written, known, fix] of ROWS) {
  test(`for "${written}" among ${known.length} names stands ${fix ?? 'nothing'}`, () => {
    const text = `a["${written}"]`
    const found = suggestion({ text }, { start: 2, end: text.length - 1 }, written, known)
    assert.equal(found.fix, fix)
    const [repair] = found.repairs ?? []
    if (repair?.kind === 'edit') {
      const [edit] = repair.edits
      assert.equal(text.slice(edit?.range.start, edit?.range.end), written, 'quotes stay')
    }
  })
}

test('a name that another answer has is no misspelling', () => {
  const text = '{ agent_message }'
  const range = { start: 2, end: 15 }
  const known = ['continue', 'user_message']
  assert.equal(suggestion({ text }, range, 'agent_message', known).fix, 'Write "user_message".')
  for (const other of ['agent_message', 'agentMessage'])
    assert.equal(
      suggestion({ text }, range, other, known, ['permission', 'agent_message']).fix,
      'Known: continue, user_message.',
    )
})
