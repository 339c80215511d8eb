// Adding an item to a JSON list: formatted like the file, with everything else untouched.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonWithItem } from '../../runtime/files/jsonItem.ts'

const ITEM = { matcher: 'Bash' }
const lists = { file: 'settings.json', at: ['hooks', 'Stop'] as const, value: ITEM }

for (const [what, text, becomes] of [
  [
    'four spaces',
    '{\n    "hooks": {\n        "Stop": []\n    }\n}\n',
    '{\n    "hooks": {\n        "Stop": [\n            {\n                "matcher": "Bash"\n            }\n        ]\n    }\n}\n',
  ],
  [
    'tabs',
    '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n',
    '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"matcher": "Bash"\n\t\t\t}\n\t\t]\n\t}\n}\n',
  ],
  [
    'one line, where two spaces are used',
    '{ "hooks": { "Stop": [] } }',
    '{ "hooks": { "Stop": [\n  {\n    "matcher": "Bash"\n  }\n] } }',
  ],
  [
    'a last item in its own line',
    '{\n   "hooks": {\n      "Stop": [\n         {}\n      ]\n   }\n}\n',
    '{\n   "hooks": {\n      "Stop": [\n         {},\n         {\n            "matcher": "Bash"\n         }\n      ]\n   }\n}\n',
  ],
] as const)
  test(`laid out as the file is: ${what}`, async () =>
    assert.equal(await jsonWithItem(text, lists, 'json'), becomes))
