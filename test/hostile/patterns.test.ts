// Patterns that settings may give without trust, made to keep the process busy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtinDefaults } from '../../runtime/contract/builtin.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

async function withPatterns(patterns: readonly string[]) {
  const settings = JSON.stringify({ builtin: { securityGuardrail: { patterns } }, redaction: { patterns } })
  const tree = writeTree(`//- /home/\n//- /ws/.hookbench/settings.json\n${settings}\n`)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
  const payload = { tool_name: 'bash', tool_input: { command: 'echo '.repeat(12) } }
  const fire = () =>
    workspace.fire(
      'before_tool_call',
      {
        event: 'before_tool_call',
        conv_id: 'c',
        cwd: '/',
        invoked_by: 'main',
        tool_user_id: 'u',
        ...payload,
      },
      { dialect: 'kodelet' },
    )
  const close = async () => {
    await workspace.close()
    tree.remove()
  }
  return { workspace, fire, close }
}

for (const [what, pattern] of [
  ['repeats a branch', '(?:.|e|c)+\u0001'],
  ['repeats two repetitions', '(?:.*.*)*\u0001'],
  ['refers back', '(?:(.)\\1?|.)+\u0001'],
] as const)
  test(`the guardrail ends with a pattern that ${what}, and denies the call`, async (t) => {
    const { fire, close } = await withPatterns([pattern])
    t.after(close)
    const { decision, reason } = await fire()
    assert.equal(decision, 'deny')
    assert.match(String(reason), /the pattern .* takes too long/)
  })

for (const pattern of ['(.+)+\u0001', '(?:\\w*)*x', '([a-z ]+?){2,}\u0001', '(?<n>(a+){3})+', '\\\\(a+)+x'])
  test(`a pattern that repeats a repetition is refused by name: ${JSON.stringify(pattern)}`, async (t) => {
    const { workspace, fire, close } = await withPatterns([pattern, 'git push'])
    t.after(close)
    for (const place of ['builtin.securityGuardrail.patterns[0]', 'redaction.patterns[0]'])
      assert.ok(
        workspace.problems.some(({ message }) => message.startsWith(place) && /repeats a rep/.test(message)),
      )
    assert.deepEqual(workspace.settings.builtin.securityGuardrail, {
      ...builtinDefaults.securityGuardrail,
      patterns: ['git push'],
    })
    assert.notEqual((await fire()).decision, 'deny')
  })

test('ordinary patterns are used as ever', async (t) => {
  const patterns = [
    ...builtinDefaults.securityGuardrail.patterns,
    String.raw`(?:rm|mv)\s+(?:-\w+\s+)*/`,
    String.raw`\((?:a+)\)+`,
    '[(a+)]+',
    '(?:ab+)+',
    '(?:a+)?',
    '(a|b+)+',
    String.raw`(?:\b\w+)+`,
    'curl.*\\|.*sh',
  ]
  const { workspace, close } = await withPatterns(patterns)
  t.after(close)
  assert.deepEqual(workspace.problems, [])
})
