// Completion in whole scripts as they are typed, with the real readers: JavaScript for every way to read the payload,
// and every language under a misspelled event.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../../runtime/contract/settings.ts'
import { openTyping } from '../../../runtime/documents/typing.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import { inMemory } from '../../support/project.ts'

const typing = openTyping({ root: '/nowhere' })

async function offered(path: string, text: string): Promise<readonly string[]> {
  const { view, offset } = await inMemory({ [path]: text }, { typing: () => typing }).cursor()
  const items = await complete(view, offset, {
    hooks: async () => [],
    settings: defaultSettings,
    variables: [],
  })
  return items.map(({ label }) => label).sort()
}

const TOOL = 'conv_id cwd event invoked_by recipe_name tool_input tool_name tool_user_id'
const ANSWER = 'blocked input reason'

const NODE = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
if (process.argv[2] === 'hook') { console.log('before_tool_call'); process.exit(0) }
`
const READ = `const payload = JSON.parse(readFileSync(0, 'utf8'))\n`
const GATHER = `let text = ''\nfor await (const chunk of process.stdin) text += chunk\nconst payload = JSON.parse(text)\n`

const GUARD: readonly (readonly [title: string, text: string, offers: string])[] = [
  ['a dot at the end', `${NODE}${READ}payload.$0`, TOOL],
  ['a dot in a condition that is not closed', `${NODE}${READ}if (payload.$0\nconsole.log('{}')\n`, TOOL],
  ['a dot before the next statement', `${NODE}${READ}payload.$0\nconsole.log('{}')\n`, TOOL],
  ['a name begun', `${NODE}${READ}if (payload.to$0`, TOOL],
  ['brackets that are not closed', `${NODE}${READ}payload['$0\n`, TOOL],
  ['a payload that has no name', `${NODE}JSON.parse(readFileSync(0, 'utf8')).$0`, TOOL],
  ['chunks put together', `${NODE}${GATHER}payload.$0`, TOOL],
  ['chunks put together, in a condition', `${NODE}${GATHER}if (payload.$0\n`, TOOL],
  ['chunks gathered', `${NODE}${gathered('Buffer.concat(chunks).toString()')}`, TOOL],
  ['chunks joined', `${NODE}${gathered("chunks.join('')")}`, TOOL],
  ['an answer', `${NODE}${READ}console.log(JSON.stringify({ $0 }))`, ANSWER],
  ['an answer that is not closed', `${NODE}${READ}console.log(JSON.stringify({ $0`, ANSWER],
  [
    'an answer with a key begun',
    `${NODE}${READ}console.log(JSON.stringify({ blocked: true, re$0`,
    'input reason',
  ],
  [
    'an answer under a name',
    `${NODE}${READ}const answer = { $0 }\nconsole.log(JSON.stringify(answer))`,
    ANSWER,
  ],
]

function gathered(text: string): string {
  return `const chunks = []\nfor await (const chunk of process.stdin) chunks.push(chunk)\nconst payload = JSON.parse(${text})\npayload.$0`
}

for (const [title, text, offers] of GUARD) {
  for (const [which, typed] of [
    ['JavaScript', text],
    ['JavaScript, its event misspelt', text.replace('before_tool_call', 'before_tool_cal')],
  ] as const) {
    test(`${which}: ${title}`, async () => {
      assert.equal((await offered('.kodelet/hooks/guard', typed)).join(' '), offers)
    })
  }
}

const MISSPELT: readonly (readonly [path: string, text: string, offers: string])[] = [
  [
    '.kodelet/hooks/guard',
    `#!/bin/sh\nif [ "$1" = hook ]; then echo before_tool_cal; exit; fi\nname=$(jq -r .$0)\n`,
    TOOL,
  ],
  [
    '.kodelet/hooks/guard.py',
    `#!/usr/bin/env python3\nimport json, sys\nif sys.argv[1] == "hook":\n    print("before_tool_cal")\n    sys.exit(0)\npayload = json.load(sys.stdin)\nif payload["$0\n`,
    TOOL,
  ],
  [
    'extensions/audit.ts',
    `export default { name: 'a', hooks: { agent_innit: async (ctx) => { ctx.$0 } } }`,
    'agentId agentName event model provider sessionId timestamp tools workspace',
  ],
  [
    '.compilr/hooks/rules.mjs',
    'export default { beforeTol: [(ctx) => { ctx.$0 }] }',
    'input iteration metadata sessionId signal toolName',
  ],
]

for (const [path, text, offers] of MISSPELT) {
  test(`under a misspelt event the keys of the nearest event are offered from: ${path}`, async () => {
    assert.equal((await offered(path, text)).join(' '), offers)
  })
}
