// Compares the payload fields that a script reads with another host's payload: fields that are spelled differently
// there, or not sent.

import type { EventRecord } from '../eventRecord.ts'
import { type ConversionNote, lost } from './conversion.ts'
import { type AtEvent, recordAt } from './matchers.ts'
import type { NamedText } from './rewording.ts'

/** Fields of the payload that a text reads and that the target spells differently or does not send. */
export function payloadNotes(
  { name, text }: NamedText,
  from: AtEvent,
  to: AtEvent,
): readonly ConversionNote[] {
  const [one, two] = [recordAt(from), recordAt(to)]
  const reads = (word: string) => new RegExp(`(?:\\.|["'])${word}(?![\\w-])`).test(text)
  const spelled = new Map<string, string | undefined>()
  for (const [path, there] of pairsOf(from, to)) {
    const word = wordOf(path)
    if (spelled.has(word) || /^\d+$/.test(word) || !reads(word)) continue
    // A script that handles both spellings uses the other one at the target.
    if (there === undefined || (wordOf(there) !== word && !reads(wordOf(there)))) spelled.set(word, there)
  }
  const title = to.dialect.title
  return [
    ...[...spelled].map(([word, there]) =>
      there === undefined
        ? `reads "${word}", which ${title} does not send`
        : `reads "${word}", which ${title} calls "${there}"`,
    ),
    ...placesOf(from, to).flatMap(([word, there]) => {
      const [outer = ''] = there.split('.')
      return reads(word) && !reads(outer) ? [`reads "${word}", which ${title} has at "${there}"`] : []
    }),
    ...(one.beside?.asText === true && two.common.input !== undefined && reads(wordOf(two.common.input))
      ? [`reads "${two.common.input}", which ${title} sends as an object and not as text`]
      : []),
  ].map((what) => lost('payload', `${name} ${what}.`))
}

const wordOf = (path: string) => path.split('.').at(-1) as string

/** Paths in the payload and in tools' inputs, each with the target's path. */
function pairsOf(from: AtEvent, to: AtEvent): readonly (readonly [string, string | undefined])[] {
  const [one, two] = [recordAt(from), recordAt(to)]
  const isNarrow = one.beside !== undefined
  // Top-level fields of a narrow event are part of the tool's input at other hosts.
  const common = (Object.keys(one.common) as (keyof EventRecord['common'])[]).filter(
    (key) => !isNarrow || (key !== 'input' && key !== 'output' && key !== 'text'),
  )
  const [own, other] = [
    isNarrow ? {} : (one.tools ?? from.dialect.tools ?? {}),
    two.tools ?? to.dialect.tools ?? {},
  ]
  const ofTools = Object.entries(own).flatMap(([tool, spelling]) => {
    const there = other[tool as keyof typeof other]
    return Object.entries(spelling.fields).flatMap(([field, path]) =>
      there === undefined ? [] : [[path, there.fields[field as keyof typeof there.fields]] as const],
    )
  })
  const [narrow] = one.beside?.tools ?? []
  const text = narrow === undefined || narrow === 'mcp' ? undefined : other[narrow]?.text
  const printed = isNarrow ? (one.common.text ?? one.common.output) : undefined
  return [
    ...common.map((key) => [one.common[key] as string, two.common[key]] as const),
    ...(printed === undefined ? [] : [[printed, text ?? two.common.text ?? two.common.output] as const]),
    ...ofTools,
  ]
}

/** Top-level fields of a narrow event, each with its path in the tool's input. */
function placesOf(from: AtEvent, to: AtEvent): readonly (readonly [string, string])[] {
  const { beside } = recordAt(from)
  const { common, tools = to.dialect.tools ?? {} } = recordAt(to)
  if (beside === undefined || common.input === undefined) return []
  const [tool] = beside.tools
  const spelling = tool === undefined || tool === 'mcp' ? undefined : tools[tool]
  return Object.entries(beside.fields).flatMap(([field, path]) => {
    const there = spelling?.fields[field as keyof typeof spelling.fields]
    return there === undefined ? [] : [[wordOf(path), `${common.input}.${there}`] as const]
  })
}

// Programs and expressions that read standard input.
const READS =
  /\b(?:jq|cat|read|stdin|xargs|tee|grep|sed|awk|ReadToEnd|StandardInput|Deno\.stdin)\b|\/dev\/(?:stdin|fd\/0)|\$input\b|readFileSync\(\s*0/

const RUNS_A_FILE = /\/[\w.-]+|\.(?:sh|py|[cm]?[jt]s|rb|pl|ps1)\b/

/**
 * A note where the two payloads spell a common field differently, for a command or script that may read the payload but
 * whose reads are not known in detail.
 */
export function payloadSpelling(
  texts: readonly NamedText[],
  from: AtEvent,
  to: AtEvent,
): ConversionNote | undefined {
  const [one, two] = [recordAt(from).common, recordAt(to).common]
  const other = (['tool', 'input', 'prompt', 'session'] as const).find(
    (key) => one[key] !== undefined && one[key] !== two[key],
  )
  const [{ text: command = '' } = {}, ...scripts] = texts
  const mayRead =
    texts.some(({ text }) => READS.test(text)) || (scripts.length === 0 && RUNS_A_FILE.test(command))
  if (other === undefined || !mayRead) return undefined
  const [own, there] = [one[other] as string, two[other]]
  if (there !== undefined && texts.some(({ text }) => text.includes(wordOf(there)))) return undefined
  return lost(
    'payload',
    there === undefined
      ? `${to.dialect.title} does not send "${own}" at ${to.event}.`
      : `${to.dialect.title} sends "${there}" where ${from.dialect.title} sends "${own}".`,
  )
}
