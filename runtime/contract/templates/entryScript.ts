// Generates scripts that entries of a host's configuration call: they read the payload from standard input and answer
// with JSON on standard output and exit code 0. Derived from the event's record, in five languages.

import type { TSchema } from 'typebox'
import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'
import { isObject } from '../json.ts'
import { answerNotes, keys, pythonScalar } from './executable.ts'
import {
  classNameOf,
  commented,
  factsOf,
  headerOf,
  lastName,
  meaningOf,
  snakeCase,
  type TemplateFacts,
  view,
} from './facts.ts'
import { readFields } from './module.ts'

type EntryLanguage = 'shell' | 'python' | 'javascript' | 'typescript' | 'powershell'

/** File name extension of each language, the most common language first. */
export const ENTRY_ENDINGS: Readonly<Record<EntryLanguage, string>> = {
  shell: '.sh',
  python: '.py',
  javascript: '.js',
  typescript: '.ts',
  powershell: '.ps1',
}

/** Command before the path of a script, where its shebang line is not enough. */
export const STARTED_BY: { readonly [L in EntryLanguage]?: string } = {
  // A profile may print and so corrupt the answer; and Windows ignores the shebang line.
  powershell: 'pwsh -NoProfile -File ',
}

/** The text of a script for an event; `path` is relative to the workspace. */
export function entryScript(
  dialect: Dialect,
  event: string,
  language: EntryLanguage,
  name: string,
  path: string,
): string {
  const facts = factsOf(dialect, event, name, path)
  const { record } = facts
  const denial =
    record.semantics === 'veto' ? denialOf(event, record, `${name} does not allow this`) : undefined
  const nothing = dialect.host?.saysNothing
  const again = isObject(record.example)
    ? AGAIN.find((field) => field in (record.example as object))
    : undefined
  return WRITERS[language]({ ...facts, answers: answersOf(record.result), nothing, again }, denial)
}

/** The template's facts, and what the script prints at its end. */
type ScriptFacts = TemplateFacts & {
  readonly nothing: string | undefined
  /** The payload's flag for a call that an earlier refusal led to, which the rule lets pass: it would refuse forever. */
  readonly again: string | undefined
}

const AGAIN = ['stop_hook_active'] as const

type Answer = Readonly<Record<string, unknown>>

const WRITERS: Readonly<Record<EntryLanguage, (facts: ScriptFacts, denial: Answer | undefined) => string>> = {
  shell,
  python,
  javascript: (facts, denial) => node(facts, denial, false),
  typescript: (facts, denial) => node(facts, denial, true),
  powershell,
}

function shell(facts: ScriptFacts, denial: Answer | undefined): string {
  const names = facts.fields.map((field) => snakeCase(lastName(field)))
  const reads = facts.fields.map((field, at) => `${names[at]}=$(jq -rc '.${field}' <<<"$payload")\n`).join('')
  const { again } = facts
  const isFirst = again === undefined ? '' : ` && $(jq -r '.${again}' <<<"$payload") != true`
  const rule = `
if [[ $${subjectOf(facts, snakeCase)} == *'${facts.forbidden}'*${isFirst} ]]; then
  echo '${JSON.stringify(denial)}'
  exit 0
fi
`
  return `#!/usr/bin/env bash
${commented(headerOf(facts), '#')}
# It must be executable, and it needs jq.

set -euo pipefail

payload=$(cat)
${reads}echo "${[`${facts.name}:`, ...names.map((name) => `$${name}`)].join(' ')}" >&2
${denial === undefined ? '' : rule}
${answerNotes(facts, '#')}
${facts.nothing === undefined ? '' : `echo '${facts.nothing}'\n`}`
}

function python(facts: ScriptFacts, denial: Answer | undefined): string {
  const [title, ...header] = headerOf(facts)
  const names = facts.fields.map((field) => snakeCase(lastName(field)))
  const reads = facts.fields.map((field, at) => `${names[at]} = payload${keys(field, '"')}\n`).join('')
  const isFirst = facts.again === undefined ? '' : `not payload.get("${facts.again}") and `
  const rule = `
if ${isFirst}"${facts.forbidden}" in json.dumps(${subjectOf(facts, snakeCase)}):
    print(json.dumps(${pythonText(denial)}))
    sys.exit(0)
`
  return `#!/usr/bin/env python3
"""${title}
${header.join('\n')}
It must be executable.
"""

import json
import sys

payload = json.load(sys.stdin)
${reads}print(${[`"${facts.name}:"`, ...names].join(', ')}, file=sys.stderr)
${denial === undefined ? '' : rule}
${answerNotes(facts, '#')}
${facts.nothing === undefined ? '' : `print('${facts.nothing}')\n`}`
}

// Uses neither import nor require, so it runs whatever module format the nearest package.json sets.
function node(facts: ScriptFacts, denial: Answer | undefined, typed: boolean): string {
  const names = facts.fields.map(lastName)
  // Scripts without imports are global scripts to TypeScript, so their names must differ within one project.
  const main = typed ? `run${classNameOf(facts.name)}` : 'main'
  const isFirst = facts.again === undefined ? '' : `!payload.${facts.again} && `
  const rule = `
  if (${isFirst}JSON.stringify(${subjectOf(facts, (name) => name)}).includes('${facts.forbidden}')) {
    console.log(JSON.stringify(${javascriptText(denial)}))
    return
  }
`
  return `#!/usr/bin/env node
${commented(headerOf(facts), '//')}
// It must be executable.
${typed ? NEEDS_TYPES : ''}
async function ${main}()${typed ? ': Promise<void>' : ''} {
  let stdin = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) stdin += chunk
  const payload${typed ? `: ${typeOfFields(facts)}` : ''} = JSON.parse(stdin)
${readFields(facts.fields, 'payload', '  ')}  console.error(${[`'${facts.name}:'`, ...names].join(', ')})
${denial === undefined ? '' : rule}
${answerNotes(facts, '  //')}
${facts.nothing === undefined ? '' : `  console.log('${facts.nothing}')\n`}}

${main}()
`
}

const NEEDS_TYPES = `// It needs Node.js 22.18 or newer, which removes the types and checks none of them.
// Where the editor does not know "process": npm install --save-dev @types/node
`

// Properties are read in place: a variable of the same name could be one of PowerShell's own ($input, $error, $host).
function powershell(facts: ScriptFacts, denial: Answer | undefined): string {
  const read = (path: string | undefined) => ['$payload', ...(path?.split('.') ?? [])].join('.')
  const values = facts.fields.map((field) => ` $(ConvertTo-Json ${read(field)} -Compress -Depth 20)`).join('')
  const isFirst = facts.again === undefined ? '' : `-not ${read(facts.again)} -and `
  const rule = `
if (${isFirst}(ConvertTo-Json ${read(facts.subject)} -Compress -Depth 20).Contains('${facts.forbidden}')) {
  '${JSON.stringify(denial)}'
  exit 0
}
`
  return `#!/usr/bin/env pwsh
${commented(headerOf(facts), '#')}
# It needs PowerShell 7 (pwsh).

$ErrorActionPreference = 'Stop'

$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json
[Console]::Error.WriteLine("${facts.name}:${values}")
${denial === undefined ? '' : rule}
${answerNotes(facts, '#')}
${facts.nothing === undefined ? '' : `'${facts.nothing}'\n`}`
}

/** The payload as a TypeScript type with only the fields that the script reads. */
function typeOfFields({ fields: read, record, again }: ScriptFacts): string {
  const fields = [
    ...new Set([...read, ...(record.semantics === 'veto' && again !== undefined ? [again] : [])]),
  ]
  if (fields.length === 0) return 'unknown'
  const members = new Map<string, string[]>()
  for (const field of fields) {
    const [first = '', ...rest] = field.split('.')
    members.set(first, [...(members.get(first) ?? []), ...(rest.length === 0 ? [] : [rest.join('.')])])
  }
  const text = (schema: TSchema | undefined, paths: readonly string[]): string => {
    if (paths.length > 0) {
      const inner = view(schema ?? {}).properties ?? {}
      return `{ ${paths.map((path) => `${path}: ${text(inner[path], [])}`).join('; ')} }`
    }
    const { type } = view(schema ?? {})
    return type === 'string' || type === 'number' || type === 'boolean' ? type : 'unknown'
  }
  const { properties = {} } = view(record.payload)
  return `{ ${[...members].map(([name, inner]) => `${name}: ${text(properties[name], inner)}`).join('; ')} }`
}

function subjectOf({ subject }: TemplateFacts, spelled: (name: string) => string): string {
  return subject === undefined ? 'payload' : spelled(lastName(subject))
}

/** The fields of an answer and of its nested objects, each with its path. */
function answersOf(schema: TSchema, prefix = ''): TemplateFacts['answers'] {
  return Object.entries(bare(schema).properties ?? {}).flatMap(([field, of]) => {
    const inner = answersOf(of, `${prefix}${field}.`)
    return inner.length > 0 ? inner : [{ name: `${prefix}${field}`, meaning: meaningOf(of) }]
  })
}

// The record's own `verdict` determines which answer denies; answers specific to the event are tried first.
function denialOf(event: string, record: EventRecord, reason: string): Answer | undefined {
  return refusals(event, record, reason).find((answer) => {
    const verdict = record.verdict(answer as never, record.example as never)
    return !('rejected' in verdict) && verdict.decision === 'deny'
  })
}

/** Answers of one literal or flag and a reason, some of which may deny; those specific to the event come first. */
export function refusals(event: string, record: EventRecord, reason: string): readonly Answer[] {
  return candidates(event, record.result, reason).toSorted((one, two) => depthOf(two) - depthOf(one))
}

/** Answers with one literal or flag set, together with each reason field beside it. */
function candidates(event: string, schema: TSchema, reason: string): readonly Answer[] {
  const { properties = {}, required = [] } = bare(schema)
  const fields = Object.entries(properties)
  const fixed = fields.flatMap(([name, of]) => {
    const names = view(of).anyOf?.some((one) => view(one).const === event) === true
    const only = names ? event : view(of).const
    return required.includes(name) && only !== undefined ? [[name, only] as const] : []
  })
  return fields.flatMap(([name, of]) => {
    const beside = fields.flatMap(([other, its]) => {
      const isReason =
        bare(its).type === 'string' &&
        (other === `${name}Reason` || /^(?:\w+_)?(?:reason|message)$/.test(other))
      return isReason ? [[other, reason] as const] : []
    })
    const chosen: readonly unknown[] = [
      ...(view(of).anyOf ?? []).flatMap((one) => view(one).const ?? []),
      ...(bare(of).properties === undefined ? [] : candidates(event, of, reason)),
    ]
    return chosen.map((value) =>
      Object.fromEntries([...fixed, [name, value], ...(isObject(value) ? [] : beside)]),
    )
  })
}

/** The schema of the value where it is not null. */
function bare(schema: TSchema): ReturnType<typeof view> {
  const real = view(schema).anyOf?.filter((one) => view(one).type !== 'null') ?? []
  return view(real.length === 1 ? (real[0] as TSchema) : schema)
}

function depthOf(value: unknown): number {
  return isObject(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
}

function pythonText(value: unknown): string {
  if (!isObject(value)) return pythonScalar(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `"${key}": ${pythonText(item)}`)
    .join(', ')}}`
}

function javascriptText(value: unknown): string {
  if (!isObject(value)) return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${javascriptText(item)}`)
    .join(', ')} }`
}
