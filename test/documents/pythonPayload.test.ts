// What a Python executable reads from its payload: every row is a text whose fields and compared values are marked.

import { checkSpots } from '../support/spots.ts'
import { EVENTS } from './check.ts'

const PREFACE = `#!/usr/bin/env python3
import json
import sys
if sys.argv[1] == "hook":
    print("before_tool_call")
    sys.exit(0)
`
const how = { exports: 'executable', events: EVENTS.executable } as const

function check(rows: readonly (readonly [title: string, marked: string])[]): void {
  for (const [title, marked] of rows) checkSpots(title, '.kodelet/hooks/a_hook', marked, how, PREFACE)
}

check([
  [
    'a key is taken by subscript and by get',
    `payload = json.load(sys.stdin)
payload["tool_nam"]
#        ^^^^^^^^ field payload tool_nam read sure
payload.get('cwd', "")
#            ^^^ field payload cwd read sure`,
  ],
  [
    'a nested path is followed, through names too',
    `payload = json.loads(sys.stdin.read())
payload["tool_input"].get("command")
#        ^^^^^^^^^^ field payload tool_input read sure
#                          ^^^^^^^ field payload tool_input.command read sure
tool_input = payload.get("tool_input", {})
#                         ^^^^^^^^^^ field payload tool_input read sure
tool_input.get("comand")
#               ^^^^^^ field payload tool_input.comand read sure`,
  ],
  [
    'several names at once, and a walrus',
    `data = json.loads(input())
tool, cwd = data["tool_name"], data.get("cwd")
#                 ^^^^^^^^^ field payload tool_name read sure
#                                        ^^^ field payload cwd read sure
if (given := data.get("tool_input")) and given["x"]:
#                      ^^^^^^^^^^ field payload tool_input read sure
#                                               ^ field payload tool_input.x read sure
    pass`,
  ],
  [
    'f-strings and old formatting',
    `p = json.load(sys.stdin)
print(f"{p['tool_name']} in {p.get('cwd')}", file=sys.stderr)
#           ^^^^^^^^^ field payload tool_name read sure
#                                   ^^^ field payload cwd read sure
sys.stderr.write("%s" % p["conv_id"])
#                          ^^^^^^^ field payload conv_id read sure`,
  ],
  [
    'lists are walked through: for, comprehensions, indexes, next, enumerate',
    `p = json.load(sys.stdin)
for message in p["messages"]:
#                 ^^^^^^^^ field payload messages read sure
    message["rol"]
#            ^^^ field payload messages.*.rol read sure
said = [m["content"] for m in p["messages"] if m.get("role") == "user"]
#          ^^^^^^^ field payload messages.*.content read sure
#                                ^^^^^^^^ field payload messages read sure
#                                                     ^^^^ field payload messages.*.role read sure
#                                                                ^^^^ value payload messages.*.role = "user" read sure
p["messages"][-1]["content"]
#  ^^^^^^^^ field payload messages read sure
#                  ^^^^^^^ field payload messages.*.content read sure
last = next((m for m in reversed(p["messages"]) if m), None)
#                                   ^^^^^^^^ field payload messages read sure
last["content"]
#     ^^^^^^^ field payload messages.*.content read sure
for i, m in enumerate(p["messages"]): m["role"]
#                        ^^^^^^^^ field payload messages read sure
#                                        ^^^^ field payload messages.*.role read sure`,
  ],
  [
    'what a loop finds is there after it',
    `p = json.load(sys.stdin)
last = None
for m in reversed(p["messages"]):
#                    ^^^^^^^^ field payload messages read sure
    if m["role"] == "assistant":
#         ^^^^ field payload messages.*.role read sure
#                    ^^^^^^^^^ value payload messages.*.role = "assistant" read sure
        last = m
        break
last["contnt"]
#     ^^^^^^ field payload messages.*.contnt read sure`,
  ],
  [
    'match looks into the payload',
    `payload = json.load(sys.stdin)
match payload:
    case {"tool_name": "bash", "tool_input": {"command": command}}:
#          ^^^^^^^^^ field payload tool_name read sure
#                       ^^^^ value payload tool_name = "bash" read sure
#                               ^^^^^^^^^^ field payload tool_input read sure
#                                              ^^^^^^^ field payload tool_input.command read sure
        pass
match payload["invoked_by"]:
#              ^^^^^^^^^^ field payload invoked_by read sure
    case "subagnt":
#         ^^^^^^^ value payload invoked_by = "subagnt" read sure
        pass`,
  ],
  [
    'keys that tell the cases of a match apart are not taken for granted',
    `match json.load(sys.stdin):
    case {"toolName": name}:
#          ^^^^^^^^ field payload toolName read maybe
        pass
    case {"tool_name": name}:
#          ^^^^^^^^^ field payload tool_name read maybe
        pass`,
  ],
  [
    'a function is given the payload, or gives it back',
    `def load():
    try:
        return json.load(sys.stdin)
    except ValueError:
        return {}
def check(payload, tool_input, *, strict=False):
    payload["cwdd"]
#            ^^^^ field payload cwdd read sure
    return tool_input["comand"]
#                      ^^^^^^ field payload tool_input.comand read sure
def main():
    payload = load()
    check(payload, tool_input=payload["tool_input"])
#                                      ^^^^^^^^^^ field payload tool_input read sure
main()`,
  ],
  [
    'a function that is given different things is not followed',
    `def name_of(thing):
    return thing["name"]
p = json.load(sys.stdin)
name_of(p["tool_input"])
#          ^^^^^^^^^^ field payload tool_input read sure
name_of(p)`,
  ],
  [
    'a global is a name like any other',
    `payload = None
def main():
    global payload
    payload = json.load(sys.stdin)
    work()
def work():
    payload["tool_nam"]
#            ^^^^^^^^ field payload tool_nam read sure
main()`,
  ],
  [
    'an object may hold the payload',
    `class Guard:
    def __init__(self):
        self.payload = json.load(sys.stdin)
    def run(self):
        return self.payload["tool_nam"]
#                            ^^^^^^^^ field payload tool_nam read sure
Guard().run()`,
  ],
  [
    'alternatives are not relied upon',
    `p = json.load(sys.stdin)
p.get("toolName") or p.get("tool_name")
#      ^^^^^^^^ field payload toolName read maybe
#                           ^^^^^^^^^ field payload tool_name read maybe
p.get("event", p.get("hook_event_name"))
#      ^^^^^ field payload event read maybe
#                     ^^^^^^^^^^^^^^^ field payload hook_event_name read maybe
name = p.get("tool")
#             ^^^^ field payload tool read maybe
if not name:
    name = p.get("tool_name")
#                 ^^^^^^^^^ field payload tool_name read maybe
first(p.get("a"), p.get("b"))
#            ^ field payload a read maybe
#                        ^ field payload b read maybe`,
  ],
  [
    'a default is no alternative',
    `p = json.load(sys.stdin)
tool_input = p.get("tool_inputs") or {}
#                   ^^^^^^^^^^^ field payload tool_inputs read sure
name = p.get("tool") or "?"
#             ^^^^ field payload tool read sure`,
  ],
  [
    'what was asked for is not taken for granted',
    `p = json.load(sys.stdin)
if "recipe" in p:
#   ^^^^^^ field payload recipe read maybe
    p["recipe"]
#      ^^^^^^ field payload recipe read maybe
if p.get("model"):
#         ^^^^^ field payload model read maybe
    p["model"]
#      ^^^^^ field payload model read maybe
try:
    p["agent"]
#      ^^^^^ field payload agent read maybe
except KeyError:
    p["agentName"]
#      ^^^^^^^^^ field payload agentName read maybe`,
  ],
  [
    'a try around the whole hook guards no single key',
    `try:
    p = json.load(sys.stdin)
    p["tool_nam"]
#      ^^^^^^^^ field payload tool_nam read sure
except Exception as error:
    sys.exit(0)`,
  ],
  [
    'what the hook sets itself is there',
    `p = json.load(sys.stdin)
p["seen"] = True
#  ^^^^ field payload seen write maybe
p["seen"]
#  ^^^^ field payload seen read maybe
p.setdefault("tag", 1)
#             ^^^ field payload tag read maybe
p["tag"]
#  ^^^ field payload tag read maybe`,
  ],
  [
    'a payload that was replaced is somebody else’s',
    `p = json.load(sys.stdin)
p = convert(p)
p["anything"]`,
  ],
  [
    'keys that are worked out say nothing',
    `p = json.load(sys.stdin)
for key in ("tool_name", "toolName"):
    p.get(key)
for key, value in p.items():
    value["x"]
{k: p[k] for k in p}`,
  ],
  [
    'other JSON is none of the payload',
    `with open("settings.json") as file:
    json.load(file)["x"]
json.loads(other)["y"]
Thing(**json.load(sys.stdin)).z["w"]`,
  ],
  [
    'a name of a key is followed, and marked where it is set',
    `INPUT = "tool_input"
#        ^^^^^^^^^^ field payload tool_input read sure
p = json.load(sys.stdin)
p[INPUT]["command"]
#         ^^^^^^^ field payload tool_input.command read sure`,
  ],
  [
    'values are compared with ==, in and constants',
    `p = json.load(sys.stdin)
"main" == p["invoked_by"]
#            ^^^^^^^^^^ field payload invoked_by read sure
#^^^^ value payload invoked_by = "main" read sure
if p["tool_name"] not in ("bash", "sh"):
#     ^^^^^^^^^ field payload tool_name read sure
#                          ^^^^ value payload tool_name = "bash" read sure
#                                  ^^ value payload tool_name = "sh" read sure
    pass
SHELLS = ["bash"]
#          ^^^^ value payload tool_name = "bash" read sure
p["tool_name"] in SHELLS
#  ^^^^^^^^^ field payload tool_name read sure
p["tool_name"].lower() == "Bash"
#  ^^^^^^^^^ field payload tool_name read sure
#                          ^^^^ value payload tool_name = "Bash" read sure`,
  ],
  [
    'ways of reading stdin',
    `
json.loads(sys.stdin.buffer.read().decode("utf-8"))["a"]
#                                                    ^ field payload a read sure
json.loads("".join(sys.stdin.readlines()) or "{}")["b"]
#                                                   ^ field payload b read sure
json.load(open(0))["c"]
#                   ^ field payload c read sure
for line in sys.stdin:
    json.loads(line)["d"]
#                     ^ field payload d read sure
with open("/dev/stdin") as f: json.load(f)["e"]
#                                           ^ field payload e read sure
from sys import stdin as source
from json import loads as parse
parse(source.read())["f"]
#                     ^ field payload f read sure`,
  ],
])

const many = `#!/usr/bin/env python3
import json, sys
EVENT = sys.argv[2]
if sys.argv[1] == "hook":
    print(EVENT)
    sys.exit(0)
`

// The event of such a hook is unknown, so its spots are for all events, and none is certain.
for (const [title, marked] of [
  [
    'a comparison with an event leaves that event',
    `p = json.load(sys.stdin)
if p["event"] == "agent_stop":
#     ^^^^^ field payload event read maybe
#                 ^^^^^^^^^^ value payload event = "agent_stop" read maybe
    p["messages"]
#      ^^^^^^^^ field payload messages read maybe @agent_stop
elif p["event"] in ("before_tool_call", "after_tool_call"):
#       ^^^^^ field payload event read maybe @before_tool_call,after_tool_call,user_message_send,turn_end
#                    ^^^^^^^^^^^^^^^^ value payload event = "before_tool_call" read maybe @before_tool_call,after_tool_call,user_message_send,turn_end
#                                        ^^^^^^^^^^^^^^^ value payload event = "after_tool_call" read maybe @before_tool_call,after_tool_call,user_message_send,turn_end
    p["tool_name"]
#      ^^^^^^^^^ field payload tool_name read maybe @before_tool_call,after_tool_call
else:
    p["cwd"]
#      ^^^ field payload cwd read maybe @user_message_send,turn_end`,
  ],
  [
    'who leaves early leaves the rest',
    `p = json.load(sys.stdin)
event = p["event"]
#          ^^^^^ field payload event read maybe
if event != "turn_end":
#            ^^^^^^^^ value payload event = "turn_end" read maybe
    sys.exit(0)
p["response"]
#  ^^^^^^^^ field payload response read maybe @turn_end`,
  ],
  [
    'events of other hosts are none of ours',
    `p = json.load(sys.stdin)
if p["hook_event_name"] == "PreToolUse":
#     ^^^^^^^^^^^^^^^ field payload hook_event_name read maybe
#                           ^^^^^^^^^^ value payload hook_event_name = "PreToolUse" read maybe
    p["tool_response"]
#      ^^^^^^^^^^^^^ field payload tool_response read maybe @`,
  ],
  [
    'match narrows as well',
    `p = json.load(sys.stdin)
match p["event"]:
#        ^^^^^ field payload event read maybe
    case "agent_stop" | "turn_end":
#         ^^^^^^^^^^ value payload event = "agent_stop" read maybe
#                        ^^^^^^^^ value payload event = "turn_end" read maybe
        p["cwd"]
#          ^^^ field payload cwd read maybe @agent_stop,turn_end
    case _:
        p["tool_name"]
#          ^^^^^^^^^ field payload tool_name read maybe @before_tool_call,after_tool_call,user_message_send`,
  ],
] as const)
  checkSpots(title, '.kodelet/hooks/many', marked, how, many)
