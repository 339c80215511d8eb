// What a Python executable answers, and problems with how it prints: every spot of the answer, and every finding that
// needs no contract, is marked.

import { checkSpots, type SpotCheck } from '../support/spots.ts'
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

function check(
  kinds: SpotCheck['kinds'] & object,
  rows: readonly (readonly [title: string, marked: string])[],
): void {
  for (const [title, marked] of rows)
    checkSpots(title, '.kodelet/hooks/a_hook', marked, { ...executable, kinds }, PREFACE)
}

check(
  ['field', 'value', 'answer'],
  [
    [
      'the dict that is printed',
      `
print(json.dumps({"blocked": True, "reason": f"no", "n": 2}))
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ answer blocked,reason,n
#                  ^^^^^^^ field result blocked write sure +siblings(reason,n)
#                            ^^^^ value result blocked = true write sure
#                                   ^^^^^^ field result reason write sure +siblings(blocked,n)
#                                              ^^ value result reason = "no" write sure
#                                                    ^ field result n write sure +siblings(blocked,reason)
#                                                        ^ value result n = 2 write sure`,
    ],
    [
      'a variable, and what is added to it',
      `
result = {"blocked": False}
#          ^^^^^^^ field result blocked write sure +siblings(reason,input)
#                    ^^^^^ value result blocked = false write sure
if payload:
    result["reason"] = why()
#           ^^^^^^ field result reason write sure +siblings(blocked,input)
result.update(input={"command": "ls"})
#             ^^^^^ field result input write sure +siblings(blocked,reason)
#                     ^^^^^^^ field result input.command write sure
#                                ^^ value result input.command = "ls" write sure
json.dump(result, sys.stdout)
#         ^^^^^^ answer blocked,reason,input`,
    ],
    [
      'a dict that a class holds',
      `
class Guard:
    ANSWER = {"blocked": True}
#            ^^^^^^^^^^^^^^^^^ answer blocked
#              ^^^^^^^ field result blocked write sure
#                        ^^^^ value result blocked = true write sure
    def run(self):
        print(json.dumps(self.ANSWER))
Guard().run()`,
    ],
    [
      'either of two dicts',
      `
answer = {}
#        ^^ answer ${''}
if payload:
    answer = dict(blocked=True)
#            ^^^^^^^^^^^^^^^^^^ answer blocked
#                 ^^^^^^^ field result blocked write sure
#                         ^^^^ value result blocked = true write sure
text = json.dumps(answer)
sys.stdout.write(text + "\\n")`,
    ],
    [
      'a spread may bring more',
      `
print(json.dumps({**defaults, "blocked": True}))
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ answer blocked +more
#                              ^^^^^^^ field result blocked write sure
#                                        ^^^^ value result blocked = true write sure`,
    ],
    [
      'lists of texts and of objects',
      `
print(json.dumps({"follow_up_messages": ["go on"], "output": {"items": [{"a": 1}]}}))
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ answer follow_up_messages,output
#                  ^^^^^^^^^^^^^^^^^^ field result follow_up_messages write sure +siblings(output)
#                                         ^^^^^ value result follow_up_messages.* = "go on" write sure
#                                                   ^^^^^^ field result output write sure +siblings(follow_up_messages)
#                                                              ^^^^^ field result output.items write sure
#                                                                         ^ field result output.items.*.a write sure
#                                                                             ^ value result output.items.*.a = 1 write sure`,
    ],
    [
      'a helper prints what it is given',
      `
def emit(answer):
    print(json.dumps(answer))
    sys.exit(0)
emit({"blokced": True})
#    ^^^^^^^^^^^^^^^^^ answer blokced
#      ^^^^^^^ field result blokced write sure
#                ^^^^ value result blokced = true write sure`,
    ],
    [
      'what goes elsewhere is no answer',
      `
print(json.dumps({"a": 1}), file=sys.stderr)
with open("log", "a") as log:
    json.dump({"b": 2}, log)
    log.write(json.dumps({"c": 3}))
requests.post(url, json={"d": 4})
sys.stderr.write(json.dumps({"e": 5}))`,
    ],
    [
      'Python 2 prints too',
      `
print json.dumps({"a": 1})
#                ^^^^^^^^ answer a
#                  ^ field result a write sure
#                      ^ value result a = 1 write sure
print >>sys.stderr, json.dumps({"b": 2})`,
    ],
  ],
)

check(
  ['problem'],
  [
    [
      'JSON words are no Python',
      `
print(json.dumps({"blocked": false, "x": [true, null]}))
#                            ^^^^^ problem python.literal
#                                         ^^^^ problem python.literal
#                                               ^^^^ problem python.literal`,
    ],
    ['unless they are set', `true, false, null = True, False, None\nprint(json.dumps({"blocked": true}))`],
    ['or a star may bring them', `from shorthand import *\nprint(json.dumps({"blocked": true}))`],
    ['or they are attributes and arguments', `import x\nx.true\nx.f(null=1)\n{"true": "false"}`],
    [
      'a dict is no JSON',
      `
print({"blocked": True})
^0+24 problem output.unreadable`,
    ],
    ['an empty one is', `print({})`],
    [
      'text in the answer',
      `
print("checking the command")
^0+29 problem output.unreadable
print(f"tool {payload}")
^0+24 problem output.unreadable
print("to the log", file=sys.stderr)
sys.stderr.write("to the log")`,
    ],
    ['text that may be a part of it', `print('{"blocked":', end="")\nprint("true}")`],
    [
      'a second answer',
      `
print(json.dumps({"blocked": True}))
print(json.dumps({"blocked": False}))
^0+37 problem output.unreadable`,
    ],
    [
      'one answer or the other',
      `if payload:
    print(json.dumps({"blocked": True}))
else:
    print(json.dumps({"blocked": False}))`,
    ],
    [
      'an answer that is lost',
      `
print(json.dumps({"blocked": True}))
sys.exit(2)
^0+11 problem output.lost`,
    ],
    ['an answer that counts', `print(json.dumps({"blocked": True}))\nsys.exit(0)`],
    [
      'a failure without an answer',
      `if payload:
    print(json.dumps({"blocked": True}))
    sys.exit()
sys.exit(1)`,
    ],
    [
      'a helper answers, and the status is given back',
      `def deny(reason):
    print(json.dumps({"blocked": True, "reason": reason}))
    return 2
#   ^^^^^^^^ problem output.lost
raise SystemExit(deny("no"))`,
    ],
    [
      'a status that somebody catches',
      `try:\n    print(json.dumps({}))\n    sys.exit(1)\nexcept SystemExit:\n    pass`,
    ],
    [
      'what only somebody who tries it out sees',
      `import os
if "--debug" in sys.argv:
    print("reading")
if os.environ.get("VERBOSE"):
    print("verbose")
print(json.dumps({}))`,
    ],
    ['stdout that is not stdout', `sys.stdout = sys.stderr\nprint("text")`],
  ],
)

for (const [title, text] of [
  [
    'before the payload is read nothing is claimed',
    `#!/usr/bin/env python3
import json, sys
def usage():
    print("usage: hook|run")
    sys.exit(1)
if len(sys.argv) < 2: usage()
if sys.argv[1] == "hook": print("agent_stop")
elif sys.argv[1] == "run": json.load(sys.stdin)
`,
  ],
] as const)
  checkSpots(title, '.kodelet/hooks/a_hook', text, { ...executable, kinds: ['problem'] })

checkSpots(
  'files, variables and events have their places',
  '.kodelet/hooks/a_hook',
  `#!/usr/bin/env python3
import os, policy.rules as rules
#          ^^^^^^^^^^^^ file ./policy/rules.py
#          ^^^^^^^^^^^^ file ./policy/rules/__init__.py
from .helper import check
#    ^^^^^^^ file ./helper.py
#    ^^^^^^^ file ./helper/__init__.py
import sys
if sys.argv[1] == "hook":
    print("agent_stop")
#          ^^^^^^^^^^ event agent_stop
os.environ["TOKEN"], os.getenv('MODE', ""), os.environ.get("HOME")
#           ^^^^^ variable TOKEN
#                               ^^^^ variable MODE
#                                                           ^^^^ variable HOME`,
  { ...executable, kinds: ['file', 'variable', 'event'] },
)

check(
  ['answer'],
  [
    [
      'keys that branches set which exclude each other: one answer for each branch',
      `
result = {}
if payload:
    result["blocked"] = True
else:
    result["reason"] = "no"
print(json.dumps(result))
#     ^^^^^^^^^^^^^^^^^^ answer blocked
#     ^^^^^^^^^^^^^^^^^^ answer reason`,
    ],
    [
      'keys that branches set which may both be entered: one answer with both',
      `
result = {}
if payload.get("a"):
    result["blocked"] = True
if payload.get("b"):
    result["reason"] = "no"
print(json.dumps(result))
#     ^^^^^^^^^^^^^^^^^^ answer blocked,reason`,
    ],
  ],
)
