// Converting a script that builds its answers: losses are reported as far as the keys are visible in the code;
// otherwise the report states that they were not checked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertFile, isWritable } from '../../runtime/contract/convert/convert.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { ConfigurationFile } from '../../runtime/contract/host.ts'

const hosts = new Map(
  Object.values<Dialect>(dialects)
    .filter(isWritable)
    .map((one) => [one.id as string, one]),
)

const ROWS: readonly (readonly [
  what: string,
  to: string,
  name: string,
  text: string,
  lost: RegExp | undefined,
])[] = [
  [
    'an object that a name stands for',
    'gemini',
    'guard.mjs',
    "const answer = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: why }\nconsole.log(JSON.stringify({ hookSpecificOutput: answer }))\n",
    /guard\.mjs answers .*: Claude Code blocks it, Gemini CLI changes nothing\./,
  ],
  [
    'a dict of Python',
    'cursor',
    'guard.py',
    'print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny",\n    "permissionDecisionReason": f"no {tool}"}}))\n',
    /guard\.py answers .*: Claude Code blocks it, Cursor changes nothing\./,
  ],
  [
    'a decision that only a run can tell',
    'gemini',
    'guard.py',
    'print(json.dumps({"decision": decide(tool), "reason": "no"}))\n',
    /answers of guard\.py are not checked, because .*decision/,
  ],
  [
    'keys that are set one by one',
    'cursor',
    'guard.py',
    'out = dict()\nout["decision"] = "block"\nprint(json.dumps(out))\n',
    /answers of guard\.py are not checked/,
  ],
  [
    'an answer that both read alike',
    'codex',
    'guard.mjs',
    "console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: why } }))\n",
    undefined,
  ],
  ['a script without answers', 'gemini', 'log.py', 'import sys\nprint("seen", file=sys.stderr)\n', undefined],
]

for (const [what, to, name, text, wanted] of ROWS) {
  test(`${what}, to ${to}`, () => {
    const [from, target] = [hosts.get('claude-code'), hosts.get(to)]
    assert.ok(from !== undefined && target !== undefined)
    const file: ConfigurationFile = {
      place: { scope: 'project', base: 'workspace', path: '.claude/settings.json', format: 'json' },
      path: '/ws/.claude/settings.json',
      value: { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `./${name}` }] }] } },
    }
    const [entry] = convertFile(from, file, target, {
      platform: 'linux',
      named: ({ path }) => path,
      scripts: () => [{ name, text }],
    })
    const messages = (entry?.notes ?? [])
      .filter(({ part }) => part === 'answer')
      .map(({ message }) => message)
    if (wanted === undefined) assert.deepEqual(messages, [])
    else assert.match(messages.join('\n'), wanted)
  })
}
