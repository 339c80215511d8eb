// Spots of shell hooks: which variables hold the payload, what jq reads from it, and what is compared with it.

import { checkSpots, type SpotCheck } from '../support/spots.ts'
import { EVENTS } from './check.ts'

const how: SpotCheck = { exports: 'executable', events: EVENTS.executable }
const preface = '#!/usr/bin/env bash\nif [ "$1" = hook ]; then echo after_tool_call; exit; fi\n'

/** Ways to pass the payload to jq; the program is `.cwd`. */
const holds: readonly (readonly [title: string, script: string])[] = [
  ['$(cat) and a here-string', 'payload=$(cat)\njq -r .cwd <<<"$payload"'],
  ['$(</dev/stdin)', 'payload="$(</dev/stdin)"\njq -r .cwd <<< "$payload"'],
  ['$(cat -)', 'payload=$(cat -)\njq -r .cwd <<< "${payload}"'],
  ['backquotes', 'payload=`cat`\njq -r .cwd <<< $payload'],
  ['read -r', 'read -r payload\njq -r .cwd <<< "$payload"'],
  ['read to the end', 'IFS= read -rd \'\' payload || true\njq -r .cwd <<< "$payload"'],
  ['read without a name', 'read -r\njq -r .cwd <<< "$REPLY"'],
  ['echo', 'payload=$(cat)\necho "$payload" | jq -r .cwd'],
  ['echo -n', 'payload=$(cat)\necho -n "$payload" | jq -r .cwd'],
  ['printf', 'payload=$(cat)\nprintf \'%s\\n\' "$payload" | jq -r .cwd'],
  ['a here-document', 'payload=$(cat)\njq -r .cwd <<EOF\n$payload\nEOF'],
  ['a process substitution', 'payload=$(cat)\njq -r .cwd < <(echo "$payload")'],
  ['jq on standard input itself', 'jq -r .cwd'],
  ['jq on - and /dev/stdin', 'jq -r .cwd /dev/stdin'],
  ['cat in a pipe', 'cat | jq -r .cwd'],
  ['tee on the way', 'tee -a log | jq -r .cwd'],
  ['a copy', 'payload=$(cat)\nreadonly input="$payload"\njq -r .cwd <<<"$input"'],
  ['a test for a terminal', 'if [ ! -t 0 ]; then payload=$(cat); fi\njq -r .cwd <<<"$payload"'],
  ['jq . in between', 'payload=$(jq -c ". ")\njq -r .cwd <<<"$payload"'],
  ['an argument', 'main() { local json=$1; jq -r .cwd <<<"$json"; }\nmain "$(cat)"'],
  ['"$@" handed on', 'main() { payload=$(cat); jq -r .cwd <<<"$payload"; }\nmain "$@"'],
  ['a function called by its name', 'run() { jq -r .cwd; }\n"$1"'],
  ['a function called by all arguments', 'run() { jq -r .cwd; }\n"$@"'],
  ['a loop', 'while IFS= read -r line; do jq -r .cwd <<<"$line"; done'],
  ['--argjson', 'payload=$(cat)\njq -n -r --argjson p "$payload" \'$p | .cwd\''],
  ['--arg and fromjson', 'payload=$(cat)\njq -nr --arg p "$payload" \'$p | fromjson | .cwd\''],
  ['input', "jq -n -r 'input | .cwd'"],
  ['slurped', "jq -s -r '.[0] | .cwd'"],
  ['a prefix', 'timeout 5 jq -r .cwd'],
  ['a variable that names jq', 'JQ=${JQ:-jq}\n"$JQ" -r .cwd'],
  ['other redirections', 'payload=$(cat)\njq -e .cwd >/dev/null 2>&1 <<<"$payload"'],
]

for (const [title, script] of holds) {
  const line = script.split('\n').findIndex((one) => one.includes('.cwd'))
  const lines = script.split('\n')
  const at = (lines[line] as string).indexOf('.cwd') + 1
  lines.splice(line + 1, 0, `#${' '.repeat(0)}^${at}+3 field payload cwd read WHETHER`)
  const whether = title === 'a test for a terminal' ? 'maybe' : 'sure'
  checkSpots(`held by: ${title}`, 'a', lines.join('\n').replace('WHETHER', whether), how, preface)
}

const silent: readonly (readonly [title: string, script: string])[] = [
  ['a variable that was set to something else', 'payload=$(cat)\npayload=$(date)\njq .x <<<"$payload"'],
  ['set to something else on one way', 'p=$(cat)\nif [ -f a ]; then p=$(cat b); fi\njq .x <<<"$p"'],
  ['set to something else in a loop', 'p=$(cat)\nwhile :; do jq .x <<<"$p"; p=$(cat b); done'],
  ['another file', 'jq .version package.json'],
  ['no input', "jq -n '.x'"],
  ['raw lines', "jq -R '.x'"],
  ['the output of another program', 'curl -s "$URL" | jq .x'],
  ['a piece of the output of another program', 'cat | sed s/a/b/ | jq .x'],
  ['two names', 'read -r a b\njq .x <<<"$a"'],
  ['grep and sed without a key', 'payload=$(cat)\ngrep -o "tool name" <<<"$payload" | sed s/x/y/'],
  ['python', 'payload=$(cat)\npython3 -c \'import json\' <<<"$payload"'],
  ['a program that is put together', 'payload=$(cat)\njq ".$KEY" <<<"$payload"'],
  ['a program in a file', 'jq -f filter.jq'],
  ['inside another text', 'payload=$(cat)\njq .x <<<"[$payload]"'],
  ['only mentioned', "echo 'jq .x' >&2"],
]

for (const [title, script] of silent) checkSpots(`silent: ${title}`, 'a', script, how, preface)

checkSpots(
  'a key that grep searches in the text of the payload',
  'a',
  `payload=$(cat)
grep -o '"tool_name":"[^"]*"' <<<"$payload" | sed s/x/y/
#         ^^^^^^^^^ field payload tool_name read sure
`,
  how,
  preface,
)

checkSpots(
  'a piece of the payload is followed into further calls',
  'a',
  `payload=$(cat)
input=$(jq -c '.tool_input' <<<"$payload")
#               ^^^^^^^^^^ field payload tool_input read sure
cmd=$(jq -r .command <<<"$input")
#            ^^^^^^^ field payload tool_input.command read sure
echo "$payload" | jq -c '.tool_output' | jq -r .success
#                         ^^^^^^^^^^^ field payload tool_output read sure
#                                               ^^^^^^^ field payload tool_output.success read sure
both() { jq -r "$1" <<<"$payload"; }
both .cwd
#     ^^^ field payload cwd read sure
both '.tool_output | .error'
#      ^^^^^^^^^^^ field payload tool_output read sure
#                     ^^^^^ field payload tool_output.error read sure
`,
  how,
  preface,
)

checkSpots(
  'fields that are tried one after the other, tested or replaced are not sure',
  'a',
  `p=$(cat)
a=$(jq -r .tool_name <<<"$p")
#          ^^^^^^^^^ field payload tool_name read maybe
if [ -z "$a" ]; then a=$(jq -r .toolName <<<"$p"); fi
#                               ^^^^^^^^ field payload toolName read maybe
b=$(jq -r .cwd <<<"$p")
#          ^^^ field payload cwd read maybe
b=\${b:-$(jq -r .dir <<<"$p")}
#               ^^^ field payload dir read maybe
get() { jq -r .x <<<"$1"; }
#              ^ field payload x read maybe
get "$p"
get "$(other)"
unused() { jq -r .y; }
#                 ^ field payload y read maybe
eval "$(other)"
c=$(jq -r .event <<<"$p")
#          ^^^^^ field payload event read maybe
`,
  how,
  preface,
)

checkSpots(
  'what a field is compared with, and the event that is left then',
  'a',
  `p=$(cat)
who=$(jq -r .invoked_by <<<"$p")
#            ^^^^^^^^^^ field payload invoked_by read sure
[ "$who" = main ] && [[ $who != "sub" ]] && [[ $who == m* ]]
#          ^^^^ value payload invoked_by = "main" read sure
#                                ^^^ value payload invoked_by = "sub" read sure
case $who in
  main|'subagent') ;;
# ^^^^ value payload invoked_by = "main" read sure
#       ^^^^^^^^ value payload invoked_by = "subagent" read sure
  x*) ;;
esac
event=$(jq -r .event <<<"$p")
#              ^^^^^ field payload event read sure
if [ "$event" = agent_stop ]; then
#               ^^^^^^^^^^ value payload event = "agent_stop" read sure
  jq .messages <<<"$p"
#     ^^^^^^^^ field payload messages read sure @agent_stop
fi
case "$event" in turn_end) jq .response <<<"$p" ;; esac
#                ^^^^^^^^ value payload event = "turn_end" read sure
#                              ^^^^^^^^ field payload response read sure @turn_end
jq 'select(.event == "turn_end") | .response' <<<"$p"
#           ^^^^^ field payload event read sure
#                     ^^^^^^^^ value payload event = "turn_end" read sure
#                                   ^^^^^^^^ field payload response read sure @turn_end
`,
  how,
  preface,
)

checkSpots(
  'what is read after both ways have met again is sure, whatever one of them had found empty',
  'a',
  `p=$(cat)
a=$(jq -r .tool_name <<<"$p")
#          ^^^^^^^^^ field payload tool_name read sure
if [ -z "$a" ]; then echo none >&2; fi
b=$(jq -r .cwd <<<"$p")
#          ^^^ field payload cwd read sure
`,
  how,
  preface,
)
