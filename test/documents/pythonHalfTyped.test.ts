// Half-typed Python: the key being typed has its spot, and the rest of the file keeps its spots.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mend } from '../../runtime/documents/python/errorRecovery.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'
import { fc } from '../support/property.ts'
import { assertSpots, checkSpots } from '../support/spots.ts'
import { EVENTS } from './check.ts'

const PREFACE = `#!/usr/bin/env python3
import json
import sys
if sys.argv[1] == "hook":
    print("before_tool_call")
    sys.exit(0)
payload = json.load(sys.stdin)
`
const executable = { exports: 'executable', events: EVENTS.executable } as const

for (const [title, marked] of [
  ['a subscript', `payload["\n#        < field payload  read maybe`],
  ['a subscript with a beginning', `x = payload['to\n#            ^^ field payload to read sure`],
  ['a subscript whose quotes were closed', `payload[""]\n#        < field payload  read maybe`],
  ['get', `payload.get("to\n#            ^^ field payload to read sure`],
  [
    'get on what was taken before, and code after it',
    `
tool_input = payload.get("tool_input", {})
#                         ^^^^^^^^^^ field payload tool_input read sure
command = tool_input.get('
#                         < field payload tool_input. read maybe
if payload["cwd"]:
#           ^^^ field payload cwd read sure
    pass`,
  ],
  [
    'in a condition that has a body already',
    `
if payload["
#           < field payload  read maybe
    payload["cwd"]
#            ^^^ field payload cwd read sure`,
  ],
  [
    'in the middle of a call',
    `
print(payload["to)
#              ^^ field payload to read sure
payload["cwd"]
#        ^^^ field payload cwd read sure`,
  ],
  [
    'a value that is compared with',
    `
if payload["invoked_by"] == "ma
#           ^^^^^^^^^^ field payload invoked_by read sure
#                            ^^ value payload invoked_by = "ma" read sure`,
  ],
  [
    'a key of the answer, at the end of the text',
    `
print(json.dumps({"blocked": True, "
#                  ^^^^^^^ field result blocked write sure
#                            ^^^^ value result blocked = true write sure
#                                   < field result  write maybe +siblings(blocked)`,
  ],
  [
    'a key of the answer, where brackets were closed',
    `
print(json.dumps({"blocked": True, "re}))
#                  ^^^^^^^ field result blocked write sure +siblings(re)
#                            ^^^^ value result blocked = true write sure
#                                   ^^ field result re write sure +siblings(blocked)
payload["cwd"]
#        ^^^ field payload cwd read sure`,
  ],
  [
    'a key of the answer, where quotes and brackets were closed',
    `
print(json.dumps({"blocked": True, ""}))
#                  ^^^^^^^ field result blocked write sure
#                            ^^^^ value result blocked = true write sure
#                                   < field result  write maybe +siblings(blocked)`,
  ],
  [
    'a key of an answer of several lines',
    `
result = {
    "blocked": True,
#    ^^^^^^^ field result blocked write sure +siblings(reason)
#              ^^^^ value result blocked = true write sure
    "
#    < field result  write maybe +siblings(blocked,reason)
    "reason": "x",
#    ^^^^^^ field result reason write sure +siblings(blocked)
#              ^ value result reason = "x" write sure
}
print(json.dumps(result))`,
  ],
  [
    'a key that is set later',
    `
result = {"blocked": True}
#          ^^^^^^^ field result blocked write sure
#                    ^^^^ value result blocked = true write sure
result["
#       < field result  write maybe +siblings(blocked)
print(json.dumps(result))`,
  ],
  [
    'a pattern',
    `
match payload:
    case {"
#          < field payload  read maybe
payload["cwd"]
#        ^^^ field payload cwd read sure`,
  ],
] as const)
  checkSpots(title, '.kodelet/hooks/a_hook', marked, executable, PREFACE)

const classes = { exports: 'classes', events: EVENTS.classes, kinds: ['field', 'event'] } as const

checkSpots(
  'a Kaizen class in the making',
  '.kaizen/hooks/h.py',
  `from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult
class A(BaseHook):
    events = ["pre_tool_use", "
#              ^^^^^^^^^^^^ event pre_tool_use
#                              < event ${''}
    def __init__(self):
        super().__init__(name="a")
    async def handle(self, context):
        context.data["tool_na
#               ^^^^ field payload data read sure @pre_tool_use
#                     ^^^^^^^ field payload data.tool_na read sure @pre_tool_use
        x = context.
#                   < field payload  read maybe @pre_tool_use
        return HookResult(suc
#                         ^^^ field result suc write maybe @pre_tool_use`,
  classes,
)

checkSpots(
  'an answer of Kaizen before its next field is named',
  '.kaizen/hooks/h.py',
  `from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult
class A(BaseHook):
    events = ["pre_tool_use"]
#              ^^^^^^^^^^^^ event pre_tool_use
    def __init__(self):
        super().__init__(name="a")
    async def handle(self, context):
        if DONE: return HookResult(success=True, )
#                                  ^^^^^^^ field result success write sure @pre_tool_use
#                                                < field result  write maybe @pre_tool_use +siblings(success)
        return HookResult()
#                         < field result  write maybe @pre_tool_use`,
  classes,
)

// While the list of events is being typed, the payload below it may belong to any event: completions, but nothing
// certain.
for (const [title, list, events] of [
  ['an enumeration without a member', 'events = [HookEvent.', 'all'],
  ['an enumeration without a member, its bracket closed', 'events = [HookEvent.]', 'all'],
  ['half of its name', 'events = [HookEv', 'all'],
  ['half of its name, its bracket closed', 'events = [HookEvent.PRE_TOOL_USE, Hook]', 'all'],
  ['half of a member', 'events = [HookEvent.PRE', 'all'],
  ['a bracket alone', 'events = [', 'all'],
  ['an empty string', 'events = [""]', 'all'],
  ['no list at all', 'events =', 'all'],
  ['a star', 'events = [*', 'all'],
  ['a second event', 'events = [HookEvent.PRE_TOOL_USE, HookEvent.', 'pre_tool_use'],
  ['a line of its own', 'events = [\n        HookEvent.PRE_TOOL_USE,\n        ', 'pre_tool_use'],
] as const)
  test(`half a list of events keeps the payload below it: ${title}`, async () => {
    const text = `from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult
class A(BaseHook):
    ${list}

    def __init__(self):
        super().__init__(name="a")

    async def handle(self, context):
        return HookResult(success=context.data["tool_nme"])
`
    const input = { path: '.kaizen/hooks/h.py', text, exports: 'classes', events: EVENTS.classes } as const
    const { spots } = await understandDocument(input)
    const fields = spots.filter((spot) => spot.kind === 'field' && spot.side.of === 'payload')
    const wanted = events === 'all' ? EVENTS.classes : [events]
    assert.deepEqual(
      fields.map((spot) => spot.kind === 'field' && spot.path.join('.')),
      ['data', 'data.tool_nme'],
    )
    for (const spot of fields) {
      assert.ok(spot.kind === 'field' && 'events' in spot.side)
      assert.deepEqual(spot.side.events, wanted)
      if (events === 'all') assert.ok(!spot.sure || list === 'events =')
    }
  })

test('mending adds and never takes away, and every place is found again', () => {
  const piece = fc.constantFrom(
    ...[
      'payload["',
      "get('",
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '"""',
      '\n',
      '\n    ',
      ': ',
      ', ',
      '.',
      '#',
      '\\',
    ],
    ...['if ', 'case ', 'x', ' = ', '\r\n', '😀', 'f"{', 'def f():', 'print(json.dumps('],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const mended = mend(text)
      let at = 0
      for (let i = 0; i < text.length; i++) {
        at = mended.text.indexOf(text[i] as string, at) + 1
        assert.ok(at > 0, 'every sign of the text is still there, in its order')
      }
      for (let i = 0; i <= mended.text.length; i++) {
        const { start } = mended.back({ start: i, end: i })
        assert.ok(start >= 0 && start <= text.length)
      }
    }),
    { numRuns: 300 },
  )
})

test('no text is too odd to be understood', async () => {
  const word = fc.constantFrom(
    ...[
      'payload',
      '["a"]',
      '.get("b")',
      'json.load(sys.stdin)',
      ' = ',
      '\n',
      '\n    ',
      'if ',
      'else:',
      'for x in ',
      ':',
    ],
    ...[
      'print(json.dumps(',
      ')',
      '{',
      '}',
      '"',
      "'",
      'match ',
      'case ',
      'def f(p):',
      'return ',
      'try:',
      'except:',
      'f(f)',
    ],
    ...[
      'class A(BaseHook):',
      'async def handle(self, context):',
      'context.data',
      'lambda x: ',
      'while ',
      'break',
      '*',
    ],
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 60 }), fc.boolean(), async (words, isClass) => {
      const text = `#!/usr/bin/env python3\nimport json, sys\n${words.join('')}`
      const exports = isClass ? 'classes' : 'executable'
      const path = isClass ? '.kaizen/hooks/h.py' : '.kodelet/hooks/h'
      const document = await understandDocument({ path, text, exports, events: EVENTS[exports] })
      assertSpots(document, text)
    }),
    { numRuns: 200 },
  )
})

for (const [title, text] of [
  ['nested brackets', `${'('.repeat(30_000)}payload["`],
  ['a chain of operators', `x = ${'payload.get("a") or '.repeat(20_000)}1`],
  ['nested blocks', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}if payload["a"]:`).join('\n')],
  ['one line', `payload = json.load(sys.stdin); ${'payload["tool_name"]; '.repeat(20_000)}`],
  [
    'many functions',
    Array.from({ length: 5_000 }, (_, i) => `def f${i}(p):\n    return f${i + 1}(p["a"])\n`).join(''),
  ],
  ['a branch after the other', `${PREFACE}${'if payload["a"]:\n    x = payload["b"]\n'.repeat(10_000)}`],
  ['open strings', 'x = "\n'.repeat(30_000)],
] as const)
  test(`a large text is read in reasonable time: ${title}`, async () => {
    const input = { path: '.kodelet/hooks/h', text: `#!/usr/bin/env python3\nimport json, sys\n${text}` }
    const started = performance.now()
    await understandDocument({ ...input, ...executable })
    assert.ok(performance.now() - started < 60_000)
  })
