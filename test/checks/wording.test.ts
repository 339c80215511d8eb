// The wording of findings that were misleading before or differed between readers: one code, one wording.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from '../../runtime/checks/findings.ts'
import { openTyping } from '../../runtime/documents/typing.ts'
import { inMemory } from '../support/project.ts'
import { findingsIn } from '../support/seeded.ts'

const typing = openTyping({ root: '/nowhere' })

const NODE = `#!/usr/bin/env node\nif (process.argv[2] === 'hook') { console.log('before_tool_call'); process.exit(0) }\nconst payload = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))\n`
const SHELL = '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call && exit\n'

const ROWS: readonly (readonly [title: string, path: string, text: string, says: readonly string[]])[] = [
  [
    'a field, by types',
    '.kodelet/hooks/guard',
    `${NODE}if (payload.tool_nme === 'bash') console.log('{}')\n`,
    [
      'before_tool_call has no "tool_nme", so reading it gives undefined. | Write "tool_name". | Change to "tool_name"',
    ],
  ],
  [
    'a field of another agent, by types',
    '.kodelet/hooks/guard',
    `${NODE}const { toolName } = payload\nif (toolName === 'bash') console.log('{}')\n`,
    [
      'before_tool_call has no "toolName", so reading it gives undefined. It is a field of SecureYeoman. | Write "tool_name". | Change to "tool_name"',
    ],
  ],
  [
    'a field of another agent, by spots',
    '.kodelet/hooks/guard',
    `${SHELL}jq -r .toolName >&2\n`,
    [
      'before_tool_call has no "toolName", so reading it gives null. It is a field of SecureYeoman. | Write "tool_name". | Change to "tool_name"',
    ],
  ],
  [
    'a field, by spots',
    '.kodelet/hooks/guard',
    `${SHELL}jq -r .tool_nme >&2\n`,
    [
      'before_tool_call has no "tool_nme", so reading it gives null. | Write "tool_name". | Change to "tool_name"',
    ],
  ],
  [
    'a field of an answer, by types',
    '.kodelet/hooks/guard',
    `${NODE}console.log(JSON.stringify({ blocked: true, reson: 'no' }))\n`,
    [
      'An answer to before_tool_call has no field "reson", so it is ignored. | Write "reason". | Change to "reason"',
    ],
  ],
  [
    'a field of an answer, by spots',
    '.kodelet/hooks/guard',
    `${SHELL}cat > /dev/null\necho '{"blocked": true, "reson": "no"}'\n`,
    [
      'An answer to before_tool_call has no field "reson", so it is ignored. | Write "reason". | Change to "reason"',
    ],
  ],
  [
    'names that nothing defines, in JavaScript',
    'extensions/a.js',
    "const mine = 1\nconsole.log(mien, somewhere)\nexport default { name: 'a', hooks: { agent_init() {} } }\n",
    [
      'Nothing defines "mien", so the file does not load. Did you mean "mine"? | Write "mine". | Change to "mine"',
      'Nothing defines "somewhere", so the file does not load. | Import it or define it. | ',
    ],
  ],
  [
    'names that nothing defines, in Python',
    '.kodelet/hooks/guard',
    '#!/usr/bin/env python3\nmine = 1\nprint(mien, somewhere)\n',
    [
      'Nothing defines "mien", so the file does not load. Did you mean "mine"? | Write "mine". | Change to "mine"',
      'Nothing defines "somewhere", so the file does not load. | Import it or define it. | ',
    ],
  ],
  [
    'JSON that a script prints and that does not parse',
    '.kodelet/hooks/guard',
    `${SHELL}cat > /dev/null\necho "{'blocked': true}"\n`,
    [
      'The output is not JSON (invalid symbol), so the host cannot read the answer. | JSON requires double quotes around keys and strings; jq -n writes it safely. | ',
    ],
  ],
  [
    'a field of an answer that has one field alone',
    '.compilr/hooks/a.js',
    'export default { afterTool: [() => ({ modified: 1 })] }\n',
    ['An answer to afterTool has no field "modified", so it is ignored. | Known: result. | '],
  ],
  [
    'a time in a list of a configuration',
    'secureyeoman.yaml',
    'extensions:\n  webhooks:\n    - hook: agent_init\n      url: https://example.com\n      timeout: 5\n',
    [
      'extensions.webhooks[0].timeout is in milliseconds: every run is stopped after 5 ms, before it can answer. | Write 5000 for 5 seconds. | Change to 5000 (5 s)',
    ],
  ],
  [
    'values of a configuration that are wrong, without the line that the editor shows anyway',
    'secureyeoman.yaml',
    'extensions:\n  enabled: 3\n  webhooks:\n    - hook: agent_init\n      url: https://example.com\n      timeout: soon\n',
    [
      'extensions.enabled: expected boolean, got 3, so it is ignored |  | ',
      'extensions.webhooks[0].timeout: expected integer, got "soon", so nothing is sent there |  | ',
    ],
  ],
  [
    'a configuration that cannot be read',
    'secureyeoman.yaml',
    'extensions:\n  enabled: true\n  enabled: false\n',
    ['this is not YAML: Map keys must be unique, so the file is ignored. |  | '],
  ],
  [
    'a setting that is wrong',
    '.hookbench/settings.json',
    '{ "failOpen": 3 }',
    ['failOpen: expected boolean, got 3, so its default, true, holds. |  | '],
  ],
  [
    'a comment that ignores nothing in particular',
    'extensions/a.js',
    "// hookbench-ignore-file\nexport default { name: 'a', hooks: { agent_init() {} } }\n",
    ['It has no code, so nothing is ignored. | Add a code, as in "hookbench-ignore-file field.unknown". | '],
  ],
  [
    'what a case lacks',
    '.hookbench/cases/a.json',
    '{ "v": 1, "dialect": "kodelet", "event": "turn_end", "payload": {} }',
    ['Not a case: name and expect are missing |  | '],
  ],
  [
    'a key that is still to be typed',
    '.hookbench/cases/a.json',
    '{ "v": 1, "name": "a", "dialect": "kodelet", "event": "turn_end", "payload": {}, "expect": { "": 1 } }',
    [],
  ],
]

for (const [title, path, text, says] of ROWS) {
  test(`the message names ${title}`, async () => {
    const { view } = inMemory({ [path]: text }, { typing: () => typing })
    const found = await findings(await view(path))
    assert.deepEqual(
      found
        .filter(({ code }) => code !== 'payload.mismatch')
        .map(
          ({ message, fix = '', repairs = [] }) => `${message} | ${fix} | ${repairs.map((one) => one.title)}`,
        ),
      says,
    )
  })
}

test('a key that stands where another is missing is named', async () => {
  const path = '.hookbench/payloads/a.before_tool_call.json'
  const text = JSON.stringify({
    event: 'before_tool_call',
    conv_id: '1',
    cwd: '/',
    invoked_by: 'main',
    tool_nme: 'bash',
    tool_input: {},
    tool_user_id: '1',
  })
  const { view } = inMemory({ [path]: text })
  const [found] = await findings(await view(path))
  assert.match(found?.message ?? '', /^tool_name is missing \("tool_nme" is similar\), but before_tool_call/)
  assert.equal(text.slice(found?.range?.start, found?.range?.end), '"tool_nme"')
})

test('several fields that a payload lacks are spoken of as several', async () => {
  const path = '.hookbench/payloads/a.turn_end.json'
  const { view } = inMemory({
    [path]: '{ "event": "turn_end", "conv_id": "1", "cwd": "/", "invoked_by": "main" }',
  })
  const [found] = await findings(await view(path))
  assert.equal(
    found?.message,
    'response and turn_number are missing, but turn_end always has them: a hook may fail without them.',
  )
})

for (const [name, where] of [
  ['CLAUDE_TRANSCRIPT_PATH', 'the payload is on standard input'],
  ['CLAUDE_PROJECT_ROOT', 'the folder is in CLAUDE_PROJECT_DIR'],
])
  test(`a variable that no agent sets is reported with the place of its value: ${name}`, async () => {
    const entry = { type: 'command', command: `ls "$${name}"` }
    const found = await findingsIn({
      '.claude/settings.json': JSON.stringify({ hooks: { Stop: [{ hooks: [entry] }] } }),
    })
    assert.deepEqual(
      found.map(({ message }) => message),
      [`Claude Code does not set ${name} for this hook (${where}), so it is empty.`],
    )
  })

for (const [matcher, fix] of [
  ['Edit(*.sql)', 'Write "Edit" as the matcher and "Edit(*.sql)" as "if" of the entry.'],
  [
    'Bash(terraform apply*)',
    'Write "Bash" as the matcher and "Bash(terraform apply*)" as "if" of the entry.',
  ],
  ['Edit(*.sql)|Write(*.sql)', 'Remove the matcher, or write "*", to match everything.'],
  ['(Edit', 'Remove the matcher, or write "*", to match everything.'],
] as const)
  test(`a permission rule in a matcher belongs in "if": ${matcher}`, async () => {
    const hooks = [{ type: 'command', command: 'date' }]
    const found = await findingsIn({
      '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks }] } }),
    })
    assert.deepEqual(
      found.map((one) => one.fix),
      [fix],
    )
  })

test('the name of a field that only another event has is not changed to a similar one', async () => {
  const entry = { type: 'command', command: 'python3 guard.py' }
  const found = await findingsIn({
    '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] } }),
    'guard.py': 'import json, sys\nd = json.load(sys.stdin)\nif "x" in d["prompt"]:\n    sys.exit(2)\n',
  })
  assert.deepEqual(
    found.map(({ message, fix, repairs }) => ({ message, fix, repairs })),
    [
      {
        message: 'PreToolUse has no "prompt", so reading it raises a KeyError. UserPromptSubmit does.',
        fix: undefined,
        repairs: undefined,
      },
    ],
  )
})

test('a script that anyone can write is to be closed to others, one in a shared folder to be moved', async () => {
  const found = await findingsIn({
    '.claude/settings.json': JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'sh guard.sh' }] }] },
    }),
    'guard.sh': { text: 'exit 0\n', mode: '666' },
  })
  assert.deepEqual(
    found.map(({ fix }) => fix),
    ['Run chmod o-w guard.sh.'],
  )
})
