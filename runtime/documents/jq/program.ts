// Reads files with a jq program (`jq -f guard.jq`). The program is followed in a command line that passes it to jq with
// the options of the entry, so that one reader knows what jq reads and prints.

import { isDeepStrictEqual } from 'node:util'
import type { ScriptCaller } from '../../contract/called.ts'
import type { Range } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { movedSpot } from '../movedSpot.ts'
import { withOpaque } from '../opaque.ts'
import { givenAnswer } from '../program/answer.ts'
import { startingLines } from '../programText.ts'
import { readShebang } from '../shebang.ts'
import { readShell } from '../shell/read.ts'
import { shellSpots } from '../shell/spots.ts'
import type { Spotted } from '../spots.ts'
import { isFileOption, jqProgramAt, valuesOf } from './programFile.ts'

/** Reads a jq program. */
export async function readJq(input: DocumentInput): Promise<HookDocument> {
  const { path, text } = input
  const opaque = withOpaque(startingLines('jq', text))
  const undecided = { shape: 'undecided', sites: [], problems: [] } as const
  return { path, language: 'jq', imports: [], tools: [], ...opaque, ...(givenAnswer(input) ?? undecided) }
}

/** The spots of a program that entries call, and what makes jq reject it. */
export async function jqSpots(
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): Promise<Spotted> {
  const { text, called } = input
  const call = called === undefined || document.opaque !== undefined ? undefined : callOf(input)
  if (call === undefined || text.split('\n').includes(END)) return { spots: [], problems: [] }
  const before = `${call.captured ? 'captured=$(' : ''}jq ${call.options} "$(cat <<'${END}'\n`
  const line = `${before}${text}\n${END}\n)" ${call.file}${call.captured ? ')' : ''}\n`
  const whole: DocumentInput = { ...input, text: line, embedded: true }
  const { spots, problems } = await shellSpots(whole, await readShell(whole, budget), budget)
  const clamped = (at: number) => Math.min(Math.max(at - before.length, 0), text.length)
  const place = ({ start, end }: Range): Range => ({ start: clamped(start), end: clamped(end) })
  return {
    spots: spots.flatMap((spot) => movedSpot(spot, place)),
    problems: problems.map(({ range, ...one }) =>
      range === undefined ? one : { ...one, range: place(range) },
    ),
  }
}

/** Ends the program in the command line. */
const END = '__END_OF_PROGRAM__'

type JqCall = {
  readonly options: string
  /** A file that it reads instead of standard input. */
  readonly file: string
  readonly captured: boolean
}

// How the entries, or the first line of the file, call jq; undefined where nothing does, or where they differ.
function callOf({ text, called }: DocumentInput): JqCall | undefined {
  const [first, ...others] = (called?.callers ?? []).map(({ entry }) => callBy(entry, text))
  return others.every((one) => isDeepStrictEqual(one, first)) ? first : undefined
}

function callBy({ command, args }: ScriptCaller['entry'], text: string): JqCall | undefined {
  const own = args && jqProgramAt(command.slice(command.lastIndexOf('/') + 1), args)
  if (own !== undefined && args?.[own] === text)
    return { ...optionsIn(args.toSpliced(own, 1)), captured: false }
  const line = args === undefined ? command : [command, ...args].join(' ')
  const shebang = readShebang(text)
  if (shebang !== undefined && !CALL.test(line)) return { ...optionsIn(shebang.args), captured: false }
  // Where errors go is not what is read.
  const shown = line.slice(0, LONGEST).replaceAll(/(?<=\s)2>>?&?[ \t]*[^\s;&|<>]+/g, '')
  const [, before = '', words, after = ''] = CALL.exec(shown) ?? []
  if (words === undefined) return undefined
  const captured = /^(?:\|(?!\|)|>)/.test(after) || /\$\(|`/.test(before)
  const options = optionsIn(words.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [])
  // `jq -f state.jq < state.json`
  return { ...options, ...(/^[^|;&\n]*</.test(after) ? { file: SOME_FILE } : {}), captured }
}

const CALL = /^([^\n]*?(?:^|[\s;&|(/]))(?:jq|gojq|jaq)[ \t]([^|;&<>)\n]*)([\s\S]*)$/
const LONGEST = 2000
const SOME_FILE = '"$file"'

// The options that change what the program gets or prints. Their values are unknown, and so is a file that it reads.
function optionsIn(words: readonly string[]): Omit<JqCall, 'captured'> {
  const kept: string[] = []
  let file = ''
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (valuesOf(word) === 2) {
      kept.push(word, words[at + 1] ?? '', '"$value"')
      at += 2
    } else if (isFileOption(word)) {
      at++
      if (/^-[a-zA-Z]{2,}$/.test(word)) kept.push(word.replace('f', ''))
    } else if (valuesOf(word) === 1) at++
    else if (/^-{1,2}[a-zA-Z][\w-]*$/.test(word)) kept.push(word)
    else if (!word.startsWith('-')) file = SOME_FILE
  }
  return { options: kept.join(' '), file }
}
