// Generates executables that print their event for `hook` and a JSON answer for `run`, in three languages.

import { commented, headerOf, lastName, snakeCase, type TemplateFacts } from './facts.ts'
import { objectText, readFields } from './module.ts'

type Body = (facts: TemplateFacts) => string

const WRITERS = { python, shell, javascript } as const satisfies Readonly<Record<string, Body>>

/** One executable file, with its shebang line. */
export function executableFile(facts: TemplateFacts, language: keyof typeof WRITERS): string {
  return WRITERS[language](facts)
}

function python(facts: TemplateFacts): string {
  const [title, ...header] = headerOf(facts)
  const names = facts.fields.map((field) => snakeCase(lastName(field)))
  const subject = facts.subject === undefined ? 'payload' : snakeCase(lastName(facts.subject))
  return `#!/usr/bin/env python3
"""${title}
${header.join('\n')}
It must be executable.
"""

import json
import sys


def run(payload):
${facts.fields.map((field, at) => `    ${names[at]} = payload${keys(field, '"')}\n`).join('')}    print(${[`"${facts.name}:"`, ...names].join(', ')}, file=sys.stderr)
${
  facts.denial === undefined
    ? ''
    : `
    if "${facts.forbidden}" in json.dumps(${subject}):
        return ${pythonValue(facts.denial.answer)}
`
}
${answerNotes(facts, '    #')}
    return None


if sys.argv[1:] == ["hook"]:
    print("${facts.event}")
elif sys.argv[1:] == ["run"]:
    answer = run(json.load(sys.stdin))
    if answer is not None:
        print(json.dumps(answer))
else:
    sys.exit(f"usage: {sys.argv[0]} hook | run")
`
}

function shell(facts: TemplateFacts): string {
  const names = facts.fields.map((field) => snakeCase(lastName(field)))
  const subject = facts.subject === undefined ? 'payload' : snakeCase(lastName(facts.subject))
  const reads = facts.fields
    .map((field, at) => `    ${names[at]}=$(jq -rc '.${field}' <<<"$payload")\n`)
    .join('')
  return `#!/usr/bin/env bash
${commented(headerOf(facts), '#')}
# It must be executable, and it needs jq.

set -euo pipefail

case "\${1:-}" in
  hook)
    echo '${facts.event}'
    ;;
  run)
    payload=$(cat)
${reads}    echo "${[`${facts.name}:`, ...names.map((name) => `$${name}`)].join(' ')}" >&2
${
  facts.denial === undefined
    ? ''
    : `
    if [[ $${subject} == *'${facts.forbidden}'* ]]; then
      echo '${JSON.stringify(facts.denial.answer)}'
      exit 0
    fi
`
}
${answerNotes(facts, '    #')}
    ;;
  *)
    echo "usage: $0 hook | run" >&2
    exit 1
    ;;
esac
`
}

// Uses neither import nor require, so it runs whatever module format the nearest package.json sets.
function javascript(facts: TemplateFacts): string {
  const names = facts.fields.map(lastName)
  const subject = facts.subject === undefined ? 'payload' : lastName(facts.subject)
  return `#!/usr/bin/env node
${commented(headerOf(facts), '//')}
// It must be executable.

function run(payload) {
${readFields(facts.fields, 'payload', '  ')}  console.error(${[`'${facts.name}:'`, ...names].join(', ')})
${
  facts.denial === undefined
    ? ''
    : `
  if (JSON.stringify(${subject}).includes('${facts.forbidden}')) {
    return ${objectText(facts.denial.answer)}
  }
`
}
${answerNotes(facts, '  //')}
  return undefined
}

async function main() {
  if (process.argv[2] === 'hook') {
    console.log('${facts.event}')
    return
  }
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  const answer = run(JSON.parse(text))
  if (answer !== undefined) console.log(JSON.stringify(answer))
}

main()
`
}

/** The fields of an answer, as comment lines. */
export function answerNotes(facts: TemplateFacts, mark: string): string {
  if (facts.answers.length === 0) return `${mark} Nothing can be answered: this event is only looked at.`
  const fields = facts.answers.map(({ name, meaning }) => `${mark}   ${name}: ${meaning}`)
  return [`${mark} No answer: the agent goes on unchanged. An answer may hold`, ...fields].join('\n')
}

/** `["data"]["tool_name"]` from `data.tool_name`. */
export function keys(path: string, quote: string): string {
  return path
    .split('.')
    .map((key) => `[${quote}${key}${quote}]`)
    .join('')
}

// A flat answer as a Python literal.
function pythonValue(answer: Readonly<Record<string, unknown>> | null): string {
  if (answer === null) return 'None'
  return `{${Object.entries(answer)
    .map(([key, value]) => `"${key}": ${pythonScalar(value)}`)
    .join(', ')}}`
}

/** True, False, None, a number or a string as a Python literal. */
export function pythonScalar(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
