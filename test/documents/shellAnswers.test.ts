// Spots of shell hooks: the answers they print, the events they name, files and variables; and half-typed scripts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { understandDocument } from '../../runtime/documents/understand.ts'
import { fc } from '../support/property.ts'
import { assertSpots, checkSpots, type SpotCheck, spotsOf } from '../support/spots.ts'
import { EVENTS } from './check.ts'

const how: SpotCheck = { exports: 'executable', events: EVENTS.executable }
const answers: SpotCheck = { ...how, kinds: ['field', 'value', 'answer'] }
const preface = '#!/usr/bin/env bash\nif [ "$1" = hook ]; then echo before_tool_call; exit; fi\n'

checkSpots(
  'answers, however they are printed',
  'a',
  `echo '{"blocked": true, "reason": "no"}'
#    ^6+33 answer blocked,reason
#       ^^^^^^^ field result blocked write sure +siblings(reason)
#                 ^^^^ value result blocked = true write sure
#                        ^^^^^^ field result reason write sure +siblings(blocked)
#                                  ^^ value result reason = "no" write sure
exit
`,
  answers,
  preface,
)

checkSpots(
  'a program that a prefix starts is followed, a function is not: the prefix starts programs only',
  'a',
  `deny() { echo '{"blocked": true}'; }
timeout 5 deny
timeout 5 echo '{"blocked": true}'
#               ^^^^^^^^^^^^^^^^^ answer blocked
`,
  { ...how, kinds: ['answer'] },
  preface,
)

checkSpots(
  'keys in here-documents, in escaped texts, in formats and in what jq builds',
  'a',
  `why=$(date)
if [ -f a ]; then
  cat <<EOF
{ "blocked": true, "reason": "$why" }
#  ^^^^^^^ field result blocked write sure +siblings(reason)
#                   ^^^^^^ field result reason write sure +siblings(blocked)
EOF
elif [ -f b ]; then
  echo "{\\"blocked\\": $why}"
#          ^^^^^^^ field result blocked write sure
elif [ -f c ]; then
  printf '{"blocked":%s,"reason":"%s"}\\n' true "$why"
#           ^^^^^^^ field result blocked write sure +siblings(reason)
#                        ^^^^^^ field result reason write sure +siblings(blocked)
elif [ -f d ]; then
  out='{"blocked": false}'
#        ^^^^^^^ field result blocked write sure
  echo "$out"
elif [ -f e ]; then
  out=$(jq -n --arg r "$why" '{blocked: true, $r}')
#                              ^^^^^^^ field result blocked write sure +siblings(r)
#                                              ^ field result r write sure +siblings(blocked)
  printf '%s\\n' "$out"
elif [ -f f ]; then
  jq '{input: .tool_input}'
#      ^^^^^ field result input write sure
#              ^^^^^^^^^^ field payload tool_input read sure
fi
`,
  { ...how, kinds: ['field'] },
  preface,
)

checkSpots(
  'what goes elsewhere is no answer',
  'a',
  `echo '{"a": 1}' >&2
echo '{"a": 1}' > file
x=$(echo '{"a": 1}')
echo '{"a": 1}' | nc host 80
log() { echo "$1" >> log; }
log '{"a": 1}'
exec 3>&1 1>&2
echo '{"a": 1}'
`,
  answers,
  preface,
)

checkSpots(
  'files, variables and the event',
  'a',
  `#!/bin/bash
. "$(dirname "$0")/lib/json.sh"
#  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ file ./lib/json.sh
case "$1" in
  hook) echo turn_end ;;
#            ^^^^^^^^ event turn_end
  run) curl -d "$HOME" "\${SLACK_URL:?}" "$TOKEN" "$LOCAL" ;;
#                         ^^^^^^^^^ variable SLACK_URL
#                                         ^^^^^ variable TOKEN
esac
LOCAL=1
`,
  { ...how, kinds: ['file', 'variable', 'event'] },
)

/** The end of a half-typed line, and the spots expected there: those whose range ends at the caret. */
// Whether a spot is certain is not compared.
const typed: readonly (readonly [script: string, expected: string])[] = [
  ["jq -r '.‸", 'field payload  read maybe'],
  ["jq -r '.tool_in‸", 'field payload tool_in read maybe'],
  ["x=$(jq -r '.tool_in‸", 'field payload tool_in read maybe'],
  ['x=$(jq -r ".tool_in‸', 'field payload tool_in read maybe'],
  ["jq '.tool_input.‸", 'field payload tool_input. read maybe'],
  ["jq '.tool_input.‸'", 'field payload tool_input. read maybe'],
  ["jq '.tool_input | .‸'", 'field payload tool_input. read maybe'],
  ['jq \'.["tool‸', 'field payload tool read maybe'],
  ['x=$(jq -r \'select(.tool_name == "‸', 'value payload tool_name = "" read maybe'],
  ["echo '{‸", 'field result  write maybe'],
  ['echo \'{"‸', 'field result  write maybe'],
  ['echo \'{"blo‸', 'field result blo write maybe'],
  ['echo \'{"blocked": ‸', 'value result blocked write maybe'],
  ['echo \'{"blocked": tr‸', 'value result blocked write maybe'],
  ['echo \'{"blocked": true, "‸', 'field result  write maybe +siblings(blocked)'],
  ['echo \'{"blocked": true, "‸\'', 'field result  write maybe +siblings(blocked)'],
  ["jq -n '{‸", 'field result  write maybe'],
  ["jq -n '{blo‸", 'field result blo write maybe'],
  ["jq -n '{blocked: ‸", 'value result blocked write maybe'],
  ['printf \'{"blo‸', 'field result blo write maybe'],
]

for (const [line, expected] of typed) {
  for (const [rest, title] of [
    ['', 'at the end'],
    ['\n    echo \'{"blocked": false}\' >&2\n    ;;\nesac\n', 'in the middle'],
  ]) {
    test(`half-typed ${line} ${title}`, async () => {
      const before = '#!/bin/sh\ncase "$1" in\n  hook) echo before_tool_call ;;\n  run)\n    '
      const at = before.length + line.indexOf('‸')
      const text = before + line.replace('‸', '') + rest
      const found = (await spotsOf('a', text, { ...how, events: EVENTS.executable }))
        .filter(({ range }) => range.end === at)
        .map(({ says }) => says.replace(/ @.*?(?= |$)/, '').replace(' sure', ' maybe'))
      assert.deepEqual(found.join('; '), expected)
    })
  }
}

for (const [text, name] of [
  ['case "$1" in hook) echo befor', 'befor'],
  ['case "$1" in hook) echo ', ''],
  ['case "$1" in\n  hook) echo "\n', ''],
  ['if [ "$1" = hook ]; then\n  echo after_t\n', 'after_t'],
  ['[ "$1" = hook ] && echo turn', 'turn'],
] as const) {
  test(`the event is required: ${JSON.stringify(text)}`, async () => {
    const whole = `#!/bin/bash\n${text}`
    const document = await understandDocument({
      path: 'a',
      text: whole,
      exports: 'executable',
      events: EVENTS.executable,
    })
    assert.deepEqual(
      document.spots.filter(({ kind }) => kind === 'event').map((spot) => ('name' in spot ? spot.name : '')),
      [name],
    )
  })
}

test('edits anywhere leave spots that stand in the text', async () => {
  const script = `${preface}payload=$(cat)
deny() { jq -n --arg r "$1" '{blocked: true, reason: $r}'; exit 0; }
tool=$(jq -r '.tool_name // empty' <<<"$payload")
if [[ "$tool" == "bash" ]]; then
  case "$(echo "$payload" | jq -r .tool_input.command)" in
    *'rm -rf'*) deny "no \u{1F6AB} $tool" ;;
  esac
fi
cat <<EOF
{"blocked": false, "reason": "\${WHY:-none}"}
EOF
`
  const pieces = [
    "'",
    '"',
    '$(',
    ')',
    '`',
    '{',
    '}',
    '\n',
    '.',
    '<<<',
    '<<EOF',
    '|',
    '\\',
    'esac',
    'fi',
    '\r\n',
    '\u{1F600}',
    '',
  ]
  const edits = fc.array(fc.tuple(fc.nat(script.length), fc.nat(12), fc.constantFrom(...pieces)), {
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(edits, async (some) => {
      let text = script
      for (const [at, length, put] of some) text = text.slice(0, at) + put + text.slice(at + length)
      const document = await understandDocument({
        path: 'a',
        text,
        exports: 'executable',
        events: EVENTS.executable,
      })
      assertSpots(document, text)
    }),
    { numRuns: 150, seed: 4 },
  )
})

for (const [title, text] of [
  ['a line of 30,000 commands', 'echo x;'.repeat(30_000)],
  ['5,000 branches', `if a; then b; ${'elif x; then y;\n'.repeat(5000)}fi\n`],
  [
    '2,000 functions that call two more each',
    Array.from({ length: 2000 }, (_, at) => `f${at}() { f${at + 1}; f${at + 2}; x=1; }\n`).join(''),
  ],
  ['functions that call themselves', 'f() { f; f; g; }\ng() { f; g; }\nf\n'],
  ['20,000 keys', `echo '{${Array.from({ length: 20_000 }, (_, at) => `"k${at}": 1`).join()}}'\n`],
  ['quotes that are never closed', 'echo "a\n'.repeat(3001)],
  ['deep nesting', `x=${'$('.repeat(2000)}echo${')'.repeat(2000)}\n${'if a; then\n'.repeat(2000)}`],
] as const) {
  test(`${title} take no time to speak of`, async () => {
    const began = performance.now()
    await understandDocument({
      path: 'a',
      text: preface + text,
      exports: 'executable',
      events: EVENTS.executable,
    })
    assert.ok(performance.now() - began < 60_000)
  })
}
